"""R5: handshakes as fast as they are taken, while others play."""

import asyncio
import json
import math
import sys
from asyncio.subprocess import PIPE
from collections import Counter

import uvloop
from bench.load.asked import Asked
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.histogram import Histogram
from bench.load.ledger import Findings
from bench.load.parts.play import pace_for
from bench.load.processes import ROOT, Running, knows_setting, serving
from bench.load.talker import new_measures
from bench.load.wire import HandshakeRefused, Link, open_link

AT_ONCE = 64
LIMIT = 600
"""Handshakes a second that the server is told to take, beside players."""
OFFERED = 2 * LIMIT
"""The handshakes offered then: not as many as possible, because storm and players share
a core, where the one's load would look like a slow server to the other."""
SETTING = "SAMEDEAL_HANDSHAKES_PER_S"


async def handshakes(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure how many are taken, and then how players fare above the limit."""
    async with serving(fsync=asked.fsync) as served:
        taken = await _shake(served.servers[0], asked.seconds)
    rate = Figure(
        *("R5", "handshakes accepted", taken["accepted"] / asked.seconds, "/s"),
        "without a limit, nobody playing",
    )
    figures, findings = await _beside_players(asked)
    return [rate, *figures, wrongs(findings)], findings


async def _beside_players(asked: Asked) -> tuple[list[Figure], Findings]:
    settings = {**asked.settings, SETTING: str(LIMIT)}
    async with serving(settings, fsync=asked.fsync) as served:
        measures = new_measures()
        pace = pace_for(asked)
        crowd = Crowd(
            *(served.servers, asked.players, asked.game, pace, measures),
            bots=asked.bots,
        )
        await crowd.take_seats()
        await crowd.start(over_s=1.0)
        await asyncio.sleep(asked.seconds / 2)
        measures.acks.clear()
        async with undisturbed():
            await asyncio.sleep(asked.seconds)
            calm_ms = measures.acks.percentile_ms(0.99)
            measures.acks.clear()
            pace.late.clear()
            counts = await _shake_elsewhere(served.servers[0], asked.seconds)
        await crowd.stop()
        await crowd.account()
        crowd.close()
    late = Figure(
        *("", "generator's own lateness p99, in the storm"),
        *(pace.late.percentile_ms(0.99), "ms"),
    )
    figures = _figures(counts, measures.acks, calm_ms, asked)
    return [*figures, late], measures.findings


def _figures(
    counts: Counter[str], storm: Histogram, calm_ms: float, asked: Asked
) -> list[Figure]:
    storm_ms = storm.percentile_ms(0.99)
    limit = f"limit {LIMIT} /s" if knows_setting(SETTING) else "the server has no limit"
    above = counts["refused"] + counts["rude"]
    rude = counts["rude"] if above else math.nan
    a_second = {kind: number / asked.seconds for kind, number in counts.items()}
    return [
        Figure("R5", "taken, in the storm", a_second.get("accepted", 0), "/s", limit),
        Figure("R5", "refused with 503", a_second.get("refused", 0), "/s", limit),
        Figure("R5", "refused above the limit without a Retry-After", rude, ""),
        Figure("R5", "cut in the handshake", counts["cut"], ""),
        Figure("R3", "acknowledgement p99, calm", calm_ms, "ms"),
        Figure("R3", "acknowledgement p99, in the storm", storm_ms, "ms"),
        Figure("R5", "acknowledgement p99, storm to calm", storm_ms / calm_ms, "x"),
    ]


async def _shake_elsewhere(server: Running, seconds: float) -> Counter[str]:
    """Shake hands in another process, whose load is not in the players' way."""
    words = (
        "-m",
        "bench.load.parts.meanwhile.handshakes",
        *map(str, (*server, seconds)),
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=PIPE, cwd=ROOT
    )
    output, _ = await child.communicate()
    return Counter(json.loads(output))


async def _shake(
    server: Running, seconds: float, a_second: float = math.inf
) -> Counter[str]:
    """Shake hands and hang up, many at once, for a while; count what came of it."""
    counts: Counter[str] = Counter()
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    async def shake() -> None:
        while loop.time() < end:
            due = loop.time() + AT_ONCE / a_second
            counts[await _outcome(server)] += 1
            await asyncio.sleep(max(0.0, due - loop.time()))

    async with asyncio.TaskGroup() as tasks:
        for _ in range(AT_ONCE):
            tasks.create_task(shake())
    return counts


async def _outcome(server: Running) -> str:
    try:
        link: Link = await open_link(server.port, lambda _: None, lambda: None)
    except HandshakeRefused as refused:
        polite = refused.status == 503 and refused.retry_after_s is not None
        return "refused" if polite else "rude"
    except OSError:  # TimeoutError is one
        return "cut"
    link.cut()
    return "accepted"


if __name__ == "__main__":
    pid, port, for_s = sys.argv[1:]
    there = Running(int(pid), int(port))
    print(json.dumps(uvloop.run(_shake(there, float(for_s), OFFERED))))
