"""A TCP door to a store or a server that can be shut, for outages on demand."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

from tests.streams import Ends, join


class Door:
    """Lets connections through to what is behind it while it is open."""

    def __init__(self, go_through: Callable[[], Awaitable[Ends]]) -> None:
        self._go_through = go_through
        self._is_open = True
        self._through: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def shut(self) -> None:
        """Cut every connection, and let nobody in until opened again."""
        self._is_open = False
        for writer in self._through:
            writer.close()

    def open(self) -> None:
        self._is_open = True

    async def enter(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if not self._is_open:
            writer.close()
            return
        there, back = await self._go_through()
        self._through |= {writer, back}
        try:
            await join((reader, back), (there, writer))
        finally:
            self._through -= {writer, back}


@asynccontextmanager
async def door_to(store_url: str) -> AsyncGenerator[tuple[Door, str]]:
    """Yield a door to the store, and the address on its outside."""
    path = store_url.removeprefix("unix://")
    async with _hung(partial(asyncio.open_unix_connection, path)) as (door, port):
        yield door, f"redis://127.0.0.1:{port}"


@asynccontextmanager
async def door_to_server(url: str) -> AsyncGenerator[tuple[Door, str]]:
    """Yield a door to a server, and the address on its outside."""
    there = urlsplit(url)
    goes = partial(asyncio.open_connection, there.hostname, there.port)
    async with _hung(goes) as (door, port):
        yield door, f"ws://127.0.0.1:{port}"


@asynccontextmanager
async def _hung(
    go_through: Callable[[], Awaitable[Ends]],
) -> AsyncGenerator[tuple[Door, int]]:
    door = Door(go_through)
    server = await asyncio.start_server(door.enter, "127.0.0.1", 0)
    try:
        yield door, server.sockets[0].getsockname()[1]
    finally:
        door.shut()
        server.close()
        await server.wait_closed()
