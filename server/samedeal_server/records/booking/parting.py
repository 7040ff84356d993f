"""Boards of games and families set apart from the books, while matches are booked.

All that a part is to have is copied, and then again what was booked, moved into the
archive or brought back meanwhile. At last nobody else has the turn to book, so that it
comes to an end however many matches there are; the script that sets the part apart
looks all the same whether anything has changed.
"""

import asyncio
import secrets
from collections.abc import Collection, Iterable

from samedeal_games.catalogue import GAMES
from samedeal_server.core.books.books import BookKind, books_on, kind_of
from samedeal_server.core.books.projection import touches
from samedeal_server.records.booking.ended import read_finished
from samedeal_server.store.boards.parts import scope_of
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.sheets import head_of
from samedeal_server.store.redis import Store

LINKS_AT_ONCE = 200
FEW = 500
"""Links that others may wait for while they are looked at."""
TURN_MS = 10_000
"""Where this is killed, others book as long later."""
WAIT_S = 0.01
"""Until it is asked again whose turn it is."""
SCOPES = tuple(sorted({*GAMES, *(game.about.family for game in GAMES.values())}))
"""The games and families whose boards may be parts of their own."""


async def set_apart(store: Store, part: str) -> int | None:
    """Set the boards of a game, or a family, apart; raises StoreError.

    Return how many books they are; None if they are apart already.
    """
    await store.books.parts.look()
    parting = _Parting(store, part)
    if part in store.books.parts.apart:
        await parting.drop_left()
        return None
    await parting.copy_all()
    await parting.set_apart()
    await parting.drop_left()
    return parting.copied


class _Parting:
    """A part that is being set apart."""

    def __init__(self, store: Store, part: str) -> None:
        self._store = store
        self._books = store.books
        self._part = part
        self._marks: dict[str, bytes] = {}
        """The marks of its sheets, as they were copied."""
        self._cursor = 0
        """The cursor at which what was copied stood."""
        self._names: set[str] = set()
        """The books that were copied."""

    @property
    def copied(self) -> int:
        """The number of books that were copied."""
        return len(self._names)

    async def copy_all(self) -> None:
        """Copy all there is, while others write to it."""
        await self._store.apart.clear(self._part)
        self._cursor = await self._books.cursor()
        whole = self._store.whole_books
        names = await whole.names_in_store(f"*/{self._part}/*")
        marked = await whole.marked(f"{self._part}/*")
        await self._copy_sheets({*self._own_sheets(names), *self._own(marked)})
        while (cursor := await self._books.cursor()) - self._cursor > FEW:
            await self._follow(cursor)

    async def set_apart(self) -> None:
        """Set the part apart, while nobody books."""
        name = secrets.token_hex(8)
        while True:
            is_own, cursor = await self._books.take_turn(name, self._cursor, TURN_MS)
            if cursor != self._cursor:
                await self._follow(cursor)
            if not is_own:
                await asyncio.sleep(WAIT_S)
                continue
            marks = await self._books.sheets.marks(self._marks)
            differ = {s for s, mark in marks.items() if mark != self._marks[s]}
            await self._copy_sheets(differ)
            if await self._store.apart.set_apart(self._part, cursor, self._marks):
                await self._books.pass_turn()
                return

    async def drop_left(self) -> None:
        """Throw away what the part was made of."""
        whole = self._store.whole_books
        names, marked = await whole.left_in_core(f"*/{self._part}/*", self._part)
        await self._store.apart.drop_left(names, marked)

    async def _follow(self, cursor: int) -> None:
        """Copy what was booked up to a cursor."""
        touched = set[str]()
        for first in range(self._cursor, cursor, LINKS_AT_ONCE):
            most = min(LINKS_AT_ONCE, cursor - first)
            links = await self._store.chain.links(first, most)
            for each in await read_finished(self._store, links):
                touched |= touches(each)
        self._cursor = cursor
        await self._copy_sheets(self._own_sheets(touched), touched)

    def _own_sheets(self, names: Iterable[str]) -> set[str]:
        """Return the sheets of the part on which books are."""
        found = {sheet_of(name) for name in names}
        return self._own(sheet for sheet in found if sheet is not None)

    def _own(self, sheets: Iterable[str]) -> set[str]:
        return {sheet for sheet in sheets if scope_of(sheet) == self._part}

    async def _copy_sheets(
        self, sheets: Iterable[str], touched: Collection[str] = ()
    ) -> None:
        """Copy sheets as they stand; of those that are touched these books alone."""
        for sheet in sorted(sheets):
            while not await self._copy_sheet(sheet, touched):
                pass

    async def _copy_sheet(self, sheet: str, touched: Collection[str]) -> bool:
        """Copy a sheet; tell whether it stood still meanwhile."""
        mark = (await self._books.sheets.marks([sheet]))[sheet]
        if mark and head_of(mark) is None:
            # Whoever moves it leaves it here, and finds it in the part another time.
            await self._store.whole_books.bring_back([sheet])
            return False
        is_same = self._marks.get(sheet) == mark
        names = [
            name
            for name in books_on(sheet)
            if not (is_same and touched) or name in touched
        ]
        found = dict[str, dict[str, bytes]]()
        if not mark:
            wanted: list[tuple[str, BookKind]] = [(n, kind_of(n)) for n in names]
            found = await self._store.whole_books.read(wanted)
            if (await self._books.sheets.marks([sheet]))[sheet] != mark:
                return False
        for name in names:
            book = found.get(name, {})
            if book or name in self._names:
                await self._store.apart.copy(self._part, name, kind_of(name), book)
                self._names.add(name)
        await self._store.apart.copy_mark(self._part, sheet, mark)
        self._marks[sheet] = mark
        return True
