"""Somebody erased from records and books, so that every proof of the others holds.

Records of version 5 lose the name and get a stand-in's id; those before have the name
under their digest and keep it. In books stands from then on what those records come to:
the same but for who it was. Nobody plays under an erased id, so nothing of theirs is
booked meanwhile; what is others' is written while the cursor stands. Whoever is killed
on the way does it again from the beginning: what is done already is found done.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, cast

import msgpack

from samedeal_games.errors import BadTranscript
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import seal, unseal
from samedeal_records.transcripts import (
    VERSION,
    erased,
    from_plain,
    to_plain,
)
from samedeal_server.core.books import books
from samedeal_server.core.books.books import BookKind, Line, books_on, kind_of
from samedeal_server.core.books.results import sheets_of
from samedeal_server.records.links import unpack_link
from samedeal_server.store.boards.histories import PAGE_BEGINS, empty_page
from samedeal_server.store.boards.pieces import (
    PIECE_BEGINS,
    empty_piece,
    sheet_of,
    taken_apart,
)
from samedeal_server.store.boards.sheets import head_of, name_of
from samedeal_server.store.books import Writes
from samedeal_server.store.redis import Store

LINKS_AT_ONCE = 200
LINES_AT_ONCE = 500
BOOKS_AT_ONCE = 500
PIECES_MOST = 256
"""Of sheets, in one pack: whoever looks for something looks into all packs."""


class Keeping(Protocol):
    """The archive, for whoever puts other pieces of sheets there."""

    async def add(self, pieces: Mapping[str, bytes]) -> str:
        """Put them there, by their names; return the place."""
        ...

    async def drop(self, name: str) -> None:
        """Take away what was added."""
        ...


class Fresh(NamedTuple):
    """A sheet in the archive that is to be another one."""

    sheet: str
    mark: bytes
    head: bytes


class Erasing:
    """Somebody who is being erased, and who stands in for them.

    What is asynchronous raises StoreError.
    """

    def __init__(self, store: Store, player: str, stand_in: str) -> None:
        self._store = store
        self._player = player
        self._stand_in = stand_in
        self._mark = player.encode()
        self._keep_name: set[str] = set()
        self.emptied = 0
        """Pages of histories and pieces of boards in the archive that were emptied, or
        would be."""

    def change(self, sealed: bytes) -> bytes | None:
        """Return a record without the player; None where it stays as it is.

        Of a page of a history, or a piece of a board, which are in none any more,
        nothing is left.
        """
        if self._mark not in sealed:
            return None
        if sealed[0] in (PAGE_BEGINS, PIECE_BEGINS):
            self.emptied += 1
            return empty_page() if sealed[0] == PAGE_BEGINS else empty_piece()
        try:
            transcript = from_plain(unseal(sealed))
        except (BadFrame, BadTranscript):
            return None  # torn: `admin check` tells of it
        after = erased(transcript, self._player, self._stand_in)
        if after == transcript:
            return None
        if transcript.version < VERSION:
            self._keep_name.add(transcript.match)
            return None
        return seal(to_plain(after))

    @property
    def keep_name(self) -> tuple[str, ...]:
        """Return the matches whose records are too old to lose a name."""
        return tuple(sorted(self._keep_name))

    async def in_store(self, *, is_dry: bool) -> int:
        """Rewrite the records that are in the store; return how many."""
        count, (length, _) = 0, await self._store.chain.end()
        for first in range(0, length, LINKS_AT_ONCE):
            packed = await self._store.chain.links(
                first, min(LINKS_AT_ONCE, length - first)
            )
            links = map(unpack_link, packed)
            ended = [link.match for link in links if link.kind == "end"]
            for match, kept in (await self._store.transcripts.stored(ended)).items():
                if (other := self.change(kept.sealed)) is not None:
                    count += 1
                    if not is_dry:
                        await self._store.transcripts.rewrite(match, other)
        return count

    async def history(self) -> list[Line]:
        """Return all that the player's own history has, the newest first."""
        book, before, found = books.history(self._player), None, list[Line]()
        while before != 0:
            before, packed = await self._store.books.part(book, before, LINES_AT_ONCE)
            found += map(books.unpack_line, reversed(packed))
        return found

    async def from_histories(self, lines: Sequence[Line]) -> None:
        """Take the player out of others' histories, and their own away."""
        others = {
            other.player for line in lines for other in line.opponents if not other.bot
        }
        for other in sorted(others):
            await self._from_history(books.history(other))
        own, is_gone = books.history(self._player), False
        while not is_gone:
            cursor = await self._store.books.cursor()
            is_gone = await self._store.whole_books.swap(
                [(own, "list")], cursor, cursor
            )

    async def _from_history(self, book: str) -> None:
        """Put a history in place without the player, all of it in the store again."""
        whole = self._store.whole_books
        while True:
            cursor = await self._store.books.cursor()
            lines = (await whole.read([(book, "list")]))[book]
            fresh = {number: self._line(line) for number, line in lines.items()}
            if fresh == lines:
                return
            await whole.make_ready(book, "list", fresh)
            if await whole.swap([(book, "list")], cursor, cursor):
                return

    def _line(self, packed: bytes) -> bytes:
        if self._mark not in packed:
            return packed
        return books.pack_line(_changed(books.unpack_line(packed), self._hidden))

    async def from_books(self) -> None:
        """Put the stand-in in place of the player in all books but histories."""
        parts = self._store.books.parts
        while True:
            names = await self._store.whole_books.names_in_store()
            known = parts.told
            await self._from_named(names)
            await parts.look()
            if parts.told == known:
                return  # else boards were set apart meanwhile, maybe with the player

    async def from_sheets(self, lines: Iterable[Line], keeping: Keeping) -> None:
        """Put the stand-in in place on all sheets of those matches, wherever they are.

        `keeping` has pieces of sheets in the archive.
        """
        sheets = {
            sheet
            for line in lines
            for sheet in sheets_of(line.game, line.deal, line.at)
        }
        left = sorted(sheets)
        while left:
            left = await self._from_sheets(left, keeping)

    async def _from_sheets(self, sheets: Iterable[str], keeping: Keeping) -> list[str]:
        """Take the player off sheets; return those that are to be looked at again."""
        again, fresh, pieces = list[str](), list[Fresh](), dict[str, bytes]()
        begun = await self._store.transcripts.erased.begun()
        for sheet in sheets:
            mark = (await self._store.books.sheets.marks([sheet]))[sheet]
            head = head_of(mark)
            if head is None:
                if not await self._is_gone_from(sheet, mark):
                    again.append(sheet)
                continue
            then, own = await self._taken_off(sheet, head)
            if then == head:
                continue
            fresh.append(Fresh(sheet, mark, then))
            pieces |= own
            if len(pieces) >= PIECES_MOST:
                again += await self._put_down(begun, fresh, pieces, keeping)
                begun = await self._store.transcripts.erased.begun()
                fresh, pieces = [], {}
        return again + await self._put_down(begun, fresh, pieces, keeping)

    async def _is_gone_from(self, sheet: str, mark: bytes) -> bool:
        """Take the player off a sheet in the store; tell if they were not on it."""
        if mark:
            # Who moves it may have read it with the player.
            await self._store.whole_books.bring_back([sheet])
            return False
        names = [name for name in books_on(sheet) if kind_of(name) != "list"]
        # Whoever is in a board's order has a row, or the board never leaves the store.
        asked = [(name, self._player) for name in names if kind_of(name) == "hash"]
        found = await self._store.books.standing(asked, [sheet])
        if found is None:
            # It was moved meanwhile, and may come back before it is asked again.
            return False
        is_there = any(value is not None for value in found.values())
        if is_there:
            await self._from_named(names)
        return not is_there

    async def _taken_off(
        self, sheet: str, head: bytes
    ) -> tuple[bytes, dict[str, bytes]]:
        """Return the head of a sheet without the player, and which pieces are new."""
        sheets = self._store.books.sheets
        found = await sheets.whole(head)
        if not any(self._player in book for book in found.values()):
            return head, {}
        then, pieces = taken_apart(
            sheet, {name: self._replaced(name, book) for name, book in found.items()}
        )
        there = (await sheets.head(head)).pieces
        return then, {
            name_of(digest): piece
            for digest, piece in pieces.items()
            if digest not in there
        }

    async def _put_down(
        self,
        begun: int,
        fresh: Sequence[Fresh],
        pieces: Mapping[str, bytes],
        keeping: Keeping,
    ) -> list[str]:
        """Put sheets in place of what they were; return those that were not put."""
        if not fresh:
            return []
        pack = await keeping.add(pieces)
        if await self._store.transcripts.erased.begun() != begun:
            # Somebody else is erased: these may have that name yet.
            await keeping.drop(pack)
            return [each.sheet for each in fresh]
        moved = self._store.books.sheets.moved
        return [each.sheet for each in fresh if not await moved(*each)]

    def _replaced(self, name: str, book: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return a book of a sheet with the stand-in in place of the player."""
        fields = dict(book)
        if (value := fields.pop(self._player, None)) is not None:
            is_score = kind_of(name) == "ranking"
            without = value if is_score else self._without(name, self._player, value)
            fields[self._stand_in] = without
        return fields

    async def _from_named(self, names: Sequence[str]) -> None:
        for first in range(0, len(names), BOOKS_AT_ONCE):
            some = names[first : first + BOOKS_AT_ONCE]
            kept: list[tuple[str, BookKind]] = [
                (name, kind) for name in some if (kind := kind_of(name)) != "list"
            ]
            found = await self._store.whole_books.read(kept)
            for name, kind in kept:
                if kind == "ranking" and self._player in found[name]:
                    await self._from_ranking(name)
                elif kind == "hash":
                    await self._from_book(name, found[name])

    async def _from_ranking(self, name: str) -> None:
        who, sheet = (self._player, self._stand_in), sheet_of(name)
        while not await self._store.books.move_rank(name, *who):
            await self._store.whole_books.bring_back([] if sheet is None else [sheet])

    async def _from_book(self, name: str, book: Mapping[str, bytes]) -> None:
        is_own = name in (books.versus(self._player), books.streak(self._player))
        fields = [
            field
            for field, value in book.items()
            if is_own or field == self._player or self._mark in value
        ]
        for first in range(0, len(fields), BOOKS_AT_ONCE):
            await self._moved(name, fields[first : first + BOOKS_AT_ONCE])
        if is_own:
            await self._store.books.drop(name)
        elif self._player in book:
            await self._store.books.drop_field(name, self._player)

    async def _moved(self, name: str, fields: Sequence[str]) -> None:
        """Write fields without the player, as they stand while nothing is booked.

        Of a sheet that has left the store meanwhile nothing stands there, and it may be
        back by the time that the fields are taken away.
        """
        then = name.replace(self._player, self._stand_in)
        sheet = sheet_of(name)
        sheets, asked = [] if sheet is None else [sheet], [(name, f) for f in fields]
        while True:
            part = self._store.books.parts.of_book(name)
            cursor = await self._store.books.cursor(part)
            found = await self._store.books.standing(asked, sheets)
            if found is not None:
                moved = [
                    (
                        *(then, field.replace(self._player, self._stand_in)),
                        self._without(name, field, value),
                    )
                    for (_, field), value in found.items()
                    if value is not None
                ]
                if not moved or await self._store.books.book(
                    cursor, cursor, Writes(moved), sheets, part
                ):
                    return
            await self._store.whole_books.bring_back(sheets)

    def _without(self, name: str, field: str, value: bytes) -> bytes:
        if name.startswith("versus/") and field == self._player:
            return books.pack_record(books.unpack_versus(value)._replace(name=""))
        if name.endswith(":rows") and field == self._player:
            row = books.unpack_row(value)._replace(player=self._stand_in, name="")
            return books.pack_row(row)
        packed: bytes = msgpack.packb(self._put(msgpack.unpackb(value)))
        return packed

    def _put(self, value: object) -> object:
        """Return a value of a book with the stand-in's id in place of the player's."""
        if isinstance(value, list):
            return [self._put(inner) for inner in cast("list[object]", value)]
        return self._stand_in if value == self._player else value

    def _hidden(self, other: books.Opponent) -> books.Opponent:
        if other.player != self._player:
            return other
        return other._replace(player=self._stand_in, name="")


def _changed(line: Line, change: Callable[[books.Opponent], books.Opponent]) -> Line:
    return line._replace(opponents=tuple(map(change, line.opponents)))
