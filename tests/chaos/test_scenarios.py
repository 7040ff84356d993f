"""Every scenario in short: real processes are harmed, and nothing is found."""

import asyncio
from shutil import which

import pytest
import uvloop
from bench.chaos.scenarios import SCENARIOS
from bench.chaos.world import Report
from bench.load.proxies import KINDS, PLACES

SEED, SCALE = 1, 0.001


async def _of(name: str) -> Report:
    return await SCENARIOS[name](SEED, SCALE)


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_found_after(name: str) -> None:
    missing = [kind for kind in KINDS if kind in name and not which(kind, path=PLACES)]
    if missing:
        pytest.skip(f"{missing[0]} is not installed")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(_of(name))
    assert report.findings == []
    assert report.figures["acks"]
