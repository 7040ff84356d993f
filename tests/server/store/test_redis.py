"""The store, on the real thing: what is promised to two writers at once."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from tests.conditions import eventually
from tests.server.proxy import door_to

from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.keys import room_keys
from samedeal_server.store.redis import Append, Stamp, Store


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        yield store
        running.cancel()
        await asyncio.wait([running])


def at_offset(offset: int, *entries: bytes, ttl_s: int = 0) -> Append:
    return Append(
        "ROOM2", (("offset", offset),), (("gen", len(entries)),), entries, ttl_s
    )


async def test_of_two_appends_to_the_same_state_one_is_done(store: Store) -> None:
    stamps = await asyncio.gather(
        store.append(at_offset(0, b"mine")), store.append(at_offset(0, b"yours"))
    )
    assert [stamp is not None for stamp in stamps] == [True, False]
    assert [entry.packed for entry in await store.read_log("ROOM2")] == [b"mine"]


async def test_the_same_append_sent_twice_appends_once(store: Store) -> None:
    append = at_offset(0, b"one", b"two")
    assert await store.append(append) is not None
    assert await store.append(append) is None
    assert len(await store.read_log("ROOM2")) == 2


async def test_a_refused_append_changes_no_counter(store: Store) -> None:
    await store.append(at_offset(0, b"one"))
    await store.append(at_offset(0, b"again"))
    by_gen = Append("ROOM2", (("gen", 1), ("s0", 0)), (("s0", 1),), (b"two",))
    stamp = await store.append(by_gen)
    assert stamp is not None
    assert stamp.offset == 2
    assert await store.append(by_gen) is None


async def test_seats_do_not_get_in_each_others_way(store: Store) -> None:
    await store.append(at_offset(0, b"begin"))
    moves = [
        Append("ROOM2", (("gen", 1), (f"s{k}", 0)), ((f"s{k}", 1),), (b"move",))
        for k in range(8)
    ]
    stamps = await asyncio.gather(*map(store.append, moves))
    assert sorted(stamp.offset for stamp in stamps if stamp) == list(range(2, 10))


async def test_a_stamp_says_where_and_when_the_last_entry_stands(store: Store) -> None:
    stamp = await store.append(at_offset(0, b"one", b"two"))
    entries = await store.read_log("ROOM2")
    assert stamp == Stamp(2, entries[-1].id, entries[-1].at)
    assert abs(entries[0].at - store.now()) < 60_000


async def test_facts_of_one_append_have_one_time(store: Store) -> None:
    await store.append(at_offset(0, *[b"x"] * 50))
    assert len({entry.at for entry in await store.read_log("ROOM2")}) == 1


async def test_a_log_is_read_on_after_an_entry(store: Store) -> None:
    first = await store.append(at_offset(0, b"one"))
    await store.append(at_offset(1, b"two"))
    assert first is not None
    after = await store.read_log("ROOM2", first.id)
    assert [entry.packed for entry in after] == [b"two"]


async def test_a_closed_rooms_log_goes_away_in_time(
    store: Store, store_url: str
) -> None:
    await store.append(at_offset(0, b"closed", ttl_s=60))
    async with Redis.from_url(store_url) as client:
        keys = room_keys("ROOM2")
        for key in (keys.log, keys.head):
            assert 0 < await client.ttl(key) <= 60


async def test_a_doorbell_is_heard_by_other_processes(
    store: Store, store_url: str
) -> None:
    heard: list[str] = []
    async with Store(store_url) as other:
        other.on_ring = heard.append
        running = asyncio.create_task(other.run())
        await other.watch("ROOM2")
        await store.append(at_offset(0, b"one"))
        await eventually(lambda: heard == ["ROOM2"])
        await other.unwatch("ROOM2")
        await store.append(at_offset(1, b"two"))
        await other.watch("ROOM3")
        assert heard == ["ROOM2"]
        running.cancel()
        await asyncio.wait([running])


async def test_the_list_of_rooms_holds_the_newest_line_of_each(store: Store) -> None:
    await store.put_in_lobby("ROOM2", b"old")
    await store.put_in_lobby("ROOM2", b"new")
    await store.put_in_lobby("ROOM3", b"gone")
    await store.take_from_lobby("ROOM3")
    assert await store.lobby() == {"ROOM2": b"new"}


async def test_rooms_are_due_the_longest_overdue_first(store: Store) -> None:
    for room, at in (("C", 300), ("A", 100), ("B", 200), ("D", 900), ("E", 50)):
        await store.put_deadline(room, at)
    await store.drop_deadline("E")
    assert await store.due(before=300, most=10) == ["A", "B", "C"]
    assert await store.due(before=300, most=2) == ["A", "B"]


async def test_a_leaderboard_keeps_each_players_best_in_order(store: Store) -> None:
    assert await store.submit("easthaven", "ann", 10, b"ann 10")
    assert not await store.submit("easthaven", "ann", 9, b"ann 9")
    assert not await store.submit("easthaven", "ann", 10, b"ann 10 again")
    assert await store.submit("easthaven", "bob", 11, b"bob 11")
    assert await store.submit("easthaven", "ann", 2**52 + 1, b"ann best")
    rows = await store.leaderboard("easthaven", 10)
    assert rows == [(2**52 + 1, b"ann best"), (11, b"bob 11")]
    assert await store.leaderboard("easthaven", 1) == rows[:1]
    assert await store.leaderboard("easthaven/open", 10) == []


async def test_a_way_back_leads_in_until_the_next_one_was_used(store: Store) -> None:
    async def greet(presented: str, resume: str, kind: str = "resume") -> str | None:
        return await store.greet(
            "p-1", kind=kind, presented=presented, resume=resume, name=None
        )

    await store.put_identity("p-1", {"name": "Ann", "token": "t", "resume": "a"})
    assert await greet("a", "b") == "Ann"
    assert await greet("a", "c") == "Ann"  # the answer with "b" may have been lost
    assert await greet("b", "d") is None  # and so "b" was never anybody's
    assert await greet("c", "d") == "Ann"
    assert await greet("a", "e") is None
    assert await greet("t", "f", "token") == "Ann"
    assert await greet("t", "g") is None


async def test_scripts_that_the_server_forgot_are_loaded_again(
    store: Store, store_url: str
) -> None:
    async with Redis.from_url(store_url) as client:
        await client.script_flush()
    stamps = await asyncio.gather(
        store.append(at_offset(0, b"one")), store.submit("easthaven", "ann", 1, b"row")
    )
    assert all(stamps)


async def test_what_the_server_refuses_is_a_store_error(
    store: Store, store_url: str
) -> None:
    async with Redis.from_url(store_url) as client:
        await client.set(room_keys("ROOM2").log, "not a stream")
    with pytest.raises(StoreError):
        await store.append(at_offset(0, b"one"))
    with pytest.raises(StoreError):
        await store.read_log("ROOM2")


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:1", "unix:///nowhere.sock", "redis://nowhere.invalid"]
)
async def test_where_there_is_no_store_it_is_said_soon(url: str) -> None:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable) as error:
        async with Store(url):
            pass
    assert "\n" not in str(error.value)
    # Not a benchmark: the defaults of the Redis client would take a minute.
    assert time.monotonic() - began < 20


async def test_an_outage_is_unavailable_and_over_when_it_is_over(
    store_url: str,
) -> None:
    async with door_to(store_url) as (door, url), Store(url) as store:
        running = asyncio.create_task(store.run())
        heard: list[str] = []
        store.on_ring = heard.append
        await store.watch("ROOM2")
        await store.append(at_offset(0, b"before"))
        door.shut()
        for attempt in (store.append(at_offset(1, b"x")), store.read_log("ROOM2")):
            with pytest.raises(StoreUnavailable):
                await attempt
        door.open()
        assert await store.append(at_offset(1, b"after")) is not None
        # Rings may have been missed meanwhile, so every watched room is rung.
        await eventually(lambda: "ROOM2" in heard)
        running.cancel()
        await asyncio.wait([running])
