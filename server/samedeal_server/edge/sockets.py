"""WebSockets on websockets' Sans-I/O protocol: one small object for each.

No task and no timer of its own waits on a socket: the loop calls in when bytes
arrive, and one sweep for all of them ends what has taken too long. That costs a
third of the memory and half the time of a coroutine for each.
"""

import asyncio
import re
import socket as sockets
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import Protocol, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from samedeal_protocol.errors import CloseCode
from samedeal_server.edge.frames import framed, short_message, size_sent

OPEN_WITHIN_S = 4.0
"""For the whole handshake, however slowly it trickles in."""
CLOSE_WITHIN_S = 2.0
"""For the other side's goodbye."""

MAX_HEAD_BYTES = 16 * 1024
"""Of a request in HTTP; a client's has 300, that of a browser with cookies 8,000."""
MAX_UNWANTED_BYTES = 64 * 1024
"""Behind a request that was answered, or a goodbye; were it not read, the answer might
be lost."""

PAUSE_AT_BYTES = 32 * 1024
"""Beyond the kernel's own buffer; from then on the reader is slow."""
KERNEL_BUFFER_BYTES = 64 * 1024
MAX_WAITING_FRAMES = 64
MAX_WAITING_BYTES = 256 * 1024
WRITE_WITHIN_S = 10.0
"""Beyond any of these a reader is too slow; it is cut off and may come back."""

SLICE_BYTES = 4096
"""Of what came in, read at a time: more than an honest client ever sends at once."""

_HEAD_END = b"\r\n\r\n"
_IS_HTTP = re.compile(rb"[A-Z]{1,16}(?: |\Z)")
"""The beginning of a request; TLS, other protocols and rubbish have another."""


class Handler(Protocol):
    """A listener to a socket; each call is made at most once, but `received`."""

    def answer(self, request: Request, response: Response) -> Response:
        """Return the answer to a request: `response`, if it is to be let in."""
        ...

    def unreadable(self, status: HTTPStatus) -> Response:
        """Return the answer to bytes that are no request."""
        ...

    def opened(self) -> None:
        """Hear that the handshake is done."""
        ...

    def received(self, message: bytes | str) -> None:
        """Take a whole message."""
        ...

    def connected(self) -> None:
        """Hear that somebody is there who has said nothing yet."""
        ...

    def is_noise_too_much(self) -> bool:
        """Count a ping or a part of a message; tell whether there were too many."""
        ...

    def too_slow(self) -> None:
        """Hear that the other side does not read; called before it is cut off."""
        ...

    def lost(self) -> None:
        """Hear that the connection has ended."""
        ...


class Socket(asyncio.Protocol):
    """One connection, from the handshake to its end."""

    __slots__ = (
        *("_closing_since", "_has_ended", "_handler", "_head", "_message"),
        *("_protocol", "_slow_since", "_transport", "_unread", "_unwanted"),
        *("_waiting", "address", "began", "heard"),
    )

    def __init__(self, protocol: ServerProtocol) -> None:
        self._protocol = protocol
        self._transport: asyncio.Transport = cast("asyncio.Transport", None)
        self._handler: Handler = cast("Handler", None)
        self._head: bytes | None = b""
        """Of the request, while it is not whole; None once it was answered."""
        self._unwanted = 0
        self._unread = 0
        """Bytes that the protocol has taken of a frame that is not whole; 0 where
        the next begins."""
        self._message: list[Frame] = []
        self._has_ended = False
        self._waiting = 0
        self._slow_since = 0.0
        self._closing_since = 0.0
        self.address = ""
        self.began = self.heard = time.monotonic()
        """The times when it was made, and when anything last came in, by the monotonic
        clock."""

    def serve(self, handler: Handler) -> None:
        """Name the handler that is told; before the connection is made."""
        self._handler = handler

    @property
    def is_open(self) -> bool:
        """Tell whether messages can be sent."""
        return self._protocol.state is State.OPEN

    # What the loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; called by the loop."""
        self.began = self.heard = time.monotonic()
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=PAUSE_AT_BYTES)
        raw = self._transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, KERNEL_BUFFER_BYTES)
        peer = self._transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self._handler.connected()

    def data_received(self, data: bytes) -> None:
        """Take bytes in; called by the loop."""
        self.heard = time.monotonic()
        protocol = self._protocol
        if (
            not self._unread
            and protocol.state is State.OPEN
            and protocol.current_size is None  # of a message in several frames
            and (message := short_message(data)) is not None
        ):
            self._handler.received(message)
            return
        # In slices, so that what is to be cut off is, before all of it was read.
        for start in range(0, len(data), SLICE_BYTES):
            if self._transport.is_closing():
                return
            self._read(data[start : start + SLICE_BYTES])

    def _read(self, data: bytes) -> None:
        protocol = self._protocol
        if protocol.state is State.CONNECTING:
            data = self._read_request(data)
            if not data:
                return
        elif (self._has_ended or not self.is_open) and self._is_too_much(data):
            return
        protocol.receive_data(data)
        self._unread += len(data)
        for event in protocol.events_received():
            frame = cast("Frame", event)
            self._unread -= size_sent(frame)
            self._take(frame)
        self._flush()

    def eof_received(self) -> None:
        """Hear that nothing more comes; called by the loop."""
        if self._protocol.state is not State.CONNECTING:
            self._protocol.receive_eof()
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """End; called by the loop."""
        if self._protocol.state is not State.CLOSED:
            self._protocol.receive_eof()
        self._handler.lost()
        # Each of these refers back to its holder; left alone, what a connection
        # took would wait for the garbage collector, which looks seldom.
        self._handler = cast("Handler", None)
        self._protocol.parser.close()
        self._protocol.parser_exc = None

    def pause_writing(self) -> None:
        """Note that the other side does not read as fast; called by the loop."""
        self._slow_since = time.monotonic()
        self._waiting = 0

    def resume_writing(self) -> None:
        """Note that it has caught up; called by the loop."""
        self._slow_since = 0.0

    # What the gateway calls

    def send(self, message: bytes) -> None:
        """Send a message, if there is still somebody; never waits."""
        if self._protocol.state is State.OPEN and (
            not self._slow_since or self._keeps_up(1, len(message))
        ):
            self._transport.write(framed(message))

    def send_together(self, messages: Sequence[bytes]) -> None:
        """Send messages in one go, which costs what one costs."""
        size = sum(map(len, messages))
        if self._protocol.state is State.OPEN and (
            not self._slow_since or self._keeps_up(len(messages), size)
        ):
            self._transport.write(b"".join(map(framed, messages)))

    def close(self, code: int) -> None:
        """Say goodbye with a code, and end when it is returned or takes too long.

        What still comes in is not told any more.
        """
        self._has_ended = True
        if self.is_open:
            self._protocol.send_close(code)
            self._flush()
        elif self._protocol.state is State.CONNECTING:
            self._transport.abort()

    def abort(self) -> None:
        """End at once, without a word."""
        self._transport.abort()

    def sweep(self, now_s: float) -> bool:
        """End what has taken too long, now and then; tell whether that was so."""
        opens_late = (
            self._protocol.state is State.CONNECTING
            and now_s - self.began > OPEN_WITHIN_S
        )
        closing_since = self._closing_since
        closes_late = closing_since and now_s - closing_since > CLOSE_WITHIN_S
        if opens_late or closes_late:
            self._transport.abort()
            return True
        if self._slow_since and now_s - self._slow_since > WRITE_WITHIN_S:
            self._handler.too_slow()
            return True
        return False

    def spare(self, late_s: float) -> None:
        """Take `late_s` seconds, in which the process stood still, off all waiting.

        Whatever was said meanwhile could not be heard.
        """
        self.began += late_s
        self.heard += late_s
        if self._closing_since:
            self._closing_since += late_s
        if self._slow_since:
            self._slow_since += late_s

    def pause_reading(self) -> None:
        """Take nothing more in for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Go on taking in."""
        self._transport.resume_reading()

    # Inside

    def _keeps_up(self, count: int, size: int) -> bool:
        """Tell whether more can be sent to a slow reader; if not, it is too slow."""
        self._waiting += count
        waiting = self._transport.get_write_buffer_size() + size
        if self._waiting <= MAX_WAITING_FRAMES and waiting <= MAX_WAITING_BYTES:
            return True
        self._handler.too_slow()
        return False

    def _read_request(self, data: bytes) -> bytes:
        """Take in what comes before there is a WebSocket; return what is behind that.

        The protocol is given a whole request and nothing else, and answers come from
        here: it expects neither bytes behind a request nor a request with a body.
        """
        if self._head is None:
            self._is_too_much(data)
            return b""
        head, end, behind = (self._head + data).partition(_HEAD_END)
        if not _IS_HTTP.match(head):
            self._handler.unreadable(HTTPStatus.BAD_REQUEST)
            self._transport.close()
        elif end:
            self._head = None
            self._answer(head + end)
        elif len(head) > MAX_HEAD_BYTES:
            self._refuse(self._handler.unreadable(_TOO_LARGE))
        else:
            self._head = head
        return behind if self.is_open else b""

    def _is_too_much(self, data: bytes) -> bool:
        """Count what nobody wants any more; end who sends too much of it."""
        self._unwanted += len(data)
        if self._unwanted <= MAX_UNWANTED_BYTES:
            return False
        self._transport.abort()
        return True

    def _answer(self, head: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(head)
        events = protocol.events_received()
        if not events:
            is_known = head.startswith((b"GET ", b"HEAD "))
            status = HTTPStatus.BAD_REQUEST if is_known else _NOT_ALLOWED
            self._refuse(self._handler.unreadable(status))
            return
        request = cast("Request", events[0])
        response = self._handler.answer(request, protocol.accept(request))
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            protocol.send_response(response)
            self._flush()
            self._handler.opened()
        else:
            if request.method == "HEAD":
                response.body = b""
            self._refuse(response)
        # The protocol keeps it, to no use: a third of what an idle connection takes.
        request.headers.clear()

    def _refuse(self, response: Response) -> None:
        """Say no, and wait a little for the other side to hear it and go."""
        self._head = None
        self._closing_since = time.monotonic()
        if not self._transport.is_closing():
            self._transport.write(response.serialize())
            if self._transport.can_write_eof():
                self._transport.write_eof()

    def _take(self, frame: Frame) -> None:
        """Put fragments together; the protocol has checked their order and size."""
        opcode = frame.opcode
        if self._has_ended:
            # Until the other side says goodbye: not for as much as it likes.
            if opcode is not Opcode.CLOSE and self._handler.is_noise_too_much():
                self._transport.abort()
            return
        if opcode is Opcode.BINARY and frame.fin:
            self._handler.received(bytes(frame.data))
            return
        # Pings and parts of messages cost as much as messages, and are not counted
        # with them.
        if opcode is not Opcode.CLOSE and self._handler.is_noise_too_much():
            self._message.clear()
            self.close(CloseCode.TOO_FAST)
            self._transport.abort()
        elif opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._message.append(frame)
            if frame.fin:
                frames, self._message = self._message, []
                data = b"".join(bytes(part.data) for part in frames)
                is_text = frames[0].opcode is Opcode.TEXT
                self._handler.received("" if is_text else data)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            elif self._transport.can_write_eof():
                self._transport.write_eof()
        if not self._closing_since and self._protocol.close_expected():
            self._closing_since = time.monotonic()
        if self._protocol.state is State.CLOSED:
            self._transport.close()


_TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
_NOT_ALLOWED = HTTPStatus.METHOD_NOT_ALLOWED
