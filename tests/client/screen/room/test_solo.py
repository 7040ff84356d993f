"""One attempt at the deal of the day, on the full screen."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.client.screen.rooms import SIZE, felt, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.server.house import serving

from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.player import Player
from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio
GAME = "squares/english"
QUICK = Settings.model_validate({"countdown_ms": 200})


@pytest_asyncio.fixture
async def server(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url, QUICK) as address:
        yield address


def app_of(player: Player) -> RoomScreen:
    return RoomScreen(player, ASCII, colour=False, title="A daily")


async def test_enter_begins_and_ends_an_attempt(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.play_daily(GAME)
        app = app_of(ada)
        async with opened(app, size=SIZE) as pilot:
            await eventually(lambda: "Enter deals the cards" in felt(app))
            assert "A daily" in felt(app)
            await started(pilot, app, ada)
            await pilot.press("c", "3")
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Enter shows where" in shown(app, "#notes"))
            assert "rematch" not in felt(app)
            await pilot.press("enter")
            await eventually(lambda: pilot.app.return_value == 0)
        attempt = (await ada.daily(GAME)).attempt
    assert attempt is not None
    assert (attempt.is_over, attempt.plies, attempt.rank) == (True, 1, 1)


async def test_who_goes_in_the_middle_gives_nothing_up(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.play_daily(GAME)
        app = app_of(ada)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0
        attempt = (await ada.daily(GAME)).attempt
    assert attempt is not None
    assert not attempt.is_over
