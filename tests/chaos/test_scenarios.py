"""Every scenario in short: real processes are harmed, and nothing is found."""

import asyncio
from shutil import which

import pytest
import uvloop
from bench.chaos.__main__ import main
from bench.chaos.scenarios import CASES, Case
from bench.chaos.world import Report
from bench.load.proxies import PLACES

SEED, SCALE = 1, 0.001


async def _of(case: Case) -> Report:
    return await case.run(SEED, SCALE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(filter(None, case)))
def test_nothing_is_found_after(case: Case) -> None:
    if case.behind and not which(case.behind, path=PLACES):
        pytest.skip(f"{case.behind} is not installed")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(_of(case))
    assert report.findings == []
    assert report.figures["acks"]


def test_what_chooses_servers_itself_is_behind_no_proxy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["kills_servers", "pauses", "--behind", "haproxy"])
    assert "there is no scenario pauses behind haproxy" in capsys.readouterr().err
