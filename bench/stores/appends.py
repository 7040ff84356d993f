"""What a move costs the store: the script that appends facts, by how many share a call.

``python -m bench.stores.appends [--beside FOLDER] [--turns 7] [--instructions]``

A store of its own, which does nothing else and waits for nothing: less than a move
costs where few are made, for then the store has to be woken for each call. With a
checkout of another commit as FOLDER its script takes turns with this one's.

``--instructions`` runs the store under valgrind instead, which must be installed, and
counts the instructions of a move: the same whatever else the machine does.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self, TypeAlias, cast

import msgpack
from bench.load.processes import cpu_s
from bench.stores.node import Node
from redis import Redis

from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import DOORBELL, room_keys
from samedeal_server.store.writer import AHEAD_MOST

HERE = Path(__file__).parents[2]
SCRIPT = Path("server/samedeal_server/store/lua/append.lua")
SIZES = (1, 2, 5, 20)
MOVES = 4_000
"""The moves of one turn, in calls of one size."""
COUNTED = (400, 1_600)
"""The moves of two runs under valgrind; each size shares them evenly."""
ROOMS, SEATS = 100, 4
PROCESS = "bench"
FACT = bytes(30)
"""As long as a move is in the log."""


Said: TypeAlias = tuple[tuple[str, ...], tuple[str | bytes, ...], int, str]
"""Of an append its conditions, its entries, when it is forgotten and what is known."""


def flat(said: Sequence[Said]) -> list[str | bytes | int]:
    """Return appends as the script reads them."""
    words: list[str | bytes | int] = []
    for conditions, entries, ttl_s, known in said:
        words += (ttl_s, known, len(conditions), len(entries), *conditions, *entries)
    return words


class Script(NamedTuple):
    """A script that is loaded, and the form in which it reads appends."""

    name: str
    form: Callable[[Sequence[Said]], Sequence[object]]

    @classmethod
    def load(cls, redis: Redis, text: str) -> Self:
        """Load a script; one of before reads a list of lists."""
        form = flat if "one flat list" in text else list
        return cls(str(redis.script_load(text)), form)


class Log:
    """Rooms in which one seat after the other moves."""

    def __init__(self, redis: Redis, script: Script) -> None:
        self._redis = redis
        self._script, self._form = script
        self._marks: dict[tuple[str, str], str] = {}
        self._turns = self._in_turn()
        redis.flushall()
        for room in range(ROOMS):
            head = room_keys(_code(room))[1]
            redis.hset(head, "watchers", PROCESS)

    def append(self, moves: int) -> None:
        """Append moves in one call."""
        now = [next(self._turns) for _ in range(moves)]
        keys = [key for room, _ in now for key in room_keys(room)]
        said = [
            (
                ("gen", "", seat, self._marks.get((room, seat), "")),
                *((seat, FACT), 0, self._marks.get((room, ""), "")),
            )
            for room, seat in now
        ]
        packed: bytes = msgpack.packb(self._form(said), use_bin_type=False)
        words = (packed, PROCESS, DOORBELL, AHEAD_MOST, "", 0)
        marks: Any = self._redis.evalsha(self._script, len(keys), *keys, *words)
        for (room, seat), mark in zip(now, cast("list[bytes]", marks), strict=True):
            if not mark or mark.startswith(b"!"):
                raise RuntimeError(f"not appended: {mark!r}")
            self._marks[room, seat] = self._marks[room, ""] = mark.decode()

    def _in_turn(self) -> Iterator[tuple[str, str]]:
        while True:
            for seat in range(SEATS):
                for room in range(ROOMS):
                    yield _code(room), f"s{seat}"


def _code(room: int) -> str:
    return f"R{room:04}"


class Counted(Node):
    """A store whose instructions are counted."""

    under = (
        *("/usr/bin/env", "valgrind", "--tool=callgrind"),
        "--callgrind-out-file=/dev/null",
    )

    @property
    def instructions(self) -> int:
        """How many they were, once it has ended."""
        found = re.search(r"Collected : (\d+)", self.log.read_text("utf-8"))
        if found is None:
            raise RuntimeError(self.log.read_text("utf-8"))
        return int(found[1])


async def instructions(text: str, size: int) -> float:
    """Return the instructions of a move, where so many share a call.

    Those of a store that begins, and ends, are in both of two runs.
    """
    counts: list[int] = []
    for moves in COUNTED:
        with TemporaryDirectory(prefix="samedeal-appends-") as folder:
            node = Counted(Path(folder), "counted", appendfsync="everysec", hz="1")
            async with node:
                await asyncio.to_thread(_append, node.url, text, size, moves)
            counts.append(node.instructions)
    few, many = counts
    return (many - few) / (COUNTED[1] - COUNTED[0])


def _append(url: str, text: str, size: int, moves: int) -> None:
    with Redis.from_url(url) as redis:
        log = Log(redis, Script.load(redis, text))
        for _ in range(moves // size):
            log.append(size)


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print what a move costs the store."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.appends")
    parser.add_argument("--beside", type=Path, help="a checkout of another commit")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--instructions", action="store_true")
    asked = parser.parse_args(arguments)
    trees = [HERE] if asked.beside is None else [asked.beside, HERE]
    texts = [(tree / SCRIPT).read_text("utf-8") for tree in trees]
    if asked.instructions:
        for size in SIZES:
            counts = [await instructions(text, size) for text in texts]
            told = " -> ".join(f"{each:,.0f}" for each in counts)
            print(f"instructions of a move, {size} in a call: {told}")
        return
    with TemporaryDirectory(prefix="samedeal-appends-") as folder:
        async with EmbeddedStore(Path(folder)) as store:
            found = await asyncio.to_thread(by_turns, store.url, texts, asked.turns)
    for size, costs in found.items():
        us = [median(each) for each in zip(*costs, strict=True)]
        told = " -> ".join(f"{each:.1f}" for each in us)
        by_turn = [turn[-1] / turn[0] for turn in costs]
        ratio = f"; by turns {median(by_turn):.3f}" if len(us) > 1 else ""
        print(f"CPU of a move, {size} in a call, µs: {told}{ratio}")


def by_turns(
    url: str, texts: Sequence[str], turns: int
) -> dict[int, list[tuple[float, ...]]]:
    """Return for each size what a move costs by each script, turn by turn, in µs."""
    with Redis.from_url(url) as redis:
        info: Any = redis.info("server")
        pid = int(info["process_id"])
        scripts = [Script.load(redis, text) for text in texts]
        return {
            size: [
                tuple(cost_us(redis, pid, script, size) for script in scripts)
                for _ in range(turns)
            ]
            for size in SIZES
        }


def cost_us(redis: Redis, pid: int, script: Script, size: int) -> float:
    """Return the cost of a move in calls of a size, in µs of the store's CPU."""
    log = Log(redis, script)
    log.append(size)
    calls = MOVES // size
    before_s = cpu_s(pid)
    for _ in range(calls):
        log.append(size)
    return (cpu_s(pid) - before_s) / (calls * size) * 1e6


if __name__ == "__main__":
    asyncio.run(main())
