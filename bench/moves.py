"""What a move costs the server, beside a bare echo, in one run on one machine.

``python bench/moves.py [--connections 240] [--seconds 10]``

Players lay cards on Poker Squares grids in rooms of four, as fast as the
server's own limit per connection allows, against one server process with its
embedded store. Then as many connections bounce frames of the same size off a
bare `websockets` echo. Both figures are the server process's own CPU time, so
what the load generator costs does not count; the ratio is what to quote.
"""

import argparse
import asyncio
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol import SUBPROTOCOL

ROOM_SIZE = 4
PACE_S = 1 / 19
"""Just under the limit of 20 requests a second."""
CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
NONCE = bytes(16)


class Figures(NamedTuple):
    """What was counted in one measured stretch."""

    done: int
    seconds: float
    cpu_s: float
    waits_ms: list[float]

    @property
    def cpu_us(self) -> float:
        """CPU time of the server process for one move or echo, in µs."""
        return self.cpu_s / max(1, self.done) * 1e6


class Counter:
    """Moves answered, and how long each took."""

    def __init__(self) -> None:
        self.waits_ms: list[float] = []
        self.refused = 0


async def measure(pid: int, counter: Counter, seconds: float) -> Figures:
    """Let it run for a while and count."""
    counter.waits_ms.clear()
    started, cpu = time.perf_counter(), cpu_of(pid)
    await asyncio.sleep(seconds)
    waits = sorted(counter.waits_ms)
    return Figures(len(waits), time.perf_counter() - started, cpu_of(pid) - cpu, waits)


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Racer:
    """One load-generating player: knows no rules, fills the grid in order."""

    def __init__(self, socket: ClientConnection, counter: Counter) -> None:
        self.socket = socket
        self.counter = counter
        self.ids = itertools.count(1)
        self.n = 0
        self.player = ""
        self.match = ""

    async def ask(self, t: str, **fields: Any) -> None:
        """Send a request."""
        message = {"t": t, "id": next(self.ids), **fields}
        await self.socket.send(msgpack.packb(message))

    async def command(self, t: str, **fields: Any) -> None:
        """Send a numbered request."""
        self.n += 1
        await self.ask(t, n=self.n, **fields)

    async def receive(self) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = msgpack.unpackb(await self.socket.recv(decode=False))
        if message["t"] == "error":
            self.counter.refused += 1
            raise RuntimeError(f"refused: {message}")
        return message

    async def hello(self) -> None:
        """Say hello."""
        await self.ask("hello", client="bench", bot=True, name="bench")
        self.player = (await self.receive())["player"]

    async def sit(self, code: str | None) -> str:
        """Host a room or join one; return its code."""
        if code is None:
            await self.ask("host", game="squares/english", public=False, seats=4)
        else:
            await self.ask("join", room=code)
        while True:
            message = await self.receive()
            if message["t"] == "joined":
                room: dict[str, Any] = message["snapshot"]["room"]
                self.match = str(room["next_match"]["id"])
                return str(room["room"])

    async def ready(self, match: str) -> None:
        """Be ready for a match."""
        commitment = commitment_to_nonce(match, self.player, NONCE)
        await self.command("ready", match=match, commitment=commitment)

    async def race(self) -> None:
        """Play match after match, for ever."""
        ply, asked_at = 0, 0.0
        await self.ready(self.match)
        while True:
            message = await self.receive()
            if message["t"] == "moved":
                self.counter.waits_ms.append((time.perf_counter() - asked_at) * 1e3)
                ply = message["ply"]
                if ply < len(CELLS):
                    rest = PACE_S - (time.perf_counter() - asked_at)
                    await asyncio.sleep(max(0.0, rest))
                    asked_at = time.perf_counter()
                    await self.command("move", ply=ply, move=CELLS[ply])
            elif message["t"] == "news":
                for update in message["updates"]:
                    if update["t"] == "phase" and update["phase"] == "countdown":
                        await self.command("reveal", nonce=NONCE)
                    elif update["t"] == "opened":
                        await self.ready(update["match"]["id"])
                    elif update["t"] == "started":
                        asked_at = time.perf_counter()
                        await self.command("move", ply=0, move=CELLS[0])


async def bounce(socket: ClientConnection, counter: Counter) -> None:
    """Send a frame the size of a move and wait for it, for ever."""
    frame = bytes(30)
    while True:
        asked_at = time.perf_counter()
        await socket.send(frame)
        await socket.recv()
        counter.waits_ms.append((time.perf_counter() - asked_at) * 1e3)


@asynccontextmanager
async def process(*words: str) -> AsyncGenerator[tuple[int, int], None]:
    """Run a server process; yield its pid and port."""
    environment = {**os.environ, "SAMEDEAL_COUNTDOWN_MS": "1000"}
    environment.pop("REDIS_URL", None)
    child = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, env=environment
    )
    if child.stdout is None:
        raise RuntimeError("no output")
    try:
        yield child.pid, json.loads(await child.stdout.readline())["port"]
    finally:
        child.terminate()
        await child.wait()


@asynccontextmanager
async def sockets(
    port: int, count: int
) -> AsyncGenerator[list[ClientConnection], None]:
    """Open so many connections."""
    opened = [
        await connect(
            f"ws://127.0.0.1:{port}",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            ping_interval=None,
            proxy=None,
        )
        for _ in range(count)
    ]
    try:
        yield opened
    finally:
        await asyncio.gather(*(socket.close() for socket in opened))


async def measure_moves(connections: int, seconds: float) -> tuple[Figures, float]:
    """Measure the server; return the figures and the seconds to ready from cold."""
    counter = Counter()
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "store")
        words = ("-m", "samedeal_server", "--port", "0", "--ready-json")
        cold = time.perf_counter()
        async with process(*words, "--data", store) as (pid, port):
            ready_s = time.perf_counter() - cold
            async with sockets(port, connections) as opened:
                racers = [Racer(socket, counter) for socket in opened]
                code: str | None = None
                for index, racer in enumerate(racers):
                    await racer.hello()
                    first = index % ROOM_SIZE == 0
                    code = await racer.sit(None if first else code)
                tasks = [asyncio.create_task(racer.race()) for racer in racers]
                await asyncio.sleep(4.0)
                figures = await measure(pid, counter, seconds)
                await _cancel(tasks)
    return figures, ready_s


async def measure_echo(connections: int, seconds: float) -> Figures:
    """Measure the bare echo."""
    counter = Counter()
    async with (
        process(__file__, "--serve-echo") as (pid, port),
        sockets(port, connections) as opened,
    ):
        tasks = [asyncio.create_task(bounce(socket, counter)) for socket in opened]
        await asyncio.sleep(0.5)
        figures = await measure(pid, counter, seconds)
        await _cancel(tasks)
    return figures


async def _cancel(tasks: list["asyncio.Task[None]"]) -> None:
    """Cancel endless tasks; raise what one of them failed of."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


async def serve_echo() -> None:
    """Echo until terminated."""

    async def echo(socket: ServerConnection) -> None:
        async for frame in socket:
            await socket.send(frame)

    server = await serve(
        echo,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        ping_interval=None,
    )
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.wait_closed()


def percentile(waits_ms: list[float], part: float) -> float:
    """Return a percentile of sorted values."""
    return waits_ms[int((len(waits_ms) - 1) * part)] if waits_ms else 0.0


async def run(connections: int, seconds: float) -> None:
    """Measure and print."""
    moves, ready_s = await measure_moves(connections, seconds)
    echo = await measure_echo(connections, seconds)
    print(f"{connections} connections, rooms of {ROOM_SIZE}, {os.cpu_count()} cores")
    print(f"ready from cold       {ready_s:8.2f} s")
    print(f"moves                 {moves.done / moves.seconds:8.0f} /s")
    print(f"  server CPU used     {moves.cpu_s / moves.seconds:8.0%}")
    print(f"  server CPU a move   {moves.cpu_us:8.0f} µs")
    for part in (0.5, 0.99):
        wait = percentile(moves.waits_ms, part)
        print(f"  answer p{part * 100:<2.0f}          {wait:8.1f} ms")
    print(f"echo                  {echo.done / echo.seconds:8.0f} /s")
    print(f"  server CPU an echo  {echo.cpu_us:8.0f} µs")
    print(f"ratio move / echo     {moves.cpu_us / echo.cpu_us:8.1f}")


def main() -> None:
    """Run the benchmark, or be its echo server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=240)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--serve-echo", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    uvloop.run(
        serve_echo() if asked.serve_echo else run(asked.connections, asked.seconds)
    )


if __name__ == "__main__":
    main()
