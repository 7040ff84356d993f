"""Whole books, for who copies them or puts them right.

Whatever its kind, a book is values by field: those of a hash; scores, as decimal text,
by player; or lines by their number, from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast

from samedeal_server.store.histories import HistoryStore
from samedeal_server.store.keys import (
    BOOKS_CURSOR,
    BOOKS_LONG,
    book_key,
    pages_key,
    ready_book_key,
)
from samedeal_server.store.writer import Calls

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
