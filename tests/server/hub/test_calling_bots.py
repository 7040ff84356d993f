"""Bots of the house, as a server knows them: who offers them, and who may call."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.houses import KEY
from tests.server.house import QUICK, opened, serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.house import BotCall, BotsCalled, BotsWanted
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, PhaseChanged
from samedeal_server.process.settings import Settings, SettingsError, read_settings
from samedeal_server.store.keys import BOTS_CALLED, BOTS_FREE

pytestmark = pytest.mark.asyncio
WITH_A_KEY = Settings.model_validate({"house_key": KEY})


@pytest_asyncio.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url, WITH_A_KEY) as address:
        yield address


async def offer(house: Talker, free: int, key: str = KEY) -> tuple[BotCall, ...]:
    wanted = await house.ask(BotsWanted, t="offer_bots", key=key, free=free)
    return wanted.calls


async def free(talker: Talker) -> int | None:
    return (await talker.ask(Rooms, t="rooms")).bots


async def why_not(talker: Talker, bots: int = 1) -> ErrorCode:
    return (await talker.ask(Error, t="call_bots", bots=bots)).code


async def test_the_house_is_told_once_who_called(url: str) -> None:
    async with talking(url, "Steward") as house, talking(url) as ada:
        assert await offer(house, 6) == ()
        code = await ada.host(seats=3, public=False)
        assert await ada.ask(BotsCalled, t="call_bots", bots=2)
        assert await offer(house, 4) == (BotCall(room=code, bots=2),)
        assert await offer(house, 4) == ()


async def test_everybody_hears_whether_there_is_a_house(url: str) -> None:
    async with talking(url, "Steward") as house, talking(url) as ada:
        assert await free(ada) is None
        await offer(house, 3)
        assert await free(ada) == 3
        await offer(house, 0)
        assert await free(ada) == 0


async def test_no_more_are_called_than_are_offered(url: str) -> None:
    async with (
        talking(url, "Steward") as house,
        talking(url) as ada,
        talking(url, "Bob") as bob,
    ):
        await offer(house, 3)
        await ada.host(seats=3)
        await bob.host(seats=3)
        assert (await ada.ask(BotsCalled, t="call_bots", bots=2)).bots == 2
        assert (await bob.ask(BotsCalled, t="call_bots", bots=2)).bots == 1
        assert await why_not(bob) is ErrorCode.NO_BOTS
        assert await free(bob) == 0
        # What was called is not offered again with what the house knew before.
        assert len(await offer(house, 3)) == 2
        assert await free(bob) == 0


async def test_no_more_come_than_there_are_seats(url: str) -> None:
    async with talking(url, "Steward") as house, talking(url) as ada:
        await offer(house, 6)
        await ada.host(seats=2)
        assert (await ada.ask(BotsCalled, t="call_bots", bots=7)).bots == 1


async def test_where_no_house_is_nobody_comes(url: str, store_url: str) -> None:
    async with talking(url) as ada:
        await ada.host(seats=2)
        assert await why_not(ada) is ErrorCode.NO_BOTS
    async with serving(store_url, QUICK) as keyless, talking(keyless) as ada:
        await ada.host(seats=2)
        assert await why_not(ada) is ErrorCode.NO_BOTS
        refusal = await ada.ask(Error, t="offer_bots", key=KEY, free=1)
        assert refusal.code is ErrorCode.NOT_THE_HOUSE


async def test_an_offer_ends_by_itself(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.house.offer(2)
        await store.house.call("7KQ4P", 1)
        lasts = [("PTTL", BOTS_FREE), ("PTTL", BOTS_CALLED)]
        left_ms, called_ms = await store.calls.read(lasts)
        assert isinstance(left_ms, int)
        assert isinstance(called_ms, int)
        assert 0 < left_ms <= 5_000
        assert 0 < called_ms <= 10_000


@pytest.mark.parametrize("key", ["x", KEY[:-1], "ключ, которого нет"])
async def test_without_the_key_nobody_offers_or_hears(url: str, key: str) -> None:
    async with talking(url, "Steward") as house, talking(url, "Eve") as eve:
        await offer(house, 1)
        refusal = await eve.ask(Error, t="offer_bots", key=key, free=9)
        assert refusal.code is ErrorCode.NOT_THE_HOUSE
        assert KEY not in refusal.detail
        assert await free(eve) == 1


async def test_only_who_sits_between_matches_calls(url: str) -> None:
    async with (
        talking(url, "Steward") as house,
        talking(url) as ada,
        talking(url, "Bob") as bob,
    ):
        await offer(house, 6)
        assert await why_not(ada) is ErrorCode.NOT_IN_ROOM
        code = await ada.host(seats=2)
        await bob.join(code)
        assert await why_not(ada) is ErrorCode.ROOM_FULL
        await ada.ready()
        await bob.ready()
        await ada.hear(PhaseChanged)
        assert await why_not(ada) is ErrorCode.WRONG_PHASE


async def test_bots_call_no_others(url: str) -> None:
    async with talking(url, "Steward") as house, talking(url) as ada:
        await offer(house, 6)
        code = await ada.host(seats=4)
        async with silent(url) as gus:
            await gus.hello("Gus", bot=True)
            await gus.join(code)
            assert await why_not(gus) is ErrorCode.PEOPLE_ONLY


async def test_what_is_no_number_of_bots_is_refused(url: str) -> None:
    async with talking(url) as ada:
        await ada.host(seats=2)
        for bots in (0, -1, 8, "2", 1.5):
            refusal = await ada.ask(Error, t="call_bots", bots=bots)
            assert refusal.code is ErrorCode.BAD_MESSAGE


async def test_a_key_that_is_guessed_soon_is_no_setting() -> None:
    with pytest.raises(SettingsError, match="SAMEDEAL_HOUSE_KEY"):
        read_settings({"SAMEDEAL_HOUSE_KEY": "short"}, {})
    assert KEY not in repr(read_settings({"SAMEDEAL_HOUSE_KEY": KEY}, {}))
