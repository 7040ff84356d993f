"""P1: what a move costs a server that has all it can do, beside the floors.

Everybody moves as soon as they are answered, in rounds that hold moves and nothing
else. Server and floors serve as many connections, in the same run, and what counts
is the CPU time of the serving process, not the generator's and not the store's.
"""

import asyncio
import math
import os

from bench.load.asked import Asked
from bench.load.choices import CELLS
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import Rounds
from bench.load.peers.peers import Peers
from bench.load.processes import Served, Usage, knows_setting, serving
from bench.load.talker import measures_at_full_speed

SHORTEST_S = 0.0 if knows_setting("SAMEDEAL_COMMANDS_PER_S") else 1 / 19
"""Between two moves of a player; more than nothing only where the server's own
limit cannot be set out of the way."""
COUNTDOWN = {"SAMEDEAL_COUNTDOWN_MS": "500"}
"""A countdown so short that there are many rounds; who has not revealed after three
seconds loses the seat."""
PATIENCE_PLIES = 40
"""The plies of a round; most games last longer."""


class Cost:
    """CPU time and moves between the gates."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._usage = Usage(pid)
        self.cpu_s = 0.0
        self.passed_s = 0.0
        self.moves = 0
        self.rounds = 0

    def opened(self) -> None:
        """Note the beginning of a round."""
        self._usage = Usage(self.pid)

    def closed(self, moves: int) -> None:
        """Note the end of a round."""
        passed_s, (cpu_s,) = self._usage.read()
        self.passed_s += passed_s
        self.cpu_s += cpu_s
        self.moves += moves
        self.rounds += 1

    @property
    def us(self) -> float:
        """CPU time of one move; not a number where none was made."""
        return self.cpu_s / self.moves * 1e6 if self.moves else math.nan


async def saturate(
    asked: Asked, games: tuple[str, ...], countdown: dict[str, str] = COUNTDOWN
) -> tuple[list[Figure], Findings]:
    """Measure the peers and then the games."""
    findings = Findings()
    async with serving(countdown, fsync=asked.fsync) as served:
        peers = Peers(asked, served)
        figures = await peers.measure()
        for game in games:
            sized = asked._replace(game=game)
            figures += await _game(sized, served, findings, peers)
    return [wrongs(findings), *figures], findings


async def _game(
    asked: Asked, served: Served, findings: Findings, peers: Peers
) -> list[Figure]:
    server = served.servers[0].pid
    cost = Cost(server)
    plies = len(CELLS) - 1 if asked.game.startswith("squares") else PATIENCE_PLIES
    players = asked.players // 4 * 4
    pace = Rounds(players, plies, SHORTEST_S, cost.opened, cost.closed)
    measures = measures_at_full_speed(findings)
    crowd = Crowd(
        *(served.servers[:1], players, asked.game, pace, measures), bots=asked.bots
    )
    await crowd.take_seats()
    await crowd.start()
    await crowd.moved()
    moves, booked = crowd.moves, await served.booked()
    async with undisturbed():
        usage = Usage(server, os.getpid(), served.store_pid)
        await asyncio.sleep(asked.seconds)
        await crowd.moved(since=moves)
        _, used_s = usage.read()
    booked = await served.booked() - booked
    moves = crowd.moves - moves
    await crowd.stop()
    await crowd.account()
    crowd.close()
    whole_us, own_us, store_us = (used / moves * 1e6 for used in used_s)
    passed_s = cost.passed_s or 1.0
    figures = (
        ("P1", "CPU a move, whole matches", whole_us, "us"),
        ("P1", "matches booked meanwhile", booked, ""),
        *peers.ratios("CPU a move, whole matches", whole_us),
        ("P1", "CPU a move", cost.us, "us"),
        *peers.ratios("CPU a move", cost.us),
        ("P1", "moves", cost.moves / passed_s, "/s"),
        ("P1", "rounds of moves alone", cost.rounds, ""),
        ("P1", "server CPU", cost.cpu_s / passed_s * 100, "%"),
        ("", "store CPU a move, whole matches", store_us, "us"),
        ("", "generator CPU a move, whole matches", own_us, "us"),
    )
    return [
        Figure(promise, name, value, unit, asked.game)
        for promise, name, value, unit in figures
    ]
