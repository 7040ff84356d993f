"""Attempts: whoever plays a given deal plays it once, whatever dies meanwhile."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.server.core.table import LIMITS, seated

from samedeal_server.core.facts import GivenDeal
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.deals.attempts import is_of, is_over, is_void
from samedeal_server.store.redis import Store

DEAL = "daily/squares/english/2026-11-21"
GIVEN = GivenDeal(DEAL, "squares/english", bytes(32), reveal_at=2**41)


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with Store(store_url) as opened:
        running = asyncio.create_task(opened.run())
        yield opened
        running.cancel()


@pytest.mark.asyncio
async def test_whoever_asks_first_reserves_and_everybody_else_is_told(
    store: Store,
) -> None:
    codes = [f"CODE{number}" for number in range(8)]
    told = await asyncio.gather(
        *(store.attempts.reserve(DEAL, "p-1", c) for c in codes)
    )
    assert set(told) == {codes[0]}
    assert await store.attempts.reserved(DEAL, "p-1") == codes[0]


@pytest.mark.asyncio
async def test_other_players_and_other_deals_have_reservations_of_their_own(
    store: Store,
) -> None:
    assert await store.attempts.reserve(DEAL, "p-1", "AAAAA") == "AAAAA"
    assert await store.attempts.reserve(DEAL, "p-2", "BBBBB") == "BBBBB"
    assert await store.attempts.reserve("m-1", "p-1", "CCCCC", ttl_s=60) == "CCCCC"
    assert await store.attempts.reserved("m-2", "p-1") is None


@pytest.mark.asyncio
async def test_a_reservation_that_was_given_up_is_replaced_once(store: Store) -> None:
    await store.attempts.reserve(DEAL, "p-1", "AAAAA")
    replaced = [
        await store.attempts.reserve(DEAL, "p-1", code, given_up="AAAAA")
        for code in ("BBBBB", "CCCCC")
    ]
    assert replaced == ["BBBBB", "BBBBB"]


def test_a_room_that_closes_before_its_match_begins_was_no_attempt() -> None:
    table = seated(room_for_one(GIVEN, "daily", LIMITS), "ada")
    player = table.state.table.seats[0]
    assert player is not None
    assert is_of(table.state, DEAL, player.player.id)
    assert not is_of(table.state, DEAL, "somebody else")
    assert not is_void(table.state)
    table.tick_at_deadline()
    assert is_void(table.state)
    assert not is_over(table.state)


def test_an_attempt_is_over_when_its_match_has_ended_and_not_before() -> None:
    table = seated(room_for_one(GIVEN, "daily", LIMITS), "ada")
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    assert not is_over(table.state)
    table.finish("ada")
    table.tick_at_deadline()
    assert is_over(table.state)
    table.tick_at_deadline()
    assert is_over(table.state)
    assert not is_void(table.state)
