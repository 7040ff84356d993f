"""The table while the connection is gone: what is said, what waits, what is lost."""

from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio
from tests.client.screen.rooms import SIZE, felt, plies_of, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.server.proxy import door_to_server
from tests.servers import running_server

from samedeal_client.play.room import room_play
from samedeal_client.screen.room.comeback import comeback_lines
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.strokes import Strokes, Typed
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.happenings import Back
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.backoff import Backoff, NextAttempt
from samedeal_protocol.updates import Service


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def quick() -> Backoff:
    return Backoff((0.01, 0.02), 0.05, dice=Random(1))


async def test_what_is_pressed_without_a_connection_is_made_or_told(
    server: str,
) -> None:
    async with (
        door_to_server(server) as (door, url),
        Player(url, name="Ada", pace=Pace(backoff=quick())).connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("a", "1")
            await eventually(lambda: plies_of(ada) == 1)
            door.shut()
            await eventually(app.is_cut)
            await pilot.press("b", "2", "c", "3", "b", "2")
            await eventually(lambda: "Not sent yet: b2" in shown(app, "#notes"))
            assert "Connection lost: attempt" in shown(app, "#notes")
            assert "Seat and board are kept" in shown(app, "#notes")
            door.open()
            await eventually(lambda: plies_of(ada) == 3)
            await eventually(lambda: "Played after all: c3" in shown(app, "#notes"))
            await eventually(lambda: "b2: " in shown(app, "#notes"))
            assert "Not sent yet" not in shown(app, "#notes")
            await pilot.press("ctrl+x", "ctrl+x")


async def test_a_server_that_has_come_back_is_not_said_to_stop(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE):
            ada.happenings.put_nowait(Service(state="draining"))
            await eventually(lambda: "server is stopping" in shown(app, "#notes"))
            ada.happenings.put_nowait(Back())
            await eventually(lambda: "Connected again." in shown(app, "#notes"))
            assert "server is stopping" not in shown(app, "#notes")


async def test_esc_drops_what_was_not_sent(server: str) -> None:
    async with (
        door_to_server(server) as (door, url),
        Player(url, name="Ada", pace=Pace(backoff=quick())).connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            door.shut()
            await eventually(app.is_cut)
            await pilot.press("b", "2", "c", "3")
            await eventually(lambda: app.strokes.words() == "c 3")
            await pilot.press("escape")
            assert app.strokes.words() == ""
            assert "Dropped: c 3" in shown(app, "#notes")
            door.open()
            await eventually(lambda: plies_of(ada) == 1)
            await pilot.press("ctrl+x", "ctrl+x")


@pytest.mark.parametrize("key", ["ctrl+x", "ctrl+c"])
async def test_who_goes_without_a_connection_goes_at_once_and_is_told_what_is_true(
    server: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever waits for an answer never goes.
    monkeypatch.setattr(room_play, "LEAVE_WITHIN_S", 3600)
    async with (
        door_to_server(server) as (door, url),
        Player(url, name="Ada", pace=Pace(backoff=quick())).connected() as ada,
    ):
        code = await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            door.shut()
            await eventually(app.is_cut)
            await pilot.press("b", "2", "c", "3")
            await eventually(lambda: app.strokes.words() == "c 3")
            await pilot.press(*[key] * (2 if key == "ctrl+x" else 1))
            await eventually(lambda: bool(app.farewell))
        told = text_of(app.farewell)
        assert "Not sent, and so not played: b2 c 3" in told
        assert ("The server has not heard that you left" in told) == (key == "ctrl+x")
        assert "Your seat waits, " in told
        assert f"samedeal join {code}@" in told
        assert "You resigned" not in told


async def test_what_was_meant_for_a_match_that_is_over_is_not_taken_for_ready(
    server: str,
) -> None:
    async with (
        door_to_server(server) as (door, url),
        Player(url, name="Ada", pace=Pace(backoff=quick())).connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            door.shut()
            await eventually(app.is_cut)
            await pilot.press(":", *"finish", "enter", "enter")
            await eventually(lambda: app.strokes.words() == "enter")
            door.open()
            await eventually(
                lambda: "Not done, the match is over" in shown(app, "#notes")
            )
            await eventually(lambda: "points" in felt(app))
            assert ada.session.own is not None
            assert not ada.session.own.ready


async def test_while_no_server_runs_the_clock_stands_and_it_is_said(
    embedded_url: str,
) -> None:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        player = Player(running.url, name="Ada", pace=Pace(backoff=quick()))
        async with player.connected() as ada:
            await ada.host("squares/english", seats=1)
            app = RoomScreen(ada, ASCII, colour=False)
            async with opened(app, size=SIZE) as pilot:
                await started(pilot, app, ada)
                await running.kill()
                await eventually(lambda: "all clocks wait" in shown(app, "#notes"))
                left_ms = ada.left_ms()
                await eventually(lambda: (ada.trying or NextAttempt(0, 0)).attempt > 9)
                assert ada.left_ms() == left_ms
                assert "time may run" not in shown(app, "#notes")
                await pilot.press("ctrl+c")


def test_the_banner_counts_down_and_says_what_waits() -> None:
    def said(
        trying: NextAttempt | None,
        waiting: str = "",
        *,
        on: bool = True,
        is_down: bool = False,
    ) -> str:
        lines = comeback_lines(
            *(trying, 10.0),
            is_playing=on,
            waiting=waiting,
            width=80,
            is_down=is_down,
        )
        assert all(width_of(row) < 80 for row in text_of(lines).splitlines())
        return text_of(lines)

    assert "attempt 3 in 4 s" in said(NextAttempt(3, 13.2))
    assert "attempt 3 now" in said(NextAttempt(3, 9.0))
    assert "time may run" in said(NextAttempt(3, 9.0))
    assert "all clocks wait" in said(NextAttempt(112, 18.0), is_down=True)
    assert "clocks" not in said(None, on=False, is_down=True)
    assert "the clock runs" not in said(None, on=False)
    assert "Not sent yet: c3 d 4" in said(NextAttempt(12, 18.0), "c3 d 4")
    assert "Esc" in said(NextAttempt(12, 18.0), "c3 " * 60)


async def test_strokes_are_taken_in_order_and_can_be_looked_at() -> None:
    strokes = Strokes()
    strokes.put("d", is_late=False)
    strokes.put(Typed("3>5"), is_late=True)
    assert strokes.words() == "d 3>5"
    assert (await strokes.get())[:2] == ("d", False)
    assert strokes.clear() == "3>5"
    assert strokes.words() == ""
