"""Waiting for what nobody announces; the one place where tests poll."""

import asyncio
from collections.abc import Callable

POLL_S = 0.01


async def eventually(happened: Callable[[], bool], within_s: float = 5) -> None:
    """Return as soon as `happened()` is true; fail when it is not within the time."""
    try:
        async with asyncio.timeout(within_s):
            while not happened():  # noqa: ASYNC110 - nothing to wait on
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise AssertionError(f"did not happen within {within_s} s") from None
