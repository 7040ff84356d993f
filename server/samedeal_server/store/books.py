"""The books in the store: written by compare and set, read at one moment.

Names of books are made elsewhere (`core.books`); here they get their prefix. The
cursor says how many links of the chain of matches are in the books; whoever wants
to write read the cursor first and the fields then, so that what they computed holds
as long as the cursor is the same.

Who rebuilds them has whole books. Whatever its kind, a book is then values by field:
those of a hash; scores, as decimal text, by player; or lines by their number, from 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast

import msgpack

from samedeal_server.store.histories import LONG, HistoryStore
from samedeal_server.store.keys import (
    BOOKS_CURSOR,
    BOOKS_LONG,
    CHAIN_LINKS,
    board_keys,
    book_key,
    pages_key,
    ready_book_key,
)
from samedeal_server.store.writer import Calls


class Writes(NamedTuple):
    """What is written into books, each time with the name of a book first."""

    fields: Sequence[tuple[str, str, bytes]] = ()
    """A field of a hash, and its value."""
    ranks: Sequence[tuple[str, str, int]] = ()
    """A player of a ranking, and their score, which a float has to hold."""
    lines: Sequence[tuple[str, bytes]] = ()
    """A line at the end of a history."""


class Ranked(NamedTuple):
    """A row of a board, with its rank."""

    rank: int
    """From 1; equal rows share it, and it counts the better ones."""
    player: str
    value: int
    """What orders the board; the higher, the better."""
    row: bytes
    """As `core.books.unpack_row` reads it."""


class BoardPart(NamedTuple):
    """Rows of a board as they stood at one moment."""

    total: int
    """How many rows the whole board has."""
    rows: tuple[Ranked, ...]
    start: int = 0
    """How many rows come before them; 0 for rows of some players."""
    own: int | None = None
    """The rank of who asked; None for no row."""


class Books:
    """The books of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.histories = HistoryStore(calls)

    async def cursor(self) -> int:
        """Return how many links of the chain are in the books."""
        (answer,) = await self._calls.read([("GET", BOOKS_CURSOR)])
        return int(cast("bytes | None", answer) or 0)

    async def next_links(self, cursor: int, most: int) -> list[bytes] | None:
        """Return the links that are not in the books yet, in one round trip.

        None if the cursor is another than the one that is supposed.
        """
        stands, links = await self._calls.read(
            [
                ("GET", BOOKS_CURSOR),
                ("LRANGE", CHAIN_LINKS, cursor, cursor + most - 1),
            ]
        )
        is_so = int(cast("bytes | None", stands) or 0) == cursor
        return cast("list[bytes]", links) if is_so else None

    async def read(
        self, fields: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], bytes | None]:
        """Return what stands in fields of hashes, by book and field; None for none."""
        names: dict[str, list[str]] = {}
        for book, field in dict.fromkeys(fields):
            names.setdefault(book, []).append(field)
        if not names:
            return {}
        packed: bytes = msgpack.packb(list(names.values()), use_bin_type=False)
        answers = cast(
            "list[list[bytes | None]]",
            await self._calls.read_script(
                "fields", [book_key(book) for book in names], (packed,)
            ),
        )
        return {
            (book, field): value
            for (book, asked), values in zip(names.items(), answers, strict=True)
            for field, value in zip(asked, values, strict=True)
        }

    async def book(self, cursor: int, then: int, writes: Writes) -> bool:
        """Write all of this and move the cursor, if the cursor is where it was.

        Return whether it was; if not, nothing is written. To one book there are at
        most 3,000 writes, which Lua can hand to one command.
        """
        numbers: dict[str, int] = {}
        merged: dict[tuple[str, int], list[str | bytes]] = {}
        for command, book, *words in _commands(writes):
            number = numbers.setdefault(book, len(numbers) + 1)
            merged.setdefault((command, number), []).extend(words)
        keys = [BOOKS_CURSOR, BOOKS_LONG, *map(book_key, numbers)]
        # cmsgpack, in Lua, knows text alone.
        line: bytes = msgpack.packb(
            [(*where, *words) for where, words in merged.items()], use_bin_type=False
        )
        asked = (str(cursor), str(then), line, str(LONG))
        answer = await self._calls.script("book", keys, asked)
        return bool(answer)

    async def page(
        self, board: str, start: int, most: int, *, viewer: str = ""
    ) -> BoardPart:
        """Return rows of a board from the best on, after so many others."""
        return await self._board("page", board, viewer, start, most)

    async def around(
        self, board: str, player: str, most: int, *, viewer: str = ""
    ) -> BoardPart:
        """Return a player's row with its neighbours, in the middle if possible.

        No rows if the player has none.
        """
        return await self._board("around", board, viewer, player, most)

    async def rows_of(self, board: str, players: Sequence[str]) -> BoardPart:
        """Return the rows of some players, best first; not everybody has one.

        Ranks are those among all.
        """
        asked = tuple(dict.fromkeys(players))
        answer = await self._calls.read_script("rows_of", board_keys(board), asked)
        total, found = cast("tuple[int, list[bytes | int]]", answer)
        rows = sorted(_ranked(found), key=lambda row: (row.rank, row.player))
        return BoardPart(total, tuple(rows))

    async def entries(self, book: str) -> Mapping[str, bytes]:
        """Return everything in a hash, by field."""
        (answer,) = await self._calls.read([("HGETALL", book_key(book))])
        found = cast("dict[bytes, bytes]", answer)
        return {field.decode(): value for field, value in found.items()}

    async def move_rank(self, book: str, player: str, other: str) -> bool:
        """Put another player in place of one of a ranking; tell whether one was there.

        Whoever stops on the way does it again.
        """
        score = await self._calls.read_one("ZSCORE", book_key(book), player)
        if score is None:
            return False
        text = b"%d" % cast("float", score)
        await self._calls.write("ZADD", book_key(book), text, other)
        await self._calls.write("ZREM", book_key(book), player)
        return True

    async def drop_field(self, book: str, field: str) -> None:
        """Take a field out of a hash."""
        await self._calls.write("HDEL", book_key(book), field)

    async def drop(self, book: str) -> None:
        """Take a whole book away."""
        await self._calls.write("UNLINK", book_key(book))

    async def part(
        self, book: str, before: int | None, most: int
    ) -> tuple[int, tuple[bytes, ...]]:
        """Return lines of a history, as `HistoryStore.part` does."""
        return await self.histories.part(book, before, most)

    async def _board(
        self, script: str, board: str, viewer: str, *asked: str | int
    ) -> BoardPart:
        keys = board_keys(board)
        answer = await self._calls.read_script(script, keys, (viewer, *asked))
        total, own, start, found = cast(
            "tuple[int, int, int, list[bytes | int]]", answer
        )
        return BoardPart(total, _ranked(found), start, own or None)


def _commands(writes: Writes) -> Iterator[tuple[str, str, *tuple[str | bytes, ...]]]:
    """Yield commands, with the name of a book in place of its key.

    A score is written as text, because numbers in Lua lose their last digits in texts.
    """
    for book, field, value in writes.fields:
        yield "HSET", book, field, value
    for book, player, score in writes.ranks:
        yield "ZADD", book, str(score), player
    for book, line in writes.lines:
        yield "RPUSH", book, line


def _ranked(found: Sequence[bytes | int]) -> tuple[Ranked, ...]:
    return tuple(
        Ranked(
            rank=cast("int", found[i + 2]),
            player=cast("bytes", found[i]).decode(),
            value=-int(cast("bytes", found[i + 1])),
            row=cast("bytes", found[i + 3]),
        )
        for i in range(0, len(found), 4)
    )


PagedKind: TypeAlias = Literal["hash", "ranking"]
BookKind: TypeAlias = PagedKind | Literal["list"]

PAGE = 5_000
"""Fields that are read or written at once."""
TOGETHER = 250
"""Books that are read in one round trip, if they have a page of fields or fewer."""


class WholeBooks:
    """The books of a store, whole; every method raises StoreError.

    Histories are whole with what is in the archive, and those that are put in place
    are in the store again.
    """

    def __init__(self, calls: Calls, histories: HistoryStore) -> None:
        self._calls = calls
        self._histories = histories

    async def names(self) -> list[str]:
        """Return the names of all books."""
        prefix = book_key("")
        found = await self._calls.scan(f"{prefix}*")
        hidden = (BOOKS_CURSOR, BOOKS_LONG, ready_book_key(""), pages_key(""))
        return sorted(
            key.removeprefix(prefix) for key in found if not key.startswith(hidden)
        )

    async def clear(self) -> None:
        """Take away what somebody made ready who never put it in place."""
        for key in await self._calls.scan(f"{ready_book_key('')}*"):
            await self._calls.write("UNLINK", key)

    async def read(
        self, books: Sequence[tuple[str, BookKind]], *, without_lost: bool = False
    ) -> dict[str, dict[str, bytes]]:
        """Return what is in books; only while nobody writes is it of one moment.

        `without_lost` is as in `HistoryStore.whole`.
        """
        found: dict[str, dict[str, bytes]] = {}
        for first in range(0, len(books), TOGETHER):
            some = books[first : first + TOGETHER]
            lists = [name for name, kind in some if kind == "list"]
            whole = await self._histories.whole(lists, without_lost=without_lost)
            for name, lines in whole.items():
                found[name] = {str(n): line for n, line in enumerate(lines)}
            others: list[tuple[str, PagedKind]] = [
                (name, kind) for name, kind in some if kind != "list"
            ]
            for (name, kind), words in zip(
                others, await self._small([name for name, _ in others]), strict=True
            ):
                if words is None:
                    found[name] = await self._paged(name, kind)
                else:
                    found[name] = _small(kind, words)
        return found

    async def _small(self, names: Sequence[str]) -> Sequence[list[bytes] | None]:
        """Return what is in books, flat; None for those that are read by page."""
        if not names:
            return ()
        keys = [book_key(name) for name in names]
        found = await self._calls.read_script("small_books", keys, (PAGE,))
        return cast("list[list[bytes] | None]", found)

    async def make_ready(
        self, name: str, kind: BookKind, book: Mapping[str, bytes]
    ) -> None:
        """Write a book beside the one that stands."""
        key = ready_book_key(name)
        await self._calls.write("UNLINK", key)
        fields = list(book.items())
        for first in range(0, len(fields), PAGE):
            some = fields[first : first + PAGE]
            match kind:
                case "hash":
                    words = [word for field, value in some for word in (field, value)]
                    await self._calls.write("HSET", key, *words)
                case "ranking":
                    words = [word for player, score in some for word in (score, player)]
                    await self._calls.write("ZADD", key, *words)
                case "list":
                    await self._calls.write("RPUSH", key, *(line for _, line in some))

    async def swap(
        self, books: Sequence[tuple[str, BookKind]], cursor: int, then: int
    ) -> bool:
        """Put books that were made ready in place, if the cursor is as expected.

        All at one moment; those of which nothing was made ready go. Return whether
        the cursor was as expected; if not, nothing is changed.
        """
        keys = [BOOKS_CURSOR]
        for name, kind in books:
            keys += ready_book_key(name), book_key(name)
            if kind == "list":
                # All lines are in the store again; pages are never made ready.
                keys += ready_book_key(f"pages/{name}"), pages_key(name)
        return bool(await self._calls.script("swap", keys, (str(cursor), str(then))))

    async def _paged(self, name: str, kind: PagedKind) -> dict[str, bytes]:
        """Return a whole book that is large."""
        book: dict[str, bytes] = {}
        following = 0
        while True:
            page = _page(kind, book_key(name), following)
            following = _take(book, kind, await self._calls.read_one(*page))
            if not following:
                return book


def _small(kind: PagedKind, words: Sequence[bytes]) -> dict[str, bytes]:
    """Return a book from what is in it, flat."""
    pairs = zip(words[::2], words[1::2], strict=True)
    match kind:
        case "hash":
            return {field.decode(): value for field, value in pairs}
        case "ranking":
            return {player.decode(): b"%d" % float(score) for player, score in pairs}


def _page(kind: PagedKind, key: str, start: int) -> tuple[str | int, ...]:
    match kind:
        case "hash":
            return ("HSCAN", key, start, "COUNT", PAGE)
        case "ranking":
            return ("ZRANGE", key, start, start + PAGE - 1, "WITHSCORES")


def _take(book: dict[str, bytes], kind: PagedKind, answer: object) -> int:
    """Put a page into a book; return where the next one starts, 0 for the end."""
    match kind:
        case "hash":
            following, found = cast("tuple[int, dict[bytes, bytes]]", answer)
            book.update((field.decode(), value) for field, value in found.items())
            return following
        case "ranking":
            scores = cast("list[tuple[bytes, float]]", answer)
            # Exact: scores are whole numbers that a float holds.
            book.update((player.decode(), b"%d" % score) for player, score in scores)
            return len(book) if len(scores) == PAGE else 0
