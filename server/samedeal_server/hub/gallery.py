"""The spectators of rooms, among those who are connected to this process."""

import asyncio

from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Heartbeat, Reset
from samedeal_server.core.aspects.together import check_way_in
from samedeal_server.core.facts import Entry, MatchStarted, Moved
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.showing import Showing, showing_of
from samedeal_server.core.state import Phase
from samedeal_server.people.accounts import is_kept_out
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.spectators import Crowd, Spectators
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.errors import StoreError
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store

READS_MOST = 32
"""The most times that a log is read on, because more was written to it meanwhile."""
RETOLD_AT_ONCE = 50
"""Moves that are made again before others get their turn."""


class Gallery:
    """The rooms that are watched here."""

    def __init__(self, store: Store, carrier: Carrier, health: Health) -> None:
        self._store = store
        self._carrier = carrier
        self._health = health
        self._crowd = Crowd()
        self._watched: dict[str, LiveRoom] = {}
        """The room that each connection watches."""

    @property
    def count(self) -> int:
        """Count the spectators."""
        return len(self._watched)

    def has(self, viewer: Viewer) -> bool:
        """Tell whether a viewer watches a room."""
        return viewer.connection in self._watched

    async def enter(self, viewer: Viewer, code: str, re: int) -> Joined:
        """Begin to show a viewer a room; raises Refused.

        Whoever may not learns no more than of a code that no room has.
        """
        await self._health.be_sure()
        live = await self._carrier.carry(code)
        if live is None:
            raise unknown_room(code)
        try:
            await self._carrier.surely(live, self._check, live, viewer)
        except (Refused, StoreError):
            self._carrier.release(live)
            raise
        self.leave(viewer)
        if self._carrier.rooms.get(code) is not live:
            # The last who was here left meanwhile, and the room was let go.
            return await self.enter(viewer, code, re)
        if live.spectators is None:
            live.spectators = self._spectators_of(live)
        self._watched[viewer.connection] = live
        return live.spectators.attach(viewer, re)

    async def _check(self, live: LiveRoom, viewer: Viewer) -> None:
        """Raise Refused for a viewer who may not watch a room."""
        state = live.state
        if state.opened.watch == "no" or state.course.phase is Phase.CLOSED:
            raise unknown_room(state.code)
        if await is_kept_out(self._store, viewer.player, state):
            raise unknown_room(state.code)
        if state.seat_of(viewer.player.id) is None:
            check_way_in(state, viewer.player.id)

    def leave(self, viewer: Viewer) -> None:
        """Show a viewer nothing more."""
        live = self._watched.pop(viewer.connection, None)
        if live is None or live.spectators is None:
            return
        live.spectators.drop(viewer)
        if not live.spectators:
            live.spectators.stop()
            live.spectators = None
            self._carrier.release(live)

    def heartbeat(
        self, viewer: Viewer, said: ClientHeartbeat, now: int
    ) -> list[Reset | Heartbeat]:
        """Return a heartbeat: what a viewer was told of the room watched, if any."""
        live = self._watched.get(viewer.connection)
        if live is None or live.spectators is None:
            return [Heartbeat(now=now)]
        live.spectators.catch_up(viewer)
        return live.spectators.heartbeat(viewer, said, now)

    def _spectators_of(self, live: LiveRoom) -> Spectators:
        def recall() -> None:
            self._carrier.spawn(self._recall, live)

        return Spectators(live.state, self._crowd, self.leave, recall)

    async def _recall(self, live: LiveRoom) -> None:
        """Read what was played before anybody here watched."""
        match = live.state.table.match
        showing: Showing | None = None
        try:
            showing = await self._retold(live)
        finally:
            if live.spectators is not None:
                live.spectators.recalled(showing, "" if match is None else match.id)

    async def _retold(self, live: LiveRoom) -> Showing | None:
        """Return the match that is on, up to the room's state; None for no such."""
        code, showing, mark = live.state.code, showing_of(live.state), ""
        for _ in range(READS_MOST):
            if showing is None or mark == live.state.marks.last:
                return showing
            entries = await self._carrier.logs.read(code, mark)
            if not entries:
                await self._carrier.runtime.others.catch_up(live)
            for number, entry in enumerate(_since_start(entries), 1):
                if isinstance(entry.fact, Moved):
                    showing.retell(entry.fact)
                if not number % RETOLD_AT_ONCE:
                    await asyncio.sleep(0)
            mark = entries[-1].mark if entries else mark
        return None


def _since_start(entries: list[Entry]) -> list[Entry]:
    """Return the entries after the last start of a match."""
    starts = [k for k, e in enumerate(entries) if isinstance(e.fact, MatchStarted)]
    return entries[starts[-1] + 1 :] if starts else entries


def unknown_room(code: str) -> Refused:
    """Return the refusal of a code, the same whatever it is that nobody may know."""
    return Refused(ErrorCode.UNKNOWN_ROOM, f"no open room has the code {code}")
