"""R21: servers are replaced one after the other while players play."""

from bench.chaos.crew import Manners, most, now_s
from bench.chaos.world import Report, world
from bench.load.proxies import Kind


async def rolling_restart(
    seed: int, scale: float, behind: Kind | None = None
) -> Report:
    """Replace both servers, five times at full scale; no match is aborted."""
    rounds = max(1, round(5 * scale))
    players = max(8, round(200 * scale))
    manners = Manners(pace_s=max(0.1, players / 400))
    findings: list[str] = []
    drains: list[float] = []
    drain_ms = 2_000 if scale >= 0.5 else 500
    async with world(
        *(seed, scale),
        players=players,
        servers=2,
        manners=manners,
        behind=behind,
        drain_ms=drain_ms,
    ) as all_of_it:
        for _ in range(rounds):
            for server in all_of_it.servers:
                await all_of_it.acked(players)
                since = now_s()
                status = await server.restart()
                drains.append(now_s() - since)
                if status:
                    findings.append(f"{server.name} ended with status {status}")
                await all_of_it.all_back(now_s())
        away = all_of_it.crew.away_s()
        return await all_of_it.report(
            findings,
            restarts=len(drains),
            handed_over=len(away),
            away_p99_s=most(away, 0.99),
            longest_away_s=most(away),
            slowest_restart_s=max(drains),
        )
