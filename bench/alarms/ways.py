"""The ways in which troubles are made and ended, where several share them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from bench.alarms.place import Place
from bench.chaos.processes import Program
from redis.asyncio import Redis

Way: TypeAlias = Callable[[], Awaitable[object]]


def calling(what: Callable[[], None]) -> Way:
    """Return a way to call something."""

    async def do() -> None:
        what()

    return do


def store_of(there: Place) -> "Redis":
    """Return a connection to the store of a service, from aside."""
    return Redis(unix_socket_path=there.store.socket)


@asynccontextmanager
async def by_turns(
    program: Program, still_s: float, going_s: float
) -> AsyncGenerator[tuple[Way, Way]]:
    """Make a process stand still and go on, by turns."""

    async def stutter() -> None:
        try:
            while True:
                program.pause()
                await asyncio.sleep(still_s)
                program.resume()
                await asyncio.sleep(going_s)
        finally:
            program.resume()

    async with on_and_off(stutter) as ways:
        yield ways


@asynccontextmanager
async def on_and_off(
    goes_on: Callable[[], Awaitable[None]],
) -> AsyncGenerator[tuple[Way, Way]]:
    """Yield the beginning of something that goes on, and its end."""
    running: list[asyncio.Future[None]] = []

    async def begin() -> None:
        running.append(asyncio.ensure_future(goes_on()))

    async def end() -> None:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    try:
        yield begin, end
    finally:
        await end()
