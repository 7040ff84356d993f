"""The ways to the store: one Redis, one found through Sentinels, or a Cluster.

The rest of the store says what it wants done and need not know which it is.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import hashlib
import random
from collections.abc import Generator, Iterable, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar, cast
from urllib.parse import unquote, urlsplit

import hiredis
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis, Sentinel
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException, ResponseError, SlotNotCoveredError

from samedeal_server.store.errors import StoreUnavailable

CALL_TIMEOUT_S = 2.5
CONNECT_TIMEOUT_S = 2.0
CONNECTIONS_MOST = 8
SCANNED_AT_ONCE = 1000
SENTINEL_SCHEME = "redis+sentinel"
SENTINEL_PORT = 26379
SENTINEL_TIMEOUT_S = 0.5
"""One that does not answer must leave time to ask another within a call."""

Command: TypeAlias = Sequence[str | bytes | int]
Place: TypeAlias = tuple[str, int]
"""The host and port of a node."""
C = TypeVar("C", bound=AbstractConnection)


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
            retry=_retry(),
        )
        # Its makers know nothing of other kinds than their own.
        kind = _told(cluster.connection_kwargs["connection_class"])
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

    def line(self, place: Place) -> "Line":
        """Return a line to one node of a cluster, which whoever asks is to close."""
        return Line(_redis(self._url_of(place), None).connection_pool, CALL_TIMEOUT_S)

    def kept_line(self, place: Place) -> "Line":
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


class Line:
    """One connection for calls that come one after the other.

    It is redis-py's, asked without what redis-py puts around each call, which takes
    five times as long as the call itself. Made by the first call, and anew
    where it is lost; the call is then sent again, which must do no harm. Answers are as
    the store gave them: redis-py makes other types of some.
    """

    def __init__(self, pool: ConnectionPool, timeout_s: float) -> None:
        self._pool = pool  # which a connection found by Sentinels asks for more
        self._connection = pool.make_connection()  # type: ignore[no-untyped-call]
        self._timeout_s = timeout_s

    async def call(self, commands: Sequence[Command]) -> list[object]:
        """Run commands in one round trip; answers may be errors.

        Raises RedisError or OSError.
        """
        connection = self._connection
        packed = b"".join(map(_packed, commands))

        async def once() -> list[object]:
            async with asyncio.timeout(self._timeout_s):
                if not connection.is_connected:
                    await connection.connect()  # by way of Sentinels, where it is so
                await connection.send_packed_command(packed, check_health=False)
                return [await self._answer() for _ in commands]

        async def failed(error: Exception) -> None:
            await connection.disconnect()

        answers: list[object] = await connection.retry.call_with_retry(once, failed)
        return answers

    async def _answer(self) -> object:
        try:
            answer: object = await self._connection.read_response()
        except ResponseError as error:
            return error
        return answer

    async def aclose(self) -> None:
        """Close it."""
        await self._connection.disconnect()


def _packed(words: Command) -> bytes:
    # Its types say that a command has one word.
    return cast("bytes", hiredis.pack_command(cast("Any", tuple(words))))


def _redis(url: str, timeout_s: float | None) -> Redis:
    if url.startswith(f"{SENTINEL_SCHEME}://"):
        return _behind_sentinels(url, timeout_s)
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=_retry(),
            # Who finds all of them busy waits for one; more would not be faster.
            max_connections=CONNECTIONS_MOST,
            timeout=CALL_TIMEOUT_S,
        )
    except ValueError as error:
        raise StoreUnavailable(f"the store's address cannot be read: {error}") from None
    return _with_told_losses(Redis.from_pool(pool))


class SentinelAddress(NamedTuple):
    """The parts of a URL of Sentinels."""

    sentinels: tuple[tuple[str, int], ...]
    name: str
    """The Sentinels' name for the master."""
    username: str | None
    """Of the master, not of the Sentinels; None for none."""
    password: str | None


def read_sentinel_url(url: str) -> SentinelAddress:
    """Read redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME.

    User, password and ports may be missing. Raises StoreUnavailable with what is
    wrong, and without the password.
    """
    try:
        parts = urlsplit(url)
        user, _, hosts = parts.netloc.rpartition("@")
        sentinels = tuple(_host_and_port(host) for host in hosts.split(","))
        name = _master_name(url.removeprefix(f"{parts.scheme}://{parts.netloc}"))
    except ValueError as error:
        form = f"{SENTINEL_SCHEME}://HOST:PORT,HOST:PORT/NAME"
        raise StoreUnavailable(
            f"the store's address cannot be read: {error}; it is {form}"
        ) from None
    username, _, password = user.partition(":")
    return SentinelAddress(
        sentinels, name, unquote(username) or None, unquote(password) or None
    )


def _master_name(path: str) -> str:
    name = path.removeprefix("/")
    if not name or set(name) & set("/?#"):
        raise ValueError("after the hosts comes /NAME, the master's, and no more")
    return name


def _host_and_port(text: str) -> tuple[str, int]:
    # An IPv6 address has colons of its own, and brackets because of them.
    before, colon, after = text.rpartition(":")
    has_port = bool(colon) and not after.endswith("]")
    host, port = (before, after) if has_port else (text, str(SENTINEL_PORT))
    if not host.strip("[]"):
        raise ValueError("a host is missing")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(f"{port!r} is no port")
    return host.strip("[]"), int(port)


class _Master(Redis):
    """Whoever is master; its end is that of the connections to Sentinels, too."""

    async def aclose(self, close_connection_pool: bool | None = None) -> None:
        """Close every connection."""
        await super().aclose(close_connection_pool)
        if isinstance(self.connection_pool, SentinelConnectionPool):
            for sentinel in self.connection_pool.sentinel_manager.sentinels:
                await sentinel.aclose()


def _behind_sentinels(url: str, timeout_s: float | None) -> Redis:
    address = read_sentinel_url(url)
    sentinel = Sentinel(  # type: ignore[no-untyped-call]  # redis-py
        address.sentinels,
        sentinel_kwargs={
            "socket_timeout": SENTINEL_TIMEOUT_S,
            "socket_connect_timeout": SENTINEL_TIMEOUT_S,
            # The next one is asked instead.
            "retry": Retry(NoBackoff(), 0),
        },
    )
    master: Redis = sentinel.master_for(
        address.name,
        redis_class=_Master,
        socket_timeout=timeout_s,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        retry=_retry(),
        username=address.username,
        password=address.password,
    )
    for asked in sentinel.sentinels:
        _with_told_losses(asked)
    return _with_told_losses(master)


class _Told(AbstractConnection):
    """One whose loss while it writes is said as redis-py says every other loss.

    uvloop has a RuntimeError for it. asyncio has a TypeError or an AttributeError, as
    redis-py itself where it closes for one call what another is about to write to.
    None of them would be tried again, and each would end whoever called.
    """

    async def send_packed_command(
        self, command: bytes | str | Iterable[bytes], check_health: bool = True
    ) -> None:
        try:
            await super().send_packed_command(command, check_health)
        except (AttributeError, RuntimeError, TypeError) as error:
            raise RedisConnectionError(f"lost while written to: {error}") from error


def _told(kind: type[C]) -> type[C]:
    return cast("type[C]", type(kind.__name__, (_Told, kind), {}))


def _with_told_losses(redis: Redis) -> Redis:
    pool = redis.connection_pool
    pool.connection_class = _told(pool.connection_class)
    return redis


def _retry() -> Retry:
    # Every script refuses to do the same twice, so a retry is safe.
    return Retry(ExponentialBackoff(cap=0.5, base=0.05), 2)
