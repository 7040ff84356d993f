"""Watching a room from the lobby, at a terminal, and back in it."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import environment, running_server
from tests.terminals import terminal

from samedeal_client.wire.player import Player

PAGES = (
    *(("5", "around, friends"), ("1", "Join a friend"), ("3", "Open the room")),
    *(("2", "only free seats"), ("8", "language"), ("1", "Join a friend")),
)
"""Keys of the lobby, and what is shown at the page that each turns to."""


@pytest_asyncio.fixture
async def server(store_url: str) -> AsyncIterator[str]:
    """Run a server with no room of another test, which might be watched instead."""
    async with running_server(store_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest.mark.parametrize("leaves", [True, False])
async def test_the_lobby_hears_every_key_after_a_room_was_watched(
    server: str, leaves: bool, tmp_path: Path
) -> None:
    env = environment(TERM="xterm-256color", LC_ALL="C.UTF-8")
    env |= {"SAMEDEAL_IDENTITY": str(tmp_path / "id.json")}
    env |= {"SAMEDEAL_CONFIG": str(tmp_path / "config.toml")}
    (tmp_path / "config.toml").write_text('name = "Eve"\n')
    argv = (sys.executable, "-m", "samedeal_client", "--server", server)
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("squares/english", seats=1)
        await ada.ready()
        await eventually(lambda: ada.session.may_move)
        async with terminal(*argv, env=env) as at:
            await at.until("Join a friend")
            at.type("2")
            seen = await at.until(code)
            at.type("w")
            seen = await at.until("leave", after=seen)
            if not leaves:
                await ada.leave()
                seen = await at.until("This room is closed", after=seen)
            at.type("q")
            seen = await at.until("only free seats", after=seen)
            for key, shown in PAGES:
                at.type(key)
                seen = await at.until(shown, after=seen)
