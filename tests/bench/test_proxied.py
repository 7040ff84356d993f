"""Servers behind the proxies whose configurations are shipped."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# redis-py leaves its keyword arguments untyped.

from shutil import which
from typing import cast

import pytest
from bench.load.asked import Asked
from bench.load.crowd import Crowd
from bench.load.paces import FlatOut
from bench.load.parts.pair import COUNTDOWN, carried
from bench.load.processes import Served, serving
from bench.load.proxies import BEHIND_ONE, KINDS, PLACES, Kind, behind
from bench.load.talker import new_measures
from tests.conditions import eventually_told

from samedeal_server.store.keys import room_keys

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    if not which(found, path=PLACES):
        pytest.skip(f"{found} is not installed")
    return found


async def carriers(served: Served, crowd: Crowd) -> list[bytes]:
    """Return which processes carry each room, in words."""
    heads = [room_keys(table.code).head for table in crowd.tables]
    found = [await served.store.hget(head, "watchers") for head in heads]
    return [cast("bytes | None", watchers) or b"" for watchers in found]


async def test_every_room_comes_to_one_process_and_some_to_each(kind: Kind) -> None:
    async with (
        serving({**COUNTDOWN, **BEHIND_ONE}, processes=2) as served,
        behind(kind, [each.port for each in served.servers]) as front,
    ):
        measures = new_measures()
        crowd = Crowd(
            *(served.servers, 24, "squares/english", FlatOut(), measures),
            seats=2,
            front=front.port,
        )
        await crowd.take_seats()
        whose = await eventually_told(
            lambda: carriers(served, crowd),
            lambda rooms: all(len(watchers.split()) == 1 for watchers in rooms),
        )
        # Of a dozen rooms some come to the one, and some to the other.
        assert len(set(whose)) == 2
        crowd.close()
    assert measures.findings.lines() == []


async def test_behind_a_proxy_at_random_nothing_is_lost_either(kind: Kind) -> None:
    asked = Asked(players=8, seconds=1, processes=2)
    async with (
        serving({**COUNTDOWN, **BEHIND_ONE}, processes=2) as served,
        behind(kind, [each.port for each in served.servers], by_path=False) as front,
    ):
        findings = new_measures().findings
        got = await carried(asked, served, findings, front=front.port)
    assert findings.lines() == []
    assert got.us > 0
