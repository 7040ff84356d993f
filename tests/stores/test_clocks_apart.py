"""Clocks of a store's nodes that differ: time goes by the service's, and never back."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

import asyncio
import re
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, cast

import pytest
from bench.stores.cluster import Cluster, running_cluster
from bench.stores.off import OffNode
from redis.asyncio import Redis
from tests.conditions import eventually, eventually_told
from tests.faults.inside import Inside, entries, inside, seated
from tests.server.house import opened as store_at
from tests.talk import Talker, talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_server.store.cluster.clocks import APART_MS, NodeClocks, own_ms
from samedeal_server.store.keys import PULSE, room_keys

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="a node's clock can be set on Linux alone"
)

HOUR_S = 3600
SOON_MS = 20_000
"""More than anything takes here, on however busy a machine, and well under an hour."""
ONE, OTHER = ("one", 1), ("other", 2)


class Racing(NamedTuple):
    """Two in a match, and the node that has their room."""

    room: str
    node: OffNode
    ann: Talker
    bob: Talker


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    """Run three masters whose clocks can be set."""
    with TemporaryDirectory(prefix="samedeal-clocks-") as folder:
        async with running_cluster(Path(folder), OffNode) as cluster:
            yield cluster


async def node_of(cluster: Cluster, key: str) -> OffNode:
    return cast("OffNode", cluster.node_of(await cluster.slot_of(key)))


@asynccontextmanager
async def racing(cluster: Cluster, house: Inside) -> AsyncGenerator[Racing]:
    """Let two race in a room that is not at the node of the whole service."""
    service = await node_of(cluster, PULSE)
    while True:
        async with (
            talking(house.url, "Ann") as ann,
            talking(house.url, "Bob") as bob,
        ):
            room, _ = await seated(ann, bob)
            node = await node_of(cluster, room_keys(room).log)
            if node is not service:
                yield Racing(room, node, ann, bob)
                return


async def times_of(house: Inside, room: str) -> list[int]:
    """Return when the facts of a room happened, which is one after the other."""
    times = [entry.at for entry in await entries(house.store, room)]
    assert times == sorted(times)
    return times


@pytest.mark.timeout(90)
@pytest.mark.parametrize("ahead_s", [HOUR_S, -HOUR_S])
async def test_a_room_goes_by_the_time_of_the_service(
    cluster: Cluster, ahead_s: int, caplog: pytest.LogCaptureFixture
) -> None:
    service = await node_of(cluster, PULSE)
    for node in cluster.nodes:
        if node is not service:
            cast("OffNode", node).set_clock(ahead_s)
    async with inside(cluster.url) as house, racing(cluster, house) as there:
        await there.ann.command(Moved, t="move", ply=0, move="a1")
        for at in await times_of(house, there.room):
            assert abs(at - house.store.now()) < SOON_MS
        await eventually(lambda: house.store.clocks_apart == 2)
    said = f"is {HOUR_S}.0 s {'ahead of' if ahead_s > 0 else 'behind'} the service's"
    assert said in re.sub(r"3599\.\d|3600\.\d", f"{HOUR_S}.0", caplog.text)


@pytest.mark.timeout(90)
async def test_a_clock_that_is_set_in_a_match_changes_no_time_of_it(
    cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    async with inside(cluster.url) as house, racing(cluster, house) as there:
        await there.ann.command(Moved, t="move", ply=0, move="a1")
        there.node.set_clock(-HOUR_S)
        await eventually(lambda: house.store.clocks_apart == 1)
        await there.bob.command(Moved, t="move", ply=0, move="a1")
        there.node.set_clock(0)
        await eventually(lambda: house.store.clocks_apart == 0)
        await there.ann.command(Moved, t="move", ply=1, move="a2")
        times = await times_of(house, there.room)
        assert len({*times[-3:]}) == 3
        assert house.store.now() - times[-1] < SOON_MS
    assert "agrees with the service's time again" in caplog.text


@pytest.mark.timeout(90)
async def test_time_goes_on_where_a_stores_clock_is_set_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        OffNode(tmp_path, "store") as node,
        inside(node.url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        room, _ = await seated(ann, bob)
        before = house.store.now()
        node.set_clock(-HOUR_S)
        await eventually(lambda: house.store.clocks_apart == 1)
        await eventually(lambda: house.store.now() > before)
        for talker in (ann, bob):
            await talker.command(Moved, t="move", ply=0, move="a1")
            await talker.command(Done, t="finish")
        await asyncio.gather(ann.ended(), bob.ended())
        times = await times_of(house, room)
        assert 0 < times[-1] - before < SOON_MS
        # And another one, whose countdown goes by.
        async with (
            talking(house.url, "Cat") as cat,
            talking(house.url, "Dan") as dan,
        ):
            await seated(cat, dan)
        assert not house.server.health.outages
        node.set_clock(0)
        await eventually(lambda: house.store.clocks_apart == 0)
        assert house.store.now() - before < SOON_MS
    assert "the store's clock went back" in caplog.text
    assert "the store's clock has caught up" in caplog.text


async def test_nobody_waits_longer_for_what_was_spent_by_a_later_clock(
    tmp_path: Path,
) -> None:
    async with OffNode(tmp_path, "store") as node, store_at(node.url) as store:
        key, burst, each_ms = "samedeal:{limit:x}", 3, 60_000

        async def spend() -> int:
            words = (1, burst, each_ms)
            return cast("int", await store.calls.script("spend", (key,), words))

        await store.pulse()
        before_s = store.now() // 1000 - SOON_MS // 1000
        assert [await spend() for _ in range(burst - 1)] == [0, 0]
        node.set_clock(-HOUR_S)
        async with Redis.from_url(node.url) as client:
            # It looks at its clock from time to time, and not for each script.
            await eventually_told(client.time, lambda told: told[0] < before_s)
        assert 0 < await spend() <= each_ms  # before anybody knows
        await store.pulse()
        # Time goes on from the last pulse, which was a moment ago.
        assert await spend() <= SOON_MS


async def test_setting_a_processs_clock_does_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_at(store_url) as store:
        await store.pulse()
        before = store.now()
        monkeypatch.setattr(time, "time", lambda: 0.0)
        assert 0 <= store.now() - before < SOON_MS


def said(clock_ms: int) -> list[bytes]:
    return [b"%d" % (clock_ms // 1000), b"%d" % (clock_ms % 1000 * 1000)]


def test_clocks_that_are_kept_together_are_left_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clocks, now = NodeClocks(), own_ms()
    clocks.saw(ONE, said(now), own_ms())
    clocks.saw(OTHER, said(now + APART_MS - 100), own_ms())
    clocks.compare(ONE)
    assert not clocks.apart
    assert clocks.ahead(OTHER) == 0
    assert not caplog.records


def test_what_is_told_to_a_node_changes_where_it_is_seen_to_be_wrong() -> None:
    clocks, now = NodeClocks(), own_ms()
    clocks.saw(ONE, said(now), own_ms())
    clocks.saw(OTHER, said(now + 10_000), own_ms())
    clocks.compare(ONE)
    told = clocks.ahead(OTHER)
    assert abs(told + 10_000) < APART_MS
    clocks.saw(OTHER, said(own_ms() + 10_100), own_ms())
    clocks.compare(ONE)
    assert clocks.ahead(OTHER) == told
    clocks.saw(OTHER, said(own_ms() + 12_000), own_ms())
    clocks.compare(ONE)
    assert abs(clocks.ahead(OTHER) + 12_000) < APART_MS


def test_an_answer_that_comes_late_tells_no_time() -> None:
    clocks = NodeClocks()
    clocks.saw(ONE, said(own_ms()), own_ms())
    clocks.saw(OTHER, said(own_ms()), own_ms())
    clocks.saw(OTHER, said(own_ms()), own_ms() - 10 * APART_MS)
    clocks.compare(ONE)
    assert not clocks.apart


def test_a_node_that_is_gone_is_not_counted() -> None:
    clocks = NodeClocks()
    clocks.saw(ONE, said(own_ms()), own_ms())
    clocks.saw(OTHER, said(own_ms() + 10_000), own_ms())
    clocks.compare(ONE)
    assert clocks.apart == 1
    clocks.forget_all_but({ONE})
    clocks.compare(ONE)
    assert not clocks.apart
