"""Presence: friends who list each other are told, and nobody else ever."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from tests.conditions import eventually_told
from tests.faults.inside import Inside, inside
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import Related
from samedeal_protocol.people.presence import Friends, Invited, Seen
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.updates import Error
from samedeal_server.process.settings import Settings
from samedeal_server.store.keys import presence_keys
from samedeal_server.store.people import PresenceStore

pytestmark = pytest.mark.asyncio
PATIENT = Settings.model_validate(
    {"countdown_ms": 500, "commands_per_s": 1000, "command_burst": 1000}
)
"""Asked again and again until something is so."""
Told = dict[str, tuple[str, str | None]]


@pytest_asyncio.fixture
async def urls(store_url: str) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes over one store."""
    async with serving(store_url, PATIENT) as one, serving(store_url, PATIENT) as other:
        yield one, other


@asynccontextmanager
async def two(urls: tuple[str, str]) -> AsyncGenerator[tuple[Talker, Talker]]:
    async with talking(urls[0], "Ada") as ada, talking(urls[1], "Bob") as bob:
        yield ada, bob


async def relate(talker: Talker, who: str, relation: str = "friend") -> None:
    await talker.ask(Related, t="relate", who=who, relation=relation)


async def befriend(ada: Talker, bob: Talker) -> None:
    await relate(ada, bob.me)
    await relate(bob, ada.me)


async def asked(talker: Talker, *answered: str) -> Friends:
    return await talker.ask(Friends, t="friends", answered=answered)


async def told(talker: Talker) -> Told:
    found = (await asked(talker)).friends
    return {one.who.name: (one.place, one.game) for one in found}


async def sees(talker: Talker, what: Callable[[Told], bool]) -> Told:
    """Return what a player is told, as soon as it is so."""
    return await eventually_told(lambda: told(talker), what)


async def test_friends_are_told_where_the_other_is(urls: tuple[str, str]) -> None:
    async with two(urls) as (ada, bob):
        await befriend(ada, bob)
        await told(bob)
        await sees(ada, lambda it: it == {"Bob": ("lobby", None)})
        await bob.host(game="squares/english", seats=2, public=False)
        at_table = {"Bob": ("table", "squares/english")}
        await sees(ada, lambda it: it == at_table)
        await bob.command(Done, t="leave")
        await sees(ada, lambda it: it == {"Bob": ("lobby", None)})
        await bob.socket.close()
        await sees(ada, lambda it: it == {"Bob": ("away", None)})


async def test_who_lists_somebody_is_here_without_asking(
    urls: tuple[str, str],
) -> None:
    async with two(urls) as (ada, bob):
        await befriend(ada, bob)
        await bob.socket.close()
        await sees(ada, lambda it: it == {"Bob": ("away", None)})
        async with talking(urls[1], "Bob", token=bob.token):
            await sees(ada, lambda it: it == {"Bob": ("lobby", None)})


async def test_who_puts_somebody_on_a_list_is_here_from_then_on(
    store_url: str,
) -> None:
    async with (
        inside(store_url, PATIENT) as house,
        two((house.url, house.url)) as (ada, bob),
    ):
        await befriend(ada, bob)
        await house.server.parts.presence.look(1.0)
        assert await told(ada) == {"Bob": ("lobby", None)}


async def test_one_sided_friends_are_told_nothing(urls: tuple[str, str]) -> None:
    async with two(urls) as (ada, bob), talking(urls[0], "Cid") as cid:
        await befriend(ada, bob)
        await told(bob)
        await sees(ada, lambda it: it == {"Bob": ("lobby", None)})
        await relate(cid, bob.me)
        assert await told(cid) == {}
        await relate(bob, cid.me, "blocked")
        assert await told(cid) == {}
        await relate(bob, ada.me, "none")
        assert await told(ada) == {}


async def test_who_is_not_seen_is_told_of_to_nobody_and_of_nobody(
    store_url: str,
) -> None:
    async with inside(store_url, PATIENT) as house:
        urls = (house.url, house.url)
        async with two(urls) as (ada, bob):
            await befriend(ada, bob)
            await told(bob)
            await sees(ada, lambda it: it == {"Bob": ("lobby", None)})
            assert not (await bob.ask(Seen, t="be_seen", seen=False)).seen
            assert await told(ada) == {"Bob": ("away", None)}
            found = await asked(bob)
            assert not found.seen
            assert [one.place for one in found.friends] == ["away"]
            await _nothing_is_noted(house, bob.me)
            await bob.ask(Seen, t="be_seen", seen=True)
            await sees(ada, lambda it: it == {"Bob": ("lobby", None)})


async def _nothing_is_noted(house: Inside, player: str) -> None:
    """Look once more at who is here; nothing is kept of who is not to be seen."""
    house.server.parts.presence.note_soon(player)
    await house.server.parts.presence.look(0.0)
    keys = presence_keys(player)
    assert await house.store.calls.read_one("EXISTS", keys.here) == 0


async def test_what_is_noted_is_not_believed_for_long(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.hub.friends.HERE_MS", 0)
    async with (
        inside(store_url, PATIENT) as house,
        two((house.url, house.url)) as (ada, bob),
    ):
        await befriend(ada, bob)
        await told(bob)
        house.server.parts.presence.note_soon(bob.me)
        await house.server.parts.presence.look(1.0)
        assert await told(ada) == {"Bob": ("away", None)}


async def test_strangers_cost_the_store_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[str] = []

    async def note(self: PresenceStore, player: str, process: str, it: bytes) -> None:
        noted.append(player)

    monkeypatch.setattr(PresenceStore, "note", note)
    async with inside(store_url, PATIENT) as house, talking(house.url, "Ada") as ada:
        await ada.host(seats=2)
        await house.server.parts.presence.look(1e9)
        assert noted == []
        await asked(ada)
        await house.server.parts.presence.look(1e9)
        assert noted == [ada.me]


async def test_a_friend_is_asked_into_a_room(urls: tuple[str, str]) -> None:
    async with two(urls) as (ada, bob):
        await befriend(ada, bob)
        why = await ada.ask(Error, t="invite", who=bob.me)
        assert why.code is ErrorCode.NOT_IN_ROOM
        code = await ada.host(game="pas-seul", seats=2, public=False)
        assert await ada.ask(Invited, t="invite", who=bob.me)
        assert await ada.ask(Invited, t="invite", who=bob.me)
        (found,) = (await asked(bob)).invitations
        assert (found.who.name, found.room, found.game) == ("Ada", code, "pas-seul")
        await bob.join(code)
        assert (await asked(bob, ada.me)).invitations == ()


async def test_nobody_but_a_friend_is_asked(urls: tuple[str, str]) -> None:
    async with two(urls) as (ada, bob):
        await relate(ada, bob.me)
        await ada.host(seats=2)
        for who in (bob.me, ada.me, "p-0123456789abcdef"):
            why = await ada.ask(Error, t="invite", who=who)
            assert why.code is ErrorCode.NOT_FRIENDS
        await relate(bob, ada.me)
        await ada.ask(Invited, t="invite", who=bob.me)
        assert len((await asked(bob)).invitations) == 1
        await relate(bob, ada.me, "blocked")
        assert (await asked(bob)).invitations == ()


async def test_an_invitation_to_a_room_is_soon_over(
    urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.hub.friends.TO_A_ROOM_MS", 0)
    async with two(urls) as (ada, bob):
        await befriend(ada, bob)
        await ada.host(seats=2)
        await ada.ask(Invited, t="invite", who=bob.me)
        assert (await asked(bob)).invitations == ()


async def test_a_friend_is_asked_to_a_deal_that_was_played(
    urls: tuple[str, str],
) -> None:
    async with two(urls) as (ada, bob):
        await befriend(ada, bob)
        why = await ada.ask(Error, t="invite", who=bob.me, match="m-1")
        assert why.code is ErrorCode.UNKNOWN_MATCH
        match = await _played_alone(ada)
        await ada.ask(Invited, t="invite", who=bob.me, match=match)
        (found,) = (await asked(bob)).invitations
        told_of = (found.match, found.room, found.score)
        assert told_of == (match, None, 0)


async def _played_alone(ada: Talker) -> str:
    await ada.host(seats=1, public=False, watch="no", rated=False)
    assert ada.room is not None
    assert ada.room.next_match is not None
    match = ada.room.next_match.id
    await ada.ready()
    await ada.start()
    await ada.command(Done, t="resign")
    await ada.ended()  # and so is kept before anything that is asked from here on
    await ada.command(Done, t="leave")
    return match


async def test_a_player_who_ends_leaves_nothing(store_url: str) -> None:
    async with (
        inside(store_url, PATIENT) as house,
        two((house.url, house.url)) as (ada, bob),
    ):
        await befriend(ada, bob)
        await told(bob)
        await ada.host(seats=2)
        await ada.ask(Invited, t="invite", who=bob.me)
        await house.server.parts.presence.look(1.0)
        await bob.send(t="revoke")
        await eventually_told(
            lambda: house.store.calls.read_one("EXISTS", *presence_keys(bob.me)),
            lambda left: left == 0,
        )
