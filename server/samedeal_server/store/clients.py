"""How to reach the store: one Redis, one found through Sentinels, or a Cluster.

The rest of the store says what it wants done and need not know which it is.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import hashlib
import random
from collections.abc import Sequence
from typing import Self, TypeAlias, cast
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis, Sentinel
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ResponseError

from samedeal_server.store.errors import StoreUnavailable

CALL_TIMEOUT_S = 2.5
CONNECT_TIMEOUT_S = 2.0
CONNECTIONS_MOST = 8
SENTINEL_SCHEME = "redis+sentinel"

Command: TypeAlias = Sequence[str | bytes | int]


class Client:
    """Connections to the store; one for writing keeps the order of what it sends."""

    def __init__(self, url: str, redis: Redis | RedisCluster) -> None:
        self._url = url
        self._redis = redis

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
        await cluster.initialize()
        return cls(url, cluster)

    @property
    def is_cluster(self) -> bool:
        """Tell whether keys of different hash tags need calls of their own."""
        return isinstance(self._redis, RedisCluster)

    async def one(self, *words: str | bytes | int) -> object:
        """Run a command; raises RedisError or OSError."""
        answer: object = await self._redis.execute_command(*words)
        return answer

    async def many(self, commands: Sequence[Command]) -> list[object]:
        """Run commands in one round trip; answers may be errors.

        In a cluster, in one round trip to each node, and in no order.
        """
        if isinstance(self._redis, RedisCluster):
            calls = [self.one(*words) for words in commands]
            return list(await asyncio.gather(*calls, return_exceptions=True))
        if len(commands) == 1:
            try:
                return [await self.one(*commands[0])]
            except ResponseError as error:
                return [error]
        pipeline = self._redis.pipeline(transaction=False)
        for words in commands:
            pipeline.execute_command(*words)
        answers: list[object] = await pipeline.execute(raise_on_error=False)
        return answers

    async def load_script(self, text: str) -> str:
        """Make a script known on every node that writes; return its hash."""
        if isinstance(self._redis, RedisCluster):
            await self._redis.execute_command(
                "SCRIPT LOAD", text, target_nodes=RedisCluster.PRIMARIES
            )
            return hashlib.sha1(text.encode()).hexdigest()  # noqa: S324 - its name
        return await self._redis.script_load(text)

    def listener(self) -> Redis:
        """Return a client that waits for ever, to hear what is published.

        In a cluster every node hears what is published on any.
        """
        if not isinstance(self._redis, RedisCluster):
            return _redis(self._url, None)
        node = random.choice(self._redis.get_nodes())  # noqa: S311 - any will do
        parts = urlsplit(self._url)
        user, at, _ = parts.netloc.rpartition("@")
        netloc = f"{user}{at}{node.host}:{node.port}"
        return _redis(parts._replace(netloc=netloc).geturl(), None)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._redis.aclose()


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
    return Redis.from_pool(pool)


def _behind_sentinels(url: str, timeout_s: float | None) -> Redis:
    parts = urlsplit(url)
    user, _, hosts = parts.netloc.rpartition("@")
    name = parts.path.strip("/")
    try:
        sentinels = [_host_and_port(host) for host in hosts.split(",")]
    except ValueError:
        sentinels = []
    if not name or not sentinels:
        raise StoreUnavailable(
            f"the store's address cannot be read: {SENTINEL_SCHEME}://HOST:PORT,…/NAME"
        )
    username, _, password = user.partition(":")
    sentinel = Sentinel(  # type: ignore[no-untyped-call]  # redis-py
        sentinels,
        socket_timeout=CALL_TIMEOUT_S,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
    )
    master: Redis = sentinel.master_for(
        name,
        socket_timeout=timeout_s,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        retry=_retry(),
        username=username or None,
        password=password or None,
    )
    return master


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host or text, int(port) if host else 26379


def _retry() -> Retry:
    # Every script refuses to do the same twice, so a retry is safe.
    return Retry(ExponentialBackoff(cap=0.5, base=0.05), 2)
