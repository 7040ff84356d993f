"""The orders to every process, carried out in this one.

By operators: bans, words, an end. By players: to hang up on
those who have ended an identity.
"""

import asyncio
import logging

from samedeal_server.edge.gateway import Gateway
from samedeal_server.people.announced import unpack_announced
from samedeal_server.people.bans import Bans
from samedeal_server.store.errors import StoreError
from samedeal_server.store.operators.orders import Ordered
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

LOOKED_EVERY_S = 1.0
TOLD_AGAIN_MS = 15_000
"""For so long who has ended is told of again: they may have been let in meanwhile, or
the clocks of processes differ."""


class Obeying:
    """Reads orders and has the gateway carry them out; `run` is a task."""

    def __init__(self, store: Store, gateway: Gateway) -> None:
        self._store = store
        self._gateway = gateway
        self._before: Ordered | None = None
        self._ended_since = 0
        """From when on it is not known who has ended, in ms."""
        self.is_to_end = asyncio.Event()
        """Set once this process is to hand its players over."""
        self.is_lost = False
        """Whether the store has lost facts, and no operator has seen to it."""

    async def run(self) -> None:
        """Look for orders, until cancelled."""
        while True:
            try:
                self._obey(await self._store.orders.read(self._store.process))
                await self._part()
            except StoreError as error:
                log.info("orders of operators were not read: %s", error)
            await asyncio.sleep(LOOKED_EVERY_S)

    async def _part(self) -> None:
        """Hang up on those who have ended; raises StoreError."""
        since = self._store.now() - TOLD_AGAIN_MS
        if ended := await self._store.people.ended(self._ended_since):
            self._gateway.part_with(ended)
        self._ended_since = since

    def _obey(self, ordered: Ordered) -> None:
        before, self._before = self._before, ordered
        self.is_lost = ordered.is_lost
        if before is None or ordered.bans != before.bans:
            self._gateway.keep_out(Bans(ordered.bans))
        if ordered.announced != (b"" if before is None else before.announced):
            self._gateway.announce(unpack_announced(ordered.announced))
        if ordered.is_to_end and not self.is_to_end.is_set():
            log.warning("an operator has this process end")
            self.is_to_end.set()
