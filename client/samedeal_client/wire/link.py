"""The link: one WebSocket that carries the protocol's messages."""

import asyncio
from typing import Self

from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from samedeal_client.wire.answers import Answers
from samedeal_client.wire.reach.addresses import asks_more
from samedeal_client.wire.reach.proxies import proxy_to
from samedeal_client.wire.trouble import FAILURES, Attempt, why_not
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import MAX_OUTBOUND_BYTES, decode_message, encode
from samedeal_protocol.errors import ProtocolError, UnknownMessage
from samedeal_protocol.updates import ServerMessage

OPEN_WITHIN_S = 5.0
ABNORMAL = 1006
"""The close code of a connection that ended without a goodbye."""


class LinkLost(Exception):
    """The connection has ended; `code` is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Connecting(connect):
    """Connecting to one address: nobody there sends a client, and its token, on."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Return the error, whatever address an answer names."""
        return exc


class Link:
    """An open connection; messages go in order, both ways."""

    def __init__(self, socket: ClientConnection, answers: Answers | None) -> None:
        self._socket = socket
        self.answers = answers
        self.room = ""
        """The code of the room whose path it goes by; empty for the server's own."""
        self.stays = False
        """Whether a better way was looked for and not found."""

    @classmethod
    async def open(cls, url: str, answers: Answers | None = None) -> Self:
        """Connect to a server; raises Unreachable. `answers` notes the answers owed."""
        tried = Attempt(url, proxy_to(url), OPEN_WITHIN_S)
        try:
            if asks_more(url):
                raise ValueError("it asks for more than a server")
            socket = await _Connecting(
                url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=MAX_OUTBOUND_BYTES,
                open_timeout=OPEN_WITHIN_S,
                close_timeout=1,
                ping_interval=None,
                proxy=None if tried.proxy is None else tried.proxy.address,
            )
        except FAILURES as error:
            raise why_not(tried, error) from None
        return cls(socket, answers)

    async def send(self, message: BaseModel) -> None:
        """Send a message; raises LinkLost."""
        if self.answers is not None:
            self.answers.sent(message)
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
                message = decode_message(frame)
            except UnknownMessage:
                continue  # a newer server's; nothing that this client needs
            except ProtocolError:
                await self._socket.close(1002)
                raise LinkLost(ABNORMAL) from None
            if self.answers is not None:
                self.answers.heard(message)
            return message

    async def close(self) -> None:
        """Say goodbye."""
        await self._socket.close()

    def end(self) -> None:
        """End the connection at once; answers over it are not told any more."""
        if self.answers is not None:
            self.answers.close()
        self.cut()

    def cut(self) -> None:
        """End the connection at once, without a goodbye."""
        self._socket.transport.abort()


def _code_of(error: ConnectionClosed) -> int:
    return ABNORMAL if error.rcvd is None else error.rcvd.code
