"""The link: one WebSocket that carries the protocol's messages."""

import asyncio
import os
from typing import Self

from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
)
from websockets.typing import Subprotocol

from samedeal_client.language import tr
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import MAX_OUTBOUND_BYTES, decode_message, encode
from samedeal_protocol.errors import ProtocolError, UnknownMessage
from samedeal_protocol.updates import ServerMessage

OPEN_WITHIN_S = 5.0
ABNORMAL = 1006
"""The close code of a connection that ended without a goodbye."""
BUSY = (429, 503)
LONGEST_RETRY_S = 60.0
"""A server that asks for more patience is asked again nevertheless."""


class Unreachable(Exception):
    """No server of this protocol answers at an address; says why."""

    is_silent = False
    """Whether nobody at all was there."""


class Silent(Unreachable):
    """Nobody at all answers at an address."""

    is_silent = True


class Busy(Unreachable):
    """A server that takes in nobody more for now; `retry_s` is how long it says."""

    def __init__(self, url: str, retry_s: float) -> None:
        wait_s = max(1, round(retry_s))
        super().__init__(tr("{url} is busy; try again in {s} s", url=url, s=wait_s))
        self.retry_s = retry_s


class LinkLost(Exception):
    """The connection has ended; `code` is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the connection has ended with code {code}")
        self.code = code


class Link:
    """An open connection; messages go in order, both ways."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a server; raises Unreachable."""
        try:
            socket = await connect(
                url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=MAX_OUTBOUND_BYTES,
                open_timeout=OPEN_WITHIN_S,
                close_timeout=1,
                ping_interval=None,
                proxy=None,
            )
        except (InvalidURI, ValueError):
            raise Unreachable(
                tr("{url} is not a server's address: write ws://HOST:PORT", url=url)
            ) from None
        except InvalidStatus as error:
            if error.response.status_code in BUSY:
                asked = error.response.headers.get("Retry-After", "")
                raise Busy(url, _retry_s(asked)) from None
            raise Unreachable(_no_server(url, error)) from None
        except InvalidHandshake as error:
            raise Unreachable(_no_server(url, error)) from None
        except TimeoutError:
            raise Unreachable(
                tr("no answer from {url} within {s:.0f} s", url=url, s=OPEN_WITHIN_S)
            ) from None
        except OSError as error:
            reason = _reason(error)
            raise Silent(
                tr("no server answers at {url}: {reason}", url=url, reason=reason)
            ) from None
        return cls(socket)

    async def send(self, message: BaseModel) -> None:
        """Send a message; raises LinkLost."""
        try:
            await self._socket.send(encode(message))
        except ConnectionClosed as error:
            raise LinkLost(_code_of(error)) from None

    async def receive(self, within_s: float) -> ServerMessage:
        """Return the next message; raises LinkLost, also after too long a silence."""
        while True:
            try:
                async with asyncio.timeout(within_s):
                    frame = await self._socket.recv(decode=False)
            except ConnectionClosed as error:
                raise LinkLost(_code_of(error)) from None
            except TimeoutError:
                # No goodbye: whoever is silent does not read it either, and
                # what still waits to be sent would wait for that.
                self.cut()
                raise LinkLost(ABNORMAL) from None
            try:
                return decode_message(frame)
            except UnknownMessage:
                continue  # a newer server's; nothing that this client needs
            except ProtocolError:
                await self._socket.close(1002)
                raise LinkLost(ABNORMAL) from None

    async def close(self) -> None:
        """Say goodbye."""
        await self._socket.close()

    def cut(self) -> None:
        """End the connection at once, without a goodbye."""
        self._socket.transport.abort()


def _no_server(url: str, error: Exception) -> str:
    return tr("{url} is not a samedeal server: {reason}", url=url, reason=error)


def _retry_s(text: str) -> float:
    """Return what a Retry-After header says in seconds; dates say nothing here."""
    return min(float(text), LONGEST_RETRY_S) if text.strip().isdecimal() else 0.0


def _reason(error: OSError) -> str:
    """Return the system's words; asyncio puts addresses and numbers in their place."""
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno).lower()
    return str(error)


def _code_of(error: ConnectionClosed) -> int:
    return ABNORMAL if error.rcvd is None else error.rcvd.code
