"""Snapshots of rooms: whoever comes finds what the whole log says, and sooner."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from tests.conditions import eventually_told
from tests.server.core.table import Table, playing
from tests.server.core.table import opened as table_of
from tests.server.house import opened, serving
from tests.talk import talking

from samedeal_protocol.rooms.playing import Moved
from samedeal_server.core.facts import Entry, pack_fact
from samedeal_server.core.snapshots import pack_room, unpack_room
from samedeal_server.rooms import carrier, room_logs
from samedeal_server.rooms.room_logs import Logs
from samedeal_server.store.keys import room_keys, snapshot_key
from samedeal_server.store.redis import Store


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


async def put(url: str, log: list[Entry]) -> None:
    """Have a log stand in the store, with the times that it says."""
    keys = room_keys("ROOM2")
    async with Redis.from_url(url) as client:
        for entry in log:
            packed = pack_fact(entry.fact, entry.by, entry.n)
            await client.xadd(keys.log, {"f": packed}, id=entry.mark)
            await client.hset(keys.head, "last", entry.mark)


def raced(moves: int = 5) -> Table:
    table = playing("ann", "bob", game="westcliff/american")
    for _ in range(moves):
        table.move("ann")
        table.move("bob")
    return table


async def test_a_room_is_what_its_snapshot_and_the_facts_after_it_say(
    store: Store, store_url: str
) -> None:
    table, logs = raced(), Logs(store)
    then = table.state
    await put(store_url, table.log)
    await logs.keep_snapshot(then)
    more = len(table.log)
    table.move("ann")
    await put(store_url, table.log[more:])
    found = await store.snapshots.read("ROOM2", room_logs.READABLE)
    assert found.snapshot == pack_room(then)
    assert [entry.offset for entry in found.log.entries] == [more + 1]
    assert await logs.folded("ROOM2") == await logs.folded_whole("ROOM2") == table.state
    assert await logs.open("ROOM2") == (table.state, False, ())


async def test_a_snapshot_of_what_the_log_has_lost_is_not_told(
    store: Store, store_url: str
) -> None:
    table, logs = raced(), Logs(store)
    await put(store_url, table.log[:-1])
    await logs.keep_snapshot(table.state)
    folded = await logs.folded("ROOM2")
    assert folded is not None
    assert folded.marks.offset == len(table.log) - 1


async def test_a_room_that_is_gone_is_not_there_though_its_snapshot_is(
    store: Store,
) -> None:
    await Logs(store).keep_snapshot(raced().state)
    assert await Logs(store).folded("ROOM2") is None


async def test_another_versions_snapshot_and_a_torn_one_are_passed_over(
    store: Store, store_url: str
) -> None:
    table, logs = raced(), Logs(store)
    last = table.state.marks.last
    await put(store_url, table.log)
    for by, state in (("other", b"\x90"), (room_logs.READABLE, b"\x90")):
        await store.snapshots.put("ROOM2", by, last, state)
        assert await logs.folded("ROOM2") == table.state


def test_a_game_that_takes_back_can_take_back_after_a_snapshot() -> None:
    table = table_of("ann", game="westcliff/american", seats=1, takes_back=True)
    table.ready("ann")
    table.reveal("ann")
    table.tick_at_deadline()
    table.move("ann")
    state = unpack_room(pack_room(table.state))
    assert state == table.state
    assert state.table.game is table.state.table.game


async def test_a_server_keeps_snapshots_and_another_comes_by_them(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrier, "SNAPSHOT_EVERY", 5)
    async with (
        serving(store_url) as one,
        talking(one, "Ann") as ann,
        talking(one, "Bob") as bob,
    ):
        room = await ann.host(seats=2)
        await bob.join(room)
        for talker in (ann, bob):
            await talker.ready()
        await asyncio.gather(ann.start(), bob.start())
        for ply, cell in enumerate(("a1", "b2", "c3", "d4", "e5", "a2")):
            await ann.command(Moved, t="move", ply=ply, move=cell)
        async with opened(store_url) as store, Redis.from_url(store_url) as client:
            key = snapshot_key(room)
            await eventually_told(lambda: client.exists(key), bool)
            assert 0 < await client.ttl(key) <= 24 * 3600
            logs = Logs(store)
            assert await logs.folded(room) == await logs.folded_whole(room)
