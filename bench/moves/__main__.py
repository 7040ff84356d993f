"""What a match costs a server, from the bytes of one player's socket to the others'.

``python -m bench.moves [--beside FOLDER] [--game KEY] [--turns 40] [--instructions]
[--seats 4] [--players 80] [--plies 24] [--bots]``

A whole server runs in one process, over a store of its own. Players' sockets are
played to it, so that what is counted is the server's way of a move, and of a match
that begins or ends, and nothing of its maker. With a checkout of another commit as
FOLDER, that one's server plays in turn with this one's, a match each in every room, and
what is told of both is medians, and the median of the ratios of each turn: on a machine
that does other things, only those count.

``--instructions`` runs each server under valgrind instead, which must be installed, and
counts the instructions of a move: slower by far, and the same whatever else goes on.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple, cast

HERE = Path(__file__).parents[2]
PARTS = ("games", "players", "protocol", "records", "web", "server")
PLAYERS = 80
GAME = "squares/english"
COUNTED_TURNS = 2
"""Matches under valgrind."""


class Cost(NamedTuple):
    """The cost of one turn's matches, in all rooms; seconds are of CPU time."""

    moves: int
    moves_s: float
    beginning_s: float
    """From ready to the deal; with what their players do here."""
    beginning_trips: int
    """The number of times that the process waited for the store meanwhile."""
    ending_s: float
    """From the last finish to the record and the books."""
    ending_trips: int


class Played(NamedTuple):
    """The game that is played, and by how many."""

    game: str
    players: int
    seats: int
    plies: int
    bots: bool

    @property
    def rooms(self) -> int:
        """The number of matches at once."""
        return max(1, self.players // self.seats)

    @property
    def words(self) -> list[str]:
        """As it is said to `bench.moves.played`."""
        words = ["--game", self.game, *(["--bots"] if self.bots else [])]
        for name in ("players", "seats", "plies"):
            words += [f"--{name}", str(getattr(self, name))]
        return ["-m", "bench.moves.played", *words]


class Server:
    """A server of a tree that plays a match whenever it is told to."""

    def __init__(self, tree: Path, played: Played) -> None:
        self._child = subprocess.Popen(
            [sys.executable, *played.words],
            env=environment(tree),
            cwd=HERE,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._in = cast("IO[str]", self._child.stdin)
        self._out = cast("IO[str]", self._child.stdout)

    def play(self) -> Cost:
        """Play a match in each room; return their cost."""
        print(file=self._in, flush=True)
        return Cost(*json.loads(self._out.readline()))

    def stop(self) -> None:
        """End it."""
        self._in.close()
        self._child.wait()
        self._out.close()


def environment(tree: Path) -> dict[str, str]:
    """Return the environment in which Python finds the server of a tree."""
    path = os.pathsep.join(str(tree / part) for part in PARTS)
    return {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what a move costs here, and beside another tree."""
    parser = argparse.ArgumentParser(prog="python -m bench.moves")
    parser.add_argument("--beside", type=Path, help="a checkout of another commit")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--seats", type=int, default=4, help="in each room")
    parser.add_argument("--plies", type=int, default=24, help="of a match, at most")
    parser.add_argument("--bots", action="store_true", help="so no match is rated")
    parser.add_argument("--instructions", action="store_true")
    asked = parser.parse_args(arguments)
    played = Played(asked.game, asked.players, asked.seats, asked.plies, asked.bots)
    trees = [HERE] if asked.beside is None else [asked.beside.resolve(), HERE]
    if asked.instructions:
        costs = [instructions(tree, played) for tree in trees]
        print(told("instructions a move", costs, lambda cost: f"{cost:,.0f}"))
        return
    turns = by_turns(trees, played, asked.turns)
    for name, value_of in TOLD.items():
        values = [[value_of(cost, played.rooms) for cost in each] for each in turns]
        print(compared(name, values))


TOLD: dict[str, Callable[[Cost, int], float]] = {
    "CPU of a match that begins, µs": lambda cost, rooms: (
        cost.beginning_s / rooms * 1e6
    ),
    "CPU of a move, µs": lambda cost, _: cost.moves_s / cost.moves * 1e6,
    "CPU of a match that ends, µs": lambda cost, rooms: cost.ending_s / rooms * 1e6,
    "waits for the store while all begin": lambda of, _: of.beginning_trips,
    "waits for the store while all end": lambda of, _: of.ending_trips,
}
"""The figures told of a turn, from its costs and the number of rooms."""


def compared(name: str, values: Sequence[Sequence[float]]) -> str:
    """Return a line of medians, with that of the ratios where two took turns."""
    line = told(name, list(map(median, values)), "{:.1f}".format)
    if len(values) == 1:
        return line
    ratios = [here / there for there, here in zip(*values, strict=True)]
    return f"{line}; by turns {median(ratios):.3f}"


def by_turns(trees: Sequence[Path], played: Played, turns: int) -> list[list[Cost]]:
    """Return the costs of the matches of each turn, by tree."""
    servers = [Server(tree, played) for tree in trees]
    try:
        for server in servers:
            server.play()  # has everything loaded
        rounds = [[server.play() for server in servers] for _ in range(turns)]
    finally:
        for server in servers:
            server.stop()
    return [list(each) for each in zip(*rounds, strict=True)]


def instructions(tree: Path, played: Played) -> float:
    """Count the instructions of a move."""
    run = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--instr-atstart=no"),
            *(
                "--callgrind-out-file=/dev/null",
                sys.executable,
                *played.words,
                "--counted",
            ),
        ],
        env=environment(tree),
        cwd=HERE,
        text=True,
        input="\n" * COUNTED_TURNS,
        capture_output=True,
        check=False,
    )
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or collected is None:
        raise RuntimeError(run.stderr)
    costs = [Cost(*json.loads(line)) for line in run.stdout.splitlines()]
    return int(collected[1]) / sum(cost.moves for cost in costs)


def told(name: str, values: Sequence[float], written: Callable[[float], str]) -> str:
    """Return a line with what was measured of one tree, or of two and their ratio."""
    line = f"{name}: {' -> '.join(map(written, values))}"
    return line if len(values) == 1 else f"{line}, {values[1] / values[0]:.3f}"


if __name__ == "__main__":
    main()
