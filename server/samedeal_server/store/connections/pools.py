"""Pools of connections: to one Redis, or to whichever of several is master."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

from collections.abc import Iterable
from typing import TypeVar, cast

from redis.asyncio import BlockingConnectionPool, Redis, Sentinel
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

from samedeal_server.store.connections.sentinels import (
    SENTINEL_SCHEME,
    read_sentinel_url,
)
from samedeal_server.store.errors import StoreUnavailable

CONNECT_TIMEOUT_S = 2.0
CONNECTIONS_MOST = 8
SENTINEL_TIMEOUT_S = 0.5
"""One that does not answer must leave time to ask another within a call."""

C = TypeVar("C", bound=AbstractConnection)


def redis_at(url: str, timeout_s: float | None, wait_s: float) -> Redis:
    """Return a client of the Redis at a URL; raises StoreUnavailable where it is none.

    A call may take `timeout_s`, and wait for a free connection as long as `wait_s`.
    """
    if url.startswith(f"{SENTINEL_SCHEME}://"):
        return _behind_sentinels(url, timeout_s)
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=retrying(),
            # Who finds all of them busy waits for one; more would not be faster.
            max_connections=CONNECTIONS_MOST,
            timeout=wait_s,
        )
    except ValueError as error:
        raise StoreUnavailable(f"the store's address cannot be read: {error}") from None
    return _with_told_losses(Redis.from_pool(pool))


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
        retry=retrying(),
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


def told_losses(kind: type[C]) -> type[C]:
    """Return a kind of connection whose losses are said as redis-py says them."""
    return cast("type[C]", type(kind.__name__, (_Told, kind), {}))


def _with_told_losses(redis: Redis) -> Redis:
    pool = redis.connection_pool
    pool.connection_class = told_losses(pool.connection_class)
    return redis


def retrying() -> Retry:
    """Return how often a call is tried again, and after how long."""
    # Every script refuses to do the same twice, so a retry is safe.
    return Retry(ExponentialBackoff(cap=0.5, base=0.05), 2)
