"""One connection: a socket, the player behind it, and what it has asked.

It stands between the socket, whose handler it is, the hub, which sees it as a
viewer, and the gateway, where its requests are answered one after the other.
"""

import time
from http import HTTPStatus
from typing import Protocol

from pydantic import BaseModel
from websockets.http11 import Request, Response

from samedeal_protocol.codec import MAX_INBOUND_BYTES, encode
from samedeal_protocol.errors import CloseCode
from samedeal_server.core.state import Player
from samedeal_server.edge.sockets import Socket
from samedeal_server.people.limits import UNDER_WAY_MOST, Bucket, Rate, Strikes

HEARTBEATS = Rate(40, 2.0)
"""Far more than an honest client sends."""

NOISE = Rate(64, 4.0)
"""Pings, pongs and parts of messages; a client needs one ping in some seconds."""

MAX_WAITING_REQUESTS = UNDER_WAY_MOST

MOST_HELD = 8
"""Frames that wait for an answer; an answer takes some milliseconds, news comes
twenty times a second."""

_NOBODY = Player("", "", bot=False)


class Answerer(Protocol):
    """Where a connection's requests go."""

    def knock(self, connection: "Connection") -> None:
        """Count a socket that has said nothing yet."""
        ...

    def answer(
        self, connection: "Connection", request: Request, response: Response
    ) -> Response:
        """Return what a request is answered: `response`, if it is to be let in."""
        ...

    def unreadable(self, connection: "Connection", status: HTTPStatus) -> Response:
        """Return what is answered to what is no request."""
        ...

    def handle(self, connection: "Connection", frame: bytes | str) -> None:
        """Answer one frame."""
        ...

    def refuse(self, connection: "Connection", re: int, error: Exception) -> None:
        """Say why a request was not carried out."""
        ...

    def forget(self, connection: "Connection") -> None:
        """Hear that a connection has ended."""
        ...


class Connection:
    """One socket with a player behind it, and what it has asked."""

    def __init__(self, socket: Socket, answerer: Answerer, connection: str) -> None:
        self.socket = socket
        self.connection = connection
        """Names this connection, its process and its client's session, in facts."""
        self.player = _NOBODY
        self.address = ""
        """Counted by the doorkeeper once it is known; empty before."""
        self.knocks_from: str | None = None
        """Where it is counted as one that has not said yet what it wants."""
        self.is_welcome = False
        self.is_busy = False
        self.is_gone = False
        # A list, which takes 600 bytes less than a deque, and is nearly always empty.
        self.waiting: list[bytes | str] = []
        self._is_going_on = False
        """Whether what has waited is being taken already, further down the stack."""
        self._goodbye: CloseCode | None = None
        """What is said once the request under way is answered."""
        self._held: list[bytes] = []
        """News that goes with the answer that is under way."""
        self.strikes = Strikes(socket.began)
        self.beats = Bucket(HEARTBEATS, socket.began)
        self._noise: Bucket | None = None
        """Of pings and parts of messages, which most clients never send."""
        self._answerer = answerer

    # As the socket's handler

    def answer(self, request: Request, response: Response) -> Response:
        """Return what a request is answered: `response`, if it is to be let in."""
        return self._answerer.answer(self, request, response)

    def unreadable(self, status: HTTPStatus) -> Response:
        """Return what is answered to what is no request."""
        return self._answerer.unreadable(self, status)

    def opened(self) -> None:
        """Hear that the handshake is done."""

    def received(self, message: bytes | str) -> None:
        """Take a frame, now or after those before it."""
        if not self.is_busy:
            self._answerer.handle(self, message)
        elif len(self.waiting) < MAX_WAITING_REQUESTS:
            # One byte too many is as telling as all of them.
            self.waiting.append(message[: MAX_INBOUND_BYTES + 1])
        else:
            self.close(CloseCode.TOO_FAST)

    def connected(self) -> None:
        """Hear that somebody is there who has said nothing yet."""
        self._answerer.knock(self)

    def is_noise_too_much(self) -> bool:
        """Count a ping or a part of a message; tell whether there were too many."""
        now_s = time.monotonic()
        if self._noise is None:
            self._noise = Bucket(NOISE, now_s)
        return self._noise.spend(now_s) > 0

    def too_slow(self) -> None:
        """Hear that the other side does not read."""
        self.close(CloseCode.TOO_SLOW)

    def lost(self) -> None:
        """Hear that the connection has ended."""
        self.is_gone = True
        self.waiting.clear()
        self._answerer.forget(self)

    # As the hub's viewer

    def send(self, frame: bytes) -> None:
        """Send a frame; never waits. A reader that lets too many wait is cut off."""
        if self._held:
            self._held.append(frame)
            self.socket.send_together(self._held)
            self._held.clear()
        else:
            self.socket.send(frame)

    def send_soon(self, frame: bytes) -> None:
        """Send a frame, or let it wait for the answer that is under way."""
        if self.is_busy and len(self._held) < MOST_HELD:
            self._held.append(frame)
        else:
            self.send(frame)

    def close(self, code: CloseCode) -> None:
        """Say goodbye with a code; the first one counts."""
        self.waiting.clear()
        self.socket.close(code)

    def close_when_answered(self, code: CloseCode) -> None:
        """Say goodbye after the answer that is under way; begin with no other."""
        if self.is_busy:
            self._goodbye = code
        else:
            self.close(code)

    def say(self, message: BaseModel) -> None:
        """Send a message."""
        self.send(encode(message))

    def answered(self, re: int, answer: bytes | Exception) -> None:
        """Take the answer to what a room was asked."""
        if isinstance(answer, bytes):
            self.send(answer)
        else:
            self._answerer.refuse(self, re, answer)
        self.done()

    def done(self) -> None:
        """Go on with what has waited for the request before it."""
        self.is_busy = False
        if self._held:
            self.socket.send_together(self._held)
            self._held.clear()
        if self._goodbye is not None:
            self.close(self._goodbye)
        if self._is_going_on:
            return
        self._is_going_on = True
        while self.waiting and not self.is_busy:
            self._answerer.handle(self, self.waiting.pop(0))
        self._is_going_on = False
