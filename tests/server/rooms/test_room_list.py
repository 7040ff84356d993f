"""The lists of rooms: kept in step, and no dearer for many rooms at once."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest
from tests.conditions import eventually_told
from tests.faults.inside import inside
from tests.server.house import QUICK
from tests.talk import talking

from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.core.state import Room
from samedeal_server.rooms import carrier as carriers
from samedeal_server.rooms.room_list import Listing, listing_of
from samedeal_server.store.redis import Store

GAME = "squares/english"


async def test_rooms_that_change_at_once_are_noted_in_one_call(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = list[set[str]]()
    is_noted = asyncio.Event()
    put_deadlines = Store.put_deadlines

    async def put(store: Store, due: Mapping[str, int]) -> None:
        await put_deadlines(store, due)
        noted.append(set(due))
        is_noted.set()

    def otherwise(room: Room) -> Listing:
        return listing_of(room)._replace(is_hidden=True)

    async with (
        inside(store_url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        codes = [await each.host(GAME, seats=2) for each in (ann, bob)]
        carrier = house.server.hub.carrier
        monkeypatch.setattr(Store, "put_deadlines", put)
        monkeypatch.setattr(carriers, "listing_of", otherwise)
        for code in codes:
            carrier.tend(carrier.rooms[code])
        await is_noted.wait()
    # Later ones are of what becomes of the rooms.
    assert noted[0] == set(codes)


async def test_rooms_are_listed_by_game_by_free_seats_and_by_page(
    store_url: str,
) -> None:
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(inside(store_url))
        talkers = [
            await stack.enter_async_context(talking(house.url, name))
            for name in ("Ann", "Bob", "Cid", "Dot")
        ]
        ann, bob, cid, dot = talkers
        squares = {await ann.host(GAME, seats=2), await bob.host(GAME, seats=2)}
        other = await cid.host("easthaven", seats=3)
        full = min(squares)

        async def listed(**asked: object) -> tuple[int | None, list[str]]:
            found = await dot.ask(Rooms, t="rooms", **asked)
            return found.count, [room.room for room in found.rooms]

        async def all_noted() -> tuple[int | None, list[str]]:
            return await listed()

        await eventually_told(all_noted, lambda told: told[0] == 3)
        assert await listed() == (3, sorted({*squares, other}))
        assert await listed(game=GAME) == (2, sorted(squares))
        assert await listed(game="russian") == (0, [])
        assert await listed(start=1, most=1) == (3, [sorted({*squares, other})[1]])
        await dot.join(full)

        async def free() -> tuple[int | None, list[str]]:
            return await listed(game=GAME, free=True)

        found = await eventually_told(free, lambda told: told[0] == 1)
        assert found == (1, [max(squares)])
        # Those that can be joined come first.
        assert (await listed(game=GAME))[1] == [max(squares), full]


async def test_a_room_whose_host_is_away_says_so_and_stands_behind_those_with_one(
    store_url: str,
) -> None:
    often = QUICK.model_copy(update={"commands_per_s": 1_000, "command_burst": 1_000})
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(inside(store_url, often))
        ann, bob, cid, dot = [
            await stack.enter_async_context(talking(house.url, name))
            for name in ("Ann", "Bob", "Cid", "Dot")
        ]
        rooms = {await each.host(GAME, seats=2): each for each in (ann, bob)}
        full = await cid.host(GAME, seats=2)
        first, second = sorted(rooms)
        async with talking(house.url, "Eve") as eve:
            await eve.join(full)

            async def listed() -> list[tuple[str, bool]]:
                found = await dot.ask(Rooms, t="rooms")
                return [(room.room, room.host_away) for room in found.rooms]

            await eventually_told(listed, lambda told: len(told) == 3)
            await rooms[first].socket.close()
            expected = [(second, False), (first, True), (full, False)]
            assert await eventually_told(listed, lambda told: told == expected)
            free = await dot.ask(Rooms, t="rooms", free=True)
            assert [room.room for room in free.rooms] == [second, first]
