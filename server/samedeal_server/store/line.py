"""A connection to the store for calls that come one after the other, and often."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import hiredis
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import DefaultParser
from redis.asyncio.retry import Retry
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import InvalidResponse, RedisError

Command: TypeAlias = Sequence[str | bytes | int]


class Line:
    """One connection for calls that come one after the other.

    redis-py makes it, by way of Sentinels, with TLS and passwords. Then bytes go and
    come without its streams, which take longer than all else of a call. Made by the
    first call, and anew where it is lost; the call is then sent again, which must do no
    harm. Answers are as the store gave them: redis-py makes other types of some.
    """

    def __init__(self, pool: ConnectionPool, timeout_s: float) -> None:
        self._pool = pool  # which a connection found by Sentinels asks for more
        self._connection = pool.make_connection()  # type: ignore[no-untyped-call]
        self._timeout_s = timeout_s
        self._replies: Replies | None = None

    async def call(self, commands: Sequence[Command]) -> list[object]:
        """Run commands in one round trip; answers may be errors.

        Raises RedisError or OSError.
        """
        packed = b"".join(map(_packed, commands))

        async def once() -> list[object]:
            async with asyncio.timeout(self._timeout_s):
                replies = self._replies
                if replies is None or replies.are_over:
                    replies = await self._connected()
                return await replies.to(packed, len(commands))

        async def failed(error: Exception) -> None:
            await self.aclose()

        retry: Retry = self._connection.retry
        answers: list[object] = await retry.call_with_retry(once, failed)
        return answers

    async def _connected(self) -> "Replies":
        await self.aclose()
        await self._connection.connect()
        connected: Any = self._connection
        transport: asyncio.Transport = connected._writer.transport  # noqa: SLF001 - it has no other name
        self._replies = replies = Replies(transport)
        return replies

    async def aclose(self) -> None:
        """Close it."""
        self._replies = None
        await self._connection.disconnect()


class Replies(asyncio.Protocol):
    """What comes by a connection that redis-py has made, to one call at a time."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._before = transport.get_protocol()
        transport.set_protocol(self)
        self._reader = hiredis.Reader(
            protocolError=InvalidResponse,
            replyError=cast("Any", DefaultParser.parse_error),
            notEnoughData=_NOTHING,
        )
        self._came: list[object] = []
        self._wanted = 0
        self._all: asyncio.Future[list[object]] | None = None
        self.are_over = False
        """Whether nothing comes any more."""

    async def to(self, packed: bytes, count: int) -> list[object]:
        """Send commands and return their replies, which may be errors.

        Raises RedisError or OSError; then, and if cancelled, the connection is lost:
        what still comes would be taken for the replies to others.
        """
        self._wanted = count
        self._all = asyncio.get_running_loop().create_future()
        try:
            self._transport.write(packed)
            return await self._all
        except BaseException:
            self._end()
            raise

    def data_received(self, data: bytes) -> None:
        """Take bytes in; called by the loop."""
        waiting = self._all
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not _NOTHING:
                if isinstance(reply, RedisConnectionError):
                    raise reply  # it says to come back later
                if not isinstance(reply, hiredis.PushNotification):
                    self._came.append(reply)
        except RedisError as error:
            self._end()
            if waiting is not None and not waiting.done():
                waiting.set_exception(error)
            return
        if waiting is not None and len(self._came) == self._wanted:
            self._all = None
            came, self._came = self._came, []
            if not waiting.done():
                waiting.set_result(came)

    def connection_lost(self, exc: Exception | None) -> None:
        """End; called by the loop."""
        self.are_over = True
        waiting = self._all
        if waiting is not None and not waiting.done():
            waiting.set_exception(RedisConnectionError(f"connection lost: {exc}"))
        self._before.connection_lost(exc)  # for which redis-py waits

    def _end(self) -> None:
        self.are_over = True
        self._transport.abort()


# Its types say that a command has one word.
_pack_command: Callable[[Command], bytes] = cast("Any", hiredis).pack_command
_NOTHING = object()
"""In place of a reply that is not whole."""


def _packed(words: Command) -> bytes:
    return _pack_command(tuple(words))
