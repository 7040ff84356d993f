"""A server is killed outright: what it leaves behind is seen to by any other."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from typing import cast

import pytest
from redis.asyncio import Redis
from tests.faults.inside import Inside, entries, hurry, inside, until
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import (
    MatchOpened,
    MatchStarted,
    PhaseChanged,
    SeatChanged,
    SeatLeft,
    StartVoided,
)
from samedeal_server.core import facts
from samedeal_server.process.settings import Settings
from samedeal_server.store import redis
from samedeal_server.store.keys import PROCESSES, process_rooms_key, room_keys

COUNTDOWN_MS = 1_500
SETTINGS = Settings.model_validate({"countdown_ms": COUNTDOWN_MS, "away_ms": 500})
DOOMED = {"SAMEDEAL_COUNTDOWN_MS": str(COUNTDOWN_MS), "SAMEDEAL_AWAY_MS": "500"}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    # A real process says every half second that it lives.
    monkeypatch.setattr(redis, "LONGEST_GAP_MS", 2_000)
    monkeypatch.setattr(redis, "DEAD_AFTER_MS", 1_500)


async def counting(*talkers: Talker) -> None:
    """Have everybody ready and all nonces revealed; the countdown runs."""
    for talker in talkers:
        await talker.ready()
    for talker in talkers:
        while (await talker.hear(PhaseChanged)).phase != "countdown":
            pass
        await talker.command(Done, t="reveal", nonce=talker.nonce)


async def until_logged(house: Inside, room: str, *kinds: type[facts.Fact]) -> None:
    """Return once a room's log holds facts of all these kinds."""

    async def are_logged() -> bool:
        found = {type(entry.fact) for entry in await entries(house.store, room)}
        return found >= set(kinds)

    await until(are_logged)


async def other_process(house: Inside, store_url: str) -> str:
    """Return the name of the one process besides this."""
    async with Redis.from_url(store_url) as client:
        names = cast("list[bytes]", await client.zrange(PROCESSES, 0, -1))
    (other,) = {name.decode() for name in names} - {house.store.process}
    return other


async def test_the_dead_ones_players_are_shown_as_away_and_the_room_goes_on(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **DOOMED) as doomed,
        inside(store_url, SETTINGS) as house,
        talking(doomed.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        room = await ann.host(seats=2)
        dead = await other_process(house, store_url)
        await bob.join(room)
        await counting(ann, bob)
        await doomed.kill()
        # The countdown waits for nobody; either may come first.
        while not (has_started(bob) and is_seen_away(bob, ann.me)):
            await bob.receive()
        async with talking(house.url, None, ann.token) as again:
            joined = await again.join(room)
            assert (joined.snapshot.seat, again.n) == (0, ann.n)
            for talker in (again, bob):
                await talker.command(Moved, t="move", ply=0, move="a1")
                await talker.command(Done, t="finish")
            assert (await again.ended()).result == (await bob.ended()).result
        await nothing_is_left_of(dead, store_url, room)


def has_started(talker: Talker) -> bool:
    return any(isinstance(update, MatchStarted) for update in talker.news)


def is_seen_away(talker: Talker, player: str) -> bool:
    seats = [update.seat for update in talker.news if isinstance(update, SeatChanged)]
    return any(seat.player == player and not seat.present for seat in seats)


async def test_rooms_that_only_the_dead_one_carried_go_on_as_well(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **DOOMED) as doomed,
        inside(store_url, SETTINGS) as house,
        talking(doomed.url, "Ann") as ann,
        talking(doomed.url, "Bob") as bob,
        talking(doomed.url, "Cid") as cid,
        talking(house.url, "Dot") as dot,
    ):
        counted = await ann.host(seats=2)
        dead = await other_process(house, store_url)
        await bob.join(counted)
        # Of all hosts, only one who plays alone is not waited for.
        left = await cid.host(seats=1)
        await counting(ann, bob)
        await doomed.kill()
        await until_logged(house, counted, facts.MatchStarted, facts.WentAway)
        # Cid is away for too long, and nobody else is there.
        await until_logged(
            house, left, facts.WentAway, facts.SeatLeft, facts.RoomClosed
        )
        await until(lambda: is_listed(dot, left, listed=False))
        assert await is_listed(dot, counted)
        await nothing_is_left_of(dead, store_url, counted)
        async with talking(house.url, None, bob.token) as again:
            await again.join(counted)
            await again.command(Moved, t="move", ply=0, move="a1")


async def test_who_was_at_a_process_that_died_in_the_countdown_is_not_to_blame(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **DOOMED) as doomed,
        inside(store_url, SETTINGS.model_copy(update={"away_ms": 60_000})) as house,
        talking(doomed.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
        talking(house.url, "Cid") as cid,
    ):
        room = await bob.host(seats=3)
        await ann.join(room)
        await cid.join(room)
        await ann.ready()
        await counting(bob, cid)
        await doomed.kill()
        assert (await bob.hear(StartVoided)).void.why == "service"
        opened = (await bob.hear(MatchOpened)).match
        async with talking(house.url, None, ann.token) as again:
            assert (await again.join(room)).snapshot.seat == 1
            for talker in (again, bob, cid):
                assert talker.room is not None
                talker.room = talker.room.model_copy(update={"next_match": opened})
            again.nonce = bytes(16)
            await again.ready()
            await counting(bob, cid)
            await again.command(Done, t="reveal", nonce=again.nonce)
            assert len((await bob.hear(MatchStarted)).seats) == 3


async def test_who_withholds_at_another_process_that_lives_is_to_blame(
    store_url: str,
) -> None:
    async with (
        inside(store_url, SETTINGS) as other,
        inside(store_url, SETTINGS) as house,
        talking(other.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
        talking(house.url, "Cid") as cid,
    ):
        room = await bob.host(seats=3)
        await ann.join(room)
        await cid.join(room)
        await ann.ready()
        await counting(bob, cid)
        void = (await bob.hear(StartVoided)).void
        assert [who.player for who in void.withheld] == [ann.me]
        assert (await ann.hear(SeatLeft)).why == "no_show"


async def is_listed(talker: Talker, room: str, *, listed: bool = True) -> bool:
    lines = (await talker.ask(Rooms, t="rooms")).rooms
    return (room in {line.room for line in lines}) is listed


async def nothing_is_left_of(dead: str, store_url: str, room: str) -> None:
    """Return once the store knows nothing of a process any more."""
    async with Redis.from_url(store_url) as client:

        async def is_forgotten() -> bool:
            watchers = await client.hget(room_keys(room).head, "watchers") or b""
            assert isinstance(watchers, bytes)
            is_known = await client.zscore(PROCESSES, dead) is not None
            carries = await client.exists(process_rooms_key(dead))
            return not (is_known or carries or dead in watchers.decode())

        await until(is_forgotten)
