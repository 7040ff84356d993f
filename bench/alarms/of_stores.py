"""Troubles of a store, and of what is kept beside it."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from bench.alarms.place import Place, archive_in
from bench.alarms.players import players
from bench.alarms.ways import Way, by_turns, calling, on_and_off, store_of
from bench.stores.cluster import Cluster, running_cluster
from bench.stores.node import Node
from bench.stores.off import OffNode

from samedeal_client.wire.player import Player
from samedeal_server.archive.archive import Archive, shelf_at
from samedeal_server.store.keys import ARCHIVE_ID, book_key, room_keys

ARCHIVE = "alarms"
"""The id by which store and archive know each other."""


@asynccontextmanager
async def paused(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield calling(there.store.pause), calling(there.store.resume)


@asynccontextmanager
async def full(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with store_of(there) as store:
        yield (
            lambda: store.config_set("maxmemory", 1),
            lambda: store.config_set("maxmemory", 0),
        )


@asynccontextmanager
async def slow(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with players(there, 16), by_turns(there.store, 0.4, 0.02) as ways:
        yield ways


@asynccontextmanager
async def on_cluster(there: Place, kind: type[Node] = Node) -> AsyncGenerator[Cluster]:
    """Have the small server serve a cluster for a while."""
    with TemporaryDirectory(prefix="alarms-cluster-") as name:
        folder = Path(name)
        async with running_cluster(folder, kind) as cluster:
            archive = str(archive_in(folder))  # each store has its own
            with there.small.told(REDIS_URL=cluster.url, SAMEDEAL_ARCHIVE=archive):
                await there.small.restart()
            yield cluster
            await there.small.restart()


@asynccontextmanager
async def clock_off(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Set the clock of a node of a cluster that the small server serves."""
    async with on_cluster(there, OffNode) as cluster:
        node = cast("OffNode", cluster.nodes[-1])

        async def set_off() -> None:
            node.set_clock(3_600)

        async def set_right() -> None:
            node.set_clock(0)

        yield set_off, set_right


@asynccontextmanager
async def half_moved(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Have two play at the small server over a cluster, and move their room's slot.

    The room's log, and none of its other keys; then the rest.
    """
    small = there.small
    async with (
        on_cluster(there) as cluster,
        players(there, 2, there.url_of(small)) as crew,
    ):
        (room,) = crew.tables
        key = room_keys(room).log
        slot = await cluster.slot_of(key)
        start = cluster.node_of(slot)
        goal = next(node for node in cluster.nodes if node is not start)

        async def stop_half_way() -> None:
            await cluster.begin_moving(slot, start, goal)
            await cluster.move_key(key, start, goal)

        yield stop_half_way, lambda: cluster.move_slot(slot, start, goal)


@asynccontextmanager
async def lost(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Bring the store back without its last writes, and have the books looked at."""
    store, url = there.store, there.url_of(there.large)
    async with Player(url, name="Ada").connected() as ada:
        room = await ada.host("squares/english", seats=4)
        store.copy_data()

        async def lose() -> None:
            async with Player(url, name="Bob").connected() as bob:
                await bob.join(room)
                await store.kill()
            store.lose_data()
            await store.start()

        yield lose, lambda: rebuild_boards(store.url)


async def rebuild_boards(store_url: str) -> None:
    """Do what the runbook says, as an operator does."""
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "admin", "rebuild-boards"),
        env={**os.environ, "REDIS_URL": store_url},
        stdout=PIPE,
    )
    await run.communicate()
    if run.returncode:
        raise RuntimeError("the boards cannot be computed anew")


@asynccontextmanager
async def spoilt_books(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Spoil somebody's history, and have a match end."""
    async with (
        store_of(there) as store,
        Player(there.url_of(there.large), name="Ada").connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        await ada.ready()
        while not ada.session.may_move:
            await ada.happenings.get()
        history = book_key(f"history/{ada.id}")

        async def spoil() -> None:
            await store.set(history, "no history")
            await ada.resign()

        yield spoil, lambda: store.delete(history)


@asynccontextmanager
async def unmounted(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Take away the disk of an archive, and bring it back."""
    place, gone = there.archive, there.folder / "gone"
    await Archive(shelf_at(str(place)), ARCHIVE).begin()
    async with store_of(there) as store:
        await store.set(ARCHIVE_ID, ARCHIVE)

    async def take() -> None:
        place.rename(gone)

    async def give() -> None:
        gone.rename(place)

    yield take, give


@asynccontextmanager
async def deaf(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with store_of(there) as store:

        async def cut() -> None:
            while True:
                await store.client_kill_filter(_type="pubsub")
                await asyncio.sleep(1)

        async with on_and_off(cut) as ways:
            yield ways
