"""The lists of rooms: kept in step, and no dearer for many rooms at once."""

import asyncio
from collections.abc import Mapping

import pytest
from tests.faults.inside import inside
from tests.talk import talking

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

    async with (
        inside(store_url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        codes = [await each.host(GAME, seats=2) for each in (ann, bob)]
        carrier = house.server.hub.carrier
        monkeypatch.setattr(Store, "put_deadlines", put)
        for code in codes:
            carrier.rooms[code].noted = None
            carrier.tend(carrier.rooms[code])
        await is_noted.wait()
    assert noted == [set(codes)]
