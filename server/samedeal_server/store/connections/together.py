"""Questions that are asked together, over connections that somebody is to close."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def together(*asked: Awaitable[T]) -> list[T]:
    """Return the answers to all; once it is over, however it ended, none goes on.

    `asyncio.gather` ends with the first that fails or is cancelled. The others would
    go on to ask a store that is closed meanwhile, over connections that nobody closes.
    """
    asking = [asyncio.ensure_future(each) for each in asked]
    try:
        return await asyncio.gather(*asking)
    except BaseException:
        for each in asking:
            each.cancel()
        await asyncio.wait(asking)
        raise
