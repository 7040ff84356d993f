"""R9: servers are killed under load, one or both, and started again."""

import asyncio

from bench.chaos.crew import most, now_s
from bench.chaos.world import Report, World, world
from bench.load.proxies import Kind

BOTH = 0.1
"""The chance that both are killed, and nobody is left to go to."""


async def kills_servers(
    seed: int, scale: float, behind: Kind | None = None, *, is_cluster: bool = False
) -> Report:
    """Kill 200 times at full scale; nothing acknowledged is lost or doubled."""
    wanted = max(3, round(200 * scale))
    players = min(120, max(8, wanted * 4))
    away: list[float] = []
    away_both: list[float] = []
    starts: list[float] = []
    async with world(
        *(seed, scale),
        players=players,
        servers=2,
        behind=behind,
        is_cluster=is_cluster,
    ) as all_of_it:
        kills = 0
        while kills < wanted:
            await all_of_it.acked(all_of_it.dice.randint(5, 60))
            is_both = all_of_it.dice.random() < BOTH
            one = all_of_it.dice.randrange(2)
            victims = (0, 1) if is_both else (one,)
            killed_at = now_s()
            starts.append(await kill(all_of_it, victims))
            await all_of_it.all_back(now_s())
            kills += len(victims)
            longest = most(all_of_it.crew.away_s(killed_at))
            (away_both if is_both else away).append(longest)
        return await all_of_it.report(
            kills=kills,
            longest_away_s=max(away, default=0.0),
            with_both_killed_s=max(away_both, default=0.0),
            slowest_start_s=max(starts),
        )


async def kill(all_of_it: World, victims: tuple[int, ...]) -> float:
    """Kill servers and start them again; return how long the start took."""
    servers = [all_of_it.servers[k] for k in victims]
    await asyncio.gather(*(server.kill() for server in servers))
    await asyncio.sleep(all_of_it.dice.uniform(0, 0.4))
    started_at = now_s()
    await asyncio.gather(*(server.start() for server in servers))
    return now_s() - started_at
