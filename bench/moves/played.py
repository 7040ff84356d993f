"""A server whose players' sockets are played to it, for `bench.moves` to count.

It plays a match for each line it reads, all players at once, and writes what their
moves took. What is not public it asks of trees as they were, too.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import secrets
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import msgpack
import uvloop

from samedeal_games.fairness import commitment_to_nonce
from samedeal_games.game import AnyGame
from samedeal_protocol import SUBPROTOCOL
from samedeal_server.process.process import Process
from samedeal_server.process.settings import Settings
from samedeal_server.rooms import live
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

SEATS = 4
AT_ONCE = 20
"""Moves that come in within one turn of the loop, as where there is much to do."""
PLIES = 24
"""Of a match, at most."""
NONCE = bytes(16)
MASK = b"\x5a\xa5\x3c\xc3"
SETTINGS: dict[str, Any] = {
    "command_burst": 10**9,
    "commands_per_s": 10**9,
    "connections_per_address": 10**6,
    "joins_per_minute": 10**6,
    "connections": 10**6,
    "handshakes_per_s": 10**6,
    "countdown_ms": 500,
}
REQUEST = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
ANSWER = b"\xa2re"
"""Stands in each answer, and in no news."""


class Answers:
    """How many answers are still to come, and the end of it."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.are_all = asyncio.Event()

    def came(self) -> None:
        """Note one."""
        self.count -= 1
        if not self.count:
            self.are_all.set()


class Line(asyncio.Transport):
    """Where a server's bytes go: a list, or no more than a count of answers."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.written: list[bytes] = []
        self.answers: Answers | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes."""
        if self.answers is None:
            self.written.append(bytes(data))
        elif ANSWER in bytes(data):
            self.answers.came()

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Take bytes in parts."""
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        """Say that it stays."""
        return False

    def close(self) -> None:
        """Be closed for no reason that there should be."""
        raise RuntimeError("closed by the server")

    def abort(self) -> None:
        """Be cut off for no reason that there should be."""
        raise RuntimeError("cut off by the server")

    def set_write_buffer_limits(
        self, high: int | None = None, low: int | None = None
    ) -> None:
        """Never be full."""

    def get_write_buffer_size(self) -> int:
        """Keep nothing."""
        return 0


class Player:
    """A player with a socket."""

    def __init__(self, gateway: Any) -> None:
        self.line = Line()
        self.socket = gateway._socket()  # noqa: SLF001 - as the loop does
        self.socket.connection_made(self.line)
        self.socket.data_received(REQUEST)
        self.heard: list[dict[str, Any]] = []
        self.id = self.match = ""
        self.n = 0

    def say(self, **message: object) -> None:
        """Send a message."""
        self.socket.data_received(frame_of(message))

    def command(self, t: str, **fields: object) -> None:
        """Send a command with its number."""
        self.n += 1
        self.say(t=t, id=self.n, n=self.n, **fields)

    def take(self) -> None:
        """Read what was written."""
        written = b"".join(self.line.written)
        self.line.written.clear()
        if written.startswith(b"HTTP"):
            written = written.partition(b"\r\n\r\n")[2]
        self.heard += map(unpacked, payloads(written))

    async def wait(self, *kinds: str) -> dict[str, Any]:
        """Wait for a message, or for news with an update, of one of these kinds."""
        while True:
            self.take()
            while self.heard:
                message = self.heard.pop(0)
                if message["t"] == "error":
                    raise RuntimeError(message)
                for each in (message, *message.get("updates", ())):
                    if each["t"] in kinds:
                        return cast("dict[str, Any]", each)
            await asyncio.sleep(0.001)


def unpacked(payload: bytes) -> dict[str, Any]:
    """Return a message."""
    return cast("dict[str, Any]", msgpack.unpackb(payload))


def payloads(data: bytes) -> Iterable[bytes]:
    """Take a server's frames apart."""
    while data:
        size, start = data[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start], "big")
        yield data[start : start + size]
        data = data[start + size :]


def frame_of(message: dict[str, object]) -> bytes:
    """Return a client's frame, which has a mask."""
    payload: bytes = msgpack.packb(message)
    size = len(payload)
    head = bytes((0x82, 0x80 | size)) if size < 126 else b"\x82\xfe" + size.to_bytes(2)
    masked = bytes(byte ^ MASK[k % 4] for k, byte in enumerate(payload))
    return head + MASK + masked


class Room:
    """Four players at a table."""

    def __init__(self, process: Process) -> None:
        self.hub = process.hub
        self._gateway = process.gateway
        self.players: list[Player] = []
        self.code = ""
        self.opened: dict[str, Any] | None = None

    async def sit(self, game: str) -> None:
        """Take all seats."""
        for _ in range(SEATS):
            player = Player(self._gateway)
            self.players.append(player)
            player.say(t="hello", id=1, client="bench", bot=True)
            player.id = (await player.wait("welcome"))["player"]
            if self.code:
                player.say(t="join", id=2, room=self.code)
            else:
                player.say(t="host", id=2, game=game, seats=SEATS, public=False)
            snapshot = (await player.wait("joined"))["snapshot"]
            self.code = snapshot["room"]["room"]
            self.opened = snapshot["room"]["next_match"]
            player.match = self.opened["id"] if self.opened else ""

    async def start(self) -> None:
        """Get ready, reveal, and wait for the deal."""
        for player in self.players:
            commitment = commitment_to_nonce(player.match, player.id, NONCE)
            player.command("ready", match=player.match, commitment=commitment)
        for player in self.players:
            while (await player.wait("phase"))["phase"] != "countdown":
                pass
        for player in self.players:
            player.command("reveal", nonce=NONCE)
        for player in self.players:
            await player.wait("started")

    async def finish(self) -> None:
        """End the match, and wait for the next to be opened."""
        for player in self.players:
            player.command("finish")
        for player in self.players:
            player.match = (await player.wait("opened"))["match"]["id"]

    def moves(self) -> list[str]:
        """Return moves that can be made one after the other from the deal on."""
        state: Any = self.hub.carrier.rooms[self.code].state
        table: Any = getattr(state, "table", state)  # once it was one with the room
        return line_of(table.game, table.match.plays[0].position)


def line_of(game: AnyGame, position: object) -> list[str]:
    """Return some moves that leave the game open: up where that is possible."""
    dice = random.Random(7)  # noqa: S311 - the same throws every time
    line: list[str] = []
    while len(line) < PLIES:
        moves = game.legal_moves(position)
        scored = [
            move
            for move in moves
            if game.score(game.apply(position, move)) > game.score(position)
        ]
        move = dice.choice(scored or moves)
        position = game.apply(position, move)
        if game.is_over(position):
            break
        line.append(game.format(move))
    return line


async def counting(how: str, *, is_counted: bool) -> None:
    """Have valgrind, under which this runs, count instructions from here on, or not."""
    if is_counted:
        words = ("callgrind_control", "-i", how, str(os.getpid()))
        control = await asyncio.create_subprocess_exec(*words, stdout=DEVNULL)
        await control.wait()


async def play(rooms: list[Room], *, is_counted: bool) -> tuple[int, float, float]:
    """Play a match in all rooms; return its moves and the CPU time that they took.

    Also that of all else in a match, until it is kept.
    """
    around_s = -time.process_time()
    await asyncio.gather(*(room.start() for room in rooms))
    around_s += time.process_time()
    turns = turns_of(rooms)
    lines = [player.line for room in rooms for player in room.players]
    gc.collect()
    await counting("on", is_counted=is_counted)
    began_s = time.process_time()
    for turn in turns:
        answers = Answers(len(lines))
        for line in lines:
            line.answers = answers
        for at in range(0, len(turn), AT_ONCE):
            for socket, frame in turn[at : at + AT_ONCE]:
                socket.data_received(frame)
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await answers.are_all.wait()
    cpu_s = time.process_time() - began_s
    await counting("off", is_counted=is_counted)
    for line in lines:
        line.answers = None
    around_s -= time.process_time()
    await asyncio.gather(*(room.finish() for room in rooms))
    await rooms[0].hub.carrier.all_kept.wait()
    around_s += time.process_time()
    return len(turns) * len(lines), cpu_s, around_s / len(rooms)


def turns_of(rooms: list[Room]) -> list[list[tuple[Any, bytes]]]:
    """Return for each ply who sends what."""
    lines = {room.code: room.moves() for room in rooms}
    plies = min(map(len, lines.values()))
    turns: list[list[tuple[Any, bytes]]] = []
    for ply in range(plies):
        turn: list[tuple[Any, bytes]] = []
        for room in rooms:
            for player in room.players:
                player.n += 1
                move: dict[str, object] = {
                    "t": "move",
                    "id": player.n,
                    "n": player.n,
                    "ply": ply,
                    "move": lines[room.code][ply],
                }
                turn.append((player.socket, frame_of(move)))
        turns.append(turn)
    return turns


async def main() -> None:
    """Play a match for each line of standard input."""
    parser = argparse.ArgumentParser(prog="python -m bench.moves.played")
    parser.add_argument("--game", default="squares/english")
    parser.add_argument("--players", type=int, default=80)
    parser.add_argument("--counted", action="store_true", help="it is under valgrind")
    asked = parser.parse_args()
    if asked.counted:
        # Time runs fifty times as fast there, for what waits for a clock.
        live.PROGRESS_EVERY_S *= 50
    dice = random.Random(7)  # noqa: S311 - every run deals the same
    secrets.token_bytes = lambda nbytes=None: dice.randbytes(nbytes or 32)
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-move-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder))
        store = await held.enter_async_context(Store(embedded.url))
        process = Process(store, Settings.model_validate(SETTINGS))
        running = loop.create_task(process.run())
        await asyncio.sleep(0.1)  # until its tasks run
        rooms = [Room(process) for _ in range(max(1, asked.players // SEATS))]
        for room in rooms:
            await room.sit(asked.game)
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # as the server does
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(json.dumps(await play(rooms, is_counted=asked.counted)), flush=True)
        running.cancel()
        await asyncio.wait([running])


if __name__ == "__main__":
    uvloop.run(main())
