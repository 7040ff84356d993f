"""The command for events, typed as a person types it."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.servers import running_server

from samedeal_client.cli import main
from samedeal_client.wire.player import Player


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest.fixture
def ask(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs the command and returns what it printed."""

    async def run(*words: str, status: int = 0) -> str:
        known = ["--server", server, "--identity", str(tmp_path / "identity")]
        given = await asyncio.to_thread(main, ["event", *words, *known])
        printed = capsys.readouterr()
        assert given == status, printed.err
        return printed.out or printed.err

    return run


async def test_an_event_is_made_shown_and_not_proven_before_it_closes(
    server: str, ask: Any
) -> None:
    words = ("create", "squares/english,easthaven", "--deals", "3", "--hours", "48")
    made = json.loads(await ask(*words, "--json", "--name", "Ada"))
    games = [deal["game"] for deal in made["deals"]]
    assert games == ["squares/english", "easthaven", "squares/english"]
    assert all(deal["server_seed"] is None for deal in made["deals"])
    shown = await ask(made["event"].lower())
    assert f"Event {made['event']}" in shown
    assert f"samedeal event host {made['event']}" in shown
    assert "Nobody has played any of its deals yet." in shown
    async with Player(server, name="Bob").connected() as bob:
        await bob.host_event(made["event"], seats=1)
        room = bob.session.room
        assert room is not None
        assert room.origin == f"event/{made['event']}"
    assert json.loads(await ask(made["event"], "--json"))["rows"] == []
    assert "not revealed yet" in await ask(made["event"], "--verify", status=1)


async def test_what_is_no_event_is_refused_in_a_sentence(ask: Any) -> None:
    assert "no such event" in await ask("2345678", status=1)
    assert "not an event's id" in await ask("no event has such a long id", status=2)
    assert "event create GAME" in await ask("create", status=2)
    assert "event create GAME" in await ask("one", "two", status=2)
    assert "has no --json" in await ask("host", "2345678", "--json", status=2)
    assert "chess" in await ask("create", "chess", status=2)
