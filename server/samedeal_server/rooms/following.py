"""What other processes append to a room's log, as it is followed here.

A ring brings it, or the answer to an append of this process; where neither can, or it
does not follow on what is known, the log is read. When the log has lost facts, the room
begins a new epoch with those that are left.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable

from samedeal_server.core.commands import BeginEpoch, Command
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.live import LiveRoom, Rooms
from samedeal_server.rooms.room_logs import FactsLost, Logs, is_later, unpacked
from samedeal_server.store.errors import StoreError
from samedeal_server.store.health import Health
from samedeal_server.store.readings import LogEntry, Ring
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)


class Following:
    """Keeps rooms up to what others have appended to their logs."""

    def __init__(
        self,
        store: Store,
        logs: Logs,
        health: Health,
        rooms: Rooms,
        meters: RoomMeters,
        apart: Callable[[LiveRoom, Command], Awaitable[None]],
    ) -> None:
        """Follow them; `apart` carries out what goes ahead of all that is in line."""
        self._store = store
        self._logs = logs
        self._health = health
        self._rooms = rooms
        self._meters = meters
        self._apart = apart

    def hear(self, live: LiveRoom, ring: Ring) -> bool:
        """Fold what a ring says was appended; tell whether nothing need be read.

        It may come before the answer to an append of this process that lies before it:
        then it waits for that.
        """
        last = live.state.marks.last
        if live.readings.is_unsure:
            return False
        if ring.since == last:
            return self.follow(live, ring.entries)
        if not is_later(ring.entries[-1].id, last):
            return True
        return live.line.keep_early(ring)

    def follow(self, live: LiveRoom, entries: list[LogEntry]) -> bool:
        """Fold what others have appended; tell whether it follows on what is known."""
        try:
            self._fold(live, entries)
        except FactsLost:
            live.readings.be_unsure()
        except StoreError as error:
            log.warning("room %s: others' facts: %s", live.state.code, error)
            live.readings.be_unsure()
        except Exception:
            # A bug here must not cost this process its doorbell.
            log.exception(
                "room %s: what others appended is read again", live.state.code
            )
            live.readings.be_unsure()
        return not live.readings.is_unsure

    def _fold(self, live: LiveRoom, entries: Iterable[LogEntry]) -> None:
        """Fold entries of the log; raises FactsLost where they do not follow."""
        for entry in entries:
            marks = live.state.marks
            if entry.offset == marks.offset + 1:
                self._rooms.fold(live, unpacked(entry))
            elif entry.offset > marks.offset or is_later(entry.id, marks.last):
                raise FactsLost

    async def catch_up(self, live: LiveRoom) -> None:
        """Read and fold what others appended; safe to run twice at once.

        Afterwards the state is what the log says, even if the log has lost facts.
        """
        # Of the log that is read now: another reader may find the same loss meanwhile,
        # and one loss is one epoch.
        epoch = live.state.marks.epoch
        reading = live.readings.begin()
        try:
            try:
                await self._read_on(live)
            except FactsLost:
                await self._begin_epoch(live, epoch)
        except BaseException:
            # However it ended, there may be something in the log that was not folded.
            live.readings.be_unsure()
            raise
        live.readings.end(reading)

    async def catch_up_since(self, live: LiveRoom, asked: int) -> None:
        """Catch up unless that was begun and done since; see `asked` of Pending.

        Of many who ask at once, one reads for all.
        """
        async with live.readings.turn:
            await self._health.be_sure()  # those who wait need not find out one by one
            if live.readings.is_unsure or not live.readings.have_served(asked):
                await self.catch_up(live)

    async def _read_on(self, live: LiveRoom) -> None:
        self._meters.readings += 1
        known = live.state.marks.last
        found = await self._store.read_log(live.state.code, known)
        self._fold(live, found.entries)
        if is_later(known, found.last):
            raise FactsLost

    async def _begin_epoch(self, live: LiveRoom, epoch: int) -> None:
        """Start again from what the log still has, and say that this epoch is over."""
        code, match = live.state.code, live.state.table.match
        told = match.id if match is not None and match.ended_at is not None else ""
        log.warning("room %s: the store has lost facts", code)
        self._meters.losses += 1
        state = await self._logs.folded(code)
        if not self._rooms.is_carried(live):
            return
        if state is None:
            live.lose()
            self._rooms.release(live)
            return
        if live.state.marks.epoch != epoch:
            return  # Another reader found the same loss, and told everybody of it.
        if live.state.marks != state.marks:
            live.replace(state)
        try:
            await self._apart(live, BeginEpoch(epoch, told))
        finally:
            live.make_good()
