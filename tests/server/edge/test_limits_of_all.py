"""What is counted for all processes together: guesses, and what leaves something."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.server.house import opened, serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.deals.events import EventTable
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import Account
from samedeal_protocol.rooms.playing import Done
from samedeal_server.people import limits
from samedeal_server.people.buckets import Rate
from samedeal_server.people.limits import Everywhere
from samedeal_server.process.settings import Settings
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.people import People
from samedeal_server.store.redis import Store

HOUR = Rate(3, 3 / 3600)


def house(**limits: object) -> Settings:
    return Settings.model_validate({"countdown_ms": 500, **limits})


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


async def test_codes_cannot_be_guessed_at_one_process_after_the_other(
    store_url: str,
) -> None:
    few = house(wrong_codes_per_minute=3)
    async with (
        serving(store_url, few) as one,
        serving(store_url, few) as other,
        talking(one, "Ann") as ann,
        talking(one, "Eve") as eve,
        talking(other, None, eve.token) as again,
        talking(other, "Bob") as bob,
    ):
        room = await ann.host(public=False)
        for talker in (eve, again, eve):
            error = await talker.refused(t="watch", room="ZZZZZ")
            assert error.code is ErrorCode.UNKNOWN_ROOM
        for talker in (again, eve):
            error = await talker.refused(t="watch", room=room)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 60_000
        # Whoever has the code is not held up by those who have not, however often.
        for _ in range(5):
            await bob.join(room)


async def test_names_cannot_be_claimed_at_one_process_after_the_other(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", HOUR)
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Eve") as eve,
        talking(other, None, eve.token) as again,
    ):

        async def claim(talker: Talker, name: str) -> None:
            await talker.ask(Account, t="claim", name=name)

        for talker, name in ((eve, "Evelyn"), (again, "Everest"), (eve, "Evening")):
            await claim(talker, name)
        error = await again.refused(t="claim", name="Ever")
        assert error.code is ErrorCode.TOO_MANY


async def test_new_players_of_one_address_are_counted_at_all_processes(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GUESTS_PER_S", 1 / 3600)
    few = house(connections_per_address=3)
    async with serving(store_url, few) as one, serving(store_url, few) as other:
        for url in (one, other, one):
            async with talking(url, "Ann"):
                pass
        async with silent(other) as talker:
            error = await talker.refused(t="hello", client="test", name="Ann")
            assert error.code is ErrorCode.TOO_MANY


async def test_rooms_are_opened_at_all_processes_together_so_often_and_no_more(
    store_url: str,
) -> None:
    few = house(joins_per_minute=3)
    async with (
        serving(store_url, few) as one,
        serving(store_url, few) as other,
        talking(one, "Ann") as ann,
        talking(one, "Eve") as eve,
        talking(other, None, eve.token) as again,
    ):
        room = await ann.host()
        for talker in (eve, again, eve):
            await talker.host()
            await talker.command(Done, t="leave")
        for talker in (again, eve):
            error = await talker.refused(t="host", game="westcliff/classic", seats=2)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 20_000
        # To come to a room leaves nothing behind, and counts where one comes.
        await again.join(room)


async def test_tournaments_are_made_at_all_processes_together_so_often_and_no_more(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TOURNAMENTS", HOUR)
    asked = {"t": "create_event", "games": ("squares/english",), "deals": 1, "hours": 1}
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Eve") as eve,
        talking(other, None, eve.token) as again,
    ):
        for talker in (eve, again, eve):
            await talker.ask(EventTable, **asked)
        assert (await again.refused(**asked)).code is ErrorCode.TOO_MANY


async def test_of_many_who_ask_at_once_no_more_are_let_through_than_allowed(
    store_url: str, store: Store
) -> None:
    async with opened(store_url) as other:
        both = [Everywhere(each.people, "codes", HOUR) for each in (store, other)]
        waits = await asyncio.gather(
            *(both[number % 2].spend("ann", "1.2.3.4") for number in range(20))
        )
        assert waits.count(0) == HOUR.burst
        assert all(0 <= wait <= 1000 / HOUR.per_s for wait in waits)
        # Others of the same address may go on, and so may who gives one back.
        assert await both[0].spend("bob", "1.2.3.4") == 0
        assert await both[1].spend("ann", "1.2.3.4", -1) == 0
        assert await both[0].spend("ann", "1.2.3.4") == 0
        assert await both[1].spend("ann", "1.2.3.4") > 0


async def test_nobody_is_turned_away_because_the_store_cannot_count(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: object, **__: object) -> int:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(People, "spend", gone)
    assert await Everywhere(store.people, "codes", HOUR).spend("ann", "1.2.3.4") == 0
