"""What a move costs a server, from the bytes of one player's socket to the others'.

``python -m bench.moves [--beside FOLDER] [--game KEY] [--turns 40] [--instructions]``

A whole server runs in one process, over a store of its own. Players' sockets are
played to it, so that what is counted is the server's way of a move and nothing of who
makes it. With a checkout of another commit as FOLDER, that one's server plays in turn
with this one's, a match each, and what is told of both is medians, and the median of
the ratios of each turn: on a machine that does other things, only those count.

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
    """What the moves of one match took."""

    moves: int
    cpu_s: float
    around_s: float
    """What a match takes in one room beside its moves, from ready to its record; with
    what its players do here."""

    @property
    def us(self) -> float:
        """CPU time of a move."""
        return self.cpu_s / self.moves * 1e6


class Server:
    """A server of a tree that plays a match whenever it is told to."""

    def __init__(self, tree: Path, game: str, players: int) -> None:
        words = ["-m", "bench.moves.played", "--game", game, "--players", str(players)]
        self._child = subprocess.Popen(
            [sys.executable, *words],
            env=environment(tree),
            cwd=HERE,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._in = cast("IO[str]", self._child.stdin)
        self._out = cast("IO[str]", self._child.stdout)

    def play(self) -> Cost:
        """Have a match played; return what its moves took."""
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
    parser.add_argument("--instructions", action="store_true")
    asked = parser.parse_args(arguments)
    trees = [HERE] if asked.beside is None else [asked.beside.resolve(), HERE]
    if asked.instructions:
        costs = [instructions(tree, asked.game, asked.players) for tree in trees]
        print(told("instructions a move", costs, lambda cost: f"{cost:,.0f}"))
        return
    turns = by_turns(trees, asked.game, asked.players, asked.turns)
    moves = [[cost.us for cost in each] for each in turns]
    around = [[cost.around_s * 1e3 for cost in each] for each in turns]
    print(compared("CPU of a move, µs", moves))
    print(compared("CPU of a match beside its moves, ms", around))


def compared(name: str, values: Sequence[Sequence[float]]) -> str:
    """Return a line of medians, with that of the ratios where two took turns."""
    line = told(name, list(map(median, values)), "{:.1f}".format)
    if len(values) == 1:
        return line
    ratios = [here / there for there, here in zip(*values, strict=True)]
    return f"{line}; by turns {median(ratios):.3f}"


def by_turns(
    trees: Sequence[Path], game: str, players: int, turns: int
) -> list[list[Cost]]:
    """Return what the moves of each match took, by tree."""
    servers = [Server(tree, game, players) for tree in trees]
    try:
        for server in servers:
            server.play()  # has everything loaded
        rounds = [[server.play() for server in servers] for _ in range(turns)]
    finally:
        for server in servers:
            server.stop()
    return [list(each) for each in zip(*rounds, strict=True)]


def instructions(tree: Path, game: str, players: int) -> float:
    """Return how many instructions a move is."""
    words = ["-m", "bench.moves.played", "--game", game, "--players", str(players)]
    run = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--instr-atstart=no"),
            *("--callgrind-out-file=/dev/null", sys.executable, *words, "--counted"),
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
