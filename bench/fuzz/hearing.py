"""One hostile connection: what it has sent, and what it must hear in return.

The server answers the frames of a connection in order, one reply to each; which
one is known here, because the codec is the same on both sides. Whatever else
comes is a finding, and so is a reply that the protocol does not document.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple

from bench.load.ledger import Findings
from bench.load.wire import Link, open_link

from samedeal_protocol.codec import (
    MAX_OUTBOUND_BYTES,
    decode_command,
    decode_message,
    request_id,
)
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import CloseCode, ErrorCode, ProtocolError
from samedeal_protocol.rooms.playing import RoomCommand
from samedeal_protocol.rooms.rooms import RoomsChanged
from samedeal_protocol.rooms.talk import Talk
from samedeal_protocol.shapes import Reply
from samedeal_protocol.updates import (
    Error,
    Heartbeat,
    News,
    Reset,
    ServerMessage,
    Service,
    Watched,
)

ANSWERED_WITHIN_S = 15.0
BEAT = -1
"""Stands for a heartbeat among the ids of expected replies."""

DOCUMENTED_CLOSES = frozenset(CloseCode) | {1000, 1002, 1005, 1007, 1009}
"""1005 is how a goodbye without a code is returned."""
NOT_FOR_FRAMES = frozenset({ErrorCode.INTERNAL, ErrorCode.UNAVAILABLE})
"""Errors that no frame may cause, whatever is in it."""
RUBBISH = frozenset(
    {ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_MESSAGE, ErrorCode.TOO_LARGE}
)
"""Refusals after the last of which the server may hang up with BAD_MESSAGE."""


class Awaited(NamedTuple):
    """A frame and the id that its reply must have."""

    re: int
    payload: bytes
    n: int
    """The number of a numbered command, 0 for anything else."""


def awaited(payload: bytes, *, is_text: bool = False) -> Awaited:
    """Work out what has to come back for a payload."""
    if is_text:
        return Awaited(0, payload, 0)
    try:
        command = decode_command(payload)
    except ProtocolError:
        return Awaited(request_id(payload), payload, 0)
    if isinstance(command, ClientHeartbeat):
        return Awaited(BEAT, payload, 0)
    n = command.n if isinstance(command, RoomCommand) else 0
    return Awaited(command.id, payload, n)


class Tally:
    """All that a whole run has sent and heard."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.frames = 0
        """Answered, each with what was due to it, or with the end of its socket."""
        self.answers: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()
        self.handshakes = 0
        self.conversations = 0


class Hearing:
    """A connection that checks everything it hears; `heard` gets it afterwards."""

    def __init__(
        self,
        name: str,
        tally: Tally,
        heard: Callable[[ServerMessage, Awaited | None], None],
    ) -> None:
        self.name = name
        self.link: Link | None = None
        self.is_over = False
        self._tally = tally
        self._heard = heard
        self._due: deque[Awaited] = deque()
        self._last: Reply | Heartbeat | None = None
        self._turn = asyncio.Event()
        """Set when nothing is due any more, or the connection has ended."""

    async def open(self, port: int) -> None:
        """Connect; raises OSError or HandshakeRefused."""
        self.link = await open_link(port, self._received, self._lost)

    def send(self, frames: bytes, due: list[Awaited]) -> None:
        """Write frames and await what is due for them."""
        assert self.link is not None
        if self.is_over:
            return
        self._due += due
        self._turn.clear()
        self.link.write(frames)

    async def settle(self) -> bool:
        """Wait until all is answered; return whether the connection goes on."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN_S):
                while self._due and not self.is_over:
                    await self._turn.wait()
        except TimeoutError:
            self.note("not answered", self._due[0].payload)
            self.cut()
        return not self.is_over

    async def end(self, name: str, closes: frozenset[int], data: bytes) -> None:
        """Wait for the answer to a fault, if it has one, and be gone."""
        assert self.link is not None
        self._tally.frames += 1
        try:
            async with asyncio.timeout(ANSWERED_WITHIN_S if closes else 0.002):
                while not self.is_over:
                    await self._turn.wait()
                    self._turn.clear()
        except TimeoutError:
            if closes:
                self.note(f"{name} did not end the connection", data)
            self.cut()
            return
        code = self.link.close_code
        # The goodbye for what came before may have been under way already.
        if closes and code not in closes | self._goodbyes():
            self.note(f"{name} was answered with {code}", data)

    def _goodbyes(self) -> frozenset[int]:
        """Return the codes with which the server may hang up after the last frame."""
        last = self._last
        is_rubbish = isinstance(last, Error) and last.code in RUBBISH
        if is_rubbish:
            return frozenset({CloseCode.TOO_FAST, CloseCode.BAD_MESSAGE})
        return frozenset({CloseCode.TOO_FAST})

    def cut(self) -> None:
        """End it without a word."""
        self.is_over = True
        if self.link is not None:
            self.link.cut()

    def note(self, kind: str, payload: bytes) -> None:
        """Add a finding, with the frame."""
        self._tally.findings.note(kind, f"{self.name}: {payload[:400].hex()}")

    def _received(self, payload: bytes) -> None:
        if len(payload) > MAX_OUTBOUND_BYTES:
            self.note("a frame over the limit came", payload)
            return
        try:
            message = decode_message(payload)
        except ProtocolError as error:
            self.note(f"what came is no message: {error}", payload)
            return
        if isinstance(message, News | Reset | RoomsChanged | Service | Talk | Watched):
            self._heard(message, None)
            return
        self._answered(message, payload)

    def _answered(self, message: Reply | Heartbeat, payload: bytes) -> None:
        if _is_ended(message):
            return  # and hung up next
        re = message.re if isinstance(message, Reply) else BEAT
        if self._due and self._due[0].re == BEAT and _is_of_no_request(message):
            re = BEAT
        if not self._due or self._due[0].re != re:
            sent = self._due[0].payload if self._due else b""
            self.note(f"an answer to something else: {payload.hex()}", sent)
            return
        due = self._due.popleft()
        self._last = message
        self._tally.frames += 1
        self._tally.answers[_kind(message)] += 1
        if isinstance(message, Error) and message.code in NOT_FOR_FRAMES:
            self.note(f"answered with {message.code}", due.payload)
        self._heard(message, due)  # type: ignore[arg-type]
        if not self._due:
            self._turn.set()

    def _lost(self) -> None:
        assert self.link is not None
        code = self.link.close_code
        if not self.is_over:
            self._tally.closes[0 if code is None else code] += 1
            if code not in DOCUMENTED_CLOSES:
                sent = self._due[0].payload if self._due else b""
                self.note(f"closed with {code}", sent)
        self.is_over = True
        self._turn.set()


def _is_of_no_request(message: Reply | Heartbeat) -> bool:
    """Tell whether it refuses what has no id: a heartbeat too many, for one."""
    return (
        isinstance(message, Error)
        and message.code is ErrorCode.TOO_FAST
        and message.re == 0
    )


def _is_ended(message: Reply | Heartbeat) -> bool:
    """Tell whether it says that the player's identity was ended, by another line."""
    return (
        isinstance(message, Error)
        and message.code is ErrorCode.BAD_TOKEN
        and message.re == 0
    )


def _kind(message: Reply | Heartbeat) -> str:
    return message.code if isinstance(message, Error) else type(message).__name__
