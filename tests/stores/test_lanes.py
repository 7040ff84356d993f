"""What is written to a cluster by lanes, and apart from them."""

# The writer is asked as the parts of the store ask it.
# pyright: reportPrivateUsage=false

import pytest
from bench.stores.cluster import Cluster
from bench.stores.node import HOST
from tests.server.house import opened as store_at

from samedeal_server.store.cluster.lanes import ClusterWriter, Job
from samedeal_server.store.errors import StoreError
from samedeal_server.store.keys import room_keys


async def test_of_what_is_tried_apart_no_error_is_lost(cluster: Cluster) -> None:
    log, head = room_keys("ABCDE").log, room_keys("ABCDE").head
    async with store_at(cluster.url) as store:
        writer = store._writer
        assert isinstance(writer, ClusterWriter)
        for key in (log, head):
            await writer.call("SET", key, "text")
        slot = await cluster.slot_of(log)
        start = cluster.node_of(slot)
        goal = next(node for node in cluster.nodes if node is not start)
        await cluster.begin_moving(slot, start, goal)
        await cluster.move_key(log, start, goal)
        told = list[object]()
        # Neither node has both keys, so all of the slot waits for what is told of it.
        writer.try_apart(Job([("MGET", log, head)], told.extend))
        with pytest.raises(StoreError, match="wrong kind"):
            await writer.all_of([("LPUSH", log, "a"), ("GET", head)])
        assert isinstance(told[0], Exception)
        assert await writer.call("GET", log) == b"text"


async def test_what_is_for_a_slot_that_was_moved_goes_to_its_new_node(
    cluster: Cluster,
) -> None:
    log = room_keys("ABCDE").log
    async with store_at(cluster.url) as store:
        writer = store._writer
        await writer.call("SET", log, "text")
        slot = await cluster.slot_of(log)
        start = cluster.node_of(slot)
        goal = next(node for node in cluster.nodes if node is not start)
        await cluster.move_slot(slot, start, goal)
        assert await writer.call("GET", log) == b"text"  # from the old one's word
        failed = writer.meters.failed
        assert await writer.call("GET", log) == b"text"
        assert writer.meters.failed == failed
        assert writer.client.place_known(log) == (HOST, goal.port)
