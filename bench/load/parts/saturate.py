"""P1: what a move costs a server that has all it can do, beside the floors.

Everybody moves as soon as they are answered, in rounds that hold moves and nothing
else. Server and floors serve as many connections, in the same run, and what counts
is the CPU time of the serving process, not the generator's and not the store's.
"""

import asyncio
import os

from bench.load.asked import Asked
from bench.load.choices import CELLS
from bench.load.crowd import Crowd, in_turn, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import Rounds
from bench.load.processes import (
    Running,
    Served,
    Usage,
    knows_setting,
    process,
    serving,
)
from bench.load.talker import measures_at_full_speed
from bench.load.wire import Link, framed, open_link

SHORTEST_S = 0.0 if knows_setting("SAMEDEAL_COMMANDS_PER_S") else 1 / 19
"""Between two moves of a player; more than nothing only where the server's own
limit cannot be set out of the way."""
COUNTDOWN = {"SAMEDEAL_COUNTDOWN_MS": "500"}
PATIENCE_PLIES = 40
"""Of a round; most games last longer."""
WARM_UP_S = 0.5
BOUNCED = framed({"t": "move", "id": 100, "n": 100, "ply": 12, "move": "c3"})
"""What a floor gets: a move."""


class Cost:
    """CPU time and moves between the gates."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._usage = Usage(pid)
        self.cpu_s = 0.0
        self.passed_s = 0.0
        self.moves = 0
        self.rounds = 0

    def opened(self) -> None:
        """Note the beginning of a round."""
        self._usage = Usage(self._pid)

    def closed(self, moves: int) -> None:
        """Note the end of a round."""
        passed_s, (cpu_s,) = self._usage.read()
        self.passed_s += passed_s
        self.cpu_s += cpu_s
        self.moves += moves
        self.rounds += 1

    @property
    def us(self) -> float:
        """CPU time of one move."""
        return self.cpu_s / max(1, self.moves) * 1e6


async def saturate(
    asked: Asked, games: tuple[str, ...]
) -> tuple[list[Figure], Findings]:
    """Measure the floors and then the games."""
    findings = Findings()
    async with serving(COUNTDOWN, fsync=asked.fsync) as served:
        echo = await _floor("echo", asked, served)
        append = await _floor("append", asked, served)
        figures = [echo, append]
        for game in games:
            sized = asked._replace(game=game)
            figures += await _game(sized, served, findings, echo.value, append.value)
    return [wrongs(findings), *figures], findings


async def _game(
    asked: Asked, served: Served, findings: Findings, echo_us: float, append_us: float
) -> list[Figure]:
    server = served.servers[0].pid
    cost = Cost(server)
    plies = len(CELLS) - 1 if asked.game.startswith("squares") else PATIENCE_PLIES
    players = asked.players // 4 * 4
    pace = Rounds(players, plies, SHORTEST_S, cost.opened, cost.closed)
    measures = measures_at_full_speed(findings)
    crowd = Crowd(served.servers[:1], players, asked.game, pace, measures)
    await crowd.take_seats()
    await crowd.start()
    async with undisturbed():
        usage = Usage(server, os.getpid(), served.store_pid)
        await asyncio.sleep(asked.seconds)
        _, used_s = usage.read()
    moves = max(1, crowd.moves)
    await crowd.stop()
    await crowd.account()
    crowd.close()
    whole_us, own_us, store_us = (used / moves * 1e6 for used in used_s)
    passed_s = cost.passed_s or 1.0
    figures = (
        ("P1", "CPU a move", cost.us, "us"),
        ("P1", "CPU a move to a bare echo", cost.us / echo_us, "x"),
        ("P1", "CPU a move to an echo and append", cost.us / append_us, "x"),
        ("P1", "moves", cost.moves / passed_s, "/s"),
        ("P1", "rounds of moves alone", cost.rounds, ""),
        ("P1", "server CPU", cost.cpu_s / passed_s * 100, "%"),
        ("P1", "CPU a move, whole matches", whole_us, "us"),
        ("", "store CPU a move, whole matches", store_us, "us"),
        ("", "generator CPU a move, whole matches", own_us, "us"),
    )
    return [
        Figure(promise, name, value, unit, asked.game)
        for promise, name, value, unit in figures
    ]


async def _floor(kind: str, asked: Asked, served: Served) -> Figure:
    words = ("-m", "bench.load.floors", kind)
    async with process(*words, REDIS_URL=served.url) as running:
        bouncers = [Bouncer() for _ in range(asked.players)]
        await in_turn(lambda bouncer: bouncer.start(running), bouncers)
        await asyncio.sleep(WARM_UP_S)
        before = sum(bouncer.count for bouncer in bouncers)
        async with undisturbed():
            usage = Usage(running.pid)
            await asyncio.sleep(asked.seconds)
            passed_s, (cpu_s,) = usage.read()
        done = sum(bouncer.count for bouncer in bouncers) - before
        for bouncer in bouncers:
            bouncer.stop()
    note = f"{done / passed_s:.0f} /s, {cpu_s / passed_s:.0%} of a core"
    return Figure("P1", f"CPU a frame, {kind} floor", cpu_s / done * 1e6, "us", note)


class Bouncer:
    """Sends a frame, waits for it to come back, and sends it again."""

    def __init__(self) -> None:
        self.count = 0
        self._link: Link | None = None

    async def start(self, running: Running) -> None:
        """Connect and begin."""
        self._link = await open_link(running.port, self._received, self.stop)
        self._link.write(BOUNCED)

    def stop(self) -> None:
        """End it."""
        link, self._link = self._link, None
        if link is not None:
            link.cut()

    def _received(self, payload: bytes) -> None:
        self.count += 1
        if self._link is not None:
            self._link.write(BOUNCED)
