"""The store over redis-py: logs with a doorbell, leaderboards, identities.

It keeps three connections or so: one that writes (`writer`), a few that read,
one that listens to doorbells. A lost doorbell costs nothing but time, because
readers always read the log itself.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Self, TypeVar, cast

import msgpack
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.keys import (
    DEADLINES,
    LOBBY,
    PREFIX,
    board_keys,
    identity_key,
    room_keys,
)
from samedeal_server.store.writer import Writer

log = logging.getLogger(__name__)

CALL_TIMEOUT_S = 5.0
CONNECT_TIMEOUT_S = 3.0
RECONNECT_AFTER_S = 0.25
CONNECTIONS_MOST = 8
IDENTITY_TTL_S = 400 * 24 * 3600
"""Guests who have not been seen for so long are forgotten."""

_T = TypeVar("_T")

_CONTROL = f"{PREFIX}:doorbell"
"""Keeps the listening connection subscribed to something from the start."""


class Append(NamedTuple):
    """Facts to append to a room's log, if its counters are as expected."""

    room: str
    conditions: tuple[tuple[str, int], ...]
    bumps: tuple[tuple[str, int], ...]
    entries: tuple[bytes, ...]
    ttl_s: int = 0


class Stamp(NamedTuple):
    """Where and when the last of the appended facts came to stand."""

    offset: int
    id: str
    at: int
    """ms since 1970 by the store's clock; the same for all facts of one append."""


class LogEntry(NamedTuple):
    """One entry read back from a room's log."""

    id: str
    at: int
    packed: bytes


class BoardRow(NamedTuple):
    """One row of a leaderboard."""

    value: int
    packed: bytes


class Store:
    """The store at a Redis URL; an async context manager whose `run` is a task.

    Raises StoreUnavailable where there is no store, from `__aenter__` on.
    """

    def __init__(self, url: str) -> None:
        self._reader = _client(url, CALL_TIMEOUT_S)
        self._writing = _client(url, CALL_TIMEOUT_S)
        self._listening = _client(url, None)
        self._writer = Writer(self._writing)
        self._doorbells: PubSub = self._listening.pubsub()
        self._watched: dict[str, asyncio.Future[None]] = {}
        self._skew_ms = 0
        self._ringer = secrets.token_hex(8)
        self.on_ring: Callable[[str], None] = lambda room: None
        """Called with a room's code when somebody else may have added to its log."""

    async def __aenter__(self) -> Self:
        try:
            await self._reader.ping()
            await self._writer.load_scripts()
            await self._doorbells.subscribe(_CONTROL)
            await self.set_clock()
        except (RedisError, OSError) as error:
            await self.__aexit__()
            raise StoreUnavailable(f"no store answers: {error}") from error
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self._doorbells.aclose()  # type: ignore[no-untyped-call]  # redis-py
        for client in (self._reader, self._writing, self._listening):
            await client.aclose()
            await client.connection_pool.disconnect()

    async def run(self) -> None:
        """Write what is asked and hear doorbells, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._writer.run(), name="store writer")
            tasks.create_task(self._listen(), name="store doorbells")

    # Time

    def now(self) -> int:
        """Return the store's clock, in ms since 1970, as well as it is known."""
        return int(time.time() * 1000) + self._skew_ms

    async def set_clock(self) -> None:
        """Compare this machine's clock with the store's."""
        seconds, micros = await _read(self._reader.time())
        self._skew_ms = seconds * 1000 + micros // 1000 - int(time.time() * 1000)

    # Rooms

    async def append(self, append: Append) -> Stamp | None:
        """Append facts, all or none; None if the room is not as expected.

        After StoreUnavailable nobody knows whether they were appended.
        """
        keys = room_keys(append.room)
        offset, stream_id = cast(
            "tuple[int, bytes]",
            await self._writer.script(
                "append",
                keys,
                (
                    _packed(append.conditions),
                    _packed(append.bumps),
                    append.ttl_s,
                    self._ringer,
                    *append.entries,
                ),
            ),
        )
        if offset < 0:
            return None
        return Stamp(offset, stream_id.decode(), _ms_of(stream_id))

    async def read_log(self, room: str, after: str = "") -> list[LogEntry]:
        """Read a room's log after a stream id, or from the start."""
        start = f"({after}" if after else "-"
        entries = cast(
            "list[tuple[bytes, dict[bytes, bytes]]]",
            await _read(self._reader.xrange(room_keys(room).log, min=start)),
        )
        return [LogEntry(i.decode(), _ms_of(i), f[b"f"]) for i, f in entries]

    async def watch(self, room: str) -> None:
        """Hear the room's doorbell from now on; returns when that is sure."""
        doorbell = room_keys(room).doorbell
        confirmed = self._watched.get(doorbell)
        if confirmed is None:
            confirmed = asyncio.get_running_loop().create_future()
            self._watched[doorbell] = confirmed
            await _read(self._doorbells.subscribe(doorbell))
        async with asyncio.timeout(CALL_TIMEOUT_S):
            await asyncio.shield(confirmed)

    async def unwatch(self, room: str) -> None:
        """Stop hearing the room's doorbell."""
        doorbell = room_keys(room).doorbell
        if self._watched.pop(doorbell, None) is not None:
            await _read(self._doorbells.unsubscribe(doorbell))

    # The list of rooms, and when each wants to be looked at

    async def put_in_lobby(self, room: str, line: bytes) -> None:
        """Put a public room's line in the list, or replace it."""
        await self._writer.call("HSET", LOBBY, room, line)

    async def take_from_lobby(self, room: str) -> None:
        """Take a room out of the list."""
        await self._writer.call("HDEL", LOBBY, room)

    async def lobby(self) -> dict[str, bytes]:
        """Return the lines of all public rooms by code."""
        lines = cast("dict[bytes, bytes]", await _read(self._reader.hgetall(LOBBY)))
        return {code.decode(): line for code, line in lines.items()}

    async def put_deadline(self, room: str, at: int) -> None:
        """Say when an open room wants to be looked at, in ms."""
        await self._writer.call("ZADD", DEADLINES, at, room)

    async def drop_deadline(self, room: str) -> None:
        """Forget a closed room."""
        await self._writer.call("ZREM", DEADLINES, room)

    async def due(self, before: int, most: int) -> list[str]:
        """List rooms whose deadline has passed, the longest overdue first."""
        codes = cast(
            "list[bytes]",
            await _read(
                self._reader.zrange(
                    DEADLINES, 0, before, byscore=True, offset=0, num=most
                )
            ),
        )
        return [code.decode() for code in codes]

    # Leaderboards

    async def submit(self, game: str, player: str, value: int, row: bytes) -> bool:
        """Keep a result if it is the player's best; tell whether it was."""
        answer = await self._writer.script(
            "submit", board_keys(game), (player, value, row)
        )
        return answer == 1

    async def leaderboard(self, game: str, limit: int) -> list[BoardRow]:
        """Return the best rows of a game, best first."""
        keys = board_keys(game)
        top = cast(
            "list[tuple[bytes, float]]",
            await _read(
                self._reader.zrange(
                    keys.ranking, 0, limit - 1, desc=True, withscores=True
                )
            ),
        )
        if not top:
            return []
        players = [player for player, _ in top]
        rows = cast(
            "list[bytes | None]", await _read(self._reader.hmget(keys.rows, players))
        )
        ranked = zip(top, rows, strict=True)
        return [BoardRow(int(value), row) for (_, value), row in ranked if row]

    # Identities

    async def put_identity(self, player: str, fields: dict[str, str]) -> None:
        """Keep a new identity."""
        key = identity_key(player)
        flat = [word for pair in fields.items() for word in pair]
        await self._writer.call("HSET", key, *flat)
        await self._writer.call("EXPIRE", key, IDENTITY_TTL_S)

    async def greet(
        self, player: str, *, kind: str, presented: str, resume: str, name: str | None
    ) -> str | None:
        """Let in who presents the right hash; return their name, None for nobody."""
        answer = await self._writer.script(
            "greet",
            (identity_key(player),),
            (kind, presented, resume, name or "", IDENTITY_TTL_S),
        )
        return None if answer is None else cast("bytes", answer).decode()

    # Doorbells

    async def _listen(self) -> None:
        while True:
            try:
                async for message in self._doorbells.listen():
                    self._hear(message)
            except (RedisError, OSError) as error:
                log.warning("doorbells lost, listening again: %s", error)
                await asyncio.sleep(RECONNECT_AFTER_S)
                self._ring_all()

    def _hear(self, message: dict[str, object]) -> None:
        channel = cast("bytes", message["channel"]).decode()
        if message["type"] == "message":
            if message["data"] != self._ringer.encode():
                self.on_ring(_room_of(channel))
        elif message["type"] == "subscribe":
            confirmed = self._watched.get(channel)
            if confirmed is not None and not confirmed.done():
                confirmed.set_result(None)

    def _ring_all(self) -> None:
        """Have every watched room read again: rings may have been missed."""
        for doorbell in list(self._watched):
            self.on_ring(_room_of(doorbell))


def _client(url: str, timeout_s: float | None) -> Redis:
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            # Every script refuses to do the same twice, so a retry is safe.
            retry=Retry(ExponentialBackoff(cap=0.5, base=0.05), 3),
            # Who finds all of them busy waits for one; more would not be faster.
            max_connections=CONNECTIONS_MOST,
            timeout=CALL_TIMEOUT_S,
        )
    except ValueError as error:
        raise StoreUnavailable(f"the store's address cannot be read: {error}") from None
    return Redis(connection_pool=pool)


async def _read(answer: Awaitable[_T]) -> _T:
    """Await redis-py's answer; raises StoreUnavailable or StoreError."""
    try:
        # Its own timeouts come for each try and each reconnection.
        async with asyncio.timeout(CALL_TIMEOUT_S):
            result = await answer
    except (RedisConnectionError, RedisTimeoutError, OSError) as error:
        raise StoreUnavailable(f"the store does not answer: {error}") from error
    except RedisError as error:
        raise StoreError(str(error)) from error
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        # Lost by `asyncio.wait_for`, as in `writer`.
        raise asyncio.CancelledError
    return result


def _packed(value: object) -> bytes:
    return msgpack.packb(value)


def _ms_of(stream_id: bytes) -> int:
    return int(stream_id.split(b"-")[0])


def _room_of(doorbell: str) -> str:
    return doorbell.split("{room:", 1)[1].split("}", 1)[0]
