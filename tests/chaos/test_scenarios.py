"""Every scenario in short: real processes are harmed, and nothing is found."""

import asyncio
from asyncio.subprocess import Process
from collections.abc import Iterator
from shutil import which
from typing import cast

import pytest
import uvloop
from bench.chaos.__main__ import main
from bench.chaos.processes import ServerProgram
from bench.chaos.scenarios import CASES, Case
from bench.chaos.world import Report
from bench.load.proxies import PLACES
from tests.starting.forked import Forked, forked

SEED, SCALE = 1, 0.001
AS_ASKED = "rolling_restart"
"""What is run as outside of this suite, where a server imports all that it needs."""


@pytest.fixture
def children(case: Case, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fork servers that have imported everything, which is most of what one costs."""
    begun: list[Forked] = []

    async def begin(self: ServerProgram, *argv: str, env: dict[str, str]) -> bytes:
        with self.log.open("ab") as log:
            child = forked(
                *("samedeal_server", *argv),
                environment=env,
                hurries=True,
                folder=self.folder,
                errors=log.fileno(),
            )
        begun.append(child)
        # Asked for no more than a child has.
        self._process = cast("Process", child)  # pyright: ignore[reportPrivateUsage]
        return await child.line()

    if case != Case(AS_ASKED):
        monkeypatch.setattr(ServerProgram, "begin", begin)
    yield
    for each in begun:
        each.close()


async def _of(case: Case) -> Report:
    return await case.run(SEED, SCALE)


@pytest.mark.usefixtures("children")
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
