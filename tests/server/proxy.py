"""A TCP door to the embedded store that can be shut, for outages on demand."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Door:
    """Lets connections through to a Unix socket while it is open."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
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
        there, back = await asyncio.open_unix_connection(self._socket)
        self._through |= {writer, back}
        try:
            await asyncio.gather(_copy(reader, back), _copy(there, writer))
        finally:
            self._through -= {writer, back}


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def door_to(store_url: str) -> AsyncGenerator[tuple[Door, str]]:
    """Yield a door to the store, and the address on its outside."""
    door = Door(store_url.removeprefix("unix://"))
    server = await asyncio.start_server(door.enter, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield door, f"redis://127.0.0.1:{port}"
    finally:
        door.shut()
        server.close()
        await server.wait_closed()
