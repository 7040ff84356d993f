"""Boards move into a bucket that fails, and whoever moves them is killed."""

import asyncio
from contextlib import AsyncExitStack

from bench.chaos.archive import (
    PLACE,
    Mover,
    all_of_it,
    bucket_behind,
    past,
    torn_or_slow,
)
from bench.chaos.proxy import no_fault
from bench.chaos.world import HURRIED, Report, World, world

MOVERS = 2
OF_MOVERS, OF_SERVERS, OF_BUCKET = 0.6, 0.75, 0.9
"""Up to which of a throw who is killed, or what is away; beyond it nothing is."""
AWAY_S = 2.0


async def archived(seed: int, scale: float) -> Report:
    """Do harm 400 times at full scale; every row of every board still replays."""
    wanted = max(6, round(400 * scale))
    async with AsyncExitStack() as held:
        way = await held.enter_async_context(bucket_behind(f"{seed}:bucket"))
        players = min(60, max(8, wanted))
        place = await held.enter_async_context(
            world(
                *(seed, scale),
                players=players,
                servers=2,
                manners=HURRIED._replace(are_bots=False),
                archive=PLACE,
            )
        )
        movers = [
            Mover(place.store.folder, f"mover{k}", place.store.url)
            for k in range(MOVERS)
        ]
        for mover in movers:
            held.push_async_callback(mover.kill)
            await mover.start()
        way.plan = torn_or_slow
        killed = {"movers": 0, "servers": 0, "bucket": 0}
        for _ in range(wanted):
            await place.acked(place.dice.randint(10, 60))
            throw = place.dice.random()
            if throw < OF_MOVERS:
                killed["movers"] += 1
                mover = place.dice.choice(movers)
                await mover.kill()
                await mover.start()
            elif throw < OF_SERVERS:
                killed["servers"] += 1
                await _kill_a_server(place)
            elif throw < OF_BUCKET:
                killed["bucket"] += 1
                way.is_refusing = True
                way.cut()
                await asyncio.sleep(place.dice.uniform(0, AWAY_S))
                way.is_refusing = False
            else:
                way.cut(place.dice)
        way.plan = no_fault
        way.cut()
        report = await place.report(
            harm=wanted,
            movers_killed=killed["movers"],
            servers_killed=killed["servers"],
            bucket_away=killed["bucket"],
            torn_or_late=way.fired,
        )
        await asyncio.gather(*(mover.kill() for mover in movers))
        with past(way):
            figures, wrong = await all_of_it(place.store.url)
        findings = [*report.findings, *wrong]
        findings += [bug for mover in movers for bug in mover.complaints()]
        return Report({**report.figures, **figures}, findings)


async def _kill_a_server(place: World) -> None:
    server = place.dice.choice(place.servers)
    await server.kill()
    await asyncio.sleep(place.dice.uniform(0, 0.4))
    await server.start()
