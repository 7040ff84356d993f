"""What can happen to a service; each is a function of a seed and a scale."""

from collections.abc import Awaitable, Callable, Mapping

from bench.chaos.scenarios.cuts import cuts
from bench.chaos.world import Report

Scenario = Callable[[int, float], Awaitable[Report]]

SCENARIOS: Mapping[str, Scenario] = {
    "cuts": cuts,
}
