"""A proxy before several servers that goes by the path, as the shipped ones do."""

import asyncio
import zlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from tests.streams import join

from samedeal_protocol.paths import ROOMS

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Router:
    """Brings each room's path to one server, and all else to each in turn."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._ports = [int(url.rpartition(":")[2]) for url in urls]
        self._turn = 0
        self.knows_rooms = True
        """Whether it lets rooms' paths through."""
        self.goes_by_path = True
        self.came: list[tuple[str, int]] = []
        """Each connection's path, and which server it was brought to."""
        self.open: list[tuple[str, int]] = []
        """Those of them that are still there."""

    def down(self, server: int) -> None:
        """Bring nobody to a server any more."""
        self._ports[server] = 0

    def home_of(self, path: str) -> int:
        """Return the server of a room's path: another one only if it is down."""
        alive = [k for k, port in enumerate(self._ports) if port]
        return max(alive, key=lambda k: zlib.crc32(f"{path} {k}".encode()))

    def _next(self) -> int:
        alive = [k for k, port in enumerate(self._ports) if port]
        self._turn += 1
        return alive[self._turn % len(alive)]

    async def enter(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        path = request.split(b" ")[1].decode()
        is_room = path.startswith(ROOMS)
        by_path = is_room and self.goes_by_path
        server = self.home_of(path) if by_path else self._next()
        self.came.append((path, server))
        if is_room and not self.knows_rooms:
            writer.write(NOT_FOUND)
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._ports[server])
        back.write(request)
        self.open.append((path, server))
        try:
            await join((reader, back), (there, writer))
        finally:
            self.open.remove((path, server))


@asynccontextmanager
async def routing(*urls: str) -> AsyncGenerator[tuple[Router, str]]:
    """Yield a router to servers, and the address on its outside."""
    router = Router(urls)
    server = await asyncio.start_server(router.enter, "127.0.0.1", 0)
    try:
        yield router, f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
