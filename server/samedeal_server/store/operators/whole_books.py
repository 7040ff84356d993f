"""Whole books, for whatever copies them or puts them right.

Whatever its kind, a book is values by field: those of a hash; scores, as decimal text,
by player; or lines by their number, from 0.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

from samedeal_server.store.boards.parts import CORE, part_and_name, scanned
from samedeal_server.store.boards.pieces import RANKING, sheet_of
from samedeal_server.store.boards.sheets import Ready, head_of
from samedeal_server.store.books import Books
from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.keys import (
    CHORE,
    back_book_key,
    book_key,
    cursor_key,
    pages_key,
    ready_book_key,
    sheet_key,
)

PagedKind: TypeAlias = Literal["hash", "ranking"]
BookKind: TypeAlias = PagedKind | Literal["list"]

PAGE = 5_000
"""Fields that are read or written at once."""
TOGETHER = 250
"""Books that are read in one round trip, if they have a page of fields or fewer."""
MARKS_AT_ONCE = 1_000
READY_S = 3600
"""For how long what is being brought back is kept, if nobody puts it in place."""
HAD_S = 30
"""For how long whoever has all books for a chore has them, if they say no more."""
HIDDEN = (
    *("cursor", "long", "apart", "notes/"),
    *("ready/", "back/", "pages/", "sheet/"),
)
"""The beginnings of the names of keys that are no books."""
_NO_MARKS: Mapping[str, bytes] = MappingProxyType({})


class WholeBooks:
    """The books of a store, whole; every method raises StoreError.

    They are whole with what is in the archive: pages of histories, and sheets. Those
    that are put in place are in the store again.
    """

    def __init__(self, calls: Calls, books: Books) -> None:
        self._calls = calls
        self._histories = books.histories
        self._sheets = books.sheets
        self._parts = books.parts

    async def have(self, chore: str, by: str) -> str | None:
        """Have all books for a chore of an operator's, unless another one has them.

        Return that one. Said again before `HAD_S` are over, it holds on.
        """
        await self._calls.write("SET", CHORE, f"{chore} {by}", "NX", "EX", HAD_S)
        found = cast("bytes | None", await self._calls.write("GET", CHORE)) or b""
        had, _, whose = found.decode().rpartition(" ")
        if whose != by:
            return had
        await self._calls.write("EXPIRE", CHORE, HAD_S)
        return None

    async def let_go(self, by: str) -> None:
        """Let others have the books, if these have them."""
        found = cast("bytes | None", await self._calls.read_one("GET", CHORE)) or b""
        if found.endswith(by.encode()):
            await self._calls.write("UNLINK", CHORE)

    async def names(self, *, without_lost: bool = False) -> list[str]:
        """Return the names of all books; `without_lost` is as in `SheetStore.names`."""
        before = await self._moved()
        while True:
            there = await self.names_in_store()
            # After those: a sheet that is moved meanwhile is in both.
            heads = await self._moved()
            if before.keys() <= heads.keys():
                break
            # One that was brought back meanwhile may be in neither.
            before = heads
        moved = await self._sheets.names(heads.values(), without_lost=without_lost)
        return sorted({*there, *moved})

    async def names_in_store(self, like: str = "*") -> list[str]:
        """Return the names of the books that are in the store, like a pattern."""
        return [name for name in await self._scan(like) if not _is_hidden(name)]

    async def marked(self, like: str = "*") -> list[str]:
        """Return the sheets, like a pattern, that have a mark."""
        found = await self._scan(f"sheet/{like}")
        return [name.removeprefix("sheet/") for name in found]

    async def left_in_core(self, like: str, part: str) -> tuple[list[str], list[str]]:
        """Return books and marks, like a pattern, that a part was made of."""
        if part not in self._parts.apart:
            return [], []
        found = [name for at, name in await self._places(like) if at == CORE]
        left = [name for name in found if self._part_of(name) == part]
        books = [name for name in left if not _is_hidden(name)]
        marks = [name for name in left if name.startswith("sheet/")]
        return books, [name.removeprefix("sheet/") for name in marks]

    async def _places(self, like: str) -> list[tuple[str, str]]:
        return [*map(part_and_name, await self._calls.scan(scanned(like)))]

    async def _scan(self, like: str) -> list[str]:
        """Return the names of keys that are in the part in which they are to be.

        Copies for a part that is not there yet are in another, or what it was made of.
        """
        await self._parts.look()
        while True:
            found = await self._places(like)
            if not await self._parts.look():
                break
        return sorted(name for part, name in found if part == self._part_of(name))

    def _part_of(self, name: str) -> str:
        """Return the part that a key is in, by its name there."""
        if name.startswith("sheet/"):
            return self._parts.of_sheet(name.removeprefix("sheet/"))
        return self._parts.of_book(name)

    async def _moved(self) -> dict[str, bytes]:
        """Return the heads of all sheets that are in the archive, by sheet."""
        marked = await self.marked()
        heads = dict[str, bytes]()
        for first in range(0, len(marked), MARKS_AT_ONCE):
            some = marked[first : first + MARKS_AT_ONCE]
            heads |= await self._sheets.heads(some)
        return heads

    async def clear(self) -> None:
        """Take away what somebody made ready who never put it in place."""
        for key in await self._calls.scan(scanned("ready/*")):
            await self._calls.write("UNLINK", key)

    async def read(
        self, books: Sequence[tuple[str, BookKind]], *, without_lost: bool = False
    ) -> dict[str, dict[str, bytes]]:
        """Return the contents of books; of one moment only while nobody writes.

        `without_lost` is as in `HistoryStore.whole` and `SheetStore.names`.
        """
        found: dict[str, dict[str, bytes]] = {}
        sheets = {name: sheet_of(name) or "" for name, _ in books}
        left = list(books)
        while left:
            known = self._parts.told
            on = {sheet for name, _ in left if (sheet := sheets[name])}
            heads = await self._sheets.heads(on)
            there = [each for each in left if sheets[each[0]] not in heads]
            moved: dict[bytes, list[str]] = {}
            for name, _ in left:
                if (head := heads.get(sheets[name])) is not None:
                    found[name] = {}
                    moved.setdefault(head, []).append(name)
            found |= await self._sheets.read(moved, without_lost=without_lost)
            found |= await self._in_store(there, without_lost=without_lost)
            then = await self._sheets.heads(on)
            # Those whose sheet was moved, or brought back, while this was read.
            is_apart = self._parts.told != known
            again = {
                sheet for sheet in on if is_apart or heads.get(sheet) != then.get(sheet)
            }
            left = [each for each in left if sheets[each[0]] in again]
        return found

    async def _in_store(
        self, books: Sequence[tuple[str, BookKind]], *, without_lost: bool
    ) -> dict[str, dict[str, bytes]]:
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
            small = await self._small([name for name, _ in others])
            for name, kind in others:
                if (words := small[name]) is None:
                    found[name] = await self._paged(name, kind)
                else:
                    found[name] = _small(kind, words)
        return found

    async def _small(self, names: Iterable[str]) -> Mapping[str, list[bytes] | None]:
        """Return the contents of books, flat; None for those that are read by page."""
        by_part: dict[str, list[str]] = {}
        for name in names:
            by_part.setdefault(self._parts.of_book(name), []).append(name)
        read: dict[str, list[bytes] | None] = {}
        for part, some in by_part.items():
            keys = [book_key(name, part) for name in some]
            found = await self._calls.read_script("small_books", keys, (PAGE,))
            words = cast("list[list[bytes] | None]", found)
            read.update(zip(some, words, strict=True))
        return read

    async def make_ready(
        self, name: str, kind: BookKind, book: Mapping[str, bytes]
    ) -> None:
        """Write a book beside the one that stands."""
        key = ready_book_key(name, self._parts.of_book(name))
        await self._calls.write("UNLINK", key)
        await self.write(key, kind, book)

    async def write(
        self, key: str, kind: BookKind, book: Mapping[str, bytes], kept_s: int = 0
    ) -> None:
        """Write a book; it goes after `kept_s` seconds if that is not 0."""
        fields = list(book.items())
        # With every page, so that nothing stays of one that is killed between two.
        then: list[Command] = [("EXPIRE", key, kept_s)] if kept_s else []
        for first in range(0, len(fields), PAGE):
            page = _writing(key, kind, fields[first : first + PAGE])
            await self._calls.write_all([page, *then])

    async def bring_back(self, sheets: Iterable[str]) -> None:
        """Bring sheets back into the store, where they are to be written to.

        Who moves one just then leaves it there.
        """
        for sheet, mark in (await self._sheets.marks(sheets)).items():
            if mark:
                await self._bring_back(sheet, mark)

    async def _bring_back(self, sheet: str, mark: bytes) -> None:
        head, by = head_of(mark), secrets.token_hex(8)
        part = self._parts.of_sheet(sheet)
        found = {} if head is None else await self._sheets.whole(head)
        # Under names of their own: others may bring them back at the same time.
        ready = {
            name: Ready(back_book_key(f"{by}/{name}", part), len(book))
            for name, book in found.items()
        }
        is_back = False
        try:
            for name, book in found.items():
                kind: BookKind = "ranking" if name.endswith(RANKING) else "hash"
                await self.write(ready[name].key, kind, book, READY_S)
            is_back = await self._sheets.put_back(sheet, mark, ready)
        finally:
            if not is_back:
                # It is tried again before these would go by themselves.
                await self._calls.write_all(
                    [("UNLINK", each.key) for each in ready.values()]
                )

    async def swap(
        self,
        books: Sequence[tuple[str, BookKind]],
        cursor: int,
        then: int,
        marks: Mapping[str, bytes] = _NO_MARKS,
        part: str = CORE,
    ) -> bool:
        """Put books that were made ready in place, if the cursor is as expected.

        All at one moment; those of which nothing was made ready go. They are in one
        part, whose cursor it is. `marks` are those of the sheets that they are on;
        where one is moved, all that is in it is to be among the books. Return whether
        cursor and marks were as expected; if not, nothing is changed.
        """
        if not self._parts.are_in(part, (name for name, _ in books)):
            return False
        apart, known = self._parts.known(part)
        keys = [cursor_key(part), apart, *(sheet_key(sheet, part) for sheet in marks)]
        for name, kind in books:
            keys += ready_book_key(name, part), book_key(name, part)
            if kind == "list":
                # All lines are in the store again; pages are never made ready.
                keys += ready_book_key(f"pages/{name}"), pages_key(name)
        asked: list[str | bytes] = [str(cursor), str(then), known, *marks.values()]
        return bool(await self._calls.script("swap", keys, asked))

    async def _paged(self, name: str, kind: PagedKind) -> dict[str, bytes]:
        """Return a whole book that is large."""
        book: dict[str, bytes] = {}
        following = 0
        while True:
            page = _page(kind, self._parts.place(name), following)
            following = _take(book, kind, await self._calls.read_one(*page))
            if not following:
                return book


def _is_hidden(name: str) -> bool:
    return name.startswith(HIDDEN)


def _writing(key: str, kind: BookKind, fields: Iterable[tuple[str, bytes]]) -> Command:
    """Return the command that writes fields of a book."""
    match kind:
        case "hash":
            return ("HSET", key, *(word for pair in fields for word in pair))
        case "ranking":
            scored = (word for player, score in fields for word in (score, player))
            return ("ZADD", key, *scored)
        case "list":
            return ("RPUSH", key, *(line for _, line in fields))


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
