"""Where the time of a move goes, from socket to log and back to all players.

``python -m bench.stages [--game KEY] [--players 200] [--seconds 20] [--rate MOVES]
[--seen]``

A server in a process of its own, with all it can do, as in ``bench.load saturate``.
It is looked at 250 times a second of its processor's time, while nothing but moves is
made, and what is seen of it is counted by stage. Looking costs next to nothing, so that
stages are as long as where nobody looks. What a stage calls belongs to it: the rules to
what asks them. At a rate of each player's, and not flat out, there is more of what is
done for many moves at once, and of what has to do with time; and matches end.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import uvloop
from bench.load.asked import Asked
from bench.load.choices import CELLS
from bench.load.crowd import SEATS, Crowd, undisturbed
from bench.load.ledger import Findings
from bench.load.paces import Rounds
from bench.load.parts.play import pace_for
from bench.load.parts.saturate import COUNTDOWN, PATIENCE_PLIES, Cost
from bench.load.processes import SERVER, allow_many_sockets, serving
from bench.load.talker import measures_at_full_speed
from bench.stages.named import ELSE, STAGES, counted

GAMES = ("squares/english", "westcliff/american")
SAMPLED = ("-m", "bench.stages.sampled")
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PLACES_TOLD = 40


class Kernel(NamedTuple):
    """A process's use of the kernel."""

    seconds: float
    reads: int
    writes: int

    @classmethod
    def of(cls, pid: int) -> Self:
        """Return the use by a process so far."""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        lines = Path(f"/proc/{pid}/io").read_text().splitlines()
        counts = dict(line.split(": ") for line in lines)
        seconds = int(fields[12]) / TICKS_PER_S
        return cls(seconds, int(counts["syscr"]), int(counts["syscw"]))


class Looked(Cost):
    """The cost of moves, and a server that is looked at while they are made."""

    def __init__(self, pid: int) -> None:
        super().__init__(pid)
        self._before = self.kernel = Kernel(0, 0, 0)

    def opened(self) -> None:
        """Begin to look."""
        os.kill(self.pid, signal.SIGUSR1)
        self._before = Kernel.of(self.pid)
        super().opened()

    def closed(self, moves: int) -> None:
        """Look no more."""
        super().closed(moves)
        so_far, before, now = self.kernel, self._before, Kernel.of(self.pid)
        self.kernel = Kernel(
            so_far.seconds + now.seconds - before.seconds,
            so_far.reads + now.reads - before.reads,
            so_far.writes + now.writes - before.writes,
        )
        os.kill(self.pid, signal.SIGUSR2)


class Profile(NamedTuple):
    """The outcome of a run."""

    cost: Looked
    seen: list[tuple[list[list[str]], int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long each stage takes."""
    parser = argparse.ArgumentParser(prog="python -m bench.stages")
    parser.add_argument("--game", help="one instead of two")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, help="moves a second of each player")
    parser.add_argument("--seen", action="store_true", help="tell functions, too")
    asked = parser.parse_args(arguments)
    allow_many_sockets()
    findings = Findings()
    for game in GAMES if asked.game is None else (asked.game,):
        sized = Asked(
            players=asked.players,
            seconds=asked.seconds,
            game=game,
            rate=asked.rate or 0.0,
        )
        profile = uvloop.run(profiled(sized, findings))
        print("\n".join((f"{game}:", *lines(profile))))
        if asked.seen:
            print("\n".join(places(profile)))
    print("\n".join(findings.lines()))
    return 1 if findings.total else 0


async def profiled(asked: Asked, findings: Findings) -> Profile:
    """Look at a server while all move: at a rate, or once answered."""
    with TemporaryDirectory(prefix="samedeal-stages-") as folder:
        file = Path(folder, "samples.json")
        words = (*SAMPLED, str(file), *SERVER[2:])
        async with serving(COUNTDOWN, fsync=asked.fsync, program=words) as served:
            cost = Looked(served.servers[0].pid)
            pace = pace_for(asked) if asked.rate else rounds(asked, cost)
            measures = measures_at_full_speed(findings)
            players = asked.players // SEATS * SEATS
            crowd = Crowd(
                *(served.servers, players, asked.game, pace, measures), bots=False
            )
            await crowd.take_seats()
            await crowd.start(over_s=asked.seconds / 2 if asked.rate else 0.0)
            moves = crowd.moves
            if asked.rate:
                cost.opened()
            async with undisturbed():
                await asyncio.sleep(asked.seconds)
            if asked.rate:
                cost.closed(crowd.moves - moves)
            await crowd.stop()
            await crowd.account()
            crowd.close()
        seen = await asyncio.to_thread(file.read_text, "utf-8")
        return Profile(cost, json.loads(seen))


def rounds(asked: Asked, cost: Looked) -> Rounds:
    """Return a pace at which moves alone are made while a server is looked at."""
    is_squares = asked.game.startswith("squares")
    plies = len(CELLS) - 1 if is_squares else PATIENCE_PLIES
    players = asked.players // SEATS * SEATS
    return Rounds(players, plies, 0.0, cost.opened, cost.closed)


def lines(profile: Profile) -> list[str]:
    """Return a line for each stage, and their sum."""
    cost, found = profile.cost, counted(profile.seen)
    all_seen = max(1, found.total())
    told = [
        f"  {stage:<40}{cost.us * found[stage] / all_seen:6.2f} µs"
        f"{found[stage] / all_seen:7.1%}"
        for stage in (*STAGES, ELSE)
    ]
    moves, rate = max(1, cost.moves), cost.moves / (cost.passed_s or 1.0)
    kernel_s, reads, writes = cost.kernel
    whole = f"{'a move, by the clock of the process':<40}{cost.us:6.2f} µs"
    return [
        *told,
        f"  {whole}; the kernel's: {kernel_s / moves * 1e6:.1f} µs",
        f"  {reads / moves:.2f} reads and {writes / moves:.2f} writes a move",
        f"  seen {all_seen:,} times in {cost.moves:,} moves, {rate:,.0f} moves/s",
    ]


def places(profile: Profile) -> list[str]:
    """Return the functions in which it was seen most often."""
    found: Counter[str] = Counter()
    for stack, times in profile.seen:
        innermost = stack[0] if stack else ["", "the loop"]
        found[f"{Path(innermost[0]).name} {innermost[1]}"] += times
    all_seen = max(1, found.total())
    each_us = profile.cost.us / all_seen
    return [
        f"  {times / all_seen:6.1%}  {each_us * times:5.2f} µs  {name}"
        for name, times in found.most_common(PLACES_TOLD)
    ]


if __name__ == "__main__":
    sys.exit(main())
