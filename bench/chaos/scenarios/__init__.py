"""Things that can happen to a service; each is a function of a seed and a scale."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

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
from bench.load.proxies import KINDS

Scenario = Callable[[int, float], Awaitable[Report]]

SCENARIOS: Mapping[str, Scenario] = {
    "cuts": cuts,
    "store_cuts": store_cuts,
    "kills_servers": kills_servers,
    "kills_store": kills_store,
    "kills_store_everysec": kills_store_everysec,
    "store_gone": store_gone,
    "pauses": pauses,
    "stale_writers": stale_writers,
    "slow_readers": slow_readers,
    "half_open": half_open,
    "storm": storm,
    "rolling_restart": rolling_restart,
    "lost_data": lost_data,
    "archived": archived,
    "cluster_harmed": cluster_harmed,
    "kills_on_cluster": partial(kills_servers, is_cluster=True),
    **{f"kills_behind_{kind}": partial(kills_servers, behind=kind) for kind in KINDS},
    **{
        f"restarts_behind_{kind}": partial(rolling_restart, behind=kind)
        for kind in KINDS
    },
}
"""By the name that the command line knows."""
