"""Doorbells: how a process hears what others append to the rooms that it watches.

Every process has one that it hears wherever it listens: in a cluster each node passes
on to all others what is rung there. So in a cluster rooms have bells of their own
besides, see `near_bells`, and this one is for those who are not there.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import logging
from collections.abc import Callable
from typing import cast

from redis.exceptions import RedisError

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.calls import end_if_cancelled
from samedeal_server.store.clients import Client
from samedeal_server.store.keys import DOORBELL
from samedeal_server.store.readings import Ring, rings_of
from samedeal_server.store.rooms.near_bells import NearBells

log = logging.getLogger(__name__)

RECONNECT_AFTER_S = 0.25


class Doorbells:
    """What one process hears; `run` is a task."""

    def __init__(self, client: Client, process: str, meters: StoreMeters) -> None:
        self.on_ring: Callable[[Ring], None] = lambda ring: None
        """Called with what another process has added to a room's log."""
        self.on_deaf: Callable[[], None] = lambda: None
        """Called when rings of any room may have been missed."""
        self._client = client
        self._process = process
        self._meters = meters
        self._is_heard = False
        """Whether it was to be heard, the last time that was known."""
        self.near = NearBells(client, process, meters, self._rung)
        """The doorbells at the nodes of a cluster."""

    async def run(self) -> None:
        """Hear them, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen(), name="store doorbell")
            if self._client.is_cluster:
                tasks.create_task(self.near.run(), name="store near doorbells")

    async def _listen(self) -> None:
        """Hear this process's doorbell, on a new connection whenever one is lost."""
        while True:
            listener = self._client.listener()
            try:
                async with listener.pubsub() as doorbell:
                    await doorbell.subscribe(DOORBELL + self._process)
                    end_if_cancelled()
                    async for message in doorbell.listen():
                        self._hear(message)
            except (RedisError, OSError) as error:
                self._is_heard = False
                self._meters.losses += 1
                log.warning("doorbell lost, listening again: %s", error)
            finally:
                await listener.aclose()
            await asyncio.sleep(RECONNECT_AFTER_S)

    def _hear(self, message: dict[str, object]) -> None:
        if message["type"] == "message":
            rooms = self._rung(cast("bytes", message["data"]))
            # One store has no bell of a room's own: nobody would ever begin to listen.
            if self._client.is_cluster:
                for room in rooms:
                    self.near.rung_elsewhere(room)
        elif message["type"] == "subscribe":
            # Whatever rang before is not known. A second time: redis-py has found again
            # what it lost, and says nothing else about it.
            self._meters.losses += self._is_heard
            self._is_heard = True
            self.on_deaf()

    def _rung(self, message: bytes) -> list[str]:
        """Hand on what a bell says; return of which rooms."""
        rings = rings_of(message)
        for ring in rings:
            self._meters.rings += 1
            self.on_ring(ring)
        return [ring.room for ring in rings]
