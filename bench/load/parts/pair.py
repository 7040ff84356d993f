"""P6: two server processes on one store, beside one alone.

Twice: with the players of a room in one process, where a proxy that goes by the path
brings them, and with half of them in the other, as other proxies leave them. The
proxy's own work is not measured: players connect to the processes.

The players are many and their matches long, so that enough of them move at any time
to saturate a server while others are between matches.
"""

import asyncio
import os
from typing import NamedTuple

from bench.load.asked import Asked
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import FlatOut
from bench.load.parts.saturate import SHORTEST_S
from bench.load.processes import Served, Usage, serving
from bench.load.talker import measures_at_full_speed

COUNTDOWN = {"SAMEDEAL_COUNTDOWN_MS": "3000"}
"""Long enough for a saturated server to hear from everybody in time."""


async def pair(asked: Asked) -> tuple[list[Figure], Findings]:
    """Saturate one process and then two, with as many players on each."""
    findings = Findings()
    one = await _moves(asked._replace(processes=1), findings)
    both = asked._replace(processes=2, players=2 * asked.players)
    two = await _moves(both, findings)
    apart = await _moves(both, findings, apart=True)
    cores = f"{os.cpu_count()} cores, shared with store and generator"
    return [
        wrongs(findings),
        *one.figures("one process"),
        *two.figures("two processes"),
        *apart.figures("two, mates apart"),
        Figure("P6", "two processes to one", two.rate / max(1.0, one.rate), "x", cores),
        Figure("P6", "CPU a move, mates apart to together", apart.us / two.us, "x"),
    ], findings


class Carried(NamedTuple):
    """The moves of servers, and the time they took."""

    rate: float
    """Moves a second."""
    us: float
    """CPU time of all servers for a move, with all else that they did, in µs."""
    store_us: float
    notes: str

    def figures(self, who: str) -> tuple[Figure, ...]:
        """Return them for the table."""
        return (
            Figure("P6", f"moves, {who}", self.rate, "/s", self.notes),
            Figure("P6", f"CPU a move, {who}", self.us, "µs"),
            Figure("P6", f"store's CPU a move, {who}", self.store_us, "µs"),
        )


async def _moves(asked: Asked, findings: Findings, *, apart: bool = False) -> Carried:
    async with serving(
        COUNTDOWN, fsync=asked.fsync, processes=asked.processes
    ) as served:
        return await carried(asked, served, findings, apart=apart)


async def carried(
    asked: Asked,
    served: Served,
    findings: Findings,
    *,
    apart: bool = False,
    front: int = 0,
) -> Carried:
    """Saturate servers that run already, maybe by way of a proxy at a port."""
    measures = measures_at_full_speed(findings)
    pace = FlatOut(SHORTEST_S)
    crowd = Crowd(
        *(served.servers, asked.players, asked.game, pace, measures),
        apart=apart,
        bots=asked.bots,
        front=front,
    )
    await crowd.take_seats()
    await crowd.start(over_s=3.0)
    moves = crowd.moves
    pids = [server.pid for server in served.servers]
    async with undisturbed():
        usage = Usage(*pids, served.store_pid, os.getpid())
        await asyncio.sleep(asked.seconds)
        await crowd.moved(since=moves)
        passed_s, used_s = usage.read()
    made = crowd.moves - moves
    await crowd.stop()
    await crowd.account()
    crowd.close()
    shares = " ".join(f"{used / passed_s:.0%}" for used in used_s)
    *servers, store, _ = (1e6 * used / made for used in used_s)
    notes = f"CPU of servers, store, generator: {shares}"
    return Carried(made / passed_s, sum(servers), store, notes)
