"""What operators have ordered, carried out in this process: bans, words, an end."""

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


class Obeying:
    """Reads orders and has the gateway carry them out; `run` is a task."""

    def __init__(self, store: Store, gateway: Gateway) -> None:
        self._store = store
        self._gateway = gateway
        self._before: Ordered | None = None
        self.is_to_end = asyncio.Event()
        """Set once this process is to hand its players over."""

    async def run(self) -> None:
        """Look for orders, until cancelled."""
        while True:
            try:
                self._obey(await self._store.orders.read(self._store.process))
            except StoreError as error:
                log.info("orders of operators were not read: %s", error)
            await asyncio.sleep(LOOKED_EVERY_S)

    def _obey(self, ordered: Ordered) -> None:
        before, self._before = self._before, ordered
        if before is None or ordered.bans != before.bans:
            self._gateway.keep_out(Bans(ordered.bans))
        if ordered.announced != (b"" if before is None else before.announced):
            self._gateway.announce(unpack_announced(ordered.announced))
        if ordered.is_to_end and not self.is_to_end.is_set():
            log.warning("an operator has this process end")
            self.is_to_end.set()
