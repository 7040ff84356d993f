"""The list of rooms, followed: what changes of what was asked for is told."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import pytest_asyncio
from tests.conditions import PATIENCE_S, eventually_told
from tests.faults.inside import Inside, inside
from tests.talk import Talker, talking

from samedeal_protocol.people.accounts import Related
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import Joined, Rooms, RoomsChanged
from samedeal_server.rooms import room_list

GAME = "squares/english"
LOOK_EVERY_S = 0.05


@pytest_asyncio.fixture
async def house(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Inside]:
    monkeypatch.setattr(room_list, "LOOK_EVERY_S", LOOK_EVERY_S)
    async with inside(store_url) as house:
        yield house


class Looker:
    """Somebody who follows the list, and what they take it for."""

    def __init__(self, talker: Talker) -> None:
        self.talker = talker
        self.seats: dict[str, int] = {}
        """How many are taken in each room."""
        self.told: list[RoomsChanged] = []

    async def follow(self, **asked: object) -> Rooms:
        answer = await self.talker.ask(Rooms, t="rooms", follow=True, **asked)
        self.seats = {room.room: room.seats_taken for room in answer.rooms}
        return answer

    async def until(self, seats: dict[str, int]) -> None:
        """Hear changes until the list is this."""
        async with asyncio.timeout(PATIENCE_S):
            while self.seats != seats:
                message = await self.talker.receive()
                assert isinstance(message, RoomsChanged), message
                self.told.append(message)
                for code in message.gone:
                    del self.seats[code]
                for room in message.rooms:
                    assert self.seats.get(room.room) != room.seats_taken
                    self.seats[room.room] = room.seats_taken


@asynccontextmanager
async def people(house: Inside, *names: str) -> AsyncGenerator[list[Talker]]:
    async with AsyncExitStack() as held:
        yield [
            await held.enter_async_context(talking(house.url, name)) for name in names
        ]


async def until_listed(talker: Talker, rooms: int) -> None:
    async def count() -> int | None:
        return (await talker.ask(Rooms, t="rooms")).count

    await eventually_told(count, lambda told: told == rooms)


async def test_who_follows_the_list_is_told_of_rooms_that_come_change_and_go(
    house: Inside, store_url: str
) -> None:
    async with (
        inside(store_url) as other,
        talking(other.url, "Ann") as ann,
        people(house, "Eve", "Bob") as (eve, bob),
    ):
        looker = Looker(eve)
        answer = await looker.follow()
        assert answer.rooms == ()
        assert answer.told_ms == room_list.FOLLOWED_S * 1000
        room = await ann.host(GAME, seats=3)
        await looker.until({room: 1})
        await bob.join(room)
        await looker.until({room: 2})
        for talker in (bob, ann):
            await talker.command(Done, t="leave")
        await looker.until({})
        assert len(looker.told) >= 3


async def test_told_is_what_is_asked_for_and_nothing_else(house: Inside) -> None:
    async with (
        people(house, "Eve", "Fay") as (eve, fay),
        people(house, "Ann", "Bob", "Cid") as (ann, bob, cid),
    ):
        by_game, by_page = Looker(eve), Looker(fay)
        await by_game.follow(game=GAME, free=True)
        await by_page.follow(most=1)
        russian = await ann.host("russian", seats=2)
        await by_page.until({russian: 1})
        squares = await bob.host(GAME, seats=2)
        await by_game.until({squares: 1})
        # A page of one has the first of them.
        await by_page.until({min(russian, squares): 1})
        assert {room.game for told in by_game.told for room in told.rooms} == {GAME}
        # Who takes the last seat takes the room out of what was asked for.
        await cid.join(squares)
        await by_game.until({})


async def test_who_does_not_follow_is_told_nothing_and_disturbs_nobody(
    house: Inside,
) -> None:
    async with people(house, "Eve", "Ann") as (eve, ann):
        looker = Looker(eve)
        await looker.follow()
        # Another question on the same connection ends nothing.
        assert (await eve.ask(Rooms, t="rooms", game="russian")).told_ms is None
        room = await ann.host(GAME, seats=2)
        await looker.until({room: 1})
        # Ann has asked for nothing: what comes next is the answer to this.
        await ann.send(t="rooms")
        assert isinstance(await ann.receive(), Rooms)


async def test_who_follows_something_else_is_told_of_that_alone(house: Inside) -> None:
    async with people(house, "Eve", "Ann", "Bob") as (eve, ann, bob):
        looker = Looker(eve)
        await looker.follow(game="russian")
        await looker.follow(game=GAME)
        await ann.host("russian", seats=2)
        await until_listed(bob, 1)
        room = await bob.host(GAME, seats=2)
        await looker.until({room: 1})
        assert len(looker.told) == 1


async def test_of_rooms_whose_host_has_blocked_somebody_they_are_not_told(
    house: Inside,
) -> None:
    async with (
        people(house, "Eve", "Fay", "Gus") as (eve, fay, gus),
        people(house, "Ann", "Bob") as (ann, bob),
    ):
        for talker, other in ((ann, eve), (fay, ann)):
            asked = {"t": "relate", "who": other.me, "relation": "blocked"}
            await talker.ask(Related, **asked)
        lookers = Looker(eve), Looker(fay), Looker(gus)
        for looker in lookers:
            await looker.follow()
        room = await ann.host(GAME, seats=2)
        await lookers[2].until({room: 1})
        await bob.join(room)
        await lookers[2].until({room: 2})
        await bob.command(Done, t="leave")
        own = await bob.host(GAME, seats=2)
        for looker in lookers[:2]:
            await looker.until({own: 1})
            assert [told.gone for told in looker.told] == [()]


async def test_a_room_that_becomes_hidden_is_told_as_gone(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "LOOK_EVERY_S", 3600.0)
    async with (
        inside(store_url) as house,
        people(house, "Eve", "Fay", "Ann") as (eve, fay, ann),
    ):
        early, late = Looker(fay), Looker(eve)
        await early.follow()
        room = await ann.host(GAME, seats=2)
        await late.follow()
        assert late.seats == {room: 1}
        # What its host says of people is asked for with the room, which is new to one.
        asked = {"t": "relate", "who": eve.me, "relation": "blocked"}
        await ann.ask(Related, **asked)
        await house.server.parts.open_rooms.look()
        await early.until({room: 1})
        await late.until({})
        await ann.ask(Done, t="door", shut=True)
        await until_listed(fay, 0)
        await house.server.parts.open_rooms.look()
        await early.until({})


async def test_who_enters_a_room_is_told_of_no_others(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "LOOK_EVERY_S", 3600.0)
    async with (
        inside(store_url) as house,
        people(house, "Eve", "Fay", "Ann", "Bob") as (eve, fay, ann, bob),
    ):
        for talker in (eve, fay):
            await Looker(talker).follow()
        room = await ann.host(GAME, seats=3)
        await eve.join(room)
        await fay.ask(Joined, t="watch", room=room)
        await bob.host(GAME, seats=2)
        await until_listed(bob, 2)
        await house.server.parts.open_rooms.look()
        for talker in (eve, fay):
            await talker.send(t="rooms", follow=True)
            while not isinstance(message := await talker.receive(), Rooms):
                assert not isinstance(message, RoomsChanged)
            assert message.told_ms is None


async def test_after_a_while_nothing_is_told_any_more(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "FOLLOWED_S", 0.0)
    async with people(house, "Eve", "Fay", "Ann") as (eve, fay, ann):
        await Looker(eve).follow()
        monkeypatch.setattr(room_list, "FOLLOWED_S", 60.0)
        looker = Looker(fay)
        await looker.follow()
        room = await ann.host(GAME, seats=2)
        await looker.until({room: 1})
        await eve.send(t="rooms")
        assert isinstance(await eve.receive(), Rooms)


async def test_only_so_many_parts_of_the_list_are_followed(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "PARTS_MOST", 2)
    async with people(house, "Eve", "Fay", "Gus", "Ann") as (eve, fay, gus, ann):
        for most, talker in enumerate((eve, fay), 1):
            assert (await Looker(talker).follow(most=most)).told_ms is not None
        assert (await Looker(gus).follow(most=3)).told_ms is None
        looker = Looker(gus)
        assert (await looker.follow(most=2)).told_ms is not None
        room = await ann.host(GAME, seats=2)
        await looker.until({room: 1})


async def test_what_happens_at_once_is_told_at_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "LOOK_EVERY_S", 3600.0)
    async with (
        inside(store_url) as house,
        people(house, "Eve", "Ann", "Bob", "Cid") as (eve, *others),
    ):
        looker = Looker(eve)
        await looker.follow()
        rooms = [await each.host(GAME, seats=2) for each in others]
        await until_listed(others[0], len(rooms))
        await house.server.parts.open_rooms.look()
        await looker.until(dict.fromkeys(rooms, 1))
        assert len(looker.told) == 1
        # Where nothing has changed, nothing is told.
        await house.server.parts.open_rooms.look()
        await eve.send(t="rooms")
        assert isinstance(await eve.receive(), Rooms)
