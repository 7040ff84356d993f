"""The carrier: the rooms that this process carries, each a fold of its log.

It takes them up and lets them go, keeps their timers, and sees to what follows from
each fact; what they are asked goes through `runtime`.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import ParamSpec
from weakref import WeakKeyDictionary

from samedeal_protocol.errors import CloseCode
from samedeal_server.core.commands import Tick
from samedeal_server.core.facts import (
    LAST_FACTS,
    SEAT_FACTS,
    CameBack,
    Entry,
    MatchEnded,
    MatchOpened,
    Revealed,
    RoomShut,
    SeatTaken,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.transcripts import MovesMade
from samedeal_server.core.rooms.voids import awaited, reveals_until
from samedeal_server.core.state import Phase, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.records.records import Records
from samedeal_server.rooms.certifying import Certifying
from samedeal_server.rooms.journal import note
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.room_list import Listing, listing_of, note_rooms
from samedeal_server.rooms.room_logs import SNAPSHOT_EVERY, Logs
from samedeal_server.rooms.runtime import Runtime
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.errors import StoreError
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

CLOSED_KEPT = 256
"""Closed rooms whose end is remembered for those who come back for the result."""

TICK_AGAIN_S = 1.0
"""The seconds until a room is looked at again whose deadline could not be dealt
with."""

P = ParamSpec("P")


class Carrier:
    """Rooms by code; owns their timers and, while it runs, their errands."""

    def __init__(self, store: Store, health: Health, records: Records) -> None:
        self.rooms: dict[str, LiveRoom] = {}
        self.timers: dict[LiveRoom, asyncio.TimerHandle] = {}
        """Of those that have a deadline to come."""
        self._store = store
        self.logs = Logs(store)
        self.meters = RoomMeters()
        self.runtime = Runtime(store, self.logs, health, self, self.meters)
        self._health = health
        self.stuck = health.stuck
        """Rooms that cannot be written to."""
        self._records = records
        self.let_go: Callable[[Viewer], None] = lambda _: None
        """Is called with a viewer whose room is closed to it."""
        self.certifying = Certifying(self.meters)
        self._loading: dict[str, asyncio.Future[LiveRoom | None]] = {}
        self._tasks: asyncio.TaskGroup | None = None
        self._closed: dict[str, Room] = {}
        self._noted: WeakKeyDictionary[LiveRoom, Listing] = WeakKeyDictionary()
        """Their entries in the lists."""
        self._to_be_noted: set[LiveRoom] = set()
        """Those whose places in the lists are about to be brought up to date."""
        self._to_be_read: set[LiveRoom] = set()
        """Those whose logs are about to be read, for what others rang."""
        self.keeping = 0
        """Matches that have ended and are on their way to the records."""
        self.all_kept = asyncio.Event()
        """Set while no match that has ended is on its way to the records."""
        self.all_kept.set()
        self._unkept = Counter[str]()
        """Matches that have ended and are not in the records yet, by room."""

    async def run(self) -> None:
        """Own every errand, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                self._tasks = None
                for timer in self.timers.values():
                    timer.cancel()
                for live in self.rooms.values():
                    live.stop()
                self.certifying.stop()

    # What the way of a command needs

    def is_carried(self, live: LiveRoom) -> bool:
        """Tell whether a room is still carried here."""
        return self.rooms.get(live.state.code) is live

    def fold(
        self,
        live: LiveRoom,
        entry: Entry,
        after: object = None,
        *,
        is_own: bool = False,
    ) -> None:
        """Fold a fact and see to what follows from it.

        One that this process has appended, `is_own`, is its own to count.
        """
        if is_own and not entry.offset % SNAPSHOT_EVERY:
            self.spawn(self._keep_snapshot, live)
        fact = entry.fact
        if isinstance(fact, SEAT_FACTS):
            live.fold(entry, after)
            play = live.state.play_of(fact.seat)
            if play is None or play.state != "playing":
                # All may be done, or only bots are still awaited, and not for long.
                self.tend(live)
            return
        before = live.state.course.next_match
        was_counting = live.state.course.phase is Phase.COUNTDOWN
        live.fold(entry)
        if is_own or isinstance(fact, RoomShut):
            note(self.meters, live.state, fact)
        if isinstance(fact, CameBack | SeatTaken):
            for viewer in live.impostors(fact.seat):
                live.drop(viewer)
                self.let_go(viewer)
                viewer.close(CloseCode.REPLACED)
        if isinstance(fact, MatchEnded):
            self.spawn(self._keep, live.state, live.take_moves())
        is_counted = was_counting and live.state.course.phase is not Phase.COUNTDOWN
        if is_counted and live.spectators is None:
            # It was kept for what those who have gone still owed.
            self.release(live)
        if isinstance(fact, MatchOpened):
            self._link_open(live.state)
        if isinstance(fact, (MatchOpened, *LAST_FACTS)) and before is not None:
            self.meters.voids += is_own
            # After what was opened in its place, which its link names.
            self.spawn(self._records.link_void, live.state, before.id)
        if isinstance(fact, Revealed):
            self.certifying.begin(live.state)
        self.tend(live)

    # Carrying rooms

    async def carry(self, code: str) -> LiveRoom | None:
        """Return an open room as it is now, from here or from its log."""
        live = self.rooms.get(code)
        if live is not None:
            return live
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.get_running_loop().create_future()
            self._loading[code] = loading
            # A task of its own: whoever asked first may go away meanwhile.
            self.spawn(self._load, code, loading)
        return await asyncio.shield(loading)

    async def closed_room(self, code: str) -> Room | None:
        """Return a room that has closed, for a day."""
        known = self._closed.get(code)
        if known is not None:
            return known
        state = await self.logs.folded(code)
        if state is None or state.course.phase is not Phase.CLOSED:
            return None
        if len(self._closed) >= CLOSED_KEPT:
            del self._closed[next(iter(self._closed))]
        self._closed[code] = state
        return state

    async def look(self, code: str) -> Room | None:
        """Return a room as it is now, open or closed; None where there is none.

        Of a closed one the log is gone after a day.
        """
        live = self.rooms.get(code)
        if live is None:
            return self._closed.get(code) or await self.logs.folded(code)
        if live.readings.is_unsure:
            await self.runtime.others.catch_up(live)
        return live.state

    async def look_closely(self, code: str) -> Room | None:
        """Return a room with all that others have appended up to this moment."""
        live = self.rooms.get(code)
        if live is not None:
            await self.runtime.others.catch_up(live)
        return await self.look(code)

    async def surely(
        self,
        live: LiveRoom,
        errand: Callable[P, Awaitable[None]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Run an errand that a room may refuse; raises Refused.

        On a refusal the log is read and, if that brought anything, the errand is tried
        once more.
        """
        known, asked = live.last_mark(), live.readings.begun
        try:
            await errand(*args, **kwargs)
        except Refused:
            await self.runtime.others.catch_up_since(live, asked)
            if live.last_mark() == known:
                raise
            await errand(*args, **kwargs)

    async def _load(
        self, code: str, loading: "asyncio.Future[LiveRoom | None]"
    ) -> None:
        """Read a room for all who wait for it; they get the failure, too."""
        try:
            loading.set_result(await self._read_room(code))
        except Exception as error:
            loading.set_exception(error)
            # Marked as seen: whoever waited may have gone away.
            loading.exception()
        finally:
            loading.cancel()
            del self._loading[code]

    async def _read_room(self, code: str) -> LiveRoom | None:
        state, was_long, ended = await self.logs.open(code)
        if state is None or state.course.phase is Phase.CLOSED:
            for then in ended:
                self.spawn(self._keep, then)
            self.spawn(self._unwatch, code)
            return None
        live = LiveRoom(state, self.let_go, self.meters)
        # By whoever wrote last; the sweep finds what they left undone.
        self._noted[live] = listing_of(state)
        # Others may have rung while it was folded, if that took more than one turn.
        if was_long:
            live.readings.be_unsure()
        self.rooms[code] = live
        # Whoever ended a match, or opened one, may have died before that was kept; and
        # the room may have gone on before the store let anybody keep it.
        self.spawn(self._keep, state)
        for then in ended:
            if then.table.match is not state.table.match:
                self.spawn(self._keep, then)
        self._link_open(state)
        self.spawn(self._records.link_voids, state)
        self.tend(live)
        return live

    def release(self, live: LiveRoom) -> None:
        """Let go of a room that nobody here is in; its log stays.

        Not in a countdown: whoever has left it may owe a nonce, which is noted here.
        """
        code, phase = live.state.code, live.state.course.phase
        watched = live.spectators is not None and phase is not Phase.CLOSED
        is_wanted = bool(live.viewers) or watched or phase is Phase.COUNTDOWN
        # Who found it stuck is to see for how long its clock stands.
        is_wanted = is_wanted or code in self.stuck.here
        if is_wanted or not self.is_carried(live):
            return
        del self.rooms[code]
        self._stop_timer(live)
        live.stop()
        self.spawn(self._unwatch, code)

    async def _unwatch(self, code: str) -> None:
        is_carried = code in self.rooms or code in self._loading
        # Whoever buries this process, should it die before, keeps its matches.
        if not is_carried and not self._unkept[code]:
            await self._store.unwatch(code)

    def read_soon(self, live: LiveRoom) -> None:
        """Read on in a room that others may have added to, once for many rings."""
        if live not in self._to_be_read:
            self._to_be_read.add(live)
            self.spawn(self._read_on, live)

    async def _read_on(self, live: LiveRoom) -> None:
        self._to_be_read.discard(live)
        if self.is_carried(live):
            await self.runtime.others.catch_up(live)

    # Time

    def tend(self, live: LiveRoom) -> None:
        """Set the room's timer, its place in the sweep and its listing."""
        self._stop_timer(live)
        if not self._to_be_noted:
            self.spawn(self._note)
        self._to_be_noted.add(live)
        due = deadline(live.state)
        # What was under way when a room was let go must not bring it back.
        if due is not None and self.is_carried(live):
            self._call_later(live, max(0, due - self._store.now()) / 1000)

    async def _note(self) -> None:
        """Bring the places of all rooms in the lists up to date that have changed."""
        lives, self._to_be_noted = self._to_be_noted, set()
        changed: dict[str, Listing] = {}
        for live in lives:
            listing = listing_of(live.state)
            if listing != self._noted.get(live):
                changed[live.state.code] = self._noted[live] = listing
        if changed:
            await note_rooms(self._store, changed)

    def _call_later(self, live: LiveRoom, wait_s: float) -> None:
        loop = asyncio.get_running_loop()
        self.timers[live] = loop.call_later(wait_s, self._time_is_up, live)

    def _stop_timer(self, live: LiveRoom) -> None:
        timer = self.timers.pop(live, None)
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, live: LiveRoom) -> None:
        del self.timers[live]
        self.spawn(self._tick, live)

    async def _tick(self, live: LiveRoom) -> None:
        try:
            await self.tick(live)
        except (Refused, StoreError) as error:
            log.info("room %s: time not told: %s", live.state.code, error)
        wants_timer = self.is_carried(live) and live not in self.timers
        if wants_timer and deadline(live.state) is not None:
            self._call_later(live, TICK_AGAIN_S)

    async def tick(self, live: LiveRoom) -> None:
        """Tell a room the time, once it is sure that its clock ran."""
        if not live.state.all_done():
            # An outage that nobody here knows of yet may have stopped it.
            await self._health.check()
        chosen = await self.certifying.chosen(live.state)
        silent = await self._silent(live.state)
        await self.runtime.carry_out(live, Tick(chosen, silent))

    async def _silent(self, state: Room) -> frozenset[str]:
        """Return the processes that owe a nonce and were not heard of since."""
        asked = sorted(awaited(state) - {self._store.process})
        pulses = await self._store.last_pulses(asked)
        until = reveals_until(state)
        return frozenset(name for name, at in pulses.items() if at <= until)

    # Small things

    def spawn(
        self, errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Start an errand; one that comes up while stopping is left alone."""
        if self._tasks is not None:
            self._tasks.create_task(self._run(errand, *args, **kwargs))

    async def _run(
        self, errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        if not await logged(errand, *args, **kwargs):
            self.meters.failed_errands += 1

    def _link_open(self, state: Room) -> None:
        opened = state.course.next_match
        if opened is not None:
            self.spawn(self._records.link_open, opened.id, opened.commitment)

    async def _keep_snapshot(self, live: LiveRoom) -> None:
        # Not while a match is still to be kept: whoever reads the room finds it before.
        if not self._unkept[live.state.code]:
            # As it is by now: what happened meanwhile need not be folded, either.
            await self.logs.keep_snapshot(live.state)

    async def _keep(self, state: Room, moves: MovesMade | None = None) -> None:
        self._unkept[state.code] += 1
        try:
            if not await self._is_kept(state, moves):
                # Whoever asks for a board does not wait for that.
                await self._records.keep_later(state, moves)
        finally:
            self._unkept -= Counter((state.code,))
        await self._unwatch(state.code)

    async def _is_kept(self, state: Room, moves: MovesMade | None) -> bool:
        self.keeping += 1
        self.all_kept.clear()
        try:
            return await self._records.keep(state, moves)
        finally:
            self.keeping -= 1
            if not self.keeping:
                self.all_kept.set()


async def logged(
    errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
) -> bool:
    """Run one room's errand; log a failure, so that it does not end every other's.

    Tell whether it was done.
    """
    try:
        await errand(*args, **kwargs)
    except (StoreError, Refused) as error:
        log.info("an errand could not be done: %s", error)
    except Exception:
        log.exception("an errand failed")
    else:
        return True
    return False
