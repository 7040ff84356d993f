"""One connection for calls that come one after the other."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import hiredis
from redis.asyncio import ConnectionPool
from redis.exceptions import ResponseError

Argument: TypeAlias = str | bytes | int
Command: TypeAlias = Sequence[Argument]


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
