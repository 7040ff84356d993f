"""Near doorbells: in a cluster, each room's own, at the node that has the room.

Whoever appends rings there first, and learns how many heard it. If nobody did, they
ring the process's other bell, which every node passes on to all others. So a ring is
always heard, whatever a process believes of where a room is: by an older release, which
listens nowhere else, by those who have not come to the node yet, or listened where the
room was until it moved. And a room that is rung elsewhere is one to listen for at its
node.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import logging
import math
import time
from collections.abc import Callable
from typing import NamedTuple, cast

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.calls import end_if_cancelled
from samedeal_server.store.clients import CALL_TIMEOUT_S, Client, Place
from samedeal_server.store.keys import near_doorbell, room_keys, room_of

log = logging.getLogger(__name__)

SETTLED_S = 1.0
"""The time after which a ring elsewhere says that a room that was listened for is not
heard at its node; what was on its way before is there by then."""


class Ear:
    """One connection that waits for ever, to hear what is published at a node.

    Every method but the last raises RedisError or OSError; once one has, it is over.
    """

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection

    async def connect(self) -> None:
        """Connect it."""
        try:
            await self._connection.connect()  # type: ignore[no-untyped-call]  # redis-py
        except BaseException:
            await self.aclose()
            raise

    async def say(self, *words: str) -> None:
        """Send a command, whose answer is heard."""
        if not self._connection.is_connected:
            # Where nobody would hear it: redis-py would connect it again.
            raise RedisConnectionError("the connection was lost")
        await self._connection.send_command(*words)

    async def hear(self) -> list[bytes]:
        """Return the next message: its kind, the channel, and what else there is.

        Raises ResponseError where a command was refused; then it goes on.
        """
        said = await self._connection.read_response(timeout=math.inf, push_request=True)
        return cast("list[bytes]", said)

    async def aclose(self) -> None:
        """Close it, and wait for nobody."""
        await self._connection.disconnect(nowait=True)


class _Line(NamedTuple):
    """A node at which rooms are heard."""

    ear: Ear
    asked: set[str]
    """The rooms that it was asked for, and has not said yet that they are heard."""


class NearBells:
    """The doorbells of rooms at their nodes; `run` is a task."""

    def __init__(
        self,
        client: Client,
        process: str,
        meters: StoreMeters,
        rung: Callable[[bytes], object],
    ) -> None:
        self.on_missed: Callable[[str], None] = lambda room: None
        """Called with a room of which rings may have been missed."""
        self._client = client
        self._process = process
        self._meters = meters
        self._rung = rung
        self._watched: set[str] = set()
        self._due_s: dict[str, float] = {}
        """The time from which a ring elsewhere has a room listened for anew, for each
        that is."""
        self._heard_on: dict[str, _Line] = {}
        self._lines: dict[Place, _Line] = {}
        self._errands: asyncio.Queue[tuple[str, _Line | None]] = asyncio.Queue()
        """The rooms to listen for, or not to listen for any more on a line."""

    def watch(self, room: str) -> None:
        """Listen for a room from when it is rung elsewhere."""
        self._watched.add(room)

    def leave(self, room: str) -> None:
        """Listen for a room no more."""
        self._watched.discard(room)
        self._due_s.pop(room, None)
        if line := self._heard_on.pop(room, None):
            self._errands.put_nowait((room, line))

    def rung_elsewhere(self, room: str) -> None:
        """Note that nobody heard a room's bell at its node."""
        due_s = self._due_s.get(room, -math.inf)
        if room in self._watched and due_s <= time.monotonic():
            self._due_s[room] = math.inf
            self._errands.put_nowait((room, None))

    async def run(self) -> None:
        """Listen, until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._run_errands(tasks)
        finally:
            # A task that is cancelled before it begins closes nothing.
            for line in self._lines.values():
                await line.ear.aclose()

    async def _run_errands(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            room, line = await self._errands.get()
            if line is not None:
                await self._end(room, line)
            elif room in self._due_s:
                await self._begin(room, tasks)
            end_if_cancelled()

    async def _begin(self, room: str, tasks: asyncio.TaskGroup) -> None:
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                place = await self._client.place_of(room_keys(room).head)
                line = await self._line_to(place, tasks)
                line.asked.add(room)
                await line.ear.say("SSUBSCRIBE", near_doorbell(room, self._process))
        except (RedisError, OSError) as error:
            log.info("room %s is not heard at its node: %s", room, error)
            self._put_off(room)

    async def _end(self, room: str, line: _Line) -> None:
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                await line.ear.say("SUNSUBSCRIBE", near_doorbell(room, self._process))
        except (RedisError, OSError) as error:
            log.debug("room %s is heard no more: %s", room, error)

    async def _line_to(self, place: Place, tasks: asyncio.TaskGroup) -> _Line:
        line = self._lines.get(place)
        if line is None:
            line = _Line(Ear(self._client.line_to(place)), set())
            await line.ear.connect()
            self._lines[place] = line
            tasks.create_task(self._listen(place, line), name="store near doorbell")
        return line

    async def _listen(self, place: Place, line: _Line) -> None:
        """Hear what comes from a node, until that is lost."""
        try:
            while True:
                await self._hear(line)
        except (RedisError, OSError) as error:
            self._lost(line, error)
        finally:
            if self._lines.get(place) is line:
                del self._lines[place]
            await line.ear.aclose()

    async def _hear(self, line: _Line) -> None:
        try:
            kind, bell, *more = await line.ear.hear()
        except ResponseError as error:
            # Of which room it is told is not said. One that is heard all the same says
            # so, too.
            log.info("rooms are not heard at their node: %s", error)
            for room in line.asked:
                self._put_off(room)
            line.asked.clear()
            return
        room = room_of(bell.decode())
        if kind == b"smessage":
            self._rung(more[0])
        elif kind == b"ssubscribe":
            self._is_heard(room, line)
        elif kind == b"sunsubscribe" and self._heard_on.get(room) is line:
            # The room has moved to another node, where it is rung in vain at first.
            del self._heard_on[room]
            self._due_s.pop(room, None)

    def _is_heard(self, room: str, line: _Line) -> None:
        line.asked.discard(room)
        before = self._heard_on.get(room)
        if room in self._due_s:
            self._due_s[room] = time.monotonic() + SETTLED_S
            self._heard_on[room] = line
        else:
            # It was left meanwhile.
            before = line
        if before is not None and before is not self._heard_on.get(room):
            self._errands.put_nowait((room, before))

    def _put_off(self, room: str) -> None:
        """Listen for a room anew if it is rung elsewhere in a while."""
        if room in self._due_s:
            self._due_s[room] = time.monotonic() + SETTLED_S

    def _lost(self, line: _Line, error: Exception) -> None:
        heard = [room for room, on in self._heard_on.items() if on is line]
        for room in heard:
            del self._heard_on[room]
        # Of what was asked for, the node may have begun to say what is rung.
        rooms = dict.fromkeys((*heard, *line.asked))
        for room in rooms:
            self._due_s.pop(room, None)
        self._meters.losses += 1
        log.warning("doorbells of %s rooms lost: %s", len(rooms), error)
        for room in rooms:
            self.on_missed(room)
