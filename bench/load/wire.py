"""WebSocket connections as cheap as Python has them, for a load generator.

The generator shares two cores with what it measures, so its frames are made and
read by hand: a client's frames carry a mask of zeros, which leaves the payload as
it is, and nothing is checked that a correct server does not send.
"""

import asyncio
import asyncio.trsock
import socket
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import msgpack

from samedeal_protocol import SUBPROTOCOL

Message: TypeAlias = dict[str, Any]
"""A message as msgpack gives it; keys are text, lists are tuples."""

OPEN_WITHIN_S = 30.0

_REQUEST = (
    " HTTP/1.1\r\n"
    "Host: localhost\r\n"
    "Upgrade: websocket\r\n"
    "Connection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
_ACCEPTED = b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""The answer of RFC 6455, section 1.3, to that key."""

_BINARY, _CLOSE, _PING, _PONG = 0x82, 0x88, 0x89, 0x8A
_NO_MASK = bytes(4)
_HEADS = tuple(bytes((_BINARY, 0x80 | size)) + _NO_MASK for size in range(126))

_packer = msgpack.Packer()


class HandshakeRefused(Exception):
    """The server did not take the connection."""

    def __init__(self, status: int, retry_after_s: float | None) -> None:
        super().__init__(f"refused with HTTP status {status}")
        self.status = status
        self.retry_after_s = retry_after_s


def framed(message: Message) -> bytes:
    """Return the client's frame of a message."""
    payload: bytes = _packer.pack(message)
    return frame_of(payload)


def frame_of(payload: bytes) -> bytes:
    """Return the client's binary frame of fewer than 64 KiB."""
    if len(payload) < 126:
        return _HEADS[len(payload)] + payload
    size = len(payload).to_bytes(2, "big")
    return bytes((_BINARY, 0xFE)) + size + _NO_MASK + payload


def unpacked(payload: bytes) -> Message:
    """Return the message of a payload."""
    return cast("Message", msgpack.unpackb(payload, use_list=False))


class Link(asyncio.Protocol):
    """One connection; `received` gets each payload, `lost` is called at its end."""

    def __init__(
        self,
        received: Callable[[bytes], None],
        lost: Callable[[], None],
        path: str = "/",
    ) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.close_code: int | None = None
        """The server's close code; None while open, and after a mere end."""
        self._path = path
        self._received = received
        self._lost = lost
        self._rest = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.write: Callable[[bytes], None] = _ignore

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast("asyncio.Transport", transport)
        self.write = self._transport.write
        self.write(f"GET {self._path}".encode() + _REQUEST)

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the connection."""
        self.write = _ignore
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("cut in the handshake"))
            self.opened.exception()
        elif self._is_open:
            self._lost()

    def data_received(self, data: bytes) -> None:
        """Hand on every whole frame."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._is_open:
            data = self._shake_hands(data)
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            stop = start + size
            if stop > end:
                break
            if data[at] == _BINARY:
                self._received(data[start:stop])
            else:
                self._control(data[at], data[start:stop])
            at = stop
        if at < end:
            self._rest = data[at:]

    @property
    def socket(self) -> asyncio.trsock.TransportSocket | None:
        """The kernel's socket, to ask for its counts."""
        if self._transport is None:
            return None
        return cast(
            "asyncio.trsock.TransportSocket", self._transport.get_extra_info("socket")
        )

    def cut(self) -> None:
        """End the connection as a lost network does, without a word."""
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """End the connection in good order."""
        self.write(bytes((_CLOSE, 0x82)) + _NO_MASK + (1000).to_bytes(2, "big"))
        if self._transport is not None:
            self._transport.close()

    def _shake_hands(self, data: bytes) -> bytes:
        """Read the answer to the upgrade; return what came after it."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            self._rest = data
            return b""
        status, headers = _read_head(head)
        if status == 101 and headers.get("sec-websocket-accept") == _ACCEPTED.decode():
            self._is_open = True
            if not self.opened.done():
                self.opened.set_result(None)
            return rest
        after = headers.get("retry-after", "")
        refused = HandshakeRefused(status, float(after) if after.isdigit() else None)
        if not self.opened.done():
            self.opened.set_exception(refused)
        self.cut()
        return b""

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            size = bytes((_PONG, 0x80 | len(payload)))
            self.write(size + _NO_MASK + payload)
        elif opcode == _CLOSE:
            self.close_code = int.from_bytes(payload[:2], "big") if payload else 1005
            self.close()


async def open_link(
    port: int,
    received: Callable[[bytes], None],
    lost: Callable[[], None],
    host: str = "127.0.0.1",
    path: str = "/",
) -> Link:
    """Connect; raises HandshakeRefused, OSError or TimeoutError."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPEN_WITHIN_S):
        _, link = await loop.create_connection(
            lambda: Link(received, lost, path), host, port, family=socket.AF_INET
        )
        try:
            await link.opened
        except BaseException:
            link.cut()
            raise
    return link


def _read_head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return int(first.split(" ")[1]), {k.lower(): v.strip() for k, _, v in pairs}


def _ignore(data: bytes) -> None:
    """Write to a connection that is not there."""
