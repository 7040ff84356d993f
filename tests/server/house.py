"""A server wired up inside the test's own loop: store, hub, gateway."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from samedeal_protocol.errors import CloseCode
from samedeal_server.core.facts import Limits
from samedeal_server.gateway import Gateway
from samedeal_server.hub import Hub
from samedeal_server.store.redis import Store

QUICK = Limits(countdown_ms=500)


@asynccontextmanager
async def serving(store_url: str, limits: Limits = QUICK) -> AsyncGenerator[str]:
    """Serve on any free port; yield the address."""
    async with Store(store_url) as store, asyncio.TaskGroup() as tasks:
        hub = Hub(store, limits)
        gateway = Gateway(hub, store)
        running = [tasks.create_task(store.run()), tasks.create_task(hub.run())]
        server = await gateway.listen("127.0.0.1", 0)
        try:
            yield "ws://{}:{}".format(*server.sockets[0].getsockname()[:2])
        finally:
            server.close(close_connections=False)
            gateway.send_away(CloseCode.GOING_AWAY)
            await server.wait_closed()
            for task in running:
                task.cancel()
