"""The writer of the books: brings the books up to the end of the chain of matches.

Any process may, and any number at once. Each reads the cursor, the links after it,
their transcripts and what stands in the books, computes what to write, and writes it
if the cursor has not moved (see `projection` and book.lua). So every match is in the
books once, in the order of the chain, and a process that dies on the way has written
all of a step or nothing. They take turns, so that not all of them compute what one
writes; whoever takes too long has lost the turn, and nothing else.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress

from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.core.books.projection import needs, needs_then
from samedeal_server.core.books.results import Finished
from samedeal_server.records.booking.boards_writer import BoardsWriter
from samedeal_server.records.booking.ended import AtHand, read_finished, sheets_of_all
from samedeal_server.records.booking.folding import as_stored, fold
from samedeal_server.store.boards.sheets import LostSheet
from samedeal_server.store.books import Writes
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

LINKS_MOST = 32
"""In one step, which keeps the store to itself for some milliseconds."""
TURN_MS = 2_000
"""For how long others leave a step to whoever has the turn, who may have died."""
WAIT_S = 0.01
"""Until they ask again."""


class BooksWriter:
    """Brings the books of a store up to date."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._books = store.books
        self.at_hand: dict[str, AtHand] = {}
        """Transcripts that are being kept, by match: these need not be read back."""
        self._turn = asyncio.Lock()
        self._asked = self._answered = 0
        """The times that this was to catch up, and how many of those it has."""
        self._name = secrets.token_hex(8)
        self.boards = BoardsWriter(store, self._name)
        """The writer of the boards that are apart."""
        self._cursor = 0
        """As far as this process knows."""
        self.held_up = ""
        """The trouble with the archive, as found last, if a match needs it to be
        booked."""
        self._told = ""
        """The same, as the operator was told of it."""
        self.is_loss_told = False
        """Whether the chain has lost links that are booked, as was found last."""
        self.losses = 0
        """The times that this came to be so."""

    @property
    def booked(self) -> int:
        """The number of links in the books, as far as this process knows."""
        return self._cursor

    def behind(self, length: int) -> int:
        """Return how many links of a chain so long are not in all books yet."""
        return max(0, length - self._cursor, *self.boards.behind.values())

    async def catch_up(self) -> None:
        """Book whatever the chain has, those links too that others are booking.

        Raises StoreError; of those who wait for one that the archive holds up, all.
        """
        self._asked += 1
        own = self._asked
        # One at a time here, so that only other processes can come between.
        async with self._turn:
            if own <= self._answered:
                # By one that began after this was asked.
                if self.held_up:
                    raise StoreUnavailable(self.held_up)
                return
            asked = self._asked
            try:
                await self._book_all()
                await self.boards.catch_up(self._cursor)
            except (ArchiveUnavailable, LostSheet) as error:
                self._answered = asked
                self._note(str(error))
                raise
            except Exception:
                # Whatever holds the books up now, it is not known to be the archive.
                self.held_up = ""
                raise
            finally:
                self.boards.at_hand.clear()
            self._answered = asked
            self._note("")

    def _note(self, held_up: str) -> None:
        """Tell the operator, once, what holds the books up, and that it does no more.

        The chain has one order, so one match that needs the archive stops all others.
        """
        if held_up and held_up != self._told:
            log.warning("matches wait, with all books, for the archive: %s", held_up)
        elif self._told and not held_up:
            log.warning("matches that waited for the archive are booked")
        self.held_up = self._told = held_up

    async def compare(self, length: int) -> None:
        """Log it, once a loss, if the books have more links than a chain so long.

        Raises StoreError.
        """
        booked = await self._books.cursor()
        if booked > length:
            # Others may have made links, and booked them, since that was read.
            length = (await self._store.chain.end())[0]
        lost = booked - length
        if lost <= 0:
            self.is_loss_told = False
        elif not self.is_loss_told:
            self.is_loss_told = True
            self.losses += 1
            log.error(
                "the chain has lost %d links that are in the books: run "
                "samedeal-server admin rebuild-boards",
                lost,
            )

    async def _book_all(self) -> None:
        """Book what the chain has by now, or see others do it."""
        until = 0
        while True:
            # Most often nobody else has booked since, and one round trip is enough.
            packed = await self._books.next_links(self._cursor, LINKS_MOST)
            if packed is None:
                self._cursor = await self._books.cursor()
                continue
            if not packed:
                return
            is_booked = await self._has_turn() and await self._book(packed)
            if is_booked and len(packed) < LINKS_MOST:
                return
            # What others link from here on is not waited for.
            until = until or (await self._store.chain.end())[0]
            if self._cursor >= until:
                return

    async def _has_turn(self) -> bool:
        """Wait until it is one's own turn; tell whether others were not first."""
        while True:
            is_own, cursor = await self._books.take_turn(
                self._name, self._cursor, TURN_MS
            )
            if is_own or cursor != self._cursor:
                self._cursor = cursor
                return is_own
            await asyncio.sleep(WAIT_S)

    async def _book(self, packed: Sequence[bytes]) -> bool:
        """Book links that follow the cursor; tell whether they were still to be."""
        try:
            finished = await read_finished(
                self._store, packed, self.at_hand, self._cursor
            )
            sheets = sheets_of_all(finished)
            writes = await self._writes(finished, sheets)
            then = self._cursor + len(packed)
            if writes is None or not await self._books.book(
                self._cursor, then, writes, sheets
            ):
                # Others have booked these, or they belong to a window long over.
                await self._store.whole_books.bring_back(sheets)
                return False
        except StoreError:
            # Others may reach the archive.
            with suppress(StoreError):
                await self._books.pass_turn()
            raise
        self._cursor = then
        self.boards.keep_at_hand(finished)
        return True

    async def _writes(
        self, finished: Sequence[Finished], sheets: Sequence[str]
    ) -> Writes | None:
        """Return the changes by matches; None while any of their sheets has a mark.

        What is read of a sheet that is away is nothing, and by the time it is written
        somebody else may have brought the sheet back.
        """
        told, apart = self._books.parts.told, self._books.parts.apart
        known = await self._books.standing(
            [field for each in finished for field in needs(each, apart)], sheets
        )
        if known is None:
            return None
        more = needs_then(known, finished)
        found = await self._books.standing(more, sheets)
        if found is None:
            return None
        return as_stored(fold({**known, **found}, finished, apart), told)
