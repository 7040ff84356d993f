"""R6: everybody is cut off at the same moment, and comes back."""

from functools import partial

from bench.chaos.crew import Crew, Manners, most, now_s
from bench.chaos.world import Report, world
from bench.load.proxies import Kind

NEARLY_ALL = 0.9
"""The share of the players; some may have lost their seats by the rules."""


async def storm(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Cut 250 players off five times at full scale, with the client's own pauses.

    They all share this one process; the load generator's storm is larger and lighter.
    """
    players = max(8, round(250 * scale))
    storms = max(1, round(5 * scale))
    manners = Manners(pace_s=max(0.1, players / 250))
    away: list[float] = []
    cut = 0
    async with world(
        *(seed, scale), players=players, servers=2, manners=manners, behind=behind
    ) as all_of_it:
        for _ in range(storms):
            await all_of_it.acked(players)
            since = now_s()
            cut += all_of_it.front.cut()
            await all_of_it.becomes(
                partial(_are_back, all_of_it.crew, since), "the storm has passed"
            )
            await all_of_it.all_back(since)
            away += all_of_it.crew.away_s(since)
        away.sort()
        return await all_of_it.report(
            storms=storms,
            cut=cut,
            away_p50_s=most(away, 0.5),
            away_p99_s=most(away, 0.99),
            longest_away_s=most(away),
        )


def _are_back(crew: Crew, since: float) -> bool:
    return len(crew.away_s(since)) >= NEARLY_ALL * len(crew.members)
