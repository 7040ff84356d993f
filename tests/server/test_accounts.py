"""Accounts at a server: names, tokens, marks of bots, friends and blocks."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator

import pytest
from tests.server.house import serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.accounts import (
    CLAIMS_MOST,
    Account,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import Error, Joined, Welcome


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
