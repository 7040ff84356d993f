"""Connections at a room's path: brought together by a proxy, and otherwise like any."""

from collections.abc import AsyncIterator

import pytest
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.paths import path_of
from samedeal_protocol.rooms.rooms import Joined
from samedeal_server.hub.upkeep import Upkeep
from samedeal_server.process.settings import Settings
from samedeal_server.store.readings import Ring

BY_PATH = Settings.model_validate({"countdown_ms": 500, "rooms_by_path": True})
GAME = "squares/english"


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    """Serve as behind a proxy that goes by the path."""
    async with serving(store_url, BY_PATH) as address:
        yield address


async def hosted(talker: Talker, **fields: object) -> Joined:
    return await talker.ask(Joined, t="host", game=GAME, **fields)


async def test_who_hosts_is_asked_to_the_rooms_path_and_keeps_seat_and_number(
    url: str,
) -> None:
    async with talking(url, "Ann") as ann:
        room = await ann.host(seats=2)
        await ann.ready()
        async with talking(f"{url}{path_of(room)}", token=ann.token) as again:
            joined = await again.ask(Joined, t="join", room=room, back=True)
            assert not joined.apart
            assert (joined.snapshot.seat, joined.snapshot.n) == (0, ann.n)
            # The seat is played from there.
            assert await ann.closed() == 4503


async def test_only_who_comes_by_another_path_is_asked_to_come_back(url: str) -> None:
    async with talking(url, "Ann") as ann:
        joined = await hosted(ann, seats=4)
        assert joined.apart
        code = joined.snapshot.room.room
        async with talking(f"{url}{path_of(code)}", "Bob") as bob:
            assert not (await bob.join(code)).apart
        for path in ("/", path_of("22222")):
            async with talking(f"{url}{path}", "Cid") as cid:
                assert (await cid.join(code)).apart
        async with talking(f"{url}{path_of(code)}", "Dan") as dan:
            assert not (await dan.ask(Joined, t="watch", room=code)).apart
        async with talking(url, "Eve") as eve:
            assert (await eve.ask(Joined, t="watch", room=code)).apart


async def test_nobody_is_asked_away_from_a_room_for_one(url: str) -> None:
    async with talking(url, "Ann") as ann:
        assert not (await hosted(ann, seats=1)).apart


async def test_nobody_is_asked_to_come_back_unless_a_proxy_goes_by_the_path(
    store_url: str,
) -> None:
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        assert not (await hosted(ann)).apart


async def test_a_seat_that_was_taken_elsewhere_is_found_before_the_ring_is_heard(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_heard(upkeep: Upkeep, ring: Ring) -> None:
        del upkeep, ring

    monkeypatch.setattr(Upkeep, "ring", not_heard)
    async with (
        serving(store_url, BY_PATH) as one,
        serving(store_url, BY_PATH) as other,
        talking(one, "Ann") as ann,
        talking(other, "Bob") as bob,
    ):
        room = await ann.host(seats=2)
        await bob.join(room)
        async with talking(one, token=bob.token) as again:
            joined = await again.ask(Joined, t="join", room=room, back=True)
            assert joined.snapshot.seat == 1


async def test_a_path_opens_no_room(url: str) -> None:
    async with talking(url, "Ann") as ann:
        code = await ann.host(public=False)
        async with talking(f"{url}{path_of(code)}", "Bob") as bob:
            assert (await bob.refused(t="leave", n=1)).code == ErrorCode.NOT_IN_ROOM
            # It keeps nobody from another room either.
            other = await hosted(bob)
            assert other.snapshot.room.room != code
            assert other.apart
