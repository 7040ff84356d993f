"""A server whose players' sockets are played to it, for `bench.moves` to count.

It plays a match for each line it reads, all players at once, and writes what the
match took: its beginning, its moves, and its end. What is not public it asks of trees
as they were, too.
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
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias, cast

import msgpack
import uvloop

from samedeal_games.fairness import commitment_to_nonce
from samedeal_games.game import AnyGame
from samedeal_protocol import SUBPROTOCOL
from samedeal_server.process.process import Process
from samedeal_server.process.settings import Settings
from samedeal_server.rooms import live
from samedeal_server.store import redis
from samedeal_server.store.clients import Client
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

AT_ONCE = 20
"""Moves that come in within one turn of the loop, as where there is much to do."""
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
IN_TIME_S = 60


class Answers:
    """The number of answers, or other words, still to come, and their end."""

    def __init__(self, count: int, word: bytes = ANSWER) -> None:
        self.count = count
        self.word = word
        self.are_all = asyncio.Event()

    def came(self) -> None:
        """Note one."""
        self.count -= 1
        if not self.count:
            self.are_all.set()


class Line(asyncio.Transport):
    """The receiver of a server's bytes: a list, and a count of answers."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.written: list[bytes] = []
        self.answers: Answers | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes."""
        self.written.append(bytes(data))
        if self.answers is not None and self.answers.word in self.written[-1]:
            self.answers.came()

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Take bytes in parts."""
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        """Never closing."""
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

    def command(self, t: str, **fields: object) -> "Sent":
        """Return a command with its number, and whose it is."""
        self.n += 1
        return self.socket, frame_of({"t": t, "id": self.n, "n": self.n, **fields})

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


Sent: TypeAlias = tuple[Any, bytes]
"""A socket, and the frame that comes in by it."""


class Room:
    """Players at a table."""

    def __init__(self, process: Process) -> None:
        self.hub = process.hub
        self._gateway = process.gateway
        self.players: list[Player] = []
        self.code = ""
        self.opened: dict[str, Any] | None = None

    async def sit(self, game: str, seats: int, *, bots: bool) -> None:
        """Take all seats."""
        for _ in range(seats):
            player = Player(self._gateway)
            self.players.append(player)
            player.say(t="hello", id=1, client="bench", bot=bots)
            player.id = (await player.wait("welcome"))["player"]
            if self.code:
                player.say(t="join", id=2, room=self.code)
            else:
                player.say(t="host", id=2, game=game, seats=seats, public=False)
            snapshot = (await player.wait("joined"))["snapshot"]
            self.code = snapshot["room"]["room"]
            self.opened = snapshot["room"]["next_match"]
            player.match = self.opened["id"] if self.opened else ""

    def ready(self) -> list[Sent]:
        """Return the frames that make all ready."""
        return [
            player.command(
                *("ready",),
                match=player.match,
                commitment=commitment_to_nonce(player.match, player.id, NONCE),
            )
            for player in self.players
        ]

    def reveal(self) -> list[Sent]:
        """Return the frames that reveal all nonces."""
        return [player.command("reveal", nonce=NONCE) for player in self.players]

    def finish(self) -> list[Sent]:
        """Return the frames that end the match."""
        return [player.command("finish") for player in self.players]

    async def look(self) -> None:
        """See which match was opened next."""
        for player in self.players:
            player.match = (await player.wait("opened"))["match"]["id"]

    def moves(self, plies: int) -> list[str]:
        """Return moves that can be made one after the other from the deal on."""
        state: Any = self.hub.carrier.rooms[self.code].state
        table: Any = getattr(state, "table", state)  # once it was one with the room
        return line_of(table.game, table.match.plays[0].position, plies)


def line_of(game: AnyGame, position: object, plies: int) -> list[str]:
    """Return some moves that leave the game open: up where that is possible."""
    dice = random.Random(7)  # noqa: S311 - the same throws every time
    line: list[str] = []
    while len(line) < plies:
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
    """Make valgrind, under which this runs, start or stop counting instructions."""
    if is_counted:
        words = ("callgrind_control", "-i", how, str(os.getpid()))
        control = await asyncio.create_subprocess_exec(*words, stdout=DEVNULL)
        await control.wait()


class Trips:
    """A count of this process's waits for the store."""

    def __init__(self) -> None:
        self.count = 0
        for name in ("one", "many", "in_line"):
            setattr(Client, name, self._counted(getattr(Client, name)))

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(client: Client, *words: Any) -> Any:
            # Of several at once, one asks for another.
            if call.__name__ != "many" or len(words[0]) > 1:
                self.count += 1
            return await call(client, *words)

        return counted


class Costs(NamedTuple):
    """The costs of the matches of all rooms."""

    moves: int
    moves_s: float
    beginning_s: float
    beginning_trips: int
    ending_s: float
    ending_trips: int


async def play(
    rooms: list[Room], plies: int, trips: Trips, *, is_counted: bool
) -> Costs:
    """Play a match in all rooms."""
    ready = [sent for room in rooms for sent in room.ready()]
    reveal = [sent for room in rooms for sent in room.reveal()]
    lines = [player.line for room in rooms for player in room.players]
    beginning_s, began = -time.process_time(), trips.count
    await until(lines, b"countdown", ready)
    await until(lines, b"started", reveal)
    beginning_s += time.process_time()
    began = trips.count - began
    turns = turns_of(rooms, plies)
    gc.collect()
    await counting("on", is_counted=is_counted)
    moves_s = -time.process_time()
    for turn in turns:
        await until(lines, ANSWER, turn)
    moves_s += time.process_time()
    await counting("off", is_counted=is_counted)
    finish = [sent for room in rooms for sent in room.finish()]
    for line in lines:
        line.written.clear()
    ending_s, ended = -time.process_time(), trips.count
    await until(lines, b"opened", finish)
    await rooms[0].hub.carrier.all_kept.wait()
    ending_s += time.process_time()
    ended = trips.count - ended
    await asyncio.gather(*(room.look() for room in rooms))
    return Costs(len(turns) * len(lines), moves_s, beginning_s, began, ending_s, ended)


async def until(lines: list[Line], word: bytes, sent: list[Sent]) -> None:
    """Hand in bytes, a few a turn, until a word has gone out on each line once."""
    answers = Answers(len(lines), word)
    for line in lines:
        line.answers = answers
    for at in range(0, len(sent), AT_ONCE):
        for socket, frame in sent[at : at + AT_ONCE]:
            socket.data_received(frame)
        await asyncio.sleep(0)
    async with asyncio.timeout(IN_TIME_S):
        await answers.are_all.wait()
    for line in lines:
        line.answers = None


def turns_of(rooms: list[Room], plies: int) -> list[list[Sent]]:
    """Return for each ply who sends what."""
    lines = {room.code: room.moves(plies) for room in rooms}
    return [
        [
            player.command("move", ply=ply, move=lines[room.code][ply])
            for room in rooms
            for player in room.players
        ]
        for ply in range(min(map(len, lines.values())))
    ]


async def main() -> None:
    """Play a match for each line of standard input."""
    parser = argparse.ArgumentParser(prog="python -m bench.moves.played")
    parser.add_argument("--game", default="squares/english")
    parser.add_argument("--players", type=int, default=80)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", action="store_true")
    parser.add_argument("--plies", type=int, default=24)
    parser.add_argument("--counted", action="store_true", help="it is under valgrind")
    asked = parser.parse_args()
    # On a machine that does much else the store comes late, which is not counted.
    redis.PULSE_TIMEOUT_S = IN_TIME_S
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
        trips = Trips()
        rooms = [Room(process) for _ in range(max(1, asked.players // asked.seats))]
        for room in rooms:
            await room.sit(asked.game, asked.seats, bots=asked.bots)
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # as the server does
        while await loop.run_in_executor(None, sys.stdin.readline):
            costs = await play(rooms, asked.plies, trips, is_counted=asked.counted)
            print(json.dumps(costs), flush=True)
        running.cancel()
        await asyncio.wait([running])


if __name__ == "__main__":
    uvloop.run(main())
