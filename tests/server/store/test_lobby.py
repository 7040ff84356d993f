"""The list of public rooms in the store: by page, and in order."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator

import pytest_asyncio
from redis.asyncio import Redis
from tests.server.house import opened

from samedeal_server.store.keys import LOBBY
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.lobby import Listed


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


async def test_rooms_are_listed_where_they_were_put_last_and_nowhere_else(
    store: Store,
) -> None:
    await store.lobby.put({"ROOM2": Listed(b"old", ("*|0|", "easthaven|0|"))})
    await store.lobby.put({"ROOM2": Listed(b"new", ("*|1|", "pas-seul|1|"))})
    await store.lobby.put({"ROOM3": Listed(b"gone", ("*|0|",))})
    await store.lobby.take(["ROOM3", "ROOM4"])
    assert await store.lobby.page("*|", 0, 9) == (1, [b"new"])
    assert await store.lobby.page("pas-seul|", 0, 9) == (1, [b"new"])
    for place in ("*|0|", "easthaven|", "pas-seul|0|", "pas|"):
        assert await store.lobby.page(place, 0, 9) == (0, [])


async def test_pages_of_the_list_are_in_order_and_have_each_room_once(
    store: Store,
) -> None:
    codes = [f"R{number:03}" for number in range(100)]
    places = {code: (f"*|{number % 2}|",) for number, code in enumerate(codes)}
    await store.lobby.put(
        {code: Listed(code.encode(), places[code]) for code in reversed(codes)}
    )
    found = list[bytes]()
    for start in range(0, 100, 30):
        count, lines = await store.lobby.page("*|", start, 30)
        assert count == 100
        found += lines
    assert found == [code.encode() for code in codes[::2] + codes[1::2]]
    assert await store.lobby.page("*|1|", 49, 30) == (50, [b"R099"])
    assert await store.lobby.page("*|", 100, 30) == (100, [])


async def test_lines_of_servers_that_knew_no_order_are_found(
    store: Store, store_url: str
) -> None:
    await store.lobby.put({"ROOM2": Listed(b"new", ("*|0|",))})
    async with Redis.from_url(store_url) as client:
        await client.hset(LOBBY, "ROOM3", "old")
        assert await store.lobby.without_places() == {"ROOM3": b"old"}
        await client.hdel(LOBBY, "ROOM2")
    # It was taken away by one of those.
    assert (await store.lobby.page("*|", 0, 9))[1] == []
