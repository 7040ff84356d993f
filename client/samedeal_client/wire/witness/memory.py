"""Memory of a room's matches in this program, whatever the server says later.

By a snapshot, by news or by a result a server could leave out facts that speak against
it. So nothing is forgotten before a result has accounted for it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_protocol.rooms.boards import OpenMatchView, RoomView, Snapshot, VoidView
from samedeal_records.proof.witness import Plays
from samedeal_records.transcripts import Transcript


class Before(NamedTuple):
    """Knowledge of a match from before it was played; None for missing parts."""

    nonce: bytes | None
    """The player's own nonce."""
    announced: bytes | None
    """The server's commitment, as it was first heard."""
    deal: str | None
    """The deal whose seed the server committed to; empty for the match itself."""
    committed: Mapping[str, bytes] | None
    """Everybody's commitments when the own nonce was sent, by player."""


class Memory:
    """One player's memory of matches; of those that are over, only the last."""

    def __init__(self) -> None:
        self.plays: Plays | None = None
        self.nonces: dict[str, bytes] = {}
        """The own nonces, by match."""
        self.sent: set[str] = set()
        """Matches for which the own nonce was sent, and the server so knew the deal."""
        self.taken: set[str] = set()
        """Matches for which the server said that it has the own nonce."""
        self.commitments: dict[str, bytes] = {}
        """The server's commitments, by match, as they were first heard: later it knows
        everybody's nonce."""
        self.deals: dict[str, str] = {}
        """The deals whose seeds the server committed to, likewise; empty for the match
        itself."""
        self.committed: dict[str, dict[str, bytes]] = {}
        """Everybody's commitments when the own nonce was sent, by match."""
        self.promised: dict[str, bytes] = {}
        """The server's commitments to deals that many play, by deal, as they were first
        told outside of rooms."""
        self.original: Transcript | None = None
        """The record of the match that is challenged."""
        self._room = ""
        self._comes_anew = True
        self._owed: dict[str, VoidView | None] = {}
        """Starts that the next result has to account for, as they were heard to be
        void; None for those that the own nonce was sent for."""
        self._owed_by: dict[str, dict[str, VoidView | None]] = {}
        """The same of the last result, by its match."""
        self._adrift: set[str] = set()
        """Starts that the own nonce was sent for, and that can have been played or lost
        while nothing was heard."""
        self._adrift_by: dict[str, set[str]] = {}
        self._found: set[str] = set()
        """Matches that the own seat was ready for before this program came."""
        self._found_playing = False
        self._ended: dict[str, int] = {}
        """Matches with a result, and the epoch in which it came first."""

    # What is heard

    def promise(self, deal: str, commitment: bytes) -> None:
        """Remember the commitment to a deal; the first one counts."""
        self.promised.setdefault(deal, commitment)

    def come_anew(self) -> None:
        """Note that the next snapshot is that of a seat newly taken."""
        self._comes_anew = True

    def leave(self) -> None:
        """Forget the starts owed in a room that the player gives up."""
        self.plays, self.original, self._room = None, None, ""
        self._owed = {}
        self._adrift.clear()
        self._comes_anew = True

    def take(self, snapshot: Snapshot, known: RoomView | None) -> None:
        """Take over a snapshot; it takes back nothing that was heard."""
        room, opened = snapshot.room, snapshot.room.next_match
        if known is None or (self._comes_anew and room.room != self._room):
            self.leave()
            self._room, self.plays = room.room, Plays(room.kind, room.origin)
        elif room.started != known.started and self._comes_anew:
            self._set_adrift()
        elif room.started != known.started and snapshot.seat is None:
            # Who watches need not have been at every match.
            self._owed = {m: v for m, v in self._owed.items() if m in self.sent}
        elif room.epoch > known.epoch:
            self._rewind(room)
        if self._comes_anew:
            self._find(snapshot)
            self._comes_anew = False
        if room.result is not None:
            self.end(room.result.match, room)
        for void in room.voids:
            self.hear_void(void)
        if opened is not None:
            self.note_opened(opened)

    def note_opened(self, opened: OpenMatchView) -> None:
        """Remember the server's commitment to a match; the first one counts."""
        self.commitments.setdefault(opened.id, opened.commitment)
        self.deals.setdefault(opened.id, opened.deal)

    def hear_void(self, void: VoidView) -> None:
        """Remember a void start; the first account of it counts."""
        if self._owed.get(void.match) is None:
            self._owed[void.match] = void

    def reveal(self, room: RoomView) -> bool:
        """Remember everybody's commitments when the own nonce is sent.

        Returns whether it is sent for the first time.
        """
        opened = room.next_match
        if opened is None:
            return False
        is_first = opened.id not in self.sent
        told = {seat.player: seat.commitment for seat in room.seats}
        self.committed.setdefault(opened.id, told)
        self.sent.add(opened.id)
        if not opened.deal:
            self._owed.setdefault(opened.id, None)
        return is_first

    def take_note(self, nonce: bytes) -> None:
        """Remember that the server has an own nonce."""
        self.taken |= {m for m, own in self.nonces.items() if own == nonce}

    def begin(self) -> None:
        """Note that a match begins that this program sees from its start."""
        self._found_playing = False

    def end(self, match: str, room: RoomView) -> None:
        """Note a result: it accounts for all starts owed, and ends the match before.

        A match ends twice if its room goes back to it, as the store has lost all since.
        """
        if match in self._ended:
            if room.phase == "playing" and room.epoch > self._ended[match]:
                self._set_adrift()
            return
        for owed in list(self._owed_by.items()):
            for over in (owed[0], *owed[1]):
                self._forget(over)
        self._owed_by, self._owed = {match: self._owed}, {}
        self._adrift_by, self._adrift = {match: self._adrift}, set()
        self._ended[match] = room.epoch
        if self._found_playing:
            self._found.add(match)
            self._found_playing = False

    # What is known

    def seen_before(self, match: str) -> Before:
        """Return this program's knowledge of a match from before it was played."""
        return Before(
            self.nonces.get(match),
            self.commitments.get(match),
            self.deals.get(match),
            self.committed.get(match),
        )

    def known_before(self, match: str, kept: Before | None) -> Before:
        """Return the same with the knowledge that another program kept for this one.

        The first commitments heard count, and the nonce that was made last.
        """
        seen = self.seen_before(match)
        if kept is None:
            return seen
        return Before(
            kept.nonce if seen.nonce is None else seen.nonce,
            seen.announced if kept.announced is None else kept.announced,
            seen.deal if kept.deal is None else kept.deal,
            kept.committed if seen.committed is None else seen.committed,
        )

    def heard_void(self, match: str) -> tuple[VoidView, ...]:
        """Return the void starts that were heard of before a match."""
        owed = self._owed_by.get(match, self._owed)
        return tuple(void for void in owed.values() if void is not None)

    def owed_by(self, match: str) -> frozenset[str]:
        """Return the starts that a result owes and that the own nonce was sent for."""
        return frozenset(self._owed_by.get(match, self._owed)) & self.sent - {match}

    def adrift_by(self, match: str) -> frozenset[str]:
        """Return the starts among them of which not all was heard."""
        return frozenset(self._adrift_by.get(match, ()))

    def was_found(self, match: str) -> bool:
        """Tell whether the own seat was ready for a match before this program came."""
        return match in self._found

    def _rewind(self, room: RoomView) -> None:
        """Hear anew of starts that a store which has lost facts says otherwise of.

        It may tell another reason, or go on with the start.
        """
        again = {void.match: void for void in room.voids}
        opened = "" if room.next_match is None else room.next_match.id
        for match in self._owed.keys() & {*again, opened}:
            self._owed[match] = again.get(match)

    def _set_adrift(self) -> None:
        self._adrift |= self._owed.keys() & self.sent
        self._owed = {}

    def _find(self, snapshot: Snapshot) -> None:
        """Note the state of the room when a seat was taken, or taken over."""
        room = snapshot.room
        own = next((s for s in room.seats if s.seat == snapshot.seat), None)
        if room.result is not None:
            self._found.add(room.result.match)
        if room.next_match is not None and own is not None and own.ready:
            self._found.add(room.next_match.id)
        self._found_playing = room.phase == "playing"

    def _forget(self, match: str) -> None:
        for known in (self.nonces, self.commitments, self.deals, self.committed):
            known.pop(match, None)
        for seen in (self.sent, self.taken, self._found):
            seen.discard(match)
