"""The full screen against a server that puts tricks into every text that it sends.

Made from the pages of the lobby and the scenes of the table that golden screens show.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from tests.client.hostile.poison import (
    CLIENT_MUST_KNOW,
    FLOOD,
    POISONS,
    poisoned,
    whole,
)
from tests.client.hostile.server import HostileServer, Malice, hostile_server
from tests.client.lobby.lobbies import context_at, entered
from tests.client.terminal.hostile import tricks_in
from tests.golden.fullscreen.scenes import SCENES, Scene
from tests.golden.lobby.write import KEYS
from tests.screens import opened
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.view.cards import UNICODE
from samedeal_protocol.people.greeting import Welcome

T = TypeVar("T")
NAMED = ("escapes", "directions", "floods")
SIZE = (80, 24)


@pytest.fixture(scope="module")
def hostile() -> Iterator[tuple[str, HostileServer]]:
    """Run one hostile server."""
    with hostile_server() as running:
        yield running


def rows_of(screen: Screen[T]) -> list[str]:
    """Return each row of each widget, as the terminal gets it."""
    return [
        strip.text
        for widget in screen.walk_children(Widget)
        if widget.display and widget.region and not widget.children
        for strip in widget.render_lines(Region(0, 0, *widget.region.size))
    ]


def assert_harmless(screen: Screen[T]) -> None:
    """Refuse what could take over a terminal, and markup that was read as such."""
    for row in rows_of(screen):
        assert not tricks_in(row)


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
@pytest.mark.parametrize("page", KEYS)
async def test_a_page_of_the_lobby_shows_text_of_others_as_text(
    page: str, poison: str, hostile: tuple[str, HostileServer], tmp_path: Path
) -> None:
    url, server = hostile
    for size, spared in ((SIZE, CLIENT_MUST_KNOW), ((160, 50), frozenset[str]())):
        server.malice = Malice(poison, spared)
        async with entered(context_at(url, tmp_path), size=size) as here:
            for key in KEYS[page]:
                await here.press(key)
                await here.settled()
                assert_harmless(here.app.screen)


@pytest.mark.parametrize("page", KEYS)
async def test_a_page_of_the_lobby_outlives_texts_longer_than_any_may_be(
    page: str, hostile: tuple[str, HostileServer], tmp_path: Path
) -> None:
    url, server = hostile
    server.malice = Malice(FLOOD, CLIENT_MUST_KNOW, fit=whole, honest=(Welcome,))
    async with entered(context_at(url, tmp_path)) as here:
        for key in (*KEYS[page], "enter", "v", "w", "y", "escape"):
            await here.press(key)
            await here.settled()
            assert FLOOD not in here.shown().replace("\n", "")
            assert_harmless(here.app.screen)


@pytest.mark.parametrize("name", SCENES)
async def test_every_key_at_a_table_can_be_pressed_whatever_a_server_calls_things(
    name: str,
) -> None:
    app = SCENES[name].app(UNICODE)
    if isinstance(app, RoomScreen | WatchScreen):
        session = app.player.session
        assert session.room is not None
        session.room = poisoned(session.room, FLOOD, CLIENT_MUST_KNOW)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press(*SCENES[name].keys)
        for key in ("space", "r", "y", "n", "f", "a", "v", "w", "s", "g", "t", "enter"):
            await pilot.press(key)
        assert_harmless(app)


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
@pytest.mark.parametrize("name", SCENES)
async def test_a_table_shows_text_of_others_as_text(name: str, poison: str) -> None:
    scene: Scene = SCENES[name]
    app = scene.app(UNICODE)
    if isinstance(app, RoomScreen | WatchScreen):
        session = app.player.session
        assert session.room is not None
        session.room = poisoned(session.room, poison, CLIENT_MUST_KNOW)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press(*scene.keys)
        await pilot.pause()
        assert_harmless(app)
