"""The players at a service while it has trouble."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from bench.alarms.place import LOOKED_EVERY_S, Place
from bench.chaos.crew import Crew, Manners

from samedeal_client.wire.player import Player
from samedeal_client.wire.trouble import Unreachable

QUICK, QUICKEST = Manners(pace_s=0.1), Manners(pace_s=0.0)


@asynccontextmanager
async def players(
    there: Place, count: int, url: str = "", manners: Manners = QUICK
) -> AsyncGenerator[Crew]:
    """Let `count` players play, at the large server unless told."""
    crew = Crew("alarms", url or there.url_of(there.large), count, manners)
    await crew.sit_down()
    try:
        yield crew
    finally:
        await crew.go_home()


@asynccontextmanager
async def alone(url: str, count: int, game: str) -> AsyncGenerator[list[Player]]:
    """Let `count` players sit alone in rooms whose deals can be won."""
    async with AsyncExitStack() as stack:
        found: list[Player] = []
        for number in range(count):
            player = Player(url, name=f"p{number}")
            await stack.enter_async_context(player.connected())
            await player.host(game, public=False, seats=1, certified=True)
            found.append(player)
        yield found


async def knock(url: str) -> None:
    """Try to come in, again and again."""
    while True:
        with contextlib.suppress(Unreachable):
            async with Player(url, name="late").connected():
                pass
        await asyncio.sleep(LOOKED_EVERY_S)


@asynccontextmanager
async def sockets(url: str, count: int) -> AsyncGenerator[None]:
    """Keep `count` sockets open that say nothing, anew where they are closed."""

    async def hold() -> None:
        host, _, port = url.removeprefix("ws://").partition(":")
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                try:
                    await reader.read()
                finally:
                    writer.close()
            await asyncio.sleep(LOOKED_EVERY_S)

    async with asyncio.TaskGroup() as tasks:
        held = [tasks.create_task(hold()) for _ in range(count)]
        yield
        for each in held:
            each.cancel()
