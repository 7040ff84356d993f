"""Something that one process has for itself, held for as long as that takes."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from samedeal_server.store.errors import StoreError


@asynccontextmanager
async def holding(
    hold: Callable[[], Awaitable[None]], every_s: float
) -> AsyncGenerator[None]:
    """Hold on meanwhile, so often; where the store is away it is tried again.

    If `hold` raises anything else, what is done meanwhile is cancelled: raises that.
    """

    async def hold_on() -> None:
        while True:
            # What is held lasts for some of these tries.
            with contextlib.suppress(StoreError):
                await hold()
            await asyncio.sleep(every_s)

    try:
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(hold_on())
            yield
            task.cancel()
    except ExceptionGroup as group:
        # Of the one that failed first: nobody outside knows of two.
        raise group.exceptions[0] from None
