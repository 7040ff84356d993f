"""The floors that the server is held against: a bare echo, and echo plus append.

``python -m bench.load.peers.floors echo|append`` serves one; the second appends every
frame to a stream of the store before it goes back, all that came in one turn of the
loop in one pipeline, as the server does with its facts.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import cast

import uvloop
from redis.asyncio import Redis
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Data, Subprotocol

from samedeal_protocol import SUBPROTOCOL

STREAM = "bench:floor"


class Appender:
    """Appends frames to one stream, all that gather in one turn of the loop."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._frames: list[bytes] = []
        self._answers: list[asyncio.Future[None]] = []
        self._wanted = asyncio.Event()

    def append(self, frame: bytes) -> "asyncio.Future[None]":
        """Append a frame; the answer is set once it is in the stream."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._frames.append(frame)
        self._answers.append(answer)
        self._wanted.set()
        return answer

    async def run(self) -> None:
        """Send what gathers, for ever."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            frames, self._frames = self._frames, []
            answers, self._answers = self._answers, []
            pipeline = self._redis.pipeline(transaction=False)
            for frame in frames:
                pipeline.execute_command("XADD", STREAM, "*", "f", frame)
            await cast("Awaitable[object]", pipeline.execute())
            for answer in answers:
                if not answer.done():
                    answer.set_result(None)


async def echo(socket: ServerConnection) -> None:
    """Send back what comes."""
    async for frame in socket:
        await socket.send(frame)


async def run(kind: str) -> None:
    """Serve a floor until terminated."""
    if kind == "echo":
        await listen(echo)
        return
    appender = Appender(Redis.from_url(os.environ["REDIS_URL"]))

    async def append(socket: ServerConnection) -> None:
        async for frame in socket:
            await appender.append(_bytes(frame))
            await socket.send(frame)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(appender.run())
        tasks.create_task(listen(append))


async def listen(answer: Callable[[ServerConnection], Awaitable[None]]) -> None:
    """Serve on any free port, and say on which."""
    server = await serve(
        answer,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        ping_interval=None,
    )
    port = next(iter(server.sockets)).getsockname()[1]
    print(json.dumps({"port": port}), flush=True)
    await server.wait_closed()


def _bytes(frame: Data) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


if __name__ == "__main__":
    uvloop.run(run(sys.argv[1]))
