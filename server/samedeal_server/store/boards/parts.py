"""The parts of the books: where each of them is.

All books are in one part, the core, until an operator sets boards and counts of some
scopes apart, of games and families. From then on each of these is under a tag of its
own, on a node of its own, maybe, and the core leaves a note for each match. Which are
apart stands in the core. Whoever reads or writes there says which it takes to be apart,
and is told nothing if it is others; so what a process knows may be old, and does no
harm.
"""

from collections.abc import Iterable
from typing import cast

from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import BOOKS_APART, PREFIX, apart_key, book_key

CORE = ""
"""The part of the books that is always there."""


class Parts:
    """The parts that are apart, as this process knows; what waits raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.told = ""
        """As it stands in the store."""
        self.apart: frozenset[str] = frozenset()

    def hear(self, told: object) -> bool:
        """Take over what the store says; tell whether it is news."""
        found = cast("bytes | None", told) or b""
        is_news = found.decode() != self.told
        if is_news:
            self.told = found.decode()
            self.apart = frozenset(self.told.split())
        return is_news

    async def look(self) -> bool:
        """Learn which are apart now; tell whether others were."""
        return self.hear(await self._calls.read_one("GET", BOOKS_APART))

    def known(self, part: str) -> tuple[str, str]:
        """Return the key by which a script sees which are apart, and what it is to."""
        return apart_key(part), ("" if part else self.told)

    def of_sheet(self, sheet: str) -> str:
        """Return the part that a sheet is in."""
        scope = scope_of(sheet)
        return scope if scope in self.apart else CORE

    def of_book(self, book: str) -> str:
        """Return the part that a book is in."""
        sheet = sheet_of(book)
        return CORE if sheet is None else self.of_sheet(sheet)

    def are_in(self, part: str, books: Iterable[str]) -> bool:
        """Tell whether books are all in one part."""
        return all(self.of_book(book) == part for book in books)

    def by_sheet(self, sheets: Iterable[str]) -> dict[str, list[str]]:
        """Return sheets by the parts that they are in, each once."""
        found: dict[str, list[str]] = {}
        for sheet in dict.fromkeys(sheets):
            found.setdefault(self.of_sheet(sheet), []).append(sheet)
        return found

    def place(self, book: str) -> str:
        """Return the key of a book."""
        return book_key(book, self.of_book(book))


def scope_of(sheet: str) -> str:
    """Return the game, the family or the deal that a sheet is of."""
    return sheet.rpartition("/")[0]


def scanned(like: str) -> str:
    """Return the pattern of the keys of books in all parts."""
    return f"{PREFIX}:{{books*}}:{like}"


def part_and_name(key: str) -> tuple[str, str]:
    """Return the part that a key is in, and the rest of it."""
    tag, _, name = key.partition("}:")
    return tag.partition("{books")[2].removeprefix(":"), name
