"""The writer of boards that are apart: brings each part up to the core of the books.

The core leaves a note for each match (`projection`), and a part has a cursor of its
own, so it is written as the core is: any process may, one step is one script, and
whoever dies leaves a cursor that is behind. Parts are written at the same time, on
nodes and by processes of their own.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from samedeal_server.core.books.projection import needs_of_boards
from samedeal_server.core.books.results import Finished, unpack_note
from samedeal_server.core.books.results import Note as Told
from samedeal_server.records.booking.ended import AtHand, read_proven, sheets_of_all
from samedeal_server.records.booking.folding import as_stored, fold_boards
from samedeal_server.store.boards.parts import scope_of
from samedeal_server.store.books import Note
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

NOTES_MOST = 32
"""In one step, as of the core."""
KEPT = 10_000
"""For how many links notes stay once they are booked: a node that comes back without
its last seconds books them again."""
DROPPED_EVERY = 1_000
"""Links after which those before are thrown away."""
AT_HAND_MOST = 256
"""Matches; whoever was away for days books many thousands."""
TURN_MS = 2_000
WAIT_S = 0.01


class BoardsWriter:
    """Brings the parts of a store's books up to date."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._books = store.books
        self._name = name
        self._cursors: dict[str, int] = {}
        """As far as this process knows."""
        self.at_hand: dict[str, AtHand] = {}
        """Transcripts that this process has just booked, by match."""
        self._lost: set[str] = set()
        """Parts that have lost what there is no note of any more."""
        self.losses = 0
        """The times that one did."""
        self.behind: Mapping[str, int] = {}
        """How many links each part is behind the core, as was found last."""

    def keep_at_hand(self, finished: Iterable[Finished]) -> None:
        """Keep some matches that the core has just booked, which need not be read."""
        for each in finished if self._books.parts.apart else ():
            if each.rated and len(self.at_hand) < AT_HAND_MOST:
                at_hand = AtHand(each.proof, each.transcript)
                self.at_hand[each.transcript.match] = at_hand

    async def catch_up(self, until: int) -> None:
        """Book what notes say up to a number of links; raises StoreError.

        Where it holds up one part the others are booked all the same.
        """
        parts = sorted(self._books.parts.apart)
        if not parts:
            self.behind = {}
            return
        self._cursors = {part: self._cursors.get(part, 0) for part in parts}
        waiting = await self._books.notes(self._cursors, NOTES_MOST)
        done = await asyncio.gather(
            *(self._catch_up(part, notes, until) for part, notes in waiting.items()),
            return_exceptions=True,
        )
        behind = dict.fromkeys(parts, 0)
        for part, error in zip(waiting, done, strict=True):
            if error is not None or part in self._lost:
                behind[part] = max(0, until - self._cursors[part])
        self.behind = behind
        for error in done:
            if error is not None:
                raise error

    async def _catch_up(self, part: str, notes: Sequence[Note], until: int) -> None:
        """Book what a part has notes of, from its cursor on, or see others do it."""
        while notes:
            is_own, cursor = await self._books.take_turn(
                *(self._name, self._cursors[part], TURN_MS, part)
            )
            if cursor != self._cursors[part]:
                self._cursors[part] = cursor
            elif not is_own:
                await asyncio.sleep(WAIT_S)
                continue
            elif self._is_lost(part, notes[0]):
                await self._books.pass_turn(part)
                return
            elif await self._book(part, notes) and len(notes) < NOTES_MOST:
                return
            if self._cursors[part] >= until:
                return
            found = await self._books.notes({part: self._cursors[part]}, NOTES_MOST)
            notes = found.get(part, ())

    def _is_lost(self, part: str, first: Note) -> bool:
        """Tell whether notes are gone that are not booked, and the operator, once."""
        is_lost = not first.packed
        if not is_lost:
            self._lost.discard(part)
        elif part not in self._lost:
            self._lost.add(part)
            self.losses += 1
            log.error(
                "the boards of %s have lost matches that are in the books, and wait: "
                "run samedeal-server admin rebuild-boards",
                part,
            )
        return is_lost

    async def _book(self, part: str, notes: Sequence[Note]) -> bool:
        """Book notes that follow a part's cursor; tell if they were still to be."""
        cursor, then = self._cursors[part], notes[-1].number
        try:
            matches = await self._read(notes)
            sheets = [
                sheet
                for sheet in sheets_of_all(finished for finished, _ in matches)
                if scope_of(sheet) == part
            ]
            fields = [
                field for each, _ in matches for field in needs_of_boards(each, part)
            ]
            known = await self._books.standing(fields, sheets)
            if known is None or not await self._books.book(
                *(
                    cursor,
                    then,
                    as_stored(fold_boards(known, matches, part)),
                    sheets,
                    part,
                )
            ):
                await self._store.whole_books.bring_back(sheets)
                return False
        except StoreError:
            # Others may reach the archive.
            with suppress(StoreError):
                await self._books.pass_turn(part)
            raise
        self._cursors[part] = then
        if then - KEPT > 0 and cursor // DROPPED_EVERY < then // DROPPED_EVERY:
            await self._books.drop_notes(part, then - KEPT)
        return True

    async def _read(self, notes: Sequence[Note]) -> list[tuple[Finished, Told]]:
        """Return the matches of notes, as boards need them."""
        told = {each.match: each for each in (unpack_note(n.packed) for n in notes)}
        proofs = {match: each.proof for match, each in told.items()}
        transcripts = await read_proven(self._store, proofs, self.at_hand)
        return [(Finished(each), told[each.match]) for each in transcripts]
