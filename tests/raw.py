"""Bytes at a server's port, as anybody may send them."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeAlias

from samedeal_protocol import SUBPROTOCOL

Ends: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

ENDS_WITHIN_S = 10.0


def handshake(host: str = "localhost", path: str = "/", *more: str) -> bytes:
    """Return the bytes with which a client asks for a WebSocket."""
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
        *more,
        "",
        "",
    )
    return "\r\n".join(lines).encode("latin-1")


@asynccontextmanager
async def knocked(url: str, data: bytes = b"") -> AsyncGenerator[Ends]:
    """Connect and send bytes."""
    host, port = url.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(data)
        yield reader, writer
    finally:
        writer.transport.abort()


async def heard(url: str, data: bytes, *, hang_up: bool = False) -> bytes:
    """Send bytes and return all that comes back until the server ends it."""
    async with knocked(url, data) as (reader, writer):
        if hang_up:
            writer.write_eof()
        return await rest_of(reader)


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """Return the bytes that still come until the server ends it."""
    said = b""
    async with asyncio.timeout(ENDS_WITHIN_S):
        with contextlib.suppress(ConnectionResetError):
            while more := await reader.read(4096):
                said += more
    return said


def status_of(said: bytes) -> int:
    """Return the status of an answer; 0 if there is none."""
    return int(said.split(b" ")[1]) if said.startswith(b"HTTP/1.1 ") else 0


@contextmanager
def all_goes_well() -> Generator[None]:
    """Fail if anything was raised that only the loop itself has caught."""
    loop = asyncio.get_running_loop()
    raised: list[dict[str, object]] = []
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, context: raised.append(context))
    try:
        yield
    finally:
        loop.set_exception_handler(before)
    assert not raised
