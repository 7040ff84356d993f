"""Whether this process can write, and since when nobody could.

A pulse every half second says to the store, and so to every other process, that
this one is alive. While none comes through nothing is acknowledged, and no
clock runs: the gap between two pulses of all processes together is put on
record and every room's time limits are moved on by it.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.readings import Outage, Pulse
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.stuck import Stuck

log = logging.getLogger(__name__)

PULSE_EVERY_S = 0.5
SURE_FOR_S = 1.5
"""After a pulse; it is shorter than any gap that counts as an outage."""


class Health:
    """The store's health as one process sees it; `run` is a task."""

    def __init__(self, store: Store) -> None:
        self.is_well = True
        self.outages: tuple[Outage, ...] = ()
        """The last ones, oldest first."""
        self.stood_until = 0
        """The end of the latest of them, in ms since 1970; 0 where there was none."""
        self.stuck = Stuck()
        """Rooms that cannot be written to though pulses come through."""
        self.on_pulse: Callable[[Pulse], None] = lambda pulse: None
        """Called with each pulse that came through."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when `is_well` has changed."""
        self._store = store
        self._sure_until = 0.0
        self._unwell_since = 0.0
        self._was_unwell_s = 0.0
        """In all outages that are over."""

    @property
    def is_sure(self) -> bool:
        """Tell whether a pulse came through lately, so that no outage is unknown."""
        return self.is_well and time.monotonic() < self._sure_until

    @property
    def unwell_s(self) -> float:
        """Return the seconds in which this process could not write, all in all."""
        now = 0.0 if self.is_well else time.monotonic() - self._unwell_since
        return self._was_unwell_s + now

    async def be_sure(self) -> None:
        """Wait until it is; raises StoreUnavailable."""
        if not self.is_well:
            raise StoreUnavailable("the store was away a moment ago")
        if not self.is_sure:
            await self.check()

    async def check(self) -> None:
        """Send a pulse and learn of every outage so far; raises StoreUnavailable."""
        sent = time.monotonic()
        said = self.stuck.news()
        try:
            pulse = await self._store.pulse(said)
        except StoreError as error:
            self._be(well=False, why=str(error))
            raise StoreUnavailable(str(error)) from error
        self._sure_until = max(self._sure_until, sent + SURE_FOR_S)
        self.outages = pulse.outages
        self.stood_until = max((each.until for each in pulse.outages), default=0)
        self.stuck.heard(pulse.stuck, said)
        self._be(well=True)
        self.on_pulse(pulse)

    async def run(self) -> None:
        """Send pulses, until cancelled."""
        while True:
            await asyncio.sleep(PULSE_EVERY_S)
            try:
                await self.check()
            except StoreUnavailable:
                continue

    def _be(self, *, well: bool, why: str = "") -> None:
        if well is self.is_well:
            return
        self.is_well = well
        if well:
            self._was_unwell_s += time.monotonic() - self._unwell_since
            log.warning("the store answers again")
        else:
            self._unwell_since = time.monotonic()
            log.warning("degraded: %s", why)
        self.on_change()
