"""Sheets that left the store, and marks that say where each is.

Who moves a sheet marks it first. Nobody writes to its books while it is marked: who has
to takes the mark away, or brings the sheet back. So a sheet whose mark stands is as it
was read. It is in the archive, in pieces, before its books go; then the mark names its
head.
"""

import asyncio
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

from samedeal_server.store.boards.parts import Parts
from samedeal_server.store.boards.pieces import (
    Head,
    Pieces,
    Place,
    book_in,
    digest_of,
    head_in,
    rows_in,
    sheet_of,
)
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.calls import Calls
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import BOOKS_APART, book_key, sheet_key
from samedeal_server.store.transcripts import Elsewhere, Nowhere

ASKED_AT_ONCE = 4
"""Questions to the archive, which answers twelve at once: who leads in every game is
one for each."""
PIECES_AT_ONCE = 16
"""In one question, which the archive is to answer within seconds."""
LOST_MOST = 100
"""Sheets of which it is known that something is lost, to have it said."""
MOVING, MOVED = b"m", b"d"
"""The beginnings of marks: before the name of a mover, and before the digest of a
head."""


class Ready(NamedTuple):
    """A book that was made ready."""

    key: str
    size: int
    """The number of its fields."""


class Piece(NamedTuple):
    """A piece found in the archive; its sheet may be made of others by now."""

    sheet: str
    digest: bytes


class SheetStore:
    """The sheets of a store; every method raises StoreError.

    A head is named by its digest, as a mark does.
    """

    def __init__(self, calls: Calls, parts: Parts) -> None:
        self._calls = calls
        self._parts = parts
        self._turn = asyncio.Semaphore(ASKED_AT_ONCE)
        self.elsewhere: Elsewhere = Nowhere()
        """The place of the pieces."""
        self._lost: dict[str, tuple[bytes, Sequence[bytes]]] = {}
        """By sheets that somebody asked for: their heads, and which pieces are lost."""

    # Rows of boards that are in the archive

    async def page(
        self, head: bytes, board: str, viewer: str, start: int, most: int
    ) -> BoardPart:
        """Return rows of a board, as `Books.page` does."""
        told = (await self.head(head)).boards.get(board)
        if told is None:
            return BoardPart(0, (), start)
        viewers = [viewer] if viewer else []
        telling = told.index_of(viewers) if viewers else []
        pieces = await self._found([*told.holding(start, most), *telling])
        own = told.places(pieces, viewers) if viewers else {}
        rows = told.read(pieces, start, most)
        return BoardPart(told.total, rows, start, _rank_of(viewer, own))

    async def around(
        self, head: bytes, board: str, viewer: str, player: str, most: int
    ) -> BoardPart:
        """Return a player's row with its neighbours, as `Books.around` does."""
        told = (await self.head(head)).boards.get(board)
        if told is None:
            return BoardPart(0, ())
        pieces = await self._found(told.index_of([viewer, player]))
        places = told.places(pieces, [viewer, player])
        own = _rank_of(viewer, places)
        if player not in places:
            return BoardPart(told.total, (), own=own)
        middle = places[player][0] - most // 2
        start = max(0, min(middle, told.total - most))
        pieces = await self._found(told.holding(start, most))
        return BoardPart(told.total, told.read(pieces, start, most), start, own)

    async def rows_of(
        self, head: bytes, board: str, players: Sequence[str]
    ) -> BoardPart:
        """Return the rows of some players, as `Books.rows_of` does."""
        told = (await self.head(head)).boards.get(board)
        if told is None:
            return BoardPart(0, ())
        index, places = await self._found(told.index_of(players)), dict[str, Place]()
        # A piece at a time, as there may be hundreds: matches are played here as well.
        for some in told.by_piece(players).values():
            places |= told.places(index, some)
            await asyncio.sleep(0)
        named = {name for at, _ in places.values() for name in told.holding(at, 1)}
        theirs = list[Ranked]()
        for packed in (await self._found(sorted(named))).values():
            theirs += (row for row in rows_in(packed) if row.player in places)
            await asyncio.sleep(0)
        theirs.sort(key=lambda row: (row.rank, row.player))
        return BoardPart(told.total, tuple(theirs))

    # Whole books of sheets that are in the archive

    async def head(self, head: bytes) -> Head:
        """Return the contents of a sheet."""
        return head_in((await self._found([head]))[head])

    async def whole(self, head: bytes) -> dict[str, dict[str, bytes]]:
        """Return all books of a sheet."""
        return await self.read({head: (await self.head(head)).books})

    async def names(
        self, heads: Iterable[bytes], *, without_lost: bool = False
    ) -> list[str]:
        """Return the names of all books of sheets.

        `without_lost` is for whatever puts them right: what is lost there is left out.
        """
        packed = await self._found(list(heads), without_lost=without_lost)
        return [book for each in packed.values() for book in head_in(each).books]

    async def pieces(self, heads: Iterable[bytes]) -> dict[bytes, frozenset[bytes]]:
        """Return the names of all pieces of sheets, their heads among them, by head.

        Without those of which the head is lost.
        """
        packed = await self._found(list(heads), without_lost=True)
        return {head: head_in(each).pieces | {head} for head, each in packed.items()}

    async def read(
        self, wanted: Mapping[bytes, Iterable[str]], *, without_lost: bool = False
    ) -> dict[str, dict[str, bytes]]:
        """Return books of sheets; `without_lost` is as for `names`."""
        packed = await self._found(list(wanted), without_lost=without_lost)
        holding = {
            book: told.holding(book)
            for head, each in packed.items()
            if (told := head_in(each))
            for book in wanted[head]
        }
        named = [name for names in holding.values() for name in names]
        pieces = await self._found(named, without_lost=without_lost)
        return {
            book: await _whole(book, [pieces[name] for name in names])
            for book, names in holding.items()
            if pieces.keys() >= set(names)
        }

    async def _found(
        self, named: Sequence[bytes], *, without_lost: bool = False
    ) -> Pieces:
        """Return pieces; raises LostSheet if the archive has lost one."""
        names = {name_of(digest): digest for digest in named}
        asked, pieces = list(names), dict[bytes, bytes]()
        for first in range(0, len(asked), PIECES_AT_ONCE):
            async with self._turn:
                kept = await self.elsewhere.find(asked[first : first + PIECES_AT_ONCE])
            found = {names[name]: each.sealed for name, each in kept.items()}
            pieces |= {k: each for k, each in found.items() if digest_of(each) == k}
        lost = [] if without_lost else [each for each in named if each not in pieces]
        if lost:
            raise LostSheet(lost)
        return pieces

    @contextmanager
    def noting_loss(self, head: bytes, board: str) -> Generator[None]:
        """Note pieces found to be lost meanwhile, for whoever tells operators."""
        try:
            yield
        except LostSheet as loss:
            if (sheet := sheet_of(board)) and len(self._lost) < LOST_MOST:
                self._lost[sheet] = head, loss.pieces
            raise

    async def check_lost(self) -> None:
        """Look again for what was lost; raises LostSheet while some of it is.

        What a sheet was made of before is not missed.
        """
        for sheet, (head, lost) in list(self._lost.items()):
            if (await self.heads([sheet])).get(sheet) == head:
                await self._found(lost)
            self._lost.pop(sheet, None)

    # Marks

    async def heads(self, sheets: Iterable[str]) -> dict[str, bytes]:
        """Return the heads of those sheets that are in the archive."""
        marks = await self.marks(sheets)
        heads = {sheet: head_of(mark) for sheet, mark in marks.items()}
        return {sheet: head for sheet, head in heads.items() if head is not None}

    async def marks(self, sheets: Iterable[str]) -> dict[str, bytes]:
        """Return the marks of sheets, empty for those without."""
        asked = list(dict.fromkeys(sheets))
        while asked:
            by_part = self._parts.by_sheet(asked)
            # Which parts are apart comes last: what was asked before is so then, too.
            *found, apart = await self._calls.read(
                [
                    *(
                        ("MGET", *(sheet_key(sheet, part) for sheet in some))
                        for part, some in sorted(by_part.items(), reverse=True)
                    ),
                    ("GET", BOOKS_APART),
                ]
            )
            if not self._parts.hear(apart):
                marks = {
                    sheet: mark or b""
                    for (_, some), each in zip(
                        sorted(by_part.items(), reverse=True),
                        cast("list[list[bytes | None]]", found),
                        strict=True,
                    )
                    for sheet, mark in zip(some, each, strict=True)
                }
                return {sheet: marks[sheet] for sheet in asked}
        return {}

    async def named(self, pieces: Iterable[Piece]) -> set[Piece]:
        """Return those pieces that are in their sheets, or may be.

        They may be in a sheet that somebody is moving, or whose head is lost.
        """
        asked = list(pieces)
        marks = await self.marks(piece.sheet for piece in asked)
        heads = {sheet: head_of(mark) for sheet, mark in marks.items()}
        there = await self.pieces({head for head in heads.values() if head is not None})

        def may_be(piece: Piece) -> bool:
            head = heads[piece.sheet]
            if head is None:
                return bool(marks[piece.sheet])
            return head not in there or piece.digest in there[head]

        return set(filter(may_be, asked))

    async def begin(self, sheet: str, by: str) -> bytes | None:
        """Mark a sheet that is to be moved; return the mark, None if it is moved."""
        mark, part = MOVING + by.encode(), self._parts.of_sheet(sheet)
        apart, known = self._parts.known(part)
        is_marked = await self._calls.script(
            "mark_sheet", (sheet_key(sheet, part), apart), (mark, known)
        )
        return mark if is_marked else None

    async def moved(
        self, sheet: str, mark: bytes, head: bytes, books: Iterable[str] = ()
    ) -> bool:
        """Take the books of a sheet away that is in the archive; tell if they went.

        They stay if the mark is another by now. With no books, the sheet is put in
        place of what the mark names.
        """
        part = self._parts.of_sheet(sheet)
        keys = (sheet_key(sheet, part), *(book_key(book, part) for book in books))
        asked = (mark, MOVED + head)
        return bool(await self._calls.script("shelve_sheet", keys, asked))

    async def put_back(
        self, sheet: str, mark: bytes, books: Mapping[str, Ready]
    ) -> bool:
        """Put books in place of a sheet that were made ready, by name.

        Tell whether they are in place; they are not if the mark is another by now, or
        not all of them is ready any more.
        """
        part = self._parts.of_sheet(sheet)
        keys = [sheet_key(sheet, part)]
        for book, ready in books.items():
            keys += ready.key, book_key(book, part)
        asked: list[bytes | int] = [mark, *(ready.size for ready in books.values())]
        return bool(await self._calls.script("bring_back", keys, asked))


class LostSheet(StoreUnavailable):
    """Pieces of a sheet are in the archive no more."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        super().__init__(
            "the archive has lost boards of a day, week or month that is over: put its "
            "files back from a backup, or run samedeal-server admin rebuild-boards"
        )
        self.pieces = pieces


def head_of(mark: bytes) -> bytes | None:
    """Return the head that a mark names; None where the sheet is in the store."""
    return mark.removeprefix(MOVED) if mark.startswith(MOVED) else None


def name_of(digest: bytes) -> str:
    """Return by what a piece is found in an archive."""
    return f"board/{digest.hex()}"


async def _whole(book: str, pieces: Iterable[bytes]) -> dict[str, bytes]:
    """Return a whole book, read a piece at a time."""
    found = dict[str, bytes]()
    for piece in pieces:
        found |= book_in(book, (piece,))
        await asyncio.sleep(0)
    return found


def _rank_of(player: str, places: Mapping[str, tuple[int, int]]) -> int | None:
    return places[player][1] if player in places else None
