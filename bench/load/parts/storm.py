"""R6: every connection is cut at once, in the middle of play, and all come back."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import random

from bench.load.asked import Asked
from bench.load.crowd import Crowd, in_turn
from bench.load.figures import Figure, wrongs
from bench.load.ledger import LOST, Findings
from bench.load.parts.play import pace_for
from bench.load.player import Player, now_s
from bench.load.processes import Served, Usage, serving
from bench.load.talker import Refusal, new_measures
from redis.asyncio import Redis

ALONE = 50
"""Resumes one after the other, to count what one costs by itself."""
BACK_WITHIN_S = 60.0


async def storm(
    asked: Asked, jitter_s: float = 0.0, quiet_s: float = 2.0
) -> tuple[list[Figure], Findings]:
    """Play for half of the time, cut everybody, and play on for the other half.

    They come back after a random part of `jitter_s`; none is the hardest. Where there
    are several server processes, each room comes back to another one.
    """
    # The countdown that a server has by itself: whoever is cut in it is to be in time.
    async with serving({}, fsync=asked.fsync, processes=asked.processes) as served:
        crowd = Crowd(
            *(served.servers, asked.players, asked.game),
            *(pace_for(asked), new_measures()),
            bots=asked.bots,
        )
        await crowd.take_seats()
        await crowd.start(over_s=asked.seconds / 4)
        await asyncio.sleep(asked.seconds / 2)
        figures = await _cut_all(crowd, served, jitter_s, random.Random(asked.seed))  # noqa: S311
        await asyncio.sleep(asked.seconds / 2)
        await crowd.stop()
        await crowd.account()
        figures.append(await _one_by_one(crowd.players[:ALONE], served.store, quiet_s))
        await crowd.account()
        crowd.close()
    findings = crowd.measures.findings
    return [wrongs(findings), *figures], findings


async def _cut_all(
    crowd: Crowd, served: Served, jitter_s: float, dice: random.Random
) -> list[Figure]:
    for player in crowd.players[::2]:
        player.go()
    # Long enough for the moves to leave, too short for their answers to come.
    await asyncio.sleep(0)
    waiting = sum(player.outstanding is not None for player in crowd.players)
    reads = await round_trips(served.store)
    usage = Usage(*(server.pid for server in served.servers))
    began = now_s()
    took_s: list[float] = []

    async def back(player: Player) -> None:
        await asyncio.sleep(dice.random() * jitter_s)
        try:
            async with asyncio.timeout(BACK_WITHIN_S):
                await player.come_back()
        except (TimeoutError, Refusal) as error:
            example = f"{player.name}: its way back: {error!r}"
            crowd.measures.findings.note(LOST, example)
        took_s.append(now_s() - began)

    ports = [server.port for server in served.servers]
    for player in crowd.players:
        player.cut()
        player.port = ports[(ports.index(player.port) + 1) % len(ports)]
    await in_turn(back, crowd.players, at_once=len(crowd.players))
    _, cpus_s = usage.read()
    reads = await round_trips(served.store) - reads
    took_s.sort()
    failed = sum(player.resume_attempts for player in crowd.players)
    number = len(took_s)
    return [
        Figure("R6", "cut at once", number, ""),
        Figure("R6", "commands under way when cut", waiting, ""),
        Figure("R6", "attempts that failed without an answer", failed, ""),
        Figure("R6", "resumed, half of them", took_s[number // 2], "s"),
        Figure("R6", "resumed, 99 % of them", took_s[int((number - 1) * 0.99)], "s"),
        Figure("R6", "resumed, all of them", took_s[-1], "s"),
        Figure("R6", "store round trips a resume, in the storm", reads / number, ""),
        Figure("R6", "server CPU a resume", sum(cpus_s) / number * 1e3, "ms"),
    ]


async def _one_by_one(players: list[Player], store: Redis, quiet_s: float) -> Figure:
    """Count the round trips of resumes that share none with others."""
    for player in players:
        player.cut()
    await asyncio.sleep(quiet_s)
    before, began = await round_trips(store), now_s()
    await asyncio.sleep(quiet_s)
    between = await round_trips(store)
    a_second = (between - before) / (now_s() - began)
    began = now_s()
    for player in players:
        await player.come_back()
    passed_s = now_s() - began
    own = await round_trips(store) - between - a_second * passed_s
    note = f"{a_second:.1f} /s with nobody coming, left out"
    each = own / len(players)
    return Figure("R6", "store round trips, a resume of its own", each, "", note)


async def round_trips(store: Redis) -> int:
    """Return the count of reads by the store from connections: one a round trip."""
    info = await store.info("stats")
    return int(info["total_reads_processed"])
