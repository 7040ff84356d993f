"""Upkeep: what a process does for rooms without being asked.

It looks after rooms whose own processes have not, frees what dead processes
left behind, stops clocks for outages, and compares what it knows with the
store, so that a ring that was never heard costs two seconds and no more.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterator

from samedeal_server.core.commands import Bury
from samedeal_server.core.connections import process_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Sitter
from samedeal_server.deals.dailies import Dailies
from samedeal_server.hub.agreement import Agreement
from samedeal_server.records.records import Records
from samedeal_server.rooms.carrier import Carrier, logged
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.room_list import listing_of, note_rooms, place_rooms
from samedeal_server.store.errors import StoreError
from samedeal_server.store.readings import Pulse, Ring
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

SWEEP_EVERY_S = 2.0
SWEEP_GRACE_MS = 1_500
"""A room overdue for so long is looked at by any process, not only by those that
carry somebody in it."""
SWEEP_MOST = 100
APART_SWEEPS = 15
"""The sweeps after which players of a room who are in two processes did not just
come."""


class Upkeep:
    """Looks after every room of the service, a little at a time; `run` is a task."""

    def __init__(
        self,
        store: Store,
        carrier: Carrier,
        records: Records,
        dailies: Dailies,
        agreement: Agreement,
        *,
        rooms_by_path: bool = False,
    ) -> None:
        self._store = store
        self._dailies = dailies
        self._agreement = agreement
        self._records = records
        self._carrier = carrier
        self._burying: set[str] = set()
        self._warns = rooms_by_path
        """Whether it is still to be told if players of a room do not come together."""
        self._apart: dict[str, int] = {}
        """For how many sweeps they were in two processes, by room."""
        self._is_known = False
        self._is_laid_out = self._waits = False
        """Whether the data has this code's layout, and was found not to have it."""
        self._losses = 0
        """As many as the store was told of that it had."""

    async def run(self) -> None:
        """Sweep, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            await self._sweep()

    def pulsed(self, pulse: Pulse) -> None:
        """See to what a pulse brought."""
        if pulse.is_new and self._is_known:
            # Taken for dead meanwhile: nobody rang here.
            for live in self._carrier.rooms.values():
                self._carrier.spawn(self._store.watch, live.state.code)
            self.deaf()
        if pulse.is_new:
            # Now that it serves; whoever only looks at data leaves it as it is. Others
            # have forgotten it: if that cannot be said now, the next sweep says it.
            self._is_laid_out = False
            self._carrier.spawn(self._say_layout)
            self._carrier.spawn(place_rooms, self._store)
            self._carrier.spawn(self._agreement.look)
        self._is_known = True
        if pulse.outages:
            for live in list(self._carrier.rooms.values()):
                self._carrier.runtime.settle(live)
        stuck = self._carrier.stuck
        for code in stuck.codes():
            if carried := self._carrier.rooms.get(code):
                self._carrier.runtime.settle(carried)
            elif code in stuck.here:
                stuck.reached(code, pulse.now)  # it has closed, or is lost
        for process in pulse.dead:
            if process not in self._burying:
                self._burying.add(process)
                self._carrier.spawn(self._bury, process)

    def ring(self, ring: Ring) -> None:
        """Hear what another process has added to a room's log."""
        live = self._carrier.rooms.get(ring.room)
        if live is not None and not self._carrier.runtime.others.hear(live, ring):
            self._carrier.read_soon(live)

    def deaf(self) -> None:
        """Read every room again: rings may have been missed."""
        for live in list(self._carrier.rooms.values()):
            self._carrier.read_soon(live)

    def missed(self, room: str) -> None:
        """Read a room again: rings of it may have been missed."""
        if live := self._carrier.rooms.get(room):
            self._carrier.read_soon(live)

    async def _sweep(self) -> None:
        # The books last, as they may have to wait for the archive; and each by itself:
        # whatever is wrong with the one, the other is looked at.
        await logged(self._look_after)
        await logged(self._records.books_writer.catch_up)

    async def _say_layout(self) -> None:
        """Say which layout the data has, once no process is alive that is too old."""
        self._is_laid_out = await self._store.say_layout()
        if self._store.has_older and not self._waits:
            self._waits = True
            log.warning(
                "an older samedeal-server is alive over the same store: what it could "
                "not read is not written until it has ended"
            )

    async def _look_after(self) -> None:
        if not self._is_laid_out:
            await self._say_layout()
        await self._compare()
        await self._records.look()
        await self._note_losses()
        await self._dailies.draw_ahead()
        before = self._store.now() - SWEEP_GRACE_MS
        for code in await self._store.due(before, SWEEP_MOST):
            await self._look_at_safely(code)

    async def _note_losses(self) -> None:
        """Say, for operators, that the store has lost facts, or links of the chain."""
        writer = self._records.books_writer
        losses = self._carrier.meters.losses + writer.losses + writer.boards.losses
        if losses > self._losses:
            await self._store.orders.note_loss()
            self._losses = losses

    async def _compare(self) -> None:
        """Catch up with rooms in which others act, whether they rang or not."""
        shared = [
            live for live in self._carrier.rooms.values() if self._is_shared(live)
        ]
        marks = await self._store.last_marks([live.state.code for live in shared])
        for live, mark in zip(shared, marks, strict=True):
            if mark != live.state.marks.last or live.readings.is_unsure:
                await self._carrier.runtime.others.catch_up(live)
        if self._warns:
            self._look_for_apart(shared)

    def _look_for_apart(self, shared: list[LiveRoom]) -> None:
        """Tell the operator, once, of a room whose players do not come together."""
        apart = [
            live.state.code
            for live in shared
            if live.viewers
            and any(each.away_since is None for each in self._are_elsewhere(live))
        ]
        self._apart = {code: self._apart.get(code, 0) + 1 for code in apart}
        lasting = [code for code, n in self._apart.items() if n >= APART_SWEEPS]
        if lasting:
            self._warns = False
            log.warning(
                "room %s: its players stay in two processes, although "
                "SAMEDEAL_ROOMS_BY_PATH is set: see that the proxy goes by the path, "
                "/play/CODE; rooms cost more so, and old clients do not say theirs",
                lasting[0],
            )

    def _is_shared(self, live: LiveRoom) -> bool:
        return live.readings.is_unsure or any(self._are_elsewhere(live))

    def _are_elsewhere(self, live: LiveRoom) -> Iterator[Sitter]:
        """Yield those who sit in a room and spoke last in another process."""
        for _, sitter in live.state.taken():
            if process_of(sitter.connection) != self._store.process:
                yield sitter

    async def _look_at_safely(self, code: str) -> None:
        """Log a failure in one room, and go on with the next."""
        try:
            await self._look_at(code)
        except StoreError:
            raise
        except Exception:
            log.exception("room %s could not be looked after", code)

    async def _look_at(self, code: str) -> None:
        live = await self._carrier.carry(code)
        if live is None:
            await self._store.drop_deadlines([code])
            await self._store.lobby.take([code])
            return
        await self._carrier.tick(live)
        await note_rooms(self._store, {code: listing_of(live.state)})
        self._carrier.release(live)

    async def _bury(self, process: str) -> None:
        """Free what a dead process left behind."""
        try:
            for code in await self._store.rooms_of(process):
                live = await self._carrier.carry(code)
                if live is None:
                    continue
                with contextlib.suppress(Refused):  # it has closed meanwhile
                    await self._carrier.runtime.carry_out(live, Bury(process))
                await self._store.unwatch(code, process)
                self._carrier.release(live)
            await self._store.agreed.forget(process)
            await self._store.bury(process)
        finally:
            self._burying.discard(process)
