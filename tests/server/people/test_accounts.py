"""Accounts at a server: claimed names, tokens, and the marks of bots."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from tests.server.house import QUICK, serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import (
    CARRIED_MAX,
    CLAIMS_MOST,
    Account,
    Carried,
    Fetched,
    Rotated,
)
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.updates import Error
from samedeal_server.people.accounts import CARRIED_MS
from samedeal_server.people.identities import hash_of
from samedeal_server.people.limits import CARRIES
from samedeal_server.people.naming.names import neutral_name
from samedeal_server.store.keys import carried_key, identity_key, player_keys
from samedeal_server.store.people import DAY_S


@pytest.fixture
async def urls(store_url: str) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes over one store."""
    async with serving(store_url) as one, serving(store_url) as other:
        yield one, other


async def claim(talker: Talker, name: str) -> Account:
    return await talker.ask(Account, t="claim", name=name)


async def not_claimed(talker: Talker, name: str) -> ErrorCode:
    return (await talker.refused(t="claim", name=name)).code


async def welcomed(url: str, **fields: object) -> Welcome:
    async with silent(url) as talker:
        return await talker.ask(Welcome, t="hello", client="talk", **fields)


async def turned_away(url: str, **fields: object) -> ErrorCode:
    async with silent(url) as talker:
        return (await talker.refused(t="hello", client="talk", **fields)).code


# Names


async def test_a_guest_claims_a_name_and_goes_by_it(urls: tuple[str, str]) -> None:
    async with talking(urls[0], "ann") as ann:
        account = await claim(ann, "Ann of Cleves")
        assert account.account.named
        assert account.account.name == "Ann of Cleves"
        assert account.claims_left == CLAIMS_MOST - 1
        joined = await ann.ask(Joined, t="host", game="squares/english")
        assert joined.snapshot.room.seats[0].name == "Ann of Cleves"
        assert joined.snapshot.room.seats[0].named
        token = ann.token
    welcome = await welcomed(urls[1], token=token, name="somebody else")
    assert (welcome.name, welcome.named) == ("Ann of Cleves", True)


@pytest.mark.parametrize(
    "alike", ["ada lovelace", "ADA LOVELACE", "Аda Lovelace", "Ada L0velace"]
)
async def test_nobody_else_can_show_a_claimed_name(
    urls: tuple[str, str], alike: str
) -> None:
    one, other = urls
    async with talking(one, "Ada") as ada, talking(other, "Bob") as bob:
        await claim(ada, "Ada Lovelace")
        assert await not_claimed(bob, alike) is ErrorCode.NAME_TAKEN
        token = bob.token
    assert await turned_away(other, name=alike) is ErrorCode.NAME_TAKEN
    assert await turned_away(one, name=alike, token=token) is ErrorCode.NAME_TAKEN
    assert (await welcomed(one, name="Bob", token=token)).name == "Bob"


async def test_of_two_who_claim_a_name_at_once_one_gets_it(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "one") as one, talking(urls[1], "two") as two:
        for talker in (one, two):
            await talker.send(t="claim", name="Ada Lovelace")
        replies = [await talker.receive() for talker in (one, two)]
        got = [isinstance(reply, Account) for reply in replies]
        assert sorted(got) == [False, True]
        lost = next(reply for reply in replies if isinstance(reply, Error))
        assert lost.code is ErrorCode.NAME_TAKEN
        winner = one if got[0] else two
        found = await winner.ask(Account, t="account", who="ADA LOVELACE")
        assert found.account.player == winner.me


async def test_who_loses_a_name_keeps_the_place_for_another(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "one") as one, talking(urls[1], "two") as two:
        await claim(one, "Ada Lovelace")
        assert await not_claimed(two, "Ada Lovelace") is ErrorCode.NAME_TAKEN
        for number in range(CLAIMS_MOST):
            assert (await claim(two, f"Bob {number}")).account.named


async def test_a_player_changes_the_name_a_few_times_and_keeps_them_all(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "one") as one, talking(urls[1], "two") as two:
        names = ["Ada Lovelace", "Ada Byron", "Countess"]
        for name in names:
            await claim(one, name)
        assert await not_claimed(one, "Ada King") is ErrorCode.NO_MORE_NAMES
        assert (await claim(one, "ada lovelace")).account.name == "ada lovelace"
        for name in names:
            assert await not_claimed(two, name) is ErrorCode.NAME_TAKEN
            found = await two.ask(Account, t="account", who=name)
            assert found.account.player == one.me
            assert found.account.name == "ada lovelace"


async def test_a_claimed_name_cannot_be_changed_by_a_greeting(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "one") as one:
        await claim(one, "Ada Lovelace")
        token = one.token
    welcome = await welcomed(urls[1], token=token, name="Bob")
    assert (welcome.name, welcome.named) == ("Ada Lovelace", True)


async def test_a_guest_whose_name_was_claimed_comes_back_under_a_neutral_one(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    guest = await welcomed(one, name="Ada Lovelace")
    async with talking(one, "Bob") as bob:
        await claim(bob, "ada lovelace")
    back = await welcomed(other, name="Ada Lovelace", resume=guest.resume)
    assert (back.name, back.named) == (neutral_name(guest.player), False)
    silent_back = await welcomed(other, token=guest.token)
    assert silent_back.name == neutral_name(guest.player)
    # Another name that is free is theirs again.
    renamed = await welcomed(other, name="Carol", token=guest.token)
    assert (renamed.player, renamed.name) == (guest.player, "Carol")


async def test_a_name_claimed_in_the_middle_of_a_match_costs_nobody_the_seat(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "Ada Lovelace") as guest:
        room = await guest.host(seats=1)
        await guest.ready()
        await guest.start()
        token = guest.token
    async with talking(urls[1], "Bob") as bob:
        await claim(bob, "Ada Lovelace")
    async with talking(urls[1], "Ada Lovelace", token) as back:
        joined = await back.join(room)
        assert joined.snapshot.seat == 0
        assert joined.snapshot.room.phase == "playing"
        assert joined.snapshot.room.seats[0].name == "Ada Lovelace"
        assert not joined.snapshot.room.seats[0].named


@pytest.mark.parametrize(
    "name",
    [
        *("Al", "x" * 21, "Ada  Lovelace", " Ada", "Ada ", "", "!!!"),
        *("Ada\u202e", "A\u200bda", "Ada\x07", "A\u3164da", "Ada\u2003L", "Ada ✓"),
        *("guest", "guest-1a2b", "p-0123456789abcdef", "x\u0300\u0301\u0302\u0303da"),
    ],
)
async def test_what_cannot_be_a_name_cannot_be_claimed(
    urls: tuple[str, str], name: str
) -> None:
    async with talking(urls[0]) as ada:
        assert await not_claimed(ada, name) is ErrorCode.BAD_NAME


async def test_claims_are_counted_by_player(urls: tuple[str, str]) -> None:
    async with talking(urls[0]) as ada:
        codes = [await not_claimed(ada, "!") for _ in range(6)]
        assert codes == [ErrorCode.BAD_NAME] * 5 + [ErrorCode.TOO_MANY]


async def test_who_has_claimed_a_name_is_never_forgotten(
    urls: tuple[str, str], store_url: str
) -> None:
    async with talking(urls[0], "Ada") as ada, talking(urls[0], "Bob") as bob:
        await ada.send(t="relate", who=bob.me, relation="friend")
        await ada.receive()
        async with Redis.from_url(store_url) as client:
            keys = player_keys(ada.me)
            assert all([await client.ttl(key) > 0 for key in keys])
            await claim(ada, "Ada Lovelace")
            await welcomed(urls[1], token=ada.token)
            assert [await client.ttl(key) for key in keys] == [-1, -1]


async def test_a_guest_is_known_for_as_many_days_as_are_set(store_url: str) -> None:
    settings = QUICK.model_copy(update={"guest_days": 30})
    async with serving(store_url, settings) as url, Redis.from_url(store_url) as client:
        async with talking(url, "Ada") as ada:
            key = identity_key(ada.me)
            assert 29 * DAY_S < await client.ttl(key) <= 30 * DAY_S
        await client.expire(key, DAY_S)
        await welcomed(url, token=ada.token)
        assert 29 * DAY_S < await client.ttl(key) <= 30 * DAY_S


async def test_an_identity_of_an_older_server_still_leads_in(
    urls: tuple[str, str], store_url: str
) -> None:
    fields = ("name", "Ada", "token", hash_of("secret"), "resume", hash_of("back"))
    player = "p-00000000000000aa"
    async with Redis.from_url(store_url) as client:
        await client.hset(identity_key(player), items=list(fields))
    async with talking(urls[0], "Ada", f"{player}.secret") as ada:
        own = await ada.ask(Account, t="account")
        assert own.account.name == "Ada"
        assert not own.account.named
        assert not own.account.bot
        assert own.claims_left == CLAIMS_MOST
        await claim(ada, "Ada Lovelace")
    assert (await welcomed(urls[1], resume=f"{player}.back")).named is True


@pytest.mark.parametrize("name", ["Ada [bot]", "You", "guest-1a2b"])
async def test_a_name_that_is_not_taken_any_more_is_lost_and_not_its_owner(
    urls: tuple[str, str], store_url: str, name: str
) -> None:
    assert await turned_away(urls[0], name=name) is ErrorCode.BAD_NAME
    player = "p-00000000000000aa"
    fields = ("name", name, "token", hash_of("secret"), "resume", hash_of("back"))
    async with Redis.from_url(store_url) as client:
        await client.hset(identity_key(player), items=list(fields))
    token = f"{player}.secret"
    for asked in (name, None, "guest-00aa"):
        back = await welcomed(urls[0], token=token, name=asked)
        assert (back.player, back.name) == (player, "guest-00aa")
    # Nobody else's, and any other name as before.
    refused = await turned_away(urls[0], token=token, name="guest-00ab")
    assert refused is ErrorCode.BAD_NAME
    assert (await welcomed(urls[0], token=token, name="Ada")).name == "Ada"


# Tokens


async def test_a_token_that_was_replaced_and_every_way_back_lead_nowhere(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    first = await welcomed(one, name="Ada")
    async with silent(one) as talker:
        welcome = await talker.ask(Welcome, t="hello", client="talk", token=first.token)
        rotated = await talker.ask(Rotated, t="rotate")
    assert rotated.token != first.token
    # The answer may have been lost: until the new token is used, the old one is good.
    assert (await welcomed(other, token=first.token)).player == first.player
    fresh = await welcomed(other, token=rotated.token)
    assert fresh.player == first.player
    for url in urls:
        assert await turned_away(url, token=first.token) is ErrorCode.BAD_TOKEN
        for resume in (first.resume, welcome.resume):
            assert await turned_away(url, resume=resume) is ErrorCode.BAD_TOKEN
    assert (await welcomed(one, resume=fresh.resume)).player == first.player
    assert (await welcomed(one, token=rotated.token)).player == first.player


async def test_a_connection_made_with_a_token_that_was_replaced_ends_nothing(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with talking(one, "Ada") as thief:
        owner = await welcomed(other, token=thief.token)
        async with silent(other) as talker:
            await talker.ask(Welcome, t="hello", client="talk", token=thief.token)
            rotated = await talker.ask(Rotated, t="rotate")
        fresh = await welcomed(other, token=rotated.token)
        assert fresh.player == owner.player
        for asked in ("rotate", "revoke"):
            assert (await thief.refused(t=asked)).code is ErrorCode.BAD_TOKEN
    assert (await welcomed(one, resume=fresh.resume)).player == owner.player
    assert (await welcomed(one, token=rotated.token)).player == owner.player


# Bots


async def test_the_mark_of_a_bot_never_comes_off(urls: tuple[str, str]) -> None:
    one, other = urls
    born = await welcomed(one, name="Robbie", bot=True)
    async with talking(other, "Robbie", born.token) as robbie:
        joined = await robbie.ask(Joined, t="host", game="squares/english")
        assert joined.snapshot.room.seats[0].bot
        account = await claim(robbie, "Robbie the Robot")
        assert (account.account.named, account.account.bot) == (True, True)


async def test_a_player_who_says_to_be_a_bot_once_is_one_for_good(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    person = await welcomed(one, name="Ada")
    await welcomed(other, token=person.token, bot=True)
    async with talking(one, None, person.token) as ada:
        own = await ada.ask(Account, t="account")
        assert own.account.bot


async def test_a_room_for_claimed_names_seats_nobody_else(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with talking(one, "Ada") as ada, talking(other, "Bob") as bob:
        wanted = {"t": "host", "game": "squares/english", "named_only": True}
        assert (await ada.refused(**wanted)).code is ErrorCode.NAME_NEEDED
        await claim(ada, "Ada Lovelace")
        room = await ada.host(named_only=True)
        assert ada.room is not None
        assert ada.room.named_only
        assert [line.named_only for line in (await rooms_at(bob)).rooms] == [True]
        refused = await bob.refused(t="join", room=room)
        assert refused.code is ErrorCode.NAME_NEEDED
        await claim(bob, "Bob Byron")
        seats = (await bob.join(room)).snapshot.room.seats
        assert [(seat.name, seat.named) for seat in seats] == [
            ("Ada Lovelace", True),
            ("Bob Byron", True),
        ]


async def rooms_at(talker: Talker) -> Rooms:
    return await talker.ask(Rooms, t="rooms")


# Another device


async def carry(talker: Talker, data: bytes) -> Carried:
    return await talker.ask(Carried, t="carry", data=data)


async def fetch(talker: Talker, code: str) -> bytes:
    return (await talker.ask(Fetched, t="fetch", code=code)).data


async def test_what_is_left_for_another_device_is_fetched_once_from_any_process(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "ann") as ann, talking(urls[1], "phone") as phone:
        carried = await carry(ann, b"sealed")
        assert carried.lasts_ms == CARRIED_MS
        assert await fetch(phone, "another code") == b""
        assert await fetch(phone, carried.code) == b"sealed"
        assert await fetch(phone, carried.code) == b""
        assert await fetch(ann, carried.code) == b""


async def test_the_store_keeps_a_little_for_a_short_time_and_not_the_code(
    urls: tuple[str, str], store_url: str
) -> None:
    async with talking(urls[0], "ann") as ann:
        carried = await carry(ann, b"x" * CARRIED_MAX)
        async with Redis.from_url(store_url) as client:
            key = carried_key(hash_of(carried.code))
            assert carried.code not in key
            assert 0 < await client.pttl(key) <= CARRIED_MS
        for data in (b"", b"x" * (CARRIED_MAX + 1)):
            refused = await ann.refused(t="carry", data=data)
            assert refused.code is ErrorCode.BAD_MESSAGE


async def test_whoever_leaves_too_much_is_told_to_wait(urls: tuple[str, str]) -> None:
    async with talking(urls[0], "ann") as ann:
        for _ in range(int(CARRIES.burst)):
            await carry(ann, b"sealed")
        refused = await ann.refused(t="carry", data=b"sealed")
        assert refused.code is ErrorCode.TOO_MANY
        assert isinstance(refused.retry, int)
