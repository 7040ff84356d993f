"""The books in the store: written by compare and set, read at one moment.

Names of books are made elsewhere (`core.books`); here they get their prefix. The
cursor says how many links of the chain of matches are in the books; whoever wants
to write read the cursor first and the fields then, so that what they computed holds
as long as the cursor is the same.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

import msgpack

from samedeal_server.store.boards.histories import LONG, HistoryStore
from samedeal_server.store.boards.loose import LooseStore
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.boards.sheets import SheetStore, head_of
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.keys import (
    BOOKS_CURSOR,
    BOOKS_LONG,
    BOOKS_TURN,
    board_keys,
    book_key,
    sheet_key,
)
from samedeal_server.store.writer import Calls


class Writes(NamedTuple):
    """The writes into books, each time with the name of a book first."""

    fields: Sequence[tuple[str, str, bytes]] = ()
    """A field of a hash, and its value."""
    ranks: Sequence[tuple[str, str, int]] = ()
    """A player of a ranking, and their score, which a float has to hold."""
    lines: Sequence[tuple[str, bytes]] = ()
    """A line at the end of a history."""


class Books:
    """The books of a store; every method raises StoreError."""

    def __init__(self, calls: Calls, chain: ChainStore) -> None:
        self._calls = calls
        self._chain = chain
        self.histories = HistoryStore(calls)
        self.sheets = SheetStore(calls)
        self.loose = LooseStore(calls)

    async def cursor(self) -> int:
        """Return the number of links of the chain in the books."""
        (answer,) = await self._calls.read([("GET", BOOKS_CURSOR)])
        return int(cast("bytes | None", answer) or 0)

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

    async def take_turn(self, who: str, cursor: int, for_ms: int) -> tuple[bool, int]:
        """Take the turn to book what follows a cursor, for so long at most.

        Return whether it is theirs, and the cursor: it is not if that is another one,
        or the turn somebody else's. Who has booked has no turn any more. Nothing but
        work is saved by that: two who book the same do no harm.
        """
        keys, asked = (BOOKS_TURN, BOOKS_CURSOR), (who, str(cursor), for_ms)
        answer = await self._calls.script("take_turn", keys, asked)
        is_theirs, stands = cast("tuple[int, bytes]", answer)
        return bool(is_theirs), int(stands)

    async def pass_turn(self) -> None:
        """Let somebody else book, as whoever has the turn cannot."""
        await self._calls.write("UNLINK", BOOKS_TURN)

    async def read(
        self, fields: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], bytes | None]:
        """Return the values of fields of hashes, by book and field; None for none."""
        return await self.standing(fields) or {}

    async def standing(
        self, fields: Sequence[tuple[str, str]], sheets: Iterable[str] = ()
    ) -> dict[tuple[str, str], bytes | None] | None:
        """Return the values of fields, by book and field, in one round trip.

        None if any of the sheets that they are on has left the store, or is about to.
        """
        names: dict[str, list[str]] = {}
        for book, field in dict.fromkeys(fields):
            names.setdefault(book, []).append(field)
        if not names:
            return {}
        packed: bytes = msgpack.packb(list(names.values()), use_bin_type=False)
        marks = [sheet_key(sheet) for sheet in dict.fromkeys(sheets)]
        keys = [*marks, *map(book_key, names)]
        found = await self._calls.read_script("fields", keys, (packed, len(marks)))
        answers = cast("list[list[bytes | None]] | None", found)
        if answers is None:
            return None
        return {
            (book, field): value
            for (book, asked), values in zip(names.items(), answers, strict=True)
            for field, value in zip(asked, values, strict=True)
        }

    async def book(
        self, cursor: int, then: int, writes: Writes, sheets: Iterable[str] = ()
    ) -> bool:
        """Write all of this and move the cursor, if the cursor is where it was.

        Return whether it was, and none of the sheets that are written to has left the
        store, or is about to; if not, nothing is written. To one book there are at
        most 3,000 writes, which Lua can hand to one command.
        """
        numbers: dict[str, int] = {}
        merged: dict[tuple[str, int], list[str | bytes]] = {}
        for command, book, *words in _commands(writes):
            number = numbers.setdefault(book, len(numbers) + 1)
            merged.setdefault((command, number), []).extend(words)
        marks = [sheet_key(sheet) for sheet in dict.fromkeys(sheets)]
        keys = [BOOKS_CURSOR, BOOKS_LONG, BOOKS_TURN, *marks]
        keys += map(book_key, numbers)
        # cmsgpack, in Lua, knows text alone.
        line: bytes = msgpack.packb(
            [(*where, *words) for where, words in merged.items()], use_bin_type=False
        )
        asked = (str(cursor), str(then), line, str(LONG), len(marks))
        answer = await self._calls.script("book", keys, asked)
        return bool(answer)

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
        answer = await self._calls.read_script("rows_of", _keys_of(board), asked)
        total, found, mark = cast("tuple[int, list[bytes | int], bytes]", answer)
        if (head := head_of(mark)) is not None:
            with self.sheets.noting_loss(head, board):
                return await self.sheets.rows_of(head, board, asked)
        rows = sorted(_ranked(found), key=lambda row: (row.rank, row.player))
        return BoardPart(total, tuple(rows))

    async def entries(self, book: str) -> Mapping[str, bytes]:
        """Return everything in a hash, by field."""
        (answer,) = await self._calls.read([("HGETALL", book_key(book))])
        found = cast("dict[bytes, bytes]", answer)
        return {field.decode(): value for field, value in found.items()}

    async def move_rank(self, book: str, player: str, other: str) -> bool:
        """Put another player in place of one of a ranking, if that one is there.

        Return whether its sheet is in the store; if not, nothing is changed.
        """
        keys = (sheet_key(sheet_of(book) or ""), book_key(book))
        return bool(await self._calls.script("take_place", keys, (player, other)))

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
    ) -> BoardPart | bytes:
        """Return a part of a board; the head of its sheet if that is in the archive."""
        words = (viewer, *asked)
        answer = await self._calls.read_script(script, _keys_of(board), words)
        total, own, start, found, mark = cast(
            "tuple[int, int, int, list[bytes | int], bytes]", answer
        )
        if (head := head_of(mark)) is not None:
            return head
        return BoardPart(total, _ranked(found), start, own or None)


def _keys_of(board: str) -> tuple[str, ...]:
    return (*board_keys(board), sheet_key(sheet_of(board) or ""))


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
