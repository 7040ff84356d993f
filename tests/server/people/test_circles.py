"""Friends and blocked players: lists of one's own, and what follows from them."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import RELATIONS_MOST, Account, Circle, Related
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_server.people.accounts import find_player, friends_of
from samedeal_server.store.redis import Store


@pytest.fixture
async def urls(store_url: str) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes over one store."""
    async with serving(store_url) as one, serving(store_url) as other:
        yield one, other


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """Open a store that nobody serves from."""
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        yield store
        running.cancel()
        await asyncio.wait([running])


@pytest.fixture
async def pair(urls: tuple[str, str]) -> AsyncIterator[tuple[Talker, Talker]]:
    """Connect a named player and a guest, to a process each."""
    async with talking(urls[0], "Ada") as ada, talking(urls[1], "Bob") as bob:
        await ada.ask(Account, t="claim", name="Ada Lovelace")
        yield ada, bob


async def relate(talker: Talker, who: str, relation: str) -> Related:
    return await talker.ask(Related, t="relate", who=who, relation=relation)


async def listed(talker: Talker) -> list[tuple[str, str, bool]]:
    circle = await talker.ask(Circle, t="circle")
    return [(one.who.name, one.relation, one.mutual) for one in circle.people]


async def rooms(talker: Talker) -> list[str]:
    return [room.room for room in (await talker.ask(Rooms, t="rooms")).rooms]


async def test_a_named_player_is_found_by_name_and_anybody_by_id(
    pair: tuple[Talker, Talker],
) -> None:
    ada, bob = pair
    assert (await relate(bob, "ADA lovelace", "friend")).relation.who.player == ada.me
    assert (await relate(ada, bob.me, "friend")).relation.mutual
    for nobody in ("Bob", "p-0123456789abcdef", "somebody", "\u202e"):
        refused = await ada.refused(t="relate", who=nobody, relation="friend")
        assert refused.code is ErrorCode.UNKNOWN_PLAYER
    herself = await ada.refused(t="relate", who=ada.me, relation="friend")
    assert herself.code is ErrorCode.NOT_YOURSELF


async def test_a_friend_is_mutual_once_both_say_so(pair: tuple[Talker, Talker]) -> None:
    ada, bob = pair
    await relate(ada, bob.me, "friend")
    assert await listed(ada) == [("Bob", "friend", False)]
    assert await listed(bob) == []
    await relate(bob, ada.me, "friend")
    assert await listed(ada) == [("Bob", "friend", True)]
    assert await listed(bob) == [("Ada Lovelace", "friend", True)]
    await relate(bob, ada.me, "none")
    assert await listed(ada) == [("Bob", "friend", False)]


async def test_who_is_blocked_is_not_told_so(pair: tuple[Talker, Talker]) -> None:
    ada, bob = pair
    await relate(bob, ada.me, "friend")
    await relate(ada, bob.me, "friend")
    await relate(ada, bob.me, "blocked")
    assert await listed(ada) == [("Bob", "blocked", False)]
    assert await listed(bob) == [("Ada Lovelace", "friend", False)]


async def test_to_who_is_blocked_a_room_is_not_there(
    pair: tuple[Talker, Talker],
) -> None:
    ada, bob = pair
    await relate(ada, bob.me, "blocked")
    room = await ada.host(watch="boards")
    assert room not in await rooms(bob)
    missing = await bob.refused(t="join", room="22222")
    for asked in ("join", "watch"):
        refused = await bob.refused(t=asked, room=room)
        assert (refused.code, refused.retry) == (missing.code, missing.retry)
        assert refused.detail == missing.detail.replace("22222", room)
    await relate(ada, bob.me, "none")
    assert room in await rooms(bob)
    await bob.join(room)


async def test_rooms_of_who_is_blocked_are_not_listed_to_the_blocker(
    pair: tuple[Talker, Talker],
) -> None:
    ada, bob = pair
    await relate(ada, bob.me, "blocked")
    room = await bob.host()
    assert room not in await rooms(ada)
    assert room in await rooms(bob)
    await ada.join(room)


async def test_who_sits_already_is_not_put_out(pair: tuple[Talker, Talker]) -> None:
    ada, bob = pair
    room = await ada.host()
    await bob.join(room)
    await relate(ada, bob.me, "blocked")
    joined = await bob.ask(Joined, t="join", room=room, back=True)
    assert joined.snapshot.seat == 1


async def test_a_list_ends_somewhere_and_forgets_who_is_forgotten(
    store: Store, pair: tuple[Talker, Talker]
) -> None:
    ada, bob = pair
    for number in range(RELATIONS_MOST):
        player = f"p-{number:016x}"
        assert await store.people.relate(ada.me, player, "friend", RELATIONS_MOST)
    full = await ada.refused(t="relate", who=bob.me, relation="friend")
    assert full.code is ErrorCode.LIST_FULL
    # The others were never anybody.
    assert await listed(ada) == []
    await relate(ada, bob.me, "friend")
    assert await listed(ada) == [("Bob", "friend", False)]


async def test_other_parts_of_the_server_can_ask_who_somebody_is(
    store: Store, pair: tuple[Talker, Talker]
) -> None:
    ada, bob = pair
    await relate(ada, bob.me, "friend")
    assert await friends_of(store, ada.me) == {bob.me}
    assert await friends_of(store, bob.me) == frozenset()
    found = await find_player(store, "ada lovelace")
    assert found == (ada.me, "Ada Lovelace", True, False)
    assert await find_player(store, bob.me) == (bob.me, "Bob", False, False)
    assert await find_player(store, "Bob") is None
