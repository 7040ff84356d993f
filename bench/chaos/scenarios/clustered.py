"""A cluster is harmed while matches are played: slots, nodes, a replica, processes."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import cast

from bench.chaos.crew import now_s
from bench.chaos.parts import Parting, books_of
from bench.chaos.scenarios.kills import kill
from bench.chaos.world import HURRIED, Report, World, world
from bench.load.proxies import Kind
from bench.stores.cluster import Cluster, replica_of
from bench.stores.node import READY_WITHIN_S, Node
from redis.exceptions import RedisError

from samedeal_server.store.keys import CHAIN_LINKS, PULSE, room_keys

DEEDS_AT_FULL = 200
LONGEST_DEAD_S = 3.5
"""Of a node that nobody takes over from: an outage, or too short for one."""
SLOTS_AT_ONCE = 3
KILLED, LONGEST_PARTING_S = 0.3, 2.0
"""The chance that whoever sets boards apart is killed, and after how long at most."""
POLL_S = 0.05
UNDER_WAY_S = 0.3


class Nodes:
    """The nodes of a cluster by what they are now: one master has a replica."""

    def __init__(
        self, cluster: Cluster, guarded: Node, replica: Node, parting: Parting
    ) -> None:
        self.masters = list(cluster.nodes)
        self.parting = parting
        """Whoever sets boards apart on them."""
        self.guarded, self.replica = guarded, replica

    @property
    def cluster(self) -> Cluster:
        """The masters, as those that slots are moved between."""
        return Cluster(tuple(self.masters))

    async def master_of(self, slot: int) -> Node:
        """Return the master that has a slot by now."""
        told = await self.masters[0].ask("CLUSTER", "SLOTS")
        for first, last, master, *_ in cast(
            "list[tuple[int, int, list[object]]]", told
        ):
            if first <= slot <= last:
                return next(n for n in self.masters if n.port == master[1])
        raise RuntimeError(f"nobody has slot {slot}")

    async def promote(self) -> float:
        """Kill the master that has a replica; return for how long nobody was master.

        What it was becomes the replica of what was that.
        """
        old, new = self.guarded, self.replica
        await _until_told(new, "INFO", "replication", "'master_link_status': 'up'")
        await old.kill()
        since = now_s()
        await _until_told(new, "ROLE", "", "master")
        took_s = now_s() - since
        self.masters[self.masters.index(old)] = new
        for node in self.masters:
            # Each has to know the new one, or moves of slots would go astray.
            await _until_told(node, "CLUSTER", "SLOTS", str(new.port))
        await old.start()
        await _until_told(old, "INFO", "replication", "'master_link_status': 'up'")
        self.guarded, self.replica = new, old
        return took_s


async def _until_told(node: Node, command: str, about: str, word: str) -> None:
    """Return once a node's answer has a word in it."""
    words = (command, about) if about else (command,)
    async with asyncio.timeout(READY_WITHIN_S):
        while True:
            try:
                if word in str(await node.ask(*words)):
                    return
            except (RedisError, OSError):
                pass  # it still loads
            await asyncio.sleep(POLL_S)


async def cluster_harmed(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Do 200 things to a cluster at full scale; nothing acknowledged is lost in secret.

    Nodes sync always, so only a replica that takes over may lack something; its rooms
    go on as a new epoch then.
    """
    players = min(120, max(8, round(DEEDS_AT_FULL * scale)))
    longest = dict.fromkeys(DEEDS, 0.0)
    done = Counter[str]()
    async with world(
        *(seed, scale),
        players=players,
        servers=2,
        manners=HURRIED._replace(are_bots=False),
        behind=behind,
        is_cluster=True,
        is_lossy=True,
    ) as all_of_it:
        cluster = all_of_it.cluster
        guarded = all_of_it.dice.choice(cluster.nodes)
        folder = guarded.folder.parent
        async with (
            replica_of(guarded, cluster, cluster_require_full_coverage="no") as replica,
            Parting(folder, cluster.url) as parting,
        ):
            nodes = Nodes(cluster, guarded, replica, parting)
            names = list(DEEDS)
            all_of_it.dice.shuffle(names)
            for number in range(max(len(DEEDS), round(DEEDS_AT_FULL * scale))):
                await all_of_it.acked(all_of_it.dice.randint(5, 60))
                name = names[number % len(names)]
                began = now_s()
                done[name] += await DEEDS[name](all_of_it, nodes)
                await all_of_it.all_back(now_s())
                longest[name] = max(longest[name], _slowest_s(all_of_it, began))
            await all_of_it.acked(2 * players)
            waits = {f"slowest answer, {name} (s)": s for name, s in longest.items()}
            report = await all_of_it.report()
            await nodes.parting.done()
            books, wrong = await books_of(cluster.url, all_of_it.told_over())
            return Report(
                {**done, **waits, **report.figures, **books}, report.findings + wrong
            )


def _slowest_s(all_of_it: World, since: float) -> float:
    """Return the seconds that the slowest answer took to what was asked since then.

    Or a moment before, as that was under way.
    """
    return max(
        (
            asked.answered_at - asked.asked_at
            for member in all_of_it.crew.members
            for asked in member.ledger.asked
            if asked.outcome == "acknowledged" and asked.asked_at > since - UNDER_WAY_S
        ),
        default=0.0,
    )


async def _move_slots(all_of_it: World, nodes: Nodes) -> int:
    """Move slots of rooms that are played in, or of the whole service."""
    dice, keys = all_of_it.dice, [PULSE, CHAIN_LINKS]
    keys += [room_keys(code).log for code in all_of_it.crew.tables]
    some = dice.sample(keys, min(SLOTS_AT_ONCE, len(keys)))
    for key in some:
        slot = await nodes.cluster.slot_of(key)
        start = await nodes.master_of(slot)
        goal = dice.choice([node for node in nodes.masters if node is not start])
        await nodes.cluster.move_slot(slot, start, goal)
    return len(some)


async def _kill_node(all_of_it: World, nodes: Nodes) -> int:
    """Kill a node that has no replica, and bring it back with its data."""
    dice = all_of_it.dice
    node = dice.choice([node for node in nodes.masters if node is not nodes.guarded])
    await node.kill()
    await asyncio.sleep(dice.uniform(0, LONGEST_DEAD_S))
    await node.start()
    for each in nodes.masters:
        await _until_told(each, "CLUSTER", "INFO", "cluster_slots_fail:0")
    await nodes.cluster.until_ok()
    return 1


async def _promote(all_of_it: World, nodes: Nodes) -> int:
    del all_of_it
    await nodes.promote()
    await nodes.cluster.until_ok()
    return 1


async def _kill_process(all_of_it: World, nodes: Nodes) -> int:
    del nodes
    await kill(all_of_it, (all_of_it.dice.randrange(len(all_of_it.servers)),))
    return 1


async def _set_apart(all_of_it: World, nodes: Nodes) -> int:
    """Have boards set apart while the next things are done, or kill who does it."""
    await nodes.parting.start()
    if all_of_it.dice.random() < KILLED:
        await asyncio.sleep(all_of_it.dice.uniform(0, LONGEST_PARTING_S))
        await nodes.parting.kill()
    return 1


DEEDS: dict[str, Callable[[World, Nodes], Awaitable[int]]] = {
    "slots moved": _move_slots,
    "nodes killed": _kill_node,
    "replicas promoted": _promote,
    "processes killed": _kill_process,
    "begun to set apart": _set_apart,
}
