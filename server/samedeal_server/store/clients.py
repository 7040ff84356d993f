"""The ways to the store: one Redis, one found through Sentinels, or a Cluster.

The rest of the store says what it wants done and need not know which it is.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import hashlib
import random
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, Self, TypeAlias, cast
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException, ResponseError, SlotNotCoveredError

from samedeal_server.store.connections.lines import Command, Line
from samedeal_server.store.connections.pools import (
    CONNECT_TIMEOUT_S,
    redis_at,
    retrying,
    told_losses,
)

CALL_TIMEOUT_S = 2.5
SCANNED_AT_ONCE = 1000

Place: TypeAlias = tuple[str, int]
"""The host and port of a node."""


class Client:
    """Connections to the store; one for writing keeps the order of what it sends."""

    def __init__(self, url: str, redis: Redis | RedisCluster) -> None:
        self._url = url
        self._redis = redis
        # redis-py makes a dictionary of each entry of a log, which has one field.
        redis.set_response_callback("XRANGE", _as_it_came)
        self._lone: Redis | None = None
        self._line: Line | None = None
        self._lines: list[Line] = []
        """To nodes of a cluster."""

    @classmethod
    async def connect(cls, url: str) -> Self:
        """Connect to a URL of redis-py's, or redis+sentinel://HOST:PORT,…/NAME.

        Raises StoreUnavailable for an address that cannot be read, RedisError or
        OSError where nobody answers.
        """
        redis = _redis(url, CALL_TIMEOUT_S)
        try:
            info = cast("dict[str, object]", await redis.info("cluster"))
        except BaseException:
            await redis.aclose()
            raise
        if not info.get("cluster_enabled"):
            return cls(url, redis)
        await redis.aclose()
        cluster = RedisCluster.from_url(
            url,
            socket_timeout=CALL_TIMEOUT_S,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=retrying(),
        )
        # Its makers know nothing of other kinds than their own.
        kind = told_losses(cluster.connection_kwargs["connection_class"])
        cluster.connection_kwargs["connection_class"] = kind
        for node in cluster.startup_nodes:
            node.connection_class = kind
        with _reaching():
            await cluster.initialize()
        return cls(url, cluster)

    @property
    def is_cluster(self) -> bool:
        """Tell whether keys of different hash tags need calls of their own."""
        return isinstance(self._redis, RedisCluster)

    async def one(self, *words: str | bytes | int) -> object:
        """Run a command; raises RedisError or OSError."""
        with _reaching():
            answer: object = await self._redis.execute_command(*words)
        return answer

    async def many(self, commands: Sequence[Command]) -> list[object]:
        """Run commands in one round trip; answers may be errors.

        In a cluster in one round trip to each node, and so in order for each key.
        """
        if len(commands) == 1:
            try:
                return [await self.one(*commands[0])]
            except ResponseError as error:
                return [error]
        pipeline = self._redis.pipeline(transaction=False)
        for words in commands:
            pipeline.execute_command(*words)
        with _reaching():
            answers: list[object] = await pipeline.execute(raise_on_error=False)
        return answers

    async def in_line(self, commands: Sequence[Command]) -> list[object]:
        """Run commands after the last such ones, at a fifth of what `many` takes.

        Answers may be errors. Not in a cluster. Raises RedisError or OSError.
        """
        if self._line is None:
            # Each wait has its limit there already.
            self._lone = _redis(self._url, None)
            self._line = Line(self._lone.connection_pool, CALL_TIMEOUT_S)
        return await self._line.call(commands)

    def slot_of(self, key: str) -> int:
        """Return the slot of a cluster that a key belongs to."""
        return key_slot(key.encode())

    def place_known(self, key: str) -> Place:
        """Return where the node of a cluster is that has a key, as far as is known.

        Of an empty key any node's.
        """
        cluster = cast("RedisCluster", self._redis)
        node = None
        with suppress(SlotNotCoveredError):
            node = cluster.get_node_from_key(key) if key else None
        if node is None:
            node = cluster.get_primaries()[0]
        return node.host, int(node.port)

    def places_known(self) -> set[Place]:
        """Return where the nodes of a cluster are that write, as far as is known."""
        cluster = cast("RedisCluster", self._redis)
        return {(node.host, int(node.port)) for node in cluster.get_primaries()}

    def line(self, place: Place) -> Line:
        """Return a line to one node of a cluster, which whoever asks is to close."""
        return Line(_redis(self._url_of(place), None).connection_pool, CALL_TIMEOUT_S)

    def kept_line(self, place: Place) -> Line:
        """Return a line to one node of a cluster, which is closed with all others."""
        self._lines.append(self.line(place))
        return self._lines[-1]

    async def scan(self, pattern: str) -> list[bytes]:
        """Return the keys that are like a pattern; raises RedisError or OSError."""
        keys = self._redis.scan_iter(match=pattern, count=SCANNED_AT_ONCE)
        with _reaching():
            return sorted({key async for key in keys})

    async def load_script(self, text: str) -> str:
        """Make a script known on every node that writes; return its hash."""
        if isinstance(self._redis, RedisCluster):
            with _reaching():
                await self._redis.execute_command(
                    "SCRIPT LOAD", text, target_nodes=RedisCluster.PRIMARIES
                )
            return hashlib.sha1(text.encode()).hexdigest()  # noqa: S324 - its name
        return await self._redis.script_load(text)

    async def versions(self) -> dict[str, str]:
        """Return the version of the store, in a cluster of each node that writes.

        By the node's address, empty for the only one; of Valkey it is that of the Redis
        that it stands in for.
        """
        if not isinstance(self._redis, RedisCluster):
            return {"": _version_in(await self._redis.info("server"))}
        with _reaching():
            told = await self._redis.execute_command(
                "INFO", "server", target_nodes=RedisCluster.PRIMARIES
            )
        if "redis_version" in told:  # of a single node
            return {"": _version_in(told)}
        return {name: _version_in(info) for name, info in told.items()}

    def listener(self) -> Redis:
        """Return a client that waits for ever, to hear what is published.

        In a cluster every node hears what is published on any.
        """
        if not isinstance(self._redis, RedisCluster):
            return _redis(self._url, None)
        node = random.choice(self._redis.get_nodes())  # noqa: S311 - any will do
        return _redis(self._url_of((node.host, int(node.port))), None)

    async def place_of(self, key: str) -> Place:
        """Return the place of the node of a cluster that has a key.

        Raises RedisError or OSError.
        """
        cluster = cast("RedisCluster", self._redis)
        # Whoever asks for a key is told where that is by now.
        await self.one("EXISTS", key)
        with _reaching():
            node = cluster.get_node_from_key(key)
        if node is None:
            raise RedisConnectionError(f"no node has {key}")
        return node.host, int(node.port)

    def line_to(self, place: Place) -> AbstractConnection:
        """Return a connection that waits for ever, to one node of a cluster."""
        pool = _redis(self._url_of(place), None).connection_pool
        return pool.make_connection()  # type: ignore[no-untyped-call,no-any-return]

    def _url_of(self, place: Place) -> str:
        parts = urlsplit(self._url)
        user, at, _ = parts.netloc.rpartition("@")
        host = f"[{place[0]}]" if ":" in place[0] else place[0]
        netloc = f"{user}{at}{host}:{place[1]}"
        return parts._replace(netloc=netloc).geturl()

    async def aclose(self) -> None:
        """Close every connection."""
        async with AsyncExitStack() as closing:
            closing.push_async_callback(self._redis.aclose)
            for line in self._lines:
                closing.push_async_callback(line.aclose)
            if self._line is not None and self._lone is not None:
                closing.push_async_callback(self._lone.aclose)
                closing.push_async_callback(self._line.aclose)


@contextmanager
def _reaching() -> Generator[None]:
    """Have redis-py say of a cluster that is gone as a whole what it says of a node."""
    try:
        yield
    except RedisClusterException as error:
        raise RedisConnectionError(str(error)) from error


def _version_in(info: Any) -> str:
    return str(info.get("redis_version", "0"))


def _as_it_came(response: Any, **_: Any) -> Any:
    return response


def _redis(url: str, timeout_s: float | None) -> Redis:
    return redis_at(url, timeout_s, CALL_TIMEOUT_S)
