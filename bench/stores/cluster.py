"""A Redis Cluster of three masters, put together by hand."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, cast

from bench.stores.node import HOST, READY_WITHIN_S, Node, free_port

SLOTS = 16_384
NODES = 3
NODE_TIMEOUT_MS = 2_000
POLL_S = 0.02
MIGRATED_WITHIN_MS = 5_000
KEYS_AT_ONCE = 10


class Cluster(NamedTuple):
    """Masters that share all slots between them, in equal ranges."""

    nodes: tuple[Node, ...]

    @property
    def url(self) -> str:
        """One node's address, from which clients find the others."""
        return self.nodes[0].url

    def node_of(self, slot: int) -> Node:
        """Return the master that a slot was given to."""
        return self.nodes[slot * len(self.nodes) // SLOTS]

    async def move_slot(self, slot: int, start: Node, goal: Node) -> None:
        """Move a slot from one master to another, key by key, as operators do it.

        One slot at a time: a master that takes one over makes its own say the
        newest of all, and what it says of a slot that it gives away in the same
        moment would have the taker throw that slot's keys away.
        """
        await self.begin_moving(slot, start, goal)
        while keys := await self.keys_in(slot, start):
            for key in keys:
                await self.move_key(key, start, goal)
        name = str(await goal.ask("CLUSTER", "MYID"))
        # The one that has it now first, or nobody would for a moment.
        for node in (goal, start, *(set(self.nodes) - {start, goal})):
            await node.ask("CLUSTER", "SETSLOT", slot, "NODE", name)

    async def begin_moving(self, slot: int, start: Node, goal: Node) -> None:
        """Say at two masters that a slot is on its way from one to the other."""
        ids = [str(await node.ask("CLUSTER", "MYID")) for node in (start, goal)]
        await goal.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[0])
        await start.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[1])

    async def move_key(self, key: str, start: Node, goal: Node) -> None:
        """Move one key of a slot that is on its way."""
        await start.ask("MIGRATE", HOST, goal.port, key, 0, MIGRATED_WITHIN_MS)

    async def slot_of(self, key: str) -> int:
        """Return the slot that a key belongs to."""
        return cast("int", await self.nodes[0].ask("CLUSTER KEYSLOT", key))

    async def keys_in(self, slot: int, node: Node) -> list[str]:
        """Return some keys of a slot that a node has."""
        found = await node.ask("CLUSTER", "GETKEYSINSLOT", slot, KEYS_AT_ONCE)
        return cast("list[str]", found)

    async def passed_on(self) -> int:
        """Count what was published that nodes have passed on to all others."""
        told = [await node.ask("CLUSTER INFO") for node in self.nodes]
        sent = "cluster_stats_messages_publish_sent"
        return sum(int(cast("dict[str, str]", each).get(sent, 0)) for each in told)

    async def until_ok(self) -> None:
        """Return once every node knows all others, and that all slots are served."""
        for node in self.nodes:
            await _until_state(node, "ok", len(self.nodes))

    async def until_down(self, node: Node) -> None:
        """Return once a node knows that not all slots are served."""
        await _until_state(node, "fail", len(self.nodes))


@asynccontextmanager
async def running_cluster(
    folder: Path, kind: type[Node] = Node, /, **settings: str
) -> AsyncGenerator[Cluster]:
    """Start the nodes in folders of their own, and introduce them to each other."""
    async with AsyncExitStack() as held:
        nodes = [
            await held.enter_async_context(
                _node(folder, f"node-{number}", kind, **settings)
            )
            for number in range(NODES)
        ]
        cluster = Cluster(tuple(nodes))
        for number, node in enumerate(nodes):
            await _introduce(node, number, cluster)
        await cluster.until_ok()
        yield cluster


@asynccontextmanager
async def replica_of(
    master: Node, cluster: Cluster, **settings: str
) -> AsyncGenerator[Node]:
    """Start a replica of one of the masters, and yield it once it has all there is.

    It takes the master's place if that is dead for `NODE_TIMEOUT_MS`.
    """
    folder, called = master.folder.parent, f"replica-of-{master.name}"
    replica = _node(folder, called, **settings)
    async with replica:
        name = str(await master.ask("CLUSTER", "MYID"))
        await _meet(replica, cluster.nodes[0])

        async def is_known() -> bool:
            return name in str(await replica.ask("CLUSTER", "NODES"))

        async def is_whole() -> bool:
            told = await replica.ask("INFO", "replication")
            return cast("dict[str, str]", told).get("master_link_status") == "up"

        await _until(is_known)
        await replica.ask("CLUSTER", "REPLICATE", name)
        await _until(is_whole)
        yield replica


def _node(folder: Path, name: str, kind: type[Node] = Node, /, **settings: str) -> Node:
    return kind(
        folder,
        name,
        cluster_enabled="yes",
        cluster_port=str(free_port()),
        cluster_node_timeout=str(NODE_TIMEOUT_MS),
        **settings,
    )


async def _meet(node: Node, first: Node) -> None:
    bus = first.settings["cluster_port"]
    await node.ask("CLUSTER MEET", HOST, first.port, bus)


async def _introduce(node: Node, number: int, cluster: Cluster) -> None:
    slots = [slot for slot in range(SLOTS) if cluster.node_of(slot) is node]
    await node.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
    await node.ask("CLUSTER ADDSLOTSRANGE", slots[0], slots[-1])
    if node is not cluster.nodes[0]:
        await _meet(node, cluster.nodes[0])


async def _until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(READY_WITHIN_S):
        while not await is_so():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(POLL_S)


async def _until_state(node: Node, state: str, size: int) -> None:
    async def is_so() -> bool:
        return await _state(node) == (state, str(size))

    await _until(is_so)


async def _state(node: Node) -> tuple[str, str]:
    """Return the cluster's state and the number of masters, as one node sees it."""
    told = cast("dict[str, str]", await node.ask("CLUSTER INFO"))
    return told["cluster_state"], told["cluster_size"]
