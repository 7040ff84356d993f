"""Those who watch a room without a seat in it.

They cost the players next to nothing: what they are told is gathered on its own,
less often the more of them this process has, encoded once, and sent some hundred
at a time, so that whatever the players do comes in between. All of a room's
spectators have been told the same, which need not be the newest; snapshots and
heartbeats go by that.

Boards, where the host lets them be watched, go out beside the news.
"""

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice
from typing import ParamSpec

from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.rooms.boards import Snapshot, WatchedBoard
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Heartbeat, Reset, Watched
from samedeal_server.core.facts import (
    SEAT_FACTS,
    Entry,
    EpochBegan,
    GuestNamed,
    MatchEnded,
    MatchStarted,
    Moved,
    Seat,
)
from samedeal_server.core.rooms.showing import Showing, final_boards, showing_of
from samedeal_server.core.rooms.updates import (
    room_view,
    tell,
    to_others,
)
from samedeal_server.core.state import Phase, Room
from samedeal_server.rooms.telling.audience import Audience
from samedeal_server.rooms.telling.viewers import Viewer

TOLD_EVERY_S = 0.25
"""The seconds for which news is gathered, or longer where very many watch."""
SHOWN_EVERY_S = 1.0
"""Boards are looked at so often, or less often where very many watch."""
FRAMES_PER_S = 2_000
"""The frames that all spectators of a process get in a second, about."""
AT_ONCE = 200
"""The spectators that are sent to before others get their turn."""


P = ParamSpec("P")


class Crowd:
    """Counts the spectators of all rooms of this process."""

    def __init__(self) -> None:
        self.count = 0

    def pause_s(self, least_s: float) -> float:
        """Return the seconds for which what they are told is gathered."""
        return max(least_s, self.count / FRAMES_PER_S)


class _Place:
    """One spectator, and how many of the room's frames they were sent."""

    __slots__ = ("told", "viewer")

    def __init__(self, viewer: Viewer, told: int) -> None:
        self.viewer = viewer
        self.told = told


class Spectators(Audience):
    """The spectators that a room has in this process.

    `let_go` is called with each when the room is closed; `recall` when the moves
    made so far are needed, which are then brought by `recalled`.
    """

    def __init__(
        self,
        state: Room,
        crowd: Crowd,
        let_go: Callable[[Viewer], None],
        recall: Callable[[], None],
    ) -> None:
        super().__init__(state)
        self._crowd = crowd
        self._let_go = let_go
        self._recall = recall
        self._places: dict[str, _Place] = {}
        # What is on its way to those here.
        self._frames: list[bytes] = []
        self._made = 0
        self._round: Iterator[_Place] | None = None
        self._round_tells = 0
        # The boards.
        self._showing: Showing | None = None
        self._shown: dict[Seat, WatchedBoard] = {}
        self._look: asyncio.Handle | None = None
        self._is_recalling = False
        self._begin_boards()

    def __len__(self) -> int:
        return len(self._places)

    # Coming and going

    def attach(self, viewer: Viewer, re: int) -> Joined:
        """Add a viewer; return what all viewers have been told."""
        self.drop(viewer)
        self._crowd.count += 1
        self._places[viewer.connection] = _Place(viewer, self._made)
        # After the answer.
        self._say_again_soon(viewer)
        self._soon(self._show_all_to, viewer)
        return Joined(re=re, snapshot=self._snapshot())

    def has(self, viewer: Viewer) -> bool:
        """Tell whether a viewer is a spectator here."""
        return viewer.connection in self._places

    def drop(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        if self._places.pop(viewer.connection, None) is not None:
            self._crowd.count -= 1

    def _put_out(self, player: str) -> None:
        """Let go of a player whom the host has put out, once they were told so."""
        self.flush()
        for place in list(self._places.values()):
            if place.viewer.player.id == player:
                self._send_to(place)
                self._let_go(place.viewer)

    def stop(self) -> None:
        """Gather nothing more; what was gathered still goes out."""
        for handle in (self._flush, self._look):
            if handle is not None:
                handle.cancel()

    # What is told

    def hear(self, before: Room, entry: Entry, after: Room) -> None:
        """Gather what to tell of the next fact."""
        self.state, fact = after, entry.fact
        if isinstance(fact, SEAT_FACTS):
            self._progressed.add(fact.seat)
            play = after.play_of(fact.seat)
            if self._showing and isinstance(fact, Moved) and play is not None:
                self._showing.moved(fact.seat, play.position)
            self._flush_later()
            return
        self._note_progress(before)
        self._updates += to_others(after, tell(before, fact, after))
        if isinstance(fact, GuestNamed) and not fact.let_in:
            self._soon(self._put_out, fact.player)
        if isinstance(fact, EpochBegan):
            self.reset()
        elif isinstance(fact, MatchStarted | MatchEnded):
            self._begin_boards()
        if after.course.phase is Phase.CLOSED:
            # The room is let go of as soon as its players are.
            self.flush()
        else:
            self._flush_later()

    def say(self, frame: bytes) -> None:
        """Tell everybody here, after what they are told already, what is no news."""
        self._say(frame)

    def replace(self, state: Room) -> None:
        """Take another state, of which a reset is to tell."""
        self.state = state
        self._forget_gathered()
        self._showing = None

    def reset(self) -> None:
        """Send everybody here a snapshot in place of all they know."""
        self._forget_gathered()
        self._say(encode(Reset(why="lost", snapshot=self._snapshot())))
        talk = self._recent_talk.of(self.told)
        if talk:
            self._say(talk)
        self._showing = None
        self._begin_boards()

    def heartbeat(
        self, viewer: Viewer, said: ClientHeartbeat, now: int
    ) -> list[Reset | Heartbeat]:
        """Return a heartbeat: all that everybody here has been told, in short.

        A snapshot comes before it if the viewer said to know something else.
        """
        beat, is_behind = self._summed_up(said, now, None)
        if not is_behind:
            return [beat]
        self._soon(self._show_all_to, viewer)
        return [Reset(why="behind", snapshot=self._snapshot()), beat]

    def catch_up(self, viewer: Viewer) -> None:
        """Send a viewer what is on its way to everybody here."""
        place = self._places.get(viewer.connection)
        if place is not None:
            self._send_to(place)

    def flush(self) -> None:
        """Tell everybody here what was gathered."""
        gathered = self._gathered()
        if gathered is not None:
            self._say(gathered.frame)

    def _flush_later(self) -> None:
        if self._flush is None:
            pause_s = self._crowd.pause_s(TOLD_EVERY_S)
            self._flush = self._later(pause_s, self.flush)

    def _snapshot(self) -> Snapshot:
        return Snapshot(
            offset=self.told.marks.offset,
            seat=None,
            n=0,
            room=room_view(self.told),
            board=None,
        )

    # What is shown

    def recalled(self, showing: Showing | None, match: str) -> None:
        """Take over a match that was read from the log, up to the state here.

        None where it could not be read; it is asked for again.
        """
        self._is_recalling = False
        current = self.state.table.match
        if current is not None and current.id == match and self._is_playing():
            self._showing = showing

    def _is_playing(self) -> bool:
        return self.state.course.phase is Phase.PLAYING

    def _begin_boards(self) -> None:
        """Show another match, or this one to its end."""
        state = self.state
        self._shown.clear()
        self._showing = None
        if state.opened.watch != "boards" or state.table.match is None:
            return
        if state.table.match.ended_at is not None:
            self._show(final_boards(state.table.game, state.table.match))
        elif all(play is None or not play.plies for play in state.table.match.plays):
            self._showing = showing_of(state)
        self._look_later()

    def _look_later(self) -> None:
        if self._look is None and self._is_playing():
            pause_s = self._crowd.pause_s(SHOWN_EVERY_S)
            self._look = self._later(pause_s, self.look)

    def look(self) -> None:
        """Show all that may be shown by now."""
        self._look = None
        match = self.state.table.match
        if match is None or not self._is_playing():
            return
        if self._showing is not None:
            self._show(self._showing.look(match))
        elif not self._is_recalling:
            self._is_recalling = True
            self._recall()
        self._look_later()

    def _show(self, boards: list[WatchedBoard]) -> None:
        if boards:
            # Nobody sees a board of a match that they were not told of.
            self.flush()
            self._shown |= {shown.seat: shown for shown in boards}
            self._say(encode(Watched(boards=tuple(boards))))

    def _show_all_to(self, viewer: Viewer) -> None:
        if self._shown and self.has(viewer):
            self.catch_up(viewer)
            viewer.send(encode(Watched(boards=tuple(self._shown.values()))))

    # Sending

    def _say(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._made += 1
        if self._round is None:
            self._begin_round()

    def _begin_round(self) -> None:
        self._round = iter(list(self._places.values()))
        self._round_tells = self._made
        self._soon(self._send_some)

    def _send_some(self) -> None:
        """Send to some spectators all that they have not been sent; then to others."""
        if self._round is None:
            return
        some = list(islice(self._round, AT_ONCE))
        for place in some:
            # Whoever has gone meanwhile, or come anew, is to get none of it.
            if self._places.get(place.viewer.connection) is place:
                self._send_to(place)
        if len(some) == AT_ONCE:
            self._soon(self._send_some)
            return
        self._round = None
        del self._frames[: len(self._frames) - (self._made - self._round_tells)]
        if self._frames:
            self._begin_round()
        elif self.told.course.phase is Phase.CLOSED:
            for place in list(self._places.values()):
                self._let_go(place.viewer)

    def _send_to(self, place: _Place) -> None:
        left = self._made - place.told
        if left:
            place.told = self._made
            for frame in self._frames[-left:]:
                place.viewer.send(frame)

    # Time

    def _later(self, pause_s: float, do: Callable[[], None]) -> asyncio.Handle:
        return self._loop.call_later(pause_s, do)
