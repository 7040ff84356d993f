"""A room as one process carries it: its state, and who is connected here.

Nothing here waits. Facts come in with `fold`; what they give rise to is
gathered and told to everybody at once, encoded once. Progress is state, so the
newest replaces what was not yet sent; everything else is told in full and soon.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from samedeal_protocol.boards import Zones
from samedeal_protocol.codec import encode
from samedeal_protocol.commands import Move
from samedeal_protocol.digest import digest
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.updates import Heartbeat, Joined, Moved, News, Progress, Update
from samedeal_server.core.facts import Entry, MatchStarted, Seat
from samedeal_server.core.folds import evolve
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase, Player, Room
from samedeal_server.core.tellings import board_view, snapshot, tell

PROGRESS_EVERY_S = 0.05
"""Progress is gathered for so long; anything else is told within the loop's tick."""


class Viewer(Protocol):
    """A connection, as a room sees it."""

    player: Player
    connection: str

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        ...

    def close(self, code: CloseCode) -> None:
        """Say goodbye; what is queued may be lost."""
        ...


class LiveRoom:
    """A room's state up to `last_id` in its log, and the viewers of this process.

    `let_go` is called with a viewer that has been told the last that concerns
    it: the room is closed, or its seat is somebody else's.
    """

    def __init__(
        self, state: Room, last_id: str, let_go: Callable[[Viewer], None]
    ) -> None:
        self.state = state
        self.last_id = last_id
        self.viewers: dict[str, Viewer] = {}
        """By connection."""
        self.timer: asyncio.TimerHandle | None = None
        self.is_reading = False
        """Whether a doorbell was heard and the log is about to be read."""
        self.is_unsure = False
        """Whether an append was not answered, so that the log may have grown."""
        self._let_go = let_go
        self._boards: dict[str, Zones] = {}
        """What each player here was last sent of their own board."""
        self._told_offset = state.offset
        self._updates: list[Update] = []
        self._progress: dict[Seat, int] = {}
        """Where in `_updates` each seat's newest progress stands."""
        self._flush: asyncio.Handle | None = None
        self._is_urgent = False

    def fold(self, entry: Entry) -> None:
        """Take the next fact of the log, and gather what to tell of it."""
        before = self.state
        self.state = evolve(before, entry)
        if isinstance(entry.fact, MatchStarted):
            self._boards.clear()
        self._gather(tell(before, entry.fact, self.state))

    def attach(self, viewer: Viewer, re: int) -> Joined:
        """Have a viewer told from here on; return all there is to know so far."""
        # What is still to be told is part of the snapshot.
        self.flush()
        self.viewers[viewer.connection] = viewer
        seen = snapshot(self.state, viewer.player.id)
        if seen.board is not None:
            self._boards[viewer.player.id] = seen.board.zones
        return Joined(re=re, snapshot=seen)

    def drop(self, viewer: Viewer) -> None:
        """Have a viewer told nothing more."""
        self.viewers.pop(viewer.connection, None)
        if all(v.player.id != viewer.player.id for v in self.viewers.values()):
            self._boards.pop(viewer.player.id, None)

    def impostors(self, seat: Seat) -> list[Viewer]:
        """List connections of a seat's player that another one speaks for now."""
        sitter = self.state.seats[seat]
        if sitter is None:
            return []
        return [
            viewer
            for viewer in self.viewers.values()
            if viewer.player.id == sitter.player.id
            and viewer.connection != sitter.connection
        ]

    def moved(self, viewer: Viewer, asked: Move, offset: int) -> Moved:
        """Answer a move with what changed on the own board since the last answer."""
        play = self.state.play_of(self.state.seat_of(viewer.player.id))
        if play is None:
            raise Refused(ErrorCode.NOT_SEATED, "you take no part in this match")
        board = board_view(self.state.game, play)
        known = self._boards.get(viewer.player.id)
        self._boards[viewer.player.id] = board.zones
        # A repeated move is answered with the whole board: nobody knows what
        # its player saw of the first answer.
        full = known is None or board.ply != asked.ply + 1
        zones = board.zones if known is None or full else _changes(known, board.zones)
        return Moved(
            re=asked.id,
            offset=offset,
            ply=board.ply,
            score=board.score,
            state=play.state,
            zones=zones,
            full=full,
        )

    def heartbeat(self, viewer: Viewer, now: int) -> Heartbeat:
        """Return in short what a viewer has been told, once it has been told all."""
        self.flush()
        seen = snapshot(self.state, viewer.player.id)
        return Heartbeat(
            now=now,
            offset=seen.offset,
            ply=0 if seen.board is None else seen.board.ply,
            digest=digest(seen.room, seen.board),
        )

    def flush(self) -> None:
        """Tell everybody here what was gathered."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        since, self._told_offset = self._told_offset, self.state.offset
        if since == self._told_offset:
            return
        news = News(since=since, offset=self._told_offset, updates=tuple(self._updates))
        self._updates.clear()
        self._progress.clear()
        frame = encode(news)
        closed = self.state.phase is Phase.CLOSED
        for viewer in list(self.viewers.values()):
            viewer.send(frame)
            if closed or self.state.seat_of(viewer.player.id) is None:
                self._let_go(viewer)

    def stop(self) -> None:
        """Cancel what is still to happen here."""
        for handle in (self.timer, self._flush):
            if handle is not None:
                handle.cancel()

    def _gather(self, updates: list[Update]) -> None:
        is_urgent = False
        for update in updates:
            if not isinstance(update, Progress):
                is_urgent = True
                self._progress.clear()
            elif update.seat in self._progress:
                self._updates[self._progress[update.seat]] = update
                continue
            else:
                self._progress[update.seat] = len(self._updates)
            self._updates.append(update)
        self._flush_later(is_urgent=is_urgent)

    def _flush_later(self, *, is_urgent: bool) -> None:
        if self._flush is not None:
            if self._is_urgent or not is_urgent:
                return
            self._flush.cancel()
        loop = asyncio.get_running_loop()
        self._is_urgent = is_urgent
        if is_urgent:
            self._flush = loop.call_soon(self.flush)
        else:
            self._flush = loop.call_later(PROGRESS_EVERY_S, self.flush)


def _changes(known: Zones, zones: Zones) -> Zones:
    """Return the zones that differ, whole; those that are gone as empty."""
    changed = {name: cards for name, cards in zones.items() if known.get(name) != cards}
    return changed | {name: () for name in known if name not in zones}
