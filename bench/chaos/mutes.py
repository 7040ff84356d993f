"""Sockets that say nothing, or not enough, from a process of their own.

``python -m bench.chaos.mutes HOST PORT COUNT SEED`` opens so many at once and writes
after how many seconds the last was hung up on. To open a thousand sockets keeps a loop
from everything else for as long as the server's: players are not to be in it.
"""

import asyncio
import contextlib
import sys
import time
from random import Random

import uvloop
from bench.load.processes import allow_many_sockets

from samedeal_protocol import SUBPROTOCOL

HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()


async def hung_up_on(host: str, port: int, count: int, dice: Random) -> float:
    """Open `count` sockets; return the seconds until the last was hung up on."""
    took_s = await asyncio.gather(
        *(_say_little(host, port, number, dice) for number in range(count))
    )
    return max(took_s)


async def _say_little(host: str, port: int, number: int, dice: Random) -> float:
    said = (b"", HANDSHAKE[: dice.randrange(1, len(HANDSHAKE) - 1)], HANDSHAKE)
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(said[number % len(said)])
    with contextlib.suppress(OSError):
        while await reader.read(4_096):
            pass
    writer.close()
    return time.perf_counter() - began


if __name__ == "__main__":
    at, numbers = sys.argv[1], [int(word) for word in sys.argv[2:]]
    allow_many_sockets()
    print(uvloop.run(hung_up_on(at, numbers[0], numbers[1], Random(numbers[2]))))  # noqa: S311
