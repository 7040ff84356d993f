"""The books in the store: written by compare and set, read at one moment.

Names of books are made elsewhere (`core.books`); here they get their prefix. The
cursor says how many links of the chain of matches are in the books; whoever wants
to write read the cursor first and the fields then, so that what they computed holds
as long as the cursor is the same. Each part of the books (`parts`) has a cursor of its
own, as far as it has booked what the core left notes of.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

import msgpack

from samedeal_server.store.boards.histories import LONG, HistoryStore
from samedeal_server.store.boards.loose import LooseStore
from samedeal_server.store.boards.parts import CORE, Parts
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.boards.sheets import SheetStore, head_of
from samedeal_server.store.calls import Calls
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.connections.together import together
from samedeal_server.store.keys import (
    BOOKS_APART,
    BOOKS_CURSOR,
    BOOKS_LONG,
    board_keys,
    book_key,
    cursor_key,
    notes_key,
    sheet_key,
    turn_key,
)


class Writes(NamedTuple):
    """The writes into books, each time with the name of a book first."""

    fields: Sequence[tuple[str, str, bytes]] = ()
    """A field of a hash, and its value."""
    ranks: Sequence[tuple[str, str, int]] = ()
    """A player of a ranking, and their score, which a float has to hold."""
    lines: Sequence[tuple[str, bytes]] = ()
    """A line at the end of a history."""
    notes: Sequence[tuple[str, int, bytes]] = ()
    """What the core leaves for a part, and the number of links with which it does."""
    apart: str | None = None
    """The parts that were apart when these were computed, if it matters."""


class Note(NamedTuple):
    """What the core left of a match for a part."""

    number: int
    """How many links of the chain are in the books with that match."""
    packed: bytes
    """Empty where those before were thrown away."""


class Books:
    """The books of a store; every method raises StoreError."""

    def __init__(self, calls: Calls, chain: ChainStore) -> None:
        self._calls = calls
        self._chain = chain
        self.parts = Parts(calls)
        self.histories = HistoryStore(calls)
        self.sheets = SheetStore(calls, self.parts)
        self.loose = LooseStore(calls)

    async def cursor(self, part: str = CORE) -> int:
        """Return the number of links of the chain in the books, or a part of them."""
        if part:
            found = await self._calls.read_one("GET", cursor_key(part))
            return int(cast("bytes | None", found) or 0)
        found, apart = await self._calls.read(
            [("GET", BOOKS_CURSOR), ("GET", BOOKS_APART)]
        )
        self.parts.hear(apart)
        return int(cast("bytes | None", found) or 0)

    async def cursors(self) -> dict[str, int]:
        """Return the cursor of each part, the core's at last."""
        await self.parts.look()
        apart = sorted(self.parts.apart)
        found = await self._calls.read([("GET", cursor_key(part)) for part in apart])
        cursors = {
            part: int(cast("bytes | None", each) or 0)
            for part, each in zip(apart, found, strict=True)
        }
        return {**cursors, CORE: await self.cursor()}

    async def notes(
        self, cursors: Mapping[str, int], most: int
    ) -> dict[str, list[Note]]:
        """Return the first notes after its cursor for each part that has any."""
        found = await self._calls.read(
            [
                (
                    *("ZRANGEBYSCORE", notes_key(part), f"({cursor}", "+inf"),
                    *("WITHSCORES", "LIMIT", 0, most),
                )
                for part, cursor in cursors.items()
            ]
        )
        return {
            part: [Note(int(number), packed) for packed, number in notes]
            for part, notes in zip(
                cursors, cast("list[list[tuple[bytes, float]]]", found), strict=True
            )
            if notes
        }

    async def drop_notes(self, part: str, until: int) -> None:
        """Throw the notes of a part away that are of less than so many links."""
        # First that they go: who has not booked them is not to think that all is well.
        key = notes_key(part)
        await self._calls.write_all(
            [("ZADD", key, until, ""), ("ZREMRANGEBYSCORE", key, "-inf", f"({until}")]
        )

    async def lose_notes(self, after: int) -> None:
        """Throw away what was left of links that the chain has lost."""
        await self._calls.write_all(
            [
                ("ZREMRANGEBYSCORE", notes_key(part), f"({after}", "+inf")
                for part in sorted(self.parts.apart)
            ]
        )

    async def next_links(self, cursor: int, most: int) -> list[bytes] | None:
        """Return the links that are not in the books yet, in the time of one call.

        None if the cursor is another than the one that is supposed. Then it is no
        matter whether the links from there on can be read: whoever has just started
        supposes the first, which may long be in an archive that is away.
        """
        stands, links = await asyncio.gather(
            *(self.cursor(), self._chain.links(cursor, most)), return_exceptions=True
        )
        if isinstance(stands, BaseException):
            raise stands
        if stands != cursor:
            return None
        if isinstance(links, BaseException):
            raise links
        return links

    async def take_turn(
        self, who: str, cursor: int, for_ms: int, part: str = CORE
    ) -> tuple[bool, int]:
        """Take the turn to book what follows a cursor, for so long at most.

        Return whether it is theirs, and the cursor: it is not if that is another one,
        or the turn somebody else's. Who has booked has no turn any more. Nothing but
        work is saved by that: two who book the same do no harm.
        """
        keys, asked = (turn_key(part), cursor_key(part)), (who, str(cursor), for_ms)
        answer = await self._calls.script("take_turn", keys, asked)
        is_theirs, stands = cast("tuple[int, bytes]", answer)
        return bool(is_theirs), int(stands)

    async def pass_turn(self, part: str = CORE) -> None:
        """Let somebody else book, as whoever has the turn cannot."""
        await self._calls.write("UNLINK", turn_key(part))

    async def read(
        self, fields: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], bytes | None]:
        """Return the values of fields of hashes, by book and field; None for none."""
        while (found := await self.standing(fields)) is None:
            pass  # other parts were apart, and are known now
        return found

    async def standing(
        self, fields: Sequence[tuple[str, str]], sheets: Iterable[str] = ()
    ) -> dict[tuple[str, str], bytes | None] | None:
        """Return the values of fields, by book and field, in one round trip.

        None if any of the sheets that they are on has left the store, or is about to,
        or other parts are apart than was known.
        """
        names: dict[str, dict[str, list[str]]] = {}
        for book, field in dict.fromkeys(fields):
            part = names.setdefault(self.parts.of_book(book), {})
            part.setdefault(book, []).append(field)
        on = self.parts.by_sheet(sheets)
        found = await together(
            *(self._standing(part, of, on.get(part, ())) for part, of in names.items())
        )
        values: dict[tuple[str, str], bytes | None] = {}
        for each in found:
            if each is None:
                await self.parts.look()
                return None
            values |= each
        return values

    async def _standing(
        self, part: str, names: Mapping[str, list[str]], sheets: Sequence[str]
    ) -> dict[tuple[str, str], bytes | None] | None:
        packed: bytes = msgpack.packb(list(names.values()), use_bin_type=False)
        apart, known = self.parts.known(part)
        marks = [sheet_key(sheet, part) for sheet in sheets]
        keys = [apart, *marks, *(book_key(name, part) for name in names)]
        asked = (packed, len(marks), known)
        found = await self._calls.read_script("fields", keys, asked)
        answers = cast("list[list[bytes | None]] | None", found)
        if answers is None:
            return None
        return {
            (book, field): value
            for (book, asked), values in zip(names.items(), answers, strict=True)
            for field, value in zip(asked, values, strict=True)
        }

    async def book(
        self,
        cursor: int,
        then: int,
        writes: Writes,
        sheets: Iterable[str] = (),
        part: str = CORE,
    ) -> bool:
        """Write all of this to a part and move its cursor, if that is where it was.

        Return whether it was, and none of the sheets that are written to has left the
        store, or is about to; if not, nothing is written. To one book there are at
        most 3,000 writes, which Lua can hand to one command.
        """
        if writes.apart not in (None, self.parts.told):
            return False
        numbers: dict[str, int] = {}
        merged: dict[tuple[str, int], list[str | bytes]] = {}
        for command, book, *words in _commands(writes):
            number = numbers.setdefault(book, len(numbers) + 1)
            merged.setdefault((command, number), []).extend(words)
        if writes.apart is None and not self.parts.are_in(part, numbers):
            return False
        apart, known = self.parts.known(part)
        marks = [
            sheet_key(sheet, part)
            for sheet in self.parts.by_sheet(sheets).get(part, ())
        ]
        # Histories are in the core alone.
        long = book_key("long", part) if part else BOOKS_LONG
        keys = [cursor_key(part), long, turn_key(part), apart, *marks]
        keys += (book_key(name, part) for name in numbers)
        # cmsgpack, in Lua, knows text alone.
        line: bytes = msgpack.packb(
            [(*where, *words) for where, words in merged.items()], use_bin_type=False
        )
        asked = (str(cursor), str(then), line, str(LONG), len(marks), known)
        is_booked = bool(await self._calls.script("book", keys, asked))
        if not is_booked:
            await self.parts.look()
        return is_booked

    async def page(
        self, board: str, start: int, most: int, *, viewer: str = ""
    ) -> BoardPart:
        """Return at most `most` rows of a board, best first, after `start` others."""
        found = await self._board("page", board, viewer, start, most)
        if isinstance(found, bytes):
            with self.sheets.noting_loss(found, board):
                return await self.sheets.page(found, board, viewer, start, most)
        return found

    async def around(
        self, board: str, player: str, most: int, *, viewer: str = ""
    ) -> BoardPart:
        """Return a player's row with its neighbours, in the middle if possible.

        No rows if the player has none.
        """
        found = await self._board("around", board, viewer, player, most)
        if isinstance(found, bytes):
            with self.sheets.noting_loss(found, board):
                return await self.sheets.around(found, board, viewer, player, most)
        return found

    async def rows_of(self, board: str, players: Sequence[str]) -> BoardPart:
        """Return the rows of some players, best first; not everybody has one.

        Ranks are those among all.
        """
        asked = tuple(dict.fromkeys(players))
        while True:
            keys, known = self._keys_of(board)
            answer = await self._calls.read_script("rows_of", keys, (known, *asked))
            if answer is not None:
                break
            await self.parts.look()
        total, found, mark = cast("tuple[int, list[bytes | int], bytes]", answer)
        if (head := head_of(mark)) is not None:
            with self.sheets.noting_loss(head, board):
                return await self.sheets.rows_of(head, board, asked)
        rows = sorted(_ranked(found), key=lambda row: (row.rank, row.player))
        return BoardPart(total, tuple(rows))

    async def entries(self, book: str) -> Mapping[str, bytes]:
        """Return everything in a hash, by field."""
        (answer,) = await self._calls.read([("HGETALL", self.parts.place(book))])
        found = cast("dict[bytes, bytes]", answer)
        return {field.decode(): value for field, value in found.items()}

    async def move_rank(self, book: str, player: str, other: str) -> bool:
        """Put another player in place of one of a ranking, if that one is there.

        Return whether its sheet is in the store; if not, nothing is changed.
        """
        part = self.parts.of_book(book)
        apart, known = self.parts.known(part)
        keys = (sheet_key(sheet_of(book) or "", part), book_key(book, part), apart)
        asked = (player, other, known)
        if await self._calls.script("take_place", keys, asked):
            return True
        await self.parts.look()
        return False

    async def drop_field(self, book: str, field: str) -> None:
        """Take a field out of a hash."""
        await self._calls.write("HDEL", self.parts.place(book), field)

    async def drop(self, book: str) -> None:
        """Take a whole book away."""
        await self._calls.write("UNLINK", self.parts.place(book))

    async def part(
        self, book: str, before: int | None, most: int
    ) -> tuple[int, tuple[bytes, ...]]:
        """Return lines of a history, as `HistoryStore.part` does."""
        return await self.histories.part(book, before, most)

    async def _board(
        self, script: str, board: str, viewer: str, *asked: str | int
    ) -> BoardPart | bytes:
        """Return a part of a board; the head of its sheet if that is in the archive."""
        while True:
            keys, known = self._keys_of(board)
            words = (viewer, *asked, known)
            answer = await self._calls.read_script(script, keys, words)
            if answer is not None:
                break
            await self.parts.look()
        total, own, start, found, mark = cast(
            "tuple[int, int, int, list[bytes | int], bytes]", answer
        )
        if (head := head_of(mark)) is not None:
            return head
        return BoardPart(total, _ranked(found), start, own or None)

    def _keys_of(self, board: str) -> tuple[tuple[str, ...], str]:
        """Return the keys of a board, and which parts are known to be apart."""
        part = self.parts.of_book(board)
        apart, known = self.parts.known(part)
        mark = sheet_key(sheet_of(board) or "", part)
        return (*board_keys(board, part), mark, apart), known


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
    for part, number, note in writes.notes:
        yield "ZADD", f"notes/{part}", str(number), note


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
