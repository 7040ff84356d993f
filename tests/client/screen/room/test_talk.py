"""Talk on the full screen: typed into the line, seen among the notes."""

from collections.abc import AsyncIterator

import pytest_asyncio
from tests.client.screen.rooms import at_once, felt, shown
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server
from textual.events import Paste
from textual.widgets import Input

from samedeal_client.play.room.talking import Talking
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.player import Player

SIZE = (80, 24)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def test_people_talk_before_and_during_a_match(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("westcliff/classic", seats=2))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("/", *"shall", "space", *"we", "enter")
            await eventually(lambda: "You: shall we" in shown(app, "#notes"))
            assert not app.query_one(Input).has_class("open")
            await Talking(bob).say("yes, please")
            await eventually(lambda: "Bob: yes, please" in shown(app, "#notes"))
            await pilot.press("enter")
            await bob.ready()
            await eventually(lambda: ada.session.may_move)
            board = ada.session.board
            await pilot.press("/")
            await pilot.pause()
            assert "/gl good luck!" in shown(app, "#phrases")
            assert app.query_one("#phrases").region.bottom <= SIZE[1]
            # The column keys are words now, and no moves.
            await pilot.press("3", "space", "5", "enter")
            await eventually(lambda: "only phrases can be sent" in shown(app, "#notes"))
            assert not app.query("#phrases")
            assert ada.session.board == board
            await pilot.press("/", *"gl", "enter")
            await eventually(lambda: "You: good luck!" in shown(app, "#notes"))
            await eventually(lambda: len(bob.session.talk) == 3)
            await pilot.press("/", "escape", "d")
            await eventually(lambda: _ply(ada) == 1)
            assert not app.query("#phrases")


async def test_no_key_of_a_burst_is_lost(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("westcliff/classic", seats=2)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            at_once(pilot, "/hallo\b, all\r/well\r/abcdefghij")
            await eventually(lambda: "You: hall, all" in shown(app, "#notes"))
            await eventually(lambda: "You: well" in shown(app, "#notes"))
            await eventually(lambda: app.query_one(Input).value == "/abcdefghij")
            assert app.query_one(Input).has_class("open")


async def test_what_is_pasted_is_typed(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("westcliff/classic", seats=2)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            pilot.app.post_message(Paste("/good evening friend\nand more"))
            line = app.query_one(Input)
            await eventually(lambda: line.value == "/good evening friend")
            at_once(pilot, "s")
            pilot.app.post_message(Paste(", all"))
            at_once(pilot, "!\r")
            said = "You: good evening friends, all!"
            await eventually(lambda: said in shown(app, "#notes"))
            pilot.app.post_message(Paste(":leave"))
            await eventually(lambda: line.value == "leave")


async def test_nobody_talks_in_a_quiet_room(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", quiet=True)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await eventually(lambda: "quiet" in felt(app))
            await pilot.press("/")
            assert not app.query_one(Input).has_class("open")


async def test_a_long_line_is_seen_whole(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english"))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE):
            words = " ".join(["again"] * 33)
            await Talking(bob).say(words)
            await eventually(lambda: "Bob: again" in shown(app, "#notes"))
            told = shown(app, "#notes").removeprefix(" Bob: ").split()
            assert " ".join(told) == words


def _ply(player: Player) -> int:
    return -1 if player.session.board is None else player.session.board.ply
