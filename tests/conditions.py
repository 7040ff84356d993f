"""Waiting for what nobody announces; the one place where tests poll."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

POLL_S = 0.01
PATIENCE_S = 30.0
"""The longest wait for anything that is sure to come: longer than a busy machine takes.
Only a test that fails anyway waits so long."""
THINKING_S = 100.0
"""The same for what takes a computer seconds of thinking on a quiet machine."""


async def eventually(
    happened: Callable[[], bool], within_s: float = PATIENCE_S
) -> None:
    """Return as soon as `happened()` is true; fail when it is not within the time."""
    try:
        async with asyncio.timeout(within_s):
            while not happened():  # noqa: ASYNC110 - nothing to wait on
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise AssertionError(f"did not happen within {within_s} s") from None


async def eventually_told(
    asked: Callable[[], Awaitable[T]], so: Callable[[T], bool]
) -> T:
    """Return the answer as soon as it is `so`; fail with the last answer instead."""
    found = await asked()
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not so(found):
                await asyncio.sleep(POLL_S)
                found = await asked()
    except TimeoutError:
        raise AssertionError(f"told in its place: {found!r}") from None
    return found


async def seen(
    text: str, shown: Callable[[], str], within_s: float = PATIENCE_S
) -> None:
    """Return as soon as a text is shown; fail with what is shown in its place."""
    try:
        await eventually(lambda: text in shown(), within_s)
    except AssertionError:
        raise AssertionError(f"{text!r} is nowhere in this:\n{shown()}") from None
