"""Rooms that are kept for hosts who are away: how long, and how many for an address."""

import pytest
from tests.conditions import eventually, eventually_told
from tests.faults.inside import hurry, inside
from tests.server.house import QUICK
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.people import limits

GAME = "squares/english"
AT_ONCE = QUICK.model_copy(
    update={"away_ms": 50, "commands_per_s": 1_000, "command_burst": 1_000}
)
"""Whoever is away has lost the seat at once, unless it is kept; one may ask often."""


async def test_one_address_has_so_many_rooms_kept_and_opens_others_as_ever(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KEPT_ROOMS", 3)
    async with (
        inside(store_url, AT_ONCE) as house,
        talking(house.url, "Bob") as bob,
    ):
        codes: list[str] = []
        for number in range(5):
            # Somebody else each time, who leaves nobody behind.
            async with talking(house.url, f"Ann{number}") as ann:
                codes.append(await ann.host(GAME, seats=2))

        async def listed() -> list[tuple[str, bool]]:
            found = await bob.ask(Rooms, t="rooms")
            return [(room.room, room.host_away) for room in found.rooms]

        kept = [(code, True) for code in sorted(codes[:3])]
        assert await eventually_told(listed, lambda told: told == kept)
        joined = await bob.join(codes[0])
        assert [seat.name for seat in joined.snapshot.room.seats] == ["Ann0", "Bob"]


async def test_tables_for_one_are_not_counted_and_not_kept(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KEPT_ROOMS", 1)
    async with (
        inside(store_url, AT_ONCE) as house,
        talking(house.url, "Bob") as bob,
    ):
        async with talking(house.url, "Ann") as ann:
            alone = await ann.host(GAME, seats=1)
        async with talking(house.url, "Cid") as cid:
            code = await cid.host(GAME, seats=2)

        async def listed() -> list[str]:
            return [room.room for room in (await bob.ask(Rooms, t="rooms")).rooms]

        assert await eventually_told(listed, lambda told: told == [code])
        refused = await bob.refused(t="join", room=alone)
        assert refused.code is ErrorCode.UNKNOWN_ROOM


async def test_a_room_to_which_nobody_comes_back_ends_though_nobody_is_there(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    ends = AT_ONCE.model_copy(update={"gather_ms": 500})
    async with (
        inside(store_url, ends) as house,
        talking(house.url, "Bob") as bob,
    ):
        async with talking(house.url, "Ann") as ann:
            await ann.host(GAME, seats=2)

        async def there() -> int | None:
            return (await bob.ask(Rooms, t="rooms")).count

        assert await eventually_told(there, lambda count: not count) == 0
        await eventually(lambda: not house.server.hub.carrier.rooms)
