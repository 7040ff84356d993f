"""A house of bots, run in the test's own loop."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from samedeal_client.commands.playing.house import House

KEY = "a key of sixteen signs, or more"


@asynccontextmanager
async def house_at(
    url: str, count: int = 2, patience_s: float = 60.0, key: str = KEY
) -> AsyncGenerator[list[str]]:
    """Open a house; yield the lines that it tells."""
    told: list[str] = []
    running = asyncio.create_task(House(url, key, count, patience_s).run(told.append))
    try:
        yield told
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
