"""Things that can happen to a service; each is a function of a seed and a scale."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple

from bench.chaos.scenarios.archived import archived
from bench.chaos.scenarios.clustered import cluster_harmed
from bench.chaos.scenarios.cuts import cuts
from bench.chaos.scenarios.intruders import half_open, slow_readers
from bench.chaos.scenarios.kills import kills_servers
from bench.chaos.scenarios.lost import lost_data
from bench.chaos.scenarios.outages import (
    kills_store,
    kills_store_everysec,
    store_gone,
)
from bench.chaos.scenarios.pauses import pauses, stale_writers
from bench.chaos.scenarios.rolling import rolling_restart
from bench.chaos.scenarios.store_cuts import store_cuts
from bench.chaos.scenarios.storm import storm
from bench.chaos.world import Report
from bench.load.proxies import KINDS, Kind

Scenario = Callable[[int, float], Awaitable[Report]]
Proxied = Callable[[int, float, Kind | None], Awaitable[Report]]

PROXIED: Mapping[str, Proxied] = {
    "cuts": cuts,
    "kills_servers": kills_servers,
    "kills_store": kills_store,
    "kills_store_everysec": kills_store_everysec,
    "store_gone": store_gone,
    "storm": storm,
    "rolling_restart": rolling_restart,
    "lost_data": lost_data,
    "cluster_harmed": cluster_harmed,
    "kills_on_cluster": partial(kills_servers, is_cluster=True),
}
"""Those that may have a proxy before the servers, one whose configuration is shipped.

The others choose themselves to which server a player comes, or harm something else."""
UNPROXIED: Mapping[str, Scenario] = {
    "store_cuts": store_cuts,
    "pauses": pauses,
    "stale_writers": stale_writers,
    "slow_readers": slow_readers,
    "half_open": half_open,
    "archived": archived,
}
SCENARIOS = (*PROXIED, *UNPROXIED)
"""The names that the command line knows."""


class Case(NamedTuple):
    """A scenario, and the proxy that it is behind, if any."""

    name: str
    behind: Kind | None = None

    def run(self, seed: int, scale: float) -> Awaitable[Report]:
        """Run it once."""
        if self.name in UNPROXIED:
            return UNPROXIED[self.name](seed, scale)
        return PROXIED[self.name](seed, scale, self.behind)


CASES = (
    *(Case(name) for name in SCENARIOS if name != "kills_on_cluster"),
    # Servers of a cluster without a proxy are killed by what harms it, too.
    Case("kills_on_cluster", "haproxy"),
    *(
        Case(name, kind)
        for name in ("kills_servers", "rolling_restart")
        for kind in KINDS
    ),
)
"""What is run where nobody names any."""
