"""One connection: its socket, the player behind it, and what it has asked.

::

    KNOCKING ──a request in HTTP that is let in──▶ GREETING ──hello──▶ WELCOME
        │                                              │                  │
        └───────────────────────▶ GONE ◀───────────────┴──────────────────┘

It stands between the socket, whose handler it is, the hub, which sees it as a viewer,
and the gate, behind which its requests are answered. They are answered one after the
other, in order. What rooms are asked, most of it moves, is answered by a call back;
anything else has a task for as long as it takes.
"""

import time
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, Protocol

from pydantic import BaseModel
from websockets.http11 import Request, Response

from samedeal_protocol.codec import (
    MAX_INBOUND_BYTES,
    decode_command,
    encode,
    request_id,
)
from samedeal_protocol.commands import ClientHeartbeat, Command
from samedeal_protocol.errors import BadFrame, CloseCode, ErrorCode, ProtocolError
from samedeal_protocol.people.greeting import Hello
from samedeal_protocol.shapes import Request as Asked
from samedeal_server.core.answerers import Reply
from samedeal_server.core.connections import visiting
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.edge.sockets import Socket
from samedeal_server.edge.stages import (
    GOODBYE_WITHIN_S,
    HELLO_WITHIN_S,
    NOBODY,
    SILENT_AFTER_S,
    Greeted,
    Stage,
)
from samedeal_server.edge.wire_errors import (
    RETRY_MS,
    close_code_for,
    code_of_strikes,
    error_for,
)
from samedeal_server.meters.meters import TIMED_ONE_IN, EdgeMeters, RequestMeter
from samedeal_server.people.buckets import UNDER_WAY_MOST, Bucket, Strikes
from samedeal_server.people.limits import HEARTBEATS, NOISE

MOST_HELD = 8
"""Frames that wait for an answer; an answer takes some milliseconds, news comes
twenty times a second."""


class Gate(Protocol):
    """A connection's view of its process."""

    @property
    def meters(self) -> EdgeMeters:
        """The counts of what happens at this gate."""
        ...

    @property
    def allowance(self) -> Callable[[str, float], Bucket]:
        """The rest of a player's requests, at a time; to be held."""
        ...

    @property
    def begin(self) -> "Callable[[Connection, Asked], Reply | None]":
        """Begins with a request; its reply is to be awaited, or comes by a call.

        Raises Refused.
        """
        ...

    def knock(self, connection: "Connection") -> None:
        """Count a socket that has said nothing yet."""
        ...

    def answer(
        self, connection: "Connection", request: Request, response: Response
    ) -> Response:
        """Return the answer to a request: `response`, if it is to be let in."""
        ...

    def unreadable(self, connection: "Connection", status: HTTPStatus) -> Response:
        """Return the answer to bytes that are no request."""
        ...

    async def greet(self, connection: "Connection", hello: Hello) -> Greeted:
        """Return the player who says hello, and what is told; raises Refused."""
        ...

    def beat(self, connection: "Connection", said: ClientHeartbeat) -> None:
        """Answer a heartbeat."""
        ...

    def spawn(self, task: Coroutine[Any, Any, None]) -> None:
        """Start a task; raises Refused while the process stops."""
        ...

    def leave(self, connection: "Connection") -> None:
        """Hear that a connection is in no room any more."""
        ...

    def forget(self, connection: "Connection") -> None:
        """Hear that a connection has ended."""
        ...


class Connection:
    """One socket with a player behind it, and what it has asked."""

    def __init__(self, socket: Socket, gate: Gate, connection: str) -> None:
        self.socket = socket
        self.connection = connection
        """Names this connection, its process and its client's session, in facts."""
        self.stage = Stage.KNOCKING
        self.player = NOBODY
        self.address = ""
        """Counted by the doorkeeper once it is known; empty before."""
        self.room_named = ""
        """The code in the path that it came by."""
        self.knocks_from: str | None = None
        """The address by which it counts among those that have not said yet what they
        want."""
        self.loads_for: str | None = None
        """The address by which it counts among those on which a file of the page is
        sent."""
        self.is_busy = False
        # A list, which takes 600 bytes less than a deque, and is nearly always empty.
        self._waiting: list[bytes | str] = []
        self._is_going_on = False
        """Whether what has waited is being taken already, further down the stack."""
        self._goodbye: CloseCode | None = None
        """The close code that is sent once the request under way is answered."""
        self._held: list[bytes] = []
        """News that goes with the answer that is under way."""
        self._strikes = Strikes(socket.began)
        self._allowance: Bucket | None = None
        """Of the player, whose other connections share it."""
        self._beats = Bucket(HEARTBEATS, socket.began)
        self._noise: Bucket | None = None
        """Of pings and parts of messages, which most clients never send."""
        self._gate = gate
        self._meters = gate.meters
        self.meter = self._meters.hellos
        """Of the kind of request that is under way."""
        self._asked_s = 0.0
        """The time when that was asked, by the monotonic clock."""

    # As the socket's handler

    def connected(self) -> None:
        """Hear that somebody is there who has said nothing yet."""
        self._gate.knock(self)

    def answer(self, request: Request, response: Response) -> Response:
        """Return the answer to a request: `response`, if it is to be let in."""
        answer = self._gate.answer(self, request, response)
        if answer is response and self.stage is Stage.KNOCKING:
            self.stage = Stage.GREETING
        return answer

    def unreadable(self, status: HTTPStatus) -> Response:
        """Return the answer to bytes that are no request."""
        return self._gate.unreadable(self, status)

    def opened(self) -> None:
        """Hear that the handshake is done."""

    def received(self, message: bytes | str) -> None:
        """Take a frame, now or after those before it."""
        if not self.is_busy:
            self._take(message)
        elif len(self._waiting) < UNDER_WAY_MOST:
            # One byte too many is as telling as all of them.
            self._waiting.append(message[: MAX_INBOUND_BYTES + 1])
        else:
            self.close(CloseCode.TOO_FAST)

    def is_noise_too_much(self) -> bool:
        """Count a ping or a part of a message; tell whether there were too many."""
        now_s = time.monotonic()
        if self._noise is None:
            self._noise = Bucket(NOISE, now_s)
        is_too_much = self._noise.spend(now_s) > 0
        self._meters.limits["noise"] += is_too_much
        return is_too_much

    def too_slow(self) -> None:
        """Hear that the other side does not read."""
        self.close(CloseCode.TOO_SLOW)

    def lost(self) -> None:
        """Hear that the connection has ended."""
        self.stage = Stage.GONE
        self._meters.ended += 1
        self._waiting.clear()
        self._gate.forget(self)

    # Time

    def sweep(self, now_s: float) -> bool:
        """End what has taken too long, now and then; tell whether that was so."""
        is_ended = self._end_silence(now_s)
        return self.socket.sweep(now_s) or is_ended

    def _end_silence(self, now_s: float) -> bool:
        """End it if nothing was said for too long; tell whether that was so."""
        socket = self.socket
        if self.stage is Stage.WELCOME:
            is_late = now_s - socket.heard > SILENT_AFTER_S
            if is_late:
                self.close(CloseCode.SILENT)
            return is_late
        if self.stage is Stage.GREETING and self.is_busy:
            return False  # They have said hello; the answer is for the server to give.
        late_s = now_s - socket.began - HELLO_WITHIN_S
        if late_s > GOODBYE_WITHIN_S and not socket.is_open:
            socket.abort()
        elif late_s > 0:
            # However late this is looked at: they are told, and cut after that.
            self.close(CloseCode.NO_HELLO)
        return late_s > 0

    # Requests

    def _take(self, frame: bytes | str) -> None:
        """Take one frame; a bug here costs one request, not the connection."""
        try:
            if isinstance(frame, str):
                raise BadFrame("frames are binary")
            command = decode_command(frame)
            if self.stage is not Stage.WELCOME:
                self._take_hello(command)
                return
        except ProtocolError as error:
            self._not_understood(frame, error)
            return
        if type(command) is ClientHeartbeat:  # `isinstance` asks every base of a model
            self._beat(command)
            return
        try:
            self._admit()
        except Wait as too_fast:
            self._refuse(command.id, too_fast, self._meters.others)
            return
        try:
            self.is_busy = True
            reply = self._gate.begin(self, command)
            if reply is not None:
                self._gate.spawn(self._answer(command.id, reply))
        except Exception as error:
            self.is_busy = False
            self._refuse(command.id, error, self.meter)

    def _take_hello(self, command: Command) -> None:
        """Begin with the only thing that somebody may say who is not welcome yet.

        Raises ProtocolError for anything else.
        """
        if not isinstance(command, Hello):
            raise BadFrame("the first message is a hello")
        try:
            self.is_busy = True
            self._gate.spawn(self._greet(command))
        except Refused as refusal:
            self.is_busy = False
            self._refuse(command.id, refusal, self._meters.hellos)

    async def _greet(self, hello: Hello) -> None:
        """Let in who says hello; whoever cannot be let in is sent away."""
        try:
            player, told = await self._gate.greet(self, hello)
            if self.stage is Stage.GREETING:
                self.player = player
                self.connection = visiting(self.connection, hello.session, hello.visit)
                self.stage = Stage.WELCOME
                self._meters.hellos.carried_out += 1
                for message in told:
                    self.say(message)
        except Exception as error:
            self._refuse(hello.id, error, self._meters.hellos)
        finally:
            self._done()

    async def _answer(self, re: int, reply: Reply) -> None:
        try:
            self.say(await reply)
            self.meter.carried_out += 1
            self._meters.replies.note(time.monotonic() - self._asked_s)
        except Exception as error:
            self._refuse(re, error, self.meter)
        finally:
            self._done()
            if self.stage is Stage.GONE:
                # Before the answer: a room may have been entered meanwhile.
                self._gate.leave(self)

    def _admit(self) -> None:
        """Keep the limit on requests of any kind; raises Refused."""
        now_s = self._asked_s = time.monotonic()
        bucket = self._allowance
        if bucket is None:
            bucket = self._allowance = self._gate.allowance(self.player.id, now_s)
        if wait_ms := bucket.spend(now_s):
            before = self._strikes.told_to_wait(now_s, wait_ms)
            self._meters.limits["requests"] += 1
            # One after the other: together, they would only be refused again.
            raise Wait(ErrorCode.TOO_FAST, wait_ms + int(before * bucket.each_ms))

    def _beat(self, said: ClientHeartbeat) -> None:
        """Answer a heartbeat, which has an allowance of its own."""
        now_s = time.monotonic()
        if wait_ms := self._beats.spend(now_s):
            self._strikes.told_to_wait(now_s, wait_ms)
            self._meters.limits["heartbeats"] += 1
            self._refuse(0, Wait(ErrorCode.TOO_FAST, wait_ms), self._meters.beats)
        else:
            self._meters.beats.carried_out += 1
            self._gate.beat(self, said)

    @property
    def is_here(self) -> bool:
        """Whether somebody was welcomed who is not gone since."""
        return self.stage is Stage.WELCOME

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        """Take the answer to what a room was asked, and news that goes behind it."""
        if isinstance(answer, bytes):
            if news:
                self._held += (answer, news)
            else:
                self.send(answer)
            meter = self.meter
            if not meter.carried_out % TIMED_ONE_IN:
                self._meters.acks.note(time.monotonic() - self._asked_s)
            meter.carried_out += 1
        else:
            self._refuse(re, answer, self.meter)
        self._done()

    def _done(self) -> None:
        """Go on with what has waited for the request before it."""
        self.is_busy = False
        if self._held:
            self.socket.send_together(self._held)
            self._held.clear()
        if self._goodbye is not None:
            self.close(self._goodbye)
        if self._waiting and not self._is_going_on:
            self._is_going_on = True
            while self._waiting and not self.is_busy:
                self._take(self._waiting.pop(0))
            self._is_going_on = False

    # Refusals

    def _not_understood(self, frame: bytes | str, error: ProtocolError) -> None:
        re = 0 if isinstance(frame, str) else request_id(frame)
        self._strikes.add(time.monotonic())
        self._refuse(re, error, self._meters.rubbish)

    def _refuse(self, re: int, error: Exception, meter: RequestMeter) -> None:
        """Answer a request with the reason why it was not carried out."""
        retry_ms = error.wait_ms if isinstance(error, Wait) else RETRY_MS
        told = error_for(re, error, self.connection, retry_ms)
        meter.refused[told.code] += 1
        self.say(told)
        if self.stage is not Stage.WELCOME:
            is_put_off = isinstance(error, Wait)
            self.close(CloseCode.UNAVAILABLE if is_put_off else close_code_for(error))
        elif self._strikes.are_enough:
            self.close(code_of_strikes(error))

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
        self._waiting.clear()
        if self.socket.is_open:
            self._meters.closes[code.name.lower()] += 1
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
