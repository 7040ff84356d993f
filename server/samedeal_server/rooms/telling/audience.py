"""An audience: viewers of one room that are told the same, gathered and encoded once.

Progress is state, so of each seat only the newest is told, and not each time;
everything else is told in full. Pace and boards are those of each audience.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, ParamSpec

from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.digest import board_half, combined, room_half
from samedeal_protocol.rooms.boards import BoardView
from samedeal_protocol.updates import Heartbeat, News, RoomClosed, Update
from samedeal_server.core.facts import Seat
from samedeal_server.core.rooms.updates import progress, room_view, talk_of
from samedeal_server.core.state import Phase, Play, Room, TalkLine
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.rooms.telling.wire import progress_frame

P = ParamSpec("P")


class Gathered(NamedTuple):
    """Events from one offset to another."""

    since: int
    offset: int
    updates: tuple[Update, ...]
    plays: tuple[tuple[Seat, Play], ...] = ()
    """By seat, how far they are, where nothing else has happened."""

    @property
    def frame(self) -> bytes:
        """It as it is told."""
        if self.plays:
            return progress_frame(self.since, self.offset, self.plays)
        return encode(News(since=self.since, offset=self.offset, updates=self.updates))


class Audience:
    """The news that viewers of a room have been told, and that still to be told."""

    def __init__(self, state: Room) -> None:
        self.state = state
        """As of the last fact heard."""
        self.told = state
        """As everybody here has been told."""
        # Kept, because to ask for it costs more than to use it.
        self._loop = asyncio.get_running_loop()
        self._updates: list[Update] = []
        self._progressed: set[Seat] = set()
        self._flush: asyncio.Handle | None = None
        self._recent_talk = RecentTalk()
        self._room_half: tuple[Room, bytes] | None = None
        """The room that was told when it was made, and everybody's half of the
        digest."""

    def has(self, viewer: Viewer) -> bool:
        """Tell whether a viewer is told what is told here."""
        raise NotImplementedError

    def flush(self) -> None:
        """Tell everybody here what was gathered."""
        raise NotImplementedError

    def lose(self) -> None:
        """Tell everybody here that the room is gone with the store's data."""
        self._updates.append(RoomClosed(why="lost"))
        closed = self.state.course._replace(phase=Phase.CLOSED)
        self.state = self.state._replace(course=closed)
        self.flush()

    def _gathered(self) -> "Gathered | None":
        """Take the news gathered; None where nothing has happened."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        since = self.told.marks.offset
        plays: tuple[tuple[Seat, Play], ...] = ()
        if self._updates:
            self._note_progress(self.state)
        else:
            each = ((seat, self.state.play_of(seat)) for seat in self._progressed)
            plays = tuple(
                sorted((seat, play) for seat, play in each if play is not None)
            )
        updates = tuple(self._updates)
        self._forget_gathered()
        offset = self.told.marks.offset
        if not updates and since == offset:
            return None
        return Gathered(since, offset, updates, plays)

    def _note_progress(self, room: Room) -> None:
        """Gather how far seats were before whatever comes next."""
        for seat in sorted(self._progressed):
            self._updates += progress(room, seat)
        self._progressed.clear()

    def _forget_gathered(self) -> None:
        self.told = self.state
        self._updates.clear()
        self._progressed.clear()

    def _summed_up(
        self, said: ClientHeartbeat, now: int, board: BoardView | None
    ) -> tuple[Heartbeat, bool]:
        """Return a heartbeat, what was told in short; and whether a viewer knows other.

        Not what was said: whoever is at this offset has heard it all.
        """
        told = self.told
        if self._room_half is None or self._room_half[0] is not told:
            self._room_half = (told, room_half(room_view(told)))
        beat = Heartbeat(
            now=now,
            offset=told.marks.offset,
            ply=0 if board is None else board.ply,
            digest=combined(self._room_half[1], board_half(board)),
        )
        is_there = (said.offset, said.ply) == (beat.offset, beat.ply)
        return beat, is_there and bool(said.digest) and said.digest != beat.digest

    def _say_again(self, viewer: Viewer, frame: bytes) -> None:
        """Send a viewer what was said so far, unless it has gone meanwhile."""
        if frame and self.has(viewer):
            viewer.send(frame)

    def _say_again_soon(self, viewer: Viewer) -> None:
        """Send it after the answer that is under way."""
        self._soon(self._say_again, viewer, self._recent_talk.of(self.told))

    def _soon(self, do: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        self._loop.call_soon(partial(do, *args, **kwargs))


class RecentTalk:
    """The last lines said in a room, encoded once for all who come in or back."""

    def __init__(self) -> None:
        self._lines: tuple[TalkLine, ...] = ()
        self._frame = b""

    def of(self, room: Room) -> bytes:
        """Return the frame that follows a snapshot; empty where nothing was said."""
        if room.course.talk is not self._lines:
            talk = talk_of(room)
            self._lines = room.course.talk
            self._frame = b"" if talk is None else encode(talk)
        return self._frame
