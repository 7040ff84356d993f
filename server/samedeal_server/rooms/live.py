"""A room as one process carries it: its state, and who is connected here.

Nothing here waits. Facts come in with `fold`; what they give rise to is
gathered and told to everybody at once, encoded once. Progress is state, so only
the newest is told, and not too often; everything else is told in full and soon.
"""

import math
from collections.abc import Awaitable, Callable, Iterable
from typing import Literal, ParamSpec, Protocol

from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Move
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Heartbeat, Reset
from samedeal_server.core.facts import (
    SEAT_FACTS,
    Entry,
    EpochBegan,
    MatchStarted,
    Seat,
)
from samedeal_server.core.refusals import OF_ONES_OWN, Refused
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.transcripts import MovesMade
from samedeal_server.core.rooms.updates import (
    snapshot,
    tell,
    to_others,
    wire_zones,
)
from samedeal_server.core.state import Phase, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.line import Line, Pending, Readings
from samedeal_server.rooms.spectators import Spectators
from samedeal_server.rooms.telling.audience import Audience
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.rooms.telling.wire import moved_frame
from samedeal_server.store.readings import Outage

PROGRESS_EVERY_S = 0.05
"""The seconds from one telling of progress to the next, at least: where nothing was
told for so long, it is told at once. Anything else is told within the loop's tick."""

P = ParamSpec("P")


class LiveRoom(Audience):
    """A room's state as of the last fact read, and the viewers of this process.

    `let_go` is called with a viewer that has been told the last that concerns
    it: the room is closed, or its seat is somebody else's.

    What it holds, it alone writes, but for `spectators`: they are the gallery's. What
    waits until it is sure of its state is in its `line` and `readings`.
    """

    def __init__(
        self, state: Room, let_go: Callable[[Viewer], None], meters: RoomMeters
    ) -> None:
        super().__init__(state)
        self.viewers: dict[str, Viewer] = {}
        """Those with a seat, by connection."""
        self.spectators: Spectators | None = None
        """While somebody watches."""
        self.readings = Readings()
        self.line = Line(self.readings)
        self.is_lost = False
        """Whether the store has lost all of it."""
        self._owes_reset = False
        """Whether viewers know more than the log, and have not been told so."""
        self._moves: MovesMade | None = None
        """Of the match that is on, or was last, if all of it was seen here."""
        self._let_go = let_go
        self._meters = meters
        self._seat_of = _seats_of(state)
        self._seen: dict[str, object] = {}
        """The position of which each player here was last sent their own board."""
        self._told_s = -math.inf
        """When anything was told last, by the loop's clock."""
        self._is_due = False
        """Whether what was gathered is told in the loop's next turn, not later."""

    def fold(self, entry: Entry, after: object = None) -> None:
        """Take the next fact of the log, and gather what to tell of it.

        `after` is the position that a move leads to, if that is known already.
        """
        before, fact = self.state, entry.fact
        self.state = evolve(before, entry, after)
        if isinstance(fact, SEAT_FACTS):
            if self._moves is not None:
                self._moves.note(entry)
            self._progressed.add(fact.seat)
            self._flush_later(is_urgent=False)
            if self.spectators is not None:
                self.spectators.hear(before, entry, self.state)
            return
        self._seat_of = _seats_of(self.state)
        if isinstance(fact, MatchStarted):
            self._moves = MovesMade(entry.at)
            self._seen.clear()
        elif self._moves is not None:
            self._moves.note(entry)
        # How far the seats were comes first; how far they get after this, later.
        self._note_progress(before)
        self._updates += tell(before, fact, self.state)
        self._flush_later(is_urgent=True)
        if isinstance(fact, EpochBegan):
            self.reset("lost")
        if self.spectators is not None:
            self.spectators.hear(before, entry, self.state)

    def take_moves(self) -> MovesMade | None:
        """Take the moves noted of a match that is over; None if not all was seen."""
        moves, self._moves = self._moves, None
        return moves

    def missed(self, outages: Iterable[Outage]) -> list[Outage]:
        """List the outages that are not part of the state yet."""
        course = self.state.course
        if course.phase is Phase.CLOSED:
            return []
        return [outage for outage in outages if outage.until > course.stood_to]

    def may_be_wrong(self, refused: Refused, pending: Pending) -> bool:
        """Tell whether others may have done, unheard, what makes a refusal wrong."""
        if self.readings.have_served(pending.asked) or refused.code in OF_ONES_OWN:
            return False
        return self.state.course.phase is not Phase.CLOSED

    def last_mark(self) -> str:
        """Return the mark of the last fact that is part of the state."""
        return self.state.marks.last

    def replace(self, state: Room) -> None:
        """Take another state, because the one so far is not what the log says.

        Told with the epoch that begins with it, or by `make_good`.
        """
        self.state = state
        self._seat_of = _seats_of(state)
        self._moves = None
        self._forget_gathered()
        if self.spectators is not None:
            self.spectators.replace(state)
        self._owes_reset = True

    def make_good(self) -> None:
        """Tell viewers of a loss, where no epoch began with it here."""
        if self._owes_reset:
            self.reset("lost")
            if self.spectators is not None:
                self.spectators.reset()

    def attach(self, viewer: Viewer, re: int) -> Joined:
        """Add a viewer; return the snapshot that it begins with."""
        # What is still to be told is part of the snapshot.
        self.flush()
        self.viewers[viewer.connection] = viewer
        seen = snapshot(self.state, viewer.player.id)
        self._note_board(viewer)
        self._say_again_soon(viewer)
        return Joined(re=re, snapshot=seen)

    def has(self, viewer: Viewer) -> bool:
        """Tell whether a viewer is connected here, with a seat."""
        return viewer.connection in self.viewers

    def drop(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self.viewers.pop(viewer.connection, None)
        if all(v.player.id != viewer.player.id for v in self.viewers.values()):
            self._seen.pop(viewer.player.id, None)

    def impostors(self, seat: Seat) -> list[Viewer]:
        """List connections of a seat's player that another one speaks for now."""
        sitter = self.state.table.seats[seat]
        if sitter is None:
            return []
        return [
            viewer
            for viewer in self.viewers.values()
            if viewer.player.id == sitter.player.id
            and viewer.connection != sitter.connection
        ]

    def moved(self, viewer: Viewer, asked: Move, offset: int) -> bytes:
        """Answer a move with what changed on the own board since the last answer."""
        player = viewer.player.id
        play = self.state.play_of(self._seat_of.get(player))
        if play is None:
            raise Refused(ErrorCode.NOT_SEATED, "you take no part in this match")
        game, position = self.state.table.game, play.position
        known = self._seen.get(player)
        self._seen[player] = position
        # A move that is sent again after others is answered with the whole board:
        # nobody knows what its player saw of their answers.
        full = known is None or play.plies != asked.ply + 1
        zones = game.view(position).zones if full else game.changed(known, position)
        return moved_frame(asked.id, offset, play, wire_zones(zones), full=full)

    def heartbeat(
        self, viewer: Viewer, said: ClientHeartbeat, now: int
    ) -> list[Reset | Heartbeat]:
        """Flush, and return a heartbeat: all that a viewer has been told, in short.

        A snapshot comes before it if the viewer said to know something else.
        """
        self.flush()
        seen = snapshot(self.state, viewer.player.id)
        beat, is_behind = self._summed_up(said, now, seen.board)
        if not is_behind:
            return [beat]
        self._note_board(viewer)
        self._meters.resets["behind"] += 1
        return [Reset(why="behind", snapshot=seen), beat]

    def reset(self, why: Literal["behind", "lost"]) -> None:
        """Send everybody here a snapshot in place of all they know."""
        self._owes_reset = False
        self._forget_gathered()
        for viewer in list(self.viewers.values()):
            seen = snapshot(self.state, viewer.player.id)
            self._note_board(viewer)
            self._meters.resets[why] += 1
            viewer.send(encode(Reset(why=why, snapshot=seen)))
            self._say_again(viewer, self._recent_talk.of(self.told))
            if seen.seat is None:
                self._let_go(viewer)

    def say(self, frame: bytes) -> None:
        """Tell everybody here what is no news of the room."""
        for viewer in list(self.viewers.values()):
            viewer.send(frame)
        if self.spectators is not None:
            self.spectators.say(frame)

    def lose(self) -> None:
        """Tell everybody here that the room is gone with the store's data."""
        self.is_lost = True
        super().lose()
        if self.spectators is not None:
            self.spectators.lose()

    def flush(self, answered: Viewer | None = None) -> None:
        """Tell everybody here what was gathered; whoever is answered next, with that.

        To write once costs less than to write twice.
        """
        is_urgent = bool(self._updates)
        gathered = self._gathered()
        if gathered is None:
            return
        self._told_s = self._loop.time()
        frame = gathered.frame
        closed = self.state.course.phase is Phase.CLOSED
        for viewer in list(self.viewers.values()):
            if viewer.player.id not in self._seat_of:
                others = to_others(self.state, gathered.updates)
                viewer.send(gathered._replace(updates=others).frame)
                self._let_go(viewer)
                continue
            if is_urgent and viewer is not answered:
                viewer.send(frame)
            else:
                viewer.send_soon(frame)
            if closed:
                self._let_go(viewer)

    def told_with_answer(self, answered: Viewer) -> bytes:
        """Tell all but one the progress that the loop's next turn would tell.

        Return the frame for the one, to go out with an answer. Empty where there is
        none.
        """
        if self._flush is None or not self._is_due or self._updates:
            return b""
        gathered = self._gathered() if self.has(answered) else None
        if gathered is None:
            return b""
        self._told_s = self._loop.time()
        frame = gathered.frame
        for viewer in self.viewers.values():
            if viewer is not answered:
                viewer.send_soon(frame)
        return frame

    def stop(self) -> None:
        """Cancel what is still to happen here."""
        if self._flush is not None:
            self._flush.cancel()
        if self.spectators is not None:
            self.spectators.stop()

    def _note_board(self, viewer: Viewer) -> None:
        """Note that a viewer has been sent their whole own board."""
        player = viewer.player.id
        play = self.state.play_of(self.state.seat_of(player))
        if play is not None and play.player.id == player:
            self._seen[player] = play.position

    def _flush_later(self, *, is_urgent: bool) -> None:
        if self._flush is not None:
            if self._is_due or not is_urgent:
                return
            self._flush.cancel()
        wait_s = self._told_s + PROGRESS_EVERY_S - self._loop.time()
        self._is_due = is_urgent or wait_s <= 0
        if self._is_due:
            self._flush = self._loop.call_soon(self.flush)
        else:
            self._flush = self._loop.call_later(wait_s, self.flush)


class Rooms(Protocol):
    """The rooms that are carried here, as the way of a command needs them."""

    def fold(
        self,
        live: LiveRoom,
        entry: Entry,
        after: object = None,
        *,
        is_own: bool = False,
    ) -> None:
        """Fold a fact, which this process may have appended, and see to the rest."""
        ...

    def is_carried(self, live: LiveRoom) -> bool:
        """Tell whether a room is still carried here."""
        ...

    def release(self, live: LiveRoom) -> None:
        """Let go of a room that nobody here is in."""
        ...

    def spawn(
        self, errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Start an errand."""
        ...


def _seats_of(room: Room) -> dict[str, Seat]:
    """Return the seats that are taken, by player; a move changes none of them."""
    return {sitter.player.id: seat for seat, sitter in room.taken()}
