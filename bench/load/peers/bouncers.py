"""Clients of the peers: each sends a frame, awaits its answer, and sends the next."""

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import closing

import msgpack
from bench.load.choices import CELLS
from bench.load.processes import Running
from bench.load.wire import Link, frame_of, framed, open_link

BOUNCED = framed({"t": "move", "id": 100, "n": 100, "ply": 12, "move": "c3"})
"""The frame that a floor gets: a move."""
JOIN_ROOM, ROOM_DATA = b"\x0a", b"\x0d"
"""The first bytes of Colyseus's frames that open a room, and that have messages."""
MOVE = ROOM_DATA + msgpack.packb("move")
MOVED = ROOM_DATA + msgpack.packb("moved")
SEATED_WITHIN_S = 30.0


class Bouncer:
    """Sends a frame, waits for it to come back, and sends it again.

    At once, or at a rate of its own if it is given an interval.
    """

    def __init__(self, interval_s: float = 0.0) -> None:
        self.count = 0
        self._interval_s = interval_s
        self._due_s = 0.0
        self._link: Link | None = None

    async def start(self, running: Running) -> None:
        """Connect and begin."""
        self._link = await open_link(running.port, self._received, self.stop)
        self._begin()

    def stop(self) -> None:
        """End it."""
        link, self._link = self._link, None
        if link is not None:
            link.cut()

    def _begin(self) -> None:
        """Send the first frame, at any point of the interval."""
        spread = random.random()  # noqa: S311 - so that not all go in step
        loop = asyncio.get_running_loop()
        self._due_s = loop.time() + spread * self._interval_s
        loop.call_at(self._due_s, self._send)

    def _send(self) -> None:
        if self._link is not None:
            self._link.write(self._frame())

    def _frame(self) -> bytes:
        return BOUNCED

    def _received(self, payload: bytes) -> None:
        self._answered()

    def _answered(self) -> None:
        self.count += 1
        self._due_s += self._interval_s
        if self._interval_s:
            asyncio.get_running_loop().call_at(self._due_s, self._send)
        else:
            self._send()


class Sitter(Bouncer):
    """A player at a table of Colyseus, where each move is the next free cell."""

    def __init__(self, interval_s: float = 0.0) -> None:
        super().__init__(interval_s)
        self._ply = 0
        self._is_seated: asyncio.Future[None] | None = None

    async def start(self, running: Running) -> None:
        """Take a seat and begin."""
        self._is_seated = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(SEATED_WITHIN_S):
            path = await _reserved(running.port)
            self._link = await open_link(
                running.port, self._received, self.stop, path=path
            )
            await self._is_seated
        # Which says that the room's state can be read here; until then none is sent.
        self._link.write(frame_of(JOIN_ROOM))
        self._begin()

    def _frame(self) -> bytes:
        asked = {"id": self.count + 1, "ply": self._ply, "move": CELLS[self._ply]}
        packed: bytes = msgpack.packb(asked)
        return frame_of(MOVE + packed)

    def _received(self, payload: bytes) -> None:
        if payload.startswith(MOVED):
            self._ply = msgpack.unpackb(payload[len(MOVED) :])["ply"]
            self._answered()
        elif payload.startswith(JOIN_ROOM) and self._is_seated is not None:
            self._is_seated.set_result(None)
        elif payload.startswith(ROOM_DATA):
            raise RuntimeError(f"refused: {payload!r}")


async def _reserved(port: int) -> str:
    """Return the path of a seat at some table."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = "{}"
    with closing(writer):
        writer.write(
            "POST /matchmake/joinOrCreate/table HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n\r\n{body}".encode()
        )
        answer = await reader.read()
    seat = json.loads(answer[answer.index(b"{") : answer.rindex(b"}") + 1])
    room = seat.get("room", seat)
    return f"/{room['processId']}/{room['roomId']}?sessionId={seat['sessionId']}"


def made(bouncers: Sequence[Bouncer]) -> int:
    """Return the number of answers that all of them have had."""
    return sum(bouncer.count for bouncer in bouncers)
