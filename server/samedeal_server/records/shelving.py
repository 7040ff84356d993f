"""Sheets of windows that are over: moved into the archive as a whole.

In the order in which transcripts are moved: all pieces of a sheet are on the disk and
were read back before its books go from the store. Whoever is killed between the two
leaves them in both, and the next one makes the same pieces again. Whoever has to write
to a sheet meanwhile takes its mark away, and it stays.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from samedeal_server.archive.archive import Archive
from samedeal_server.core.books.books import books_on, kind_of
from samedeal_server.core.books.dailies import sheet_ends_at
from samedeal_server.store.boards.pieces import (
    RANKING,
    ROWS,
    Making,
    Uneven,
    boards_of,
    digest_of,
    others_of,
    sheet_of,
)
from samedeal_server.store.boards.sheets import name_of
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

PIECES_MOST = 256
"""In one pack, some 14 MB as they are made; a sheet with more has packs of its own."""
DAY_MS = 24 * 3600 * 1000
LIKE = ("board/[^d]*", "board/deal/daily/*", "counts/*")
"""What may be on a sheet that ends: of the deals' boards those of each day alone, as
there may be a million others."""


class Marked(NamedTuple):
    """A sheet that is marked, and all of whose pieces were made."""

    sheet: str
    mark: bytes
    head: bytes
    books: tuple[str, ...]


async def sheets_over(store: Store, days: int) -> list[str]:
    """Return the sheets in the store that have been over for `days` or longer.

    The oldest come first. Raises StoreError.
    """
    latest, ends = store.now() - days * DAY_MS, dict[str, int]()
    for like in LIKE:
        for book in await store.whole_books.names_in_store(like):
            sheet = sheet_of(book)
            end = None if sheet is None else sheet_ends_at(sheet)
            if sheet is not None and end is not None and end <= latest:
                ends[sheet] = end
    return sorted(ends, key=lambda sheet: (ends[sheet], sheet))


class Shelving:
    """Moves sheets into an archive; everything raises StoreError."""

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store = store
        self._sheets = store.books.sheets
        self._archive = archive
        self._by = secrets.token_hex(8)
        self._pieces: dict[str, bytes] = {}
        """Of whole sheets, which are not in the archive yet."""
        self._marked: list[Marked] = []
        self._left = False
        self._uneven: dict[str, str] = {}
        """Boards that are not what they should be, by their sheets."""
        self.wrong: list[StoreError] = []
        """The errors of sheets that the store did not give."""

    async def move(self, sheets: Iterable[str]) -> bool:
        """Move sheets; tell whether all of them went, but those that are wrong."""
        self._left = False
        begun = await self._store.transcripts.erased.begun()
        then = await self._move(sheets, begun)
        # For a moment who is erased is in a board's rows and in its order no more.
        again, self._uneven = self._uneven, {}
        then = await self._move(again, then)
        for board in self._uneven.values():
            if then == begun:
                log.error("%s is not what it should be: run rebuild-boards", board)
            else:
                self._left = True
        return not self._left

    async def _move(self, sheets: Iterable[str], begun: int) -> int:
        """Move sheets; return how often erasing has begun by now."""
        for sheet in sheets:
            packs = list[str]()
            try:
                marked = await self._take(sheet, packs)
            except StoreUnavailable:
                await self._forget(packs)
                raise
            except StoreError as error:
                # It is only this one that the store refuses.
                self.wrong.append(StoreError(f"{sheet} cannot be moved: {error}"))
                marked = None
            if marked is None:
                await self._forget(packs)
                continue
            self._marked.append(marked)
            if packs or len(self._pieces) >= PIECES_MOST:
                begun = await self._put_down(begun, packs)
        return await self._put_down(begun, [])

    async def _take(self, sheet: str, packs: list[str]) -> Marked | None:
        """Mark a sheet and take it apart; a large one goes into packs of its own."""
        mark = await self._sheets.begin(sheet, self._by)
        if mark is None:
            return None
        making, names = Making(sheet), books_on(sheet)
        own, there = dict[str, bytes](), list[str]()
        try:
            for some in _together(names):
                found = await self._store.whole_books.read(
                    [(name, kind_of(name)) for name in some]
                )
                there += (name for name in some if found[name])
                for piece in _pieces(making, some, found):
                    own[name_of(digest_of(piece))] = piece
                    if len(own) >= PIECES_MOST:
                        packs.append(await self._archive.add(own))
                        own.clear()
                    # Matches are played in the same process.
                    await asyncio.sleep(0)
        except Uneven as board:
            if await self._sheets.put_back(sheet, mark, {}):
                self._uneven[sheet] = str(board)
            else:
                self._left = True  # somebody wrote to it meanwhile
            return None
        head = making.head()
        own[name_of(digest_of(head))] = head
        self._pieces |= own
        return Marked(sheet, mark, digest_of(head), tuple(there))

    async def _put_down(self, begun: int, packs: Sequence[str]) -> int:
        """Move what is marked; return how often erasing has begun by now."""
        pieces, marked = self._pieces, self._marked
        self._pieces, self._marked = {}, []
        if not marked:
            return begun
        try:
            packs = [*packs, await self._archive.add(pieces)]
        except StoreError:
            await self._forget(packs)
            raise
        then = await self._store.transcripts.erased.begun()
        if then != begun:
            # Somebody is erased: these may have the name yet.
            await self._forget(packs)
            for each in marked:
                await self._sheets.put_back(each.sheet, each.mark, {})
            self._left = True
            return then
        for each in marked:
            if not await self._sheets.moved(*each):
                self._left = True
        return then

    async def _forget(self, packs: Iterable[str]) -> None:
        """Take packs away of a sheet that is not moved.

        What cannot be taken away now is collected later.
        """
        for pack in packs:
            with suppress(StoreError):
                await self._archive.drop(pack)


def _together(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield books that are read together: a board's two, and each other."""
    for board in boards_of(names):
        yield f"{board}{RANKING}", f"{board}{ROWS}"
    for book in others_of(names):
        yield (book,)


def _pieces(
    making: Making, names: Sequence[str], found: Mapping[str, Mapping[str, bytes]]
) -> Iterator[bytes]:
    if len(names) == 1:
        return making.other(names[0], found[names[0]])
    ranking, rows = names
    return making.board(ranking.removesuffix(RANKING), found[ranking], found[rows])
