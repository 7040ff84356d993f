"""Doorbells in a cluster: heard at one node, and never missed when rooms move."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import msgpack
import pytest
from bench.stores.cluster import Cluster, replica_of
from bench.stores.node import Node
from redis.asyncio import Redis
from tests.conditions import eventually, eventually_told
from tests.server.house import opened as store_at

from samedeal_server.store.keys import DOORBELL, near_doorbell, room_keys
from samedeal_server.store.readings import Ring
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms import near_bells
from samedeal_server.store.writer import Ahead, Answer, Append

ROOM = "ROOM2"
KEYS = room_keys(ROOM)


class Table:
    """A room in a cluster to which one process appends, and which another watches."""

    def __init__(self, cluster: Cluster, here: Store, there: Store) -> None:
        self.cluster = cluster
        self.here = here
        """The process that appends."""
        self.there = there
        self.rings: list[Ring] = []
        self.missed: list[str] = []
        self.mark = ""
        there.doorbells.on_ring = self.rings.append
        there.doorbells.near.on_missed = self.missed.append

    @property
    def bell(self) -> str:
        """Where the one who watches is to hear the room."""
        return near_doorbell(ROOM, self.there.process)

    @property
    def heard(self) -> list[int]:
        """The offsets of all entries that were heard, once each."""
        return sorted({entry.offset for r in self.rings for entry in r.entries})

    async def append(self, entry: bytes = b"a fact") -> None:
        """Append to the room, as often as it takes."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        wanted = Append(ROOM, ("last", self.mark), ("gen", entry))
        self.here.append(wanted, answer.set_result)
        got = await answer
        if isinstance(got, str):
            self.mark = got
        else:
            # Nobody knows whether it was appended; what is there says so.
            assert not isinstance(got, Ahead)
            await asyncio.sleep(0.05)
            await self.look()

    async def look(self) -> None:
        """Learn what was appended last."""
        while True:
            try:
                (self.mark,) = await self.here.last_marks([ROOM])
            except Exception:  # as long as the store is away
                await asyncio.sleep(0.05)
            else:
                return

    @property
    def offset(self) -> int:
        """Of the entry that was appended last."""
        return int(self.mark.partition("-")[2])

    async def until_heard(self) -> None:
        """Return once all that was appended is heard."""
        await eventually(lambda: self.heard == list(range(1, self.offset + 1)))

    async def node(self) -> Node:
        """Return the master that has the room at first."""
        slot = await self.cluster.nodes[0].ask("CLUSTER KEYSLOT", KEYS.log)
        return self.cluster.node_of(cast("int", slot))

    async def until_near(self, node: Node) -> None:
        """Append until a ring is heard at a node."""
        async with asyncio.timeout(30):
            while not await hearing(node, self.bell):
                await self.append()

    async def until_left(self, node: Node) -> None:
        """Return once nobody listens at a node any more."""
        await eventually_told(lambda: hearing(node, self.bell), lambda n: n == 0)


async def hearing(node: Node, bell: str) -> int:
    """Count who listens for a room at a node."""
    told = await node.ask("PUBSUB", "SHARDNUMSUB", bell)
    _, count = cast("list[str | int]", told)
    return int(count)


@pytest.fixture
async def table(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Table]:
    monkeypatch.setattr(near_bells, "SETTLED_S", 0.05)
    async with store_at(cluster.url) as here, store_at(cluster.url) as there:
        table = Table(cluster, here, there)
        await table.append()
        await there.watch(ROOM)
        await here.watch(ROOM)
        await until_listening(cluster, there.process)
        # What was appended before it was watched is read, and not heard.
        table.rings.append(Ring(ROOM, "", (await there.read_log(ROOM)).entries))
        yield table


async def until_listening(cluster: Cluster, process: str) -> None:
    """Return once a process hears what is rung for it anywhere."""

    async def listening() -> int:
        told = [
            await node.ask("PUBSUB", "NUMSUB", DOORBELL + process)
            for node in cluster.nodes
        ]
        return sum(int(cast("list[str | int]", each)[1]) for each in told)

    await eventually_told(listening, bool)


async def test_a_ring_is_passed_on_to_no_node_once_it_is_heard_at_its_own(
    table: Table,
) -> None:
    await table.until_near(await table.node())
    await table.until_heard()
    before = await table.cluster.passed_on()
    for _ in range(20):
        await table.append()
    await table.until_heard()
    assert await table.cluster.passed_on() == before
    # Whoever watches no more is not rung, and listens nowhere.
    await table.there.unwatch(ROOM)
    await table.until_left(await table.node())
    count = len(table.rings)
    await table.append()
    await table.there.watch(ROOM)
    await table.append()
    await eventually(lambda: len(table.rings) > count)
    assert [ring.entries[0].offset for ring in table.rings[count:]] == [table.offset]


async def test_a_room_whose_slot_moves_is_heard_on_the_way_and_at_its_new_node(
    table: Table,
) -> None:
    start = await table.node()
    await table.until_near(start)
    number = table.cluster.nodes.index(start)
    goal = table.cluster.nodes[(number + 1) % len(table.cluster.nodes)]
    slot = cast("int", await start.ask("CLUSTER KEYSLOT", KEYS.log))
    moving = asyncio.create_task(table.cluster.move_slot(slot, start, goal))
    while not moving.done():
        await table.append()
    await moving
    await table.until_near(goal)
    await table.append()
    await table.until_heard()
    assert await hearing(start, table.bell) == 0


async def test_a_room_is_heard_at_a_replica_that_was_promoted(table: Table) -> None:
    master = await table.node()
    async with replica_of(master, table.cluster) as replica:
        await table.until_near(master)
        await table.until_heard()
        await master.kill()
        # Rings may have been on their way: the room is read again.
        await eventually(lambda: table.missed == [ROOM])
        await table.until_near(replica)
        await table.append()
        await table.until_heard()
        assert table.missed == [ROOM]


async def test_who_loses_the_line_to_a_node_reads_and_listens_there_again(
    table: Table,
) -> None:
    node = await table.node()
    await table.until_near(node)
    assert table.there.meters.losses == 0
    await cut(node, table.bell)
    await eventually(lambda: table.missed == [ROOM])
    assert table.there.meters.losses == 1
    await table.until_near(node)
    await table.append()
    await table.until_heard()


async def test_who_loses_the_line_to_a_node_that_had_not_answered_reads_the_room(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = await table.node()
    await table.until_near(node)
    await table.there.unwatch(ROOM)
    await table.until_left(node)
    await table.there.watch(ROOM)
    asked = asyncio.Event()
    say = near_bells.Ear.say

    async def say_to_nobody(ear: near_bells.Ear, *words: str) -> None:
        node.pause()
        await say(ear, *words)
        asked.set()

    monkeypatch.setattr(near_bells.Ear, "say", say_to_nobody)
    table.there.doorbells.near.rung_elsewhere(ROOM)
    await eventually(asked.is_set)
    assert table.missed == []
    await node.kill()
    await eventually(lambda: table.missed == [ROOM])


async def cut(node: Node, bell: str) -> None:
    """Cut the connections on which rooms are heard at a node."""
    async with Redis(host="127.0.0.1", port=node.port, decode_responses=True) as redis:
        listening = await redis.client_list(_type="pubsub")
        for each in listening:
            if int(each["ssub"]):
                await redis.client_kill_filter(_id=each["id"])
    await eventually_told(lambda: hearing(node, bell), lambda count: count == 0)


async def test_an_older_process_hears_new_ones_and_is_heard_by_them(
    table: Table,
) -> None:
    """It listens and rings where every node passes it on, and nowhere else."""
    host, port = "127.0.0.1", table.cluster.nodes[0].port
    async with Redis(host=host, port=port) as redis, redis.pubsub() as doorbell:
        await doorbell.subscribe(f"{DOORBELL}older")
        await doorbell.get_message(timeout=30)
        await table.here.calls.script("watch", (KEYS.head,), ("older", "1"))
        await table.append(b"to all")
        message = cast("dict[str, bytes]", await doorbell.get_message(timeout=30))
        ((log, _, mark, packed),) = msgpack.unpackb(message["data"])
        assert (log, mark, packed) == (KEYS.log, table.mark, "to all")
        await table.until_near(await table.node())
        ring = msgpack.packb([[KEYS.log, table.mark, "9-999", b"by it"]])
        await redis.publish(DOORBELL + table.there.process, ring)
        await eventually(lambda: table.rings[-1].entries[0].packed == b"by it")


async def test_where_no_node_may_be_rung_alone_all_are_heard_as_before(
    table: Table,
) -> None:
    for node in table.cluster.nodes:
        await node.ask("ACL", "SETUSER", "default", "-spublish", "-ssubscribe")
    before = await table.cluster.passed_on()
    for _ in range(5):
        await table.append()
    await table.until_heard()
    assert await table.cluster.passed_on() > before
    assert await hearing(await table.node(), table.bell) == 0
