"""Clocks of rooms at a node of a cluster that is away, or whose slot is on its way."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from bench.stores.cluster import Cluster, running_cluster
from bench.stores.node import Node
from tests.conditions import eventually
from tests.faults.inside import Inside, entries, hurry, inside, seated, until_service
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.updates import ClockStood, Error, MatchStarted, PhaseChanged
from samedeal_server.core.facts import ClockStood as Stood
from samedeal_server.store.keys import PULSE, room_keys

AWAY_MS = 1_200
"""For how long a room is stuck; well over the longest gap that is no outage."""


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


class Racing(NamedTuple):
    """Two players of one room at two processes, over a cluster."""

    cluster: Cluster
    houses: tuple[Inside, Inside]
    players: tuple[Talker, Talker]
    room: str
    started: MatchStarted

    @property
    async def slot(self) -> int:
        return await self.cluster.slot_of(room_keys(self.room).log)

    @property
    async def node(self) -> Node:
        return self.cluster.node_of(await self.slot)

    async def until_stood(self) -> None:
        """Return once the room has been stuck for long enough."""
        store = self.houses[0].store
        began = store.now()
        await eventually(lambda: store.now() > began + AWAY_MS)

    async def is_told(self, since: int) -> None:
        """Both hear for how long the clock stood; no time of it counts twice."""
        most = self.houses[0].store.now() - since
        for talker in self.players:
            stood = 0
            while stood < AWAY_MS:
                stood += (await talker.hear(ClockStood)).ms
                phase = await talker.hear(PhaseChanged)
                until = self.started.until + stood
                assert (phase.phase, phase.until) == ("playing", until)
            assert stood <= most
        found = await entries(self.houses[0].store, self.room)
        logged = [entry.fact for entry in found if isinstance(entry.fact, Stood)]
        assert logged[0].since >= since


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    """Run three masters that go on where one of them is missing."""
    with TemporaryDirectory(prefix="samedeal-cluster-") as folder:
        settings = {"cluster_require_full_coverage": "no"}
        async with running_cluster(Path(folder), **settings) as cluster:
            yield cluster


@pytest.fixture
async def racing(cluster: Cluster) -> AsyncIterator[Racing]:
    """Let two race in a room that is not at the node of the whole service."""
    service = cluster.node_of(await cluster.slot_of(PULSE))
    async with AsyncExitStack() as held:
        one = await held.enter_async_context(inside(cluster.url))
        other = await held.enter_async_context(inside(cluster.url))
        while True:
            async with AsyncExitStack() as room_held:
                ann = await room_held.enter_async_context(talking(one.url, "Ann"))
                bob = await room_held.enter_async_context(talking(other.url, "Bob"))
                room, started = await seated(ann, bob)
                racing = Racing(cluster, (one, other), (ann, bob), room, started)
                if await racing.node is not service:
                    yield racing
                    return


async def refused(talker: Talker, **fields: object) -> None:
    """Send a command; return once its player is told why nothing comes of it."""
    asked = await talker.send(n=talker.n + 1, **fields)
    await until_service(talker, "degraded")
    while not isinstance(message := await talker.receive(), Error):
        pass
    assert (message.re, message.code) == (asked, ErrorCode.UNAVAILABLE)
    assert isinstance(message.retry, int)


@pytest.mark.timeout(90)
async def test_a_clock_stands_while_a_move_of_its_slot_has_stopped_half_way(
    racing: Racing,
) -> None:
    ann, bob = racing.players
    await ann.command(Moved, t="move", ply=0, move="a1")
    start, slot = await racing.node, await racing.slot
    goal = next(node for node in racing.cluster.nodes if node is not start)
    await racing.cluster.begin_moving(slot, start, goal)
    await racing.cluster.move_key(room_keys(racing.room).log, start, goal)
    since = racing.houses[0].store.now()
    await refused(ann, t="move", ply=1, move="a2")
    await racing.until_stood()
    await racing.cluster.move_slot(slot, start, goal)
    await until_service(ann, "ok")
    assert (await ann.command(Moved, t="move", ply=1, move="a2")).ply == 2
    await bob.command(Moved, t="move", ply=0, move="a1")
    await racing.is_told(since)


@pytest.mark.timeout(90)
async def test_a_clock_stands_while_its_node_is_dead_and_the_services_is_not(
    racing: Racing,
) -> None:
    ann, bob = racing.players
    await ann.command(Moved, t="move", ply=0, move="a1")
    node = await racing.node
    since = racing.houses[0].store.now()
    await node.kill()
    for talker in racing.players:
        await refused(talker, t="resign")
    await racing.until_stood()
    await node.start()
    for talker in racing.players:
        await until_service(talker, "ok")
    assert (await ann.command(Moved, t="move", ply=1, move="a2")).ply == 2
    await racing.is_told(since)
    await bob.command(Done, t="finish")
    await ann.command(Done, t="finish")
    result = (await ann.ended()).result
    assert (await bob.ended()).result == result
