"""Bots are called to a room where nobody else waits."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.client.screen.rooms import SIZE, felt, shown
from tests.conditions import PATIENCE_S, eventually
from tests.screens import opened
from tests.servers import running_server

from samedeal_client.bots import playing as bots
from samedeal_client.bots import send_bot
from samedeal_client.play.sentences.next_steps import what_now
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import (
    link_to,
    read_invitation,
    written,
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def bots_in(player: Player) -> list[str]:
    room = player.session.room
    assert room is not None
    return [seat.name for seat in room.seats if seat.bot and seat.present]


def phase_of(player: Player) -> str:
    room = player.session.room
    return "" if room is None else room.phase


async def test_a_key_brings_a_bot_of_each_kind_to_race_at_once(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Eve").connected() as eve,
    ):
        code = await ada.host("squares/english", seats=3)
        await eve.watch(code)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            assert "Race a bot meanwhile" in felt(app)
            await eventually(lambda: "b a bot" in shown(app, "#foot"))
            await pilot.press("b")
            await eventually(lambda: len(bots_in(ada)) == 1)
            assert "Rowan joins" in shown(app, "#notes")
            await pilot.press("b")
            await eventually(lambda: len(bots_in(ada)) == 2)
            await eventually(lambda: "b a bot" not in shown(app, "#foot"))
            assert "A bot gives its seat" in felt(app)
            assert "y copy line" in shown(app, "#foot")
            async with Player(server, name="Bob").connected() as bob:
                await bob.join(code)
                await eventually(lambda: bots_in(ada) == ["Rowan"])
                await bob.leave()
            await eventually(lambda: "b a bot" in shown(app, "#foot"))
            await pilot.press("b")
            await eventually(lambda: len(bots_in(ada)) == 2)
            await pilot.press("b", "enter")
            await eventually(lambda: ada.session.may_move)
            await pilot.press("ctrl+x", "ctrl+x")
        # Bots that are left behind would keep the match going until its time is up.
        await eventually(lambda: phase_of(eve) in ("", "closed"))


async def test_who_leaves_comes_after_the_bots_that_leave_with_them(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LEFT_WITHIN_S", PATIENCE_S)
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("westcliff/classic", seats=2)
        bot = asyncio.create_task(send_bot(ada, "Rowan", "casual"))
        await eventually(lambda: len(bots_in(ada)) == 1)
        await ada.ready()
        await eventually(lambda: ada.session.may_move)
        await ada.resign()
        bot.cancel()
        await asyncio.wait([bot])
        await eventually(lambda: phase_of(ada) == "result")
        (entry,) = (await ada.history()).entries
        assert (entry.place, entry.players, entry.state) == (2, 2, "resigned")


async def test_no_more_bots_are_called_than_there_are_free_seats(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=3)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            # All at once: none of them has come meanwhile.
            await asyncio.gather(*(app.press("b") for _ in range(20)))
            app.draw()
            assert "on its way to every free seat" in shown(app, "#notes")
            await eventually(lambda: len(bots_in(ada)) == 2)
            await pilot.press("ctrl+x")


async def test_no_bot_can_be_called_to_a_room_for_one(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("b")
            assert "bot" not in felt(app) + shown(app, "#foot")
            assert not bots_in(ada)
            await pilot.press("ctrl+x")


async def test_line_by_line_the_command_is_told(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("squares/english", seats=2)
        told = text_of(what_now(ada))
        assert f"Race a bot meanwhile:  samedeal bot {code}@" in told
        await ada.leave()


async def test_the_line_for_friends_can_be_copied(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("squares/english", seats=2)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("y")
            told = pilot.app.clipboard
            assert told.startswith("Race me at Poker Squares on the same cards: open ")
            assert f"open {link_to(code, server)} or type: " in told
            assert told.endswith(f"samedeal join {written(code, server)}")
            assert read_invitation(told).code == code
            assert "y copy line" in shown(app, "#foot")
            await pilot.press("ctrl+x")


async def test_nobody_is_invited_to_a_server_that_goes_soon(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=2)
        app = RoomScreen(ada, ASCII, colour=False, is_alone=True)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("y")
            assert not pilot.app.clipboard
            assert "copy" not in shown(app, "#foot")
            assert "join with" not in felt(app)
            await pilot.press("ctrl+x")
