"""From the lobby to a table and back: one terminal, which changes hands but once."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.client.lobby.lobbies import NOWHERE, context_at, known
from tests.conditions import eventually, seen
from tests.screens import opened
from tests.servers import environment, running_server
from tests.terminals import terminal
from textual.screen import Screen

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED
from samedeal_client.lobby.assembly import lobby_of
from samedeal_client.lobby.pages.first.play import PlayPage
from samedeal_client.lobby.pages.settings import SettingsPage
from samedeal_client.lobby.screen import LobbyScreen
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import Sit
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import TypedLine
from samedeal_client.view.spans import text_of

SIZE = (80, 24)
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
PRACTISE, LEARN = 3, 1
"""Rows of the first page, counted up from its last one."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def on_top(screen: LobbyScreen) -> Screen[object]:
    """Return the screen that is seen."""
    return screen.app.screen


async def test_the_other_screen_is_entered_once_and_left_once(tmp_path: Path) -> None:
    env = environment(TERM="xterm-256color", LC_ALL="C.UTF-8")
    env |= {"SAMEDEAL_IDENTITY": str(tmp_path / "id.json")}
    env |= {"SAMEDEAL_CONFIG": str(tmp_path / "config.toml")}
    (tmp_path / "config.toml").write_text('name = "Eve"\n')
    argv = (sys.executable, "-m", "samedeal_client", "--server", NOWHERE)
    async with terminal(*argv, env=env) as at:
        seen = await at.until("Join a friend")
        at.type("\x1b[F" + "\x1b[A" * PRACTISE)
        at.type("\r")
        # The lobby speaks of practice too; of points only a table does.
        seen = await at.until("0 points", after=seen)
        at.type("\x18")
        seen = await at.until("Join a friend", after=seen)
        at.type("\x03")
        assert await at.status() == 0
        await at.until(LEAVE)
        assert at.shown.count(ENTER) == at.shown.count(LEAVE) == 1


@pytest.mark.parametrize("row", [PRACTISE, LEARN])
@pytest.mark.parametrize("key", ["ctrl+x", "ctrl+c"])
async def test_who_leaves_practice_is_back_where_they_were(
    row: int, key: str, tmp_path: Path
) -> None:
    async with Visit.kept(context_at(NOWHERE, tmp_path)) as visit:
        screen = _shown(visit, visit.context)
        async with opened(screen, size=SIZE) as pilot:
            await pilot.press("end", *["up"] * row, "enter")
            await pilot.pause()
            practice = on_top(screen)
            assert isinstance(practice, PracticeScreen)
            assert (practice.solo.step is not None) is (row == LEARN)
            await pilot.press("c", key)
            await pilot.pause()
            assert on_top(screen) is screen
            assert screen.lobby.chosen.read().game == FIRST_GAME
            await pilot.press("8", "escape", "escape", "escape")
        assert pilot.app.return_value == 0
        await screen.ended()


@pytest.mark.parametrize("keys", [(), ("8",), ("?",), ("end", "up", "up", "enter")])
async def test_what_leaves_a_table_leaves_the_lobby_from_wherever_one_is(
    keys: tuple[str, ...], tmp_path: Path
) -> None:
    async with Visit.kept(context_at(NOWHERE, tmp_path)) as visit:
        screen = _shown(visit, visit.context)
        async with opened(screen, size=SIZE) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            assert screen.query_one(TypedLine).is_open is (len(keys) > 1)
            await pilot.press("ctrl+x")
            await eventually(lambda: pilot.app.return_value == 0)
        await screen.ended()


async def test_keys_are_for_what_is_on_the_screen(tmp_path: Path) -> None:
    async with Visit.kept(context_at(NOWHERE, tmp_path)) as visit:
        screen = _shown(visit, visit.context)
        async with opened(screen, size=SIZE) as pilot:
            await pilot.press("end", *["up"] * PRACTISE, "enter", "8")
            await pilot.press("ctrl+x")
            await pilot.pause()
            assert on_top(screen) is screen
            assert isinstance(screen.lobby.pages.shown, PlayPage)
            await pilot.press("8")
            assert isinstance(screen.lobby.pages.shown, SettingsPage)
        await screen.ended()


@pytest.mark.parametrize("key", ["ctrl+x", "ctrl+c"])
async def test_a_table_takes_the_connection_along_and_brings_it_back(
    server: str, key: str, tmp_path: Path
) -> None:
    context = context_at(server, tmp_path)
    await known(context, "Ada")
    async with Visit.kept(context) as visit:
        player = await visit.soon_there()
        await player.host("squares/english", seats=1)
        screen = _shown(visit, context)
        async with opened(screen, size=SIZE) as pilot:
            screen.go(Sit())
            await pilot.press("up")
            await eventually(lambda: isinstance(on_top(screen), RoomScreen))
            assert visit.there() is player
            await pilot.press("enter")
            await eventually(lambda: player.session.may_move)
            await pilot.press(key)
            if key == "ctrl+c":
                await eventually(lambda: pilot.app.return_value == INTERRUPTED)
                assert player.session.seat is not None
            else:
                await pilot.press(key)
                await eventually(lambda: on_top(screen) is screen)
                await seen(
                    "You resigned the match", lambda: text_of(screen.lobby.last_table)
                )
                assert visit.there() is player
                assert player.session.room is None
            assert screen.lobby.chosen.read().game == "squares/english"
        await screen.ended()


def _shown(visit: Visit, context: Context) -> LobbyScreen:
    return LobbyScreen(lambda desk: lobby_of(desk, visit, lambda: context))
