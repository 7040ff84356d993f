"""How somebody goes from a room on the full screen, or loses the seat."""

from tests.client.screen.rooms import SIZE, felt, holds, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server

from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import UNICODE
from samedeal_client.wire.player import Player


async def test_leaving_in_mid_match_is_asked_twice(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("ctrl+x")
            assert "again" in shown(app, "#notes")
            assert ada.session.own is not None
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0
        assert ada.session.own is None


async def test_a_window_too_small_shows_what_is_asked(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.resize_terminal(59, 20)
            await eventually(lambda: "needs a terminal" in felt(app))
            await pilot.press("ctrl+x")
            await eventually(lambda: "Leave now and come last?" in felt(app))
            assert "needs a terminal" in felt(app)
            assert ada.session.own is not None


async def test_ctrl_c_hangs_up_and_keeps_the_seat(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("ctrl+c")
        assert pilot.app.return_value == 130
        assert ada.session.own is not None


async def test_who_was_not_ready_in_time_is_told_that_the_seat_is_gone(
    embedded_url: str,
) -> None:
    hurried = running_server(embedded_url, SAMEDEAL_READY_MS="200")
    async with (
        hurried as server,
        Player(server.url, name="Ada").connected() as ada,
        Player(server.url, name="Bob").connected() as bob,
        Player(server.url, name="Cat").connected() as cat,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await cat.join(code)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await cat.ready()
            await eventually(lambda: "lost your seat. ctrl+x" in shown(app, "#notes"))
            await eventually(lambda: "Everybody is ready" in shown(app, "#notes"))
            assert "lost your seat. ctrl+x" in shown(app, "#notes")
            assert "Ada was not ready" not in shown(app, "#notes")
            assert "cards in" not in shown(app, "#head")
            assert not holds(app, "The cards are dealt in")
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0
