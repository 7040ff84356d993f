"""A server wired up inside the test's own loop: store, rooms, gateway."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from samedeal_server.process.process import Process
from samedeal_server.process.settings import Settings
from samedeal_server.store.redis import Store

QUICK = Settings.model_validate({"countdown_ms": 500})


@asynccontextmanager
async def opened(store_url: str) -> AsyncGenerator[Store]:
    """Enter a store and have it write what is asked."""
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        try:
            yield store
        finally:
            running.cancel()
            await asyncio.wait([running])


@asynccontextmanager
async def serving(
    store_url: str, settings: Settings = QUICK, port: int = 0
) -> AsyncGenerator[str]:
    """Serve on a port, or any free one; yield the address."""
    async with Store(store_url) as store, asyncio.TaskGroup() as tasks:
        process = Process(store, settings)
        running = tasks.create_task(process.run())
        server = await process.gateway.listen("127.0.0.1", port)
        try:
            yield "ws://{}:{}".format(*server.sockets[0].getsockname()[:2])
        finally:
            server.close()
            await process.drain(0.05)
            running.cancel()
