"""R2, R3, R4 and P5: everybody plays at a steady rate, whatever the server does."""

import asyncio
import os

from bench.load.asked import Asked
from bench.load.choices import CELLS
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.histogram import Histogram
from bench.load.ledger import Findings
from bench.load.paces import Steady
from bench.load.processes import Served, Usage, rss_kib, serving
from bench.load.talker import new_measures

ANSWERS_S = 0.5
"""The seconds between two matches beside the countdown, before and after it."""


def pace_for(asked: Asked) -> Steady:
    """Return a pace that makes up for the time between matches."""
    between_s = (asked.countdown_s + ANSWERS_S) / len(CELLS)
    return Steady(max(0.01, 1 / asked.rate - between_s), asked.seed)


async def play(asked: Asked) -> tuple[list[Figure], Findings]:
    """Seat everybody, let them play, call them to account."""
    async with serving(
        asked.settings, fsync=asked.fsync, processes=asked.processes
    ) as served:
        return await played(asked, served)


async def played(asked: Asked, served: Served) -> tuple[list[Figure], Findings]:
    """Do that at a server that runs already."""
    empty_kib = sum(rss_kib(server.pid) for server in served.servers)
    pace = pace_for(asked)
    crowd = Crowd(
        *(served.servers, asked.players, asked.game, pace, new_measures()),
        bots=asked.bots,
    )
    await crowd.take_seats()
    # A match's length, so that at no time all rooms are between matches.
    await crowd.start(over_s=min(asked.seconds, len(CELLS) / asked.rate) / 2)
    await crowd.moved()
    figures = await _measure(crowd, served, asked)
    late_ms = pace.late.percentile_ms(0.99)
    figures.append(Figure("", "generator's own lateness p99", late_ms, "ms"))
    grown_kib = sum(rss_kib(server.pid) for server in served.servers) - empty_kib
    per_player = grown_kib / len(crowd.players)
    figures.append(Figure("P5", "server memory a seated player", per_player, "KiB"))
    await crowd.stop()
    await crowd.account()
    crowd.close()
    findings = crowd.measures.findings
    return [wrongs(findings), *figures], findings


async def _measure(crowd: Crowd, served: Served, asked: Asked) -> list[Figure]:
    _, acks, tellings, results = crowd.measures
    measured = (acks, tellings or Histogram(), results)
    for histogram in measured:
        histogram.clear()
    pids = [server.pid for server in served.servers]
    moves, matches, booked = crowd.moves, crowd.matches, await served.booked()
    async with undisturbed():
        usage = Usage(os.getpid(), served.store_pid, *pids)
        await asyncio.sleep(asked.seconds)
        await crowd.moved(since=moves)
        passed_s, (own_s, store_s, *servers_s) = usage.read()
    booked = await served.booked() - booked
    made = crowd.moves - moves
    synced = "always" if asked.fsync == "always" else "every second"
    cpu = sum(servers_s) / passed_s * 100
    return [
        Figure("R2", "players", len(crowd.players), ""),
        Figure("R2", "moves acknowledged", made / passed_s, "/s"),
        Figure("R2", "results told", (crowd.matches - matches) / passed_s, "/s"),
        Figure("R2", "matches booked", booked / passed_s, "/s", _who(asked)),
        Figure("R2", "views that had fallen behind", crowd.resets, ""),
        Figure("R2", "server CPU, playing", cpu, "%"),
        Figure("R2", "server CPU a move, playing", _us(sum(servers_s), made), "us"),
        Figure("", "store CPU", store_s / passed_s * 100, "%"),
        Figure("", "store CPU a move, playing", _us(store_s, made), "us"),
        Figure("", "generator CPU", own_s / passed_s * 100, "%"),
        *_latencies(*measured, synced),
    ]


def _latencies(
    acks: Histogram, tellings: Histogram, results: Histogram, synced: str
) -> list[Figure]:
    acknowledged = f"acknowledgement p99, synced {synced}"
    return [
        Figure("R3", "acknowledgement p50", acks.percentile_ms(0.5), "ms"),
        Figure("R3", acknowledged, acks.percentile_ms(0.99), "ms"),
        Figure("R3", "acknowledgement p99.9", acks.percentile_ms(0.999), "ms"),
        Figure("R3", "acknowledgement, slowest", acks.most_us / 1e3, "ms"),
        Figure("R4", "a room mate's progress p50", tellings.percentile_ms(0.5), "ms"),
        Figure("R4", "a room mate's progress p99", tellings.percentile_ms(0.99), "ms"),
        Figure("R4", "the result p50", results.percentile_ms(0.5), "ms"),
        Figure("R4", "the result p99", results.percentile_ms(0.99), "ms"),
    ]


def _who(asked: Asked) -> str:
    return "bots" if asked.bots else "people, whose matches are rated"


def _us(seconds: float, times: int) -> float:
    return seconds / max(1, times) * 1e6
