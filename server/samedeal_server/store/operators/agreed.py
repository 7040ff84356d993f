"""The settings of each process over a store, as far as all should be set alike."""

from collections.abc import Mapping
from typing import cast

import msgpack

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import SETTINGS


class AgreedStore:
    """The settings of processes, by process; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def tell(self, process: str, settings: Mapping[str, str]) -> None:
        """Tell the settings of a process."""
        packed: bytes = msgpack.packb(dict(settings))
        await self._calls.write("HSET", SETTINGS, process, packed)

    async def told(self) -> dict[str, dict[str, str]]:
        """Return the settings told by each process, also by those that are gone."""
        found = await self._calls.read_one("HGETALL", SETTINGS)
        told = cast("dict[bytes, bytes]", found)
        return {
            process.decode(): cast("dict[str, str]", msgpack.unpackb(packed))
            for process, packed in told.items()
        }

    async def forget(self, process: str) -> None:
        """Forget a process that is gone."""
        await self._calls.write("HDEL", SETTINGS, process)
