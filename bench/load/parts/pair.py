"""P6: two server processes on one store, beside one alone.

The players are many and their matches long, so that enough of them move at any time
to saturate a server while others are between matches.
"""

import asyncio
import os

from bench.load.asked import Asked
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import FlatOut
from bench.load.parts.saturate import SHORTEST_S
from bench.load.processes import Usage, serving
from bench.load.talker import measures_at_full_speed

COUNTDOWN = {"SAMEDEAL_COUNTDOWN_MS": "3000"}
"""Long enough for a saturated server to hear from everybody in time."""


async def pair(asked: Asked) -> tuple[list[Figure], Findings]:
    """Saturate one process and then two, with as many players on each."""
    findings = Findings()
    one, notes = await _moves(asked._replace(processes=1), findings)
    two, more = await _moves(
        asked._replace(processes=2, players=2 * asked.players), findings
    )
    cores = f"{os.cpu_count()} cores, shared with store and generator"
    return [
        wrongs(findings),
        Figure("P6", "moves, one process", one, "/s", notes),
        Figure("P6", "moves, two processes", two, "/s", more),
        Figure("P6", "two processes to one", two / max(1.0, one), "x", cores),
    ], findings


async def _moves(asked: Asked, findings: Findings) -> tuple[float, str]:
    measures = measures_at_full_speed(findings)
    async with serving(
        COUNTDOWN, fsync=asked.fsync, processes=asked.processes
    ) as served:
        pace = FlatOut(SHORTEST_S)
        crowd = Crowd(served.servers, asked.players, asked.game, pace, measures)
        await crowd.take_seats()
        await crowd.start(over_s=3.0)
        moves = crowd.moves
        pids = [server.pid for server in served.servers]
        async with undisturbed():
            usage = Usage(*pids, served.store_pid, os.getpid())
            await asyncio.sleep(asked.seconds)
            passed_s, used_s = usage.read()
        made = crowd.moves - moves
        await crowd.stop()
        await crowd.account()
        crowd.close()
    shares = " ".join(f"{used / passed_s:.0%}" for used in used_s)
    return made / passed_s, f"CPU of servers, store, generator: {shares}"
