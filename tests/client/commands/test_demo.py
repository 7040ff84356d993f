"""What a demonstration leaves whoever has seen it to try."""

import json
import shutil
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.golden.frames.examples import RESULT, ROW

from samedeal_client.commands.playing import demo
from samedeal_client.commands.playing.demo import (
    DEMO_GAMES,
    Race,
    run_without_terminal,
    what_next,
)
from samedeal_client.language import speaking
from samedeal_client.view.spans import width_of
from samedeal_protocol.results.leaderboards import Leaderboard, WindowView

BOARD = Leaderboard(
    re=1,
    game="squares/english",
    by="best",
    scope="squares/english",
    window=WindowView(name="all", start=None, end=None),
    among="all",
    rows=(ROW,),
    start=0,
    total=1,
    own=None,
)


@pytest.fixture
def _races(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def server(settings: Mapping[str, str]) -> AsyncGenerator[str]:
        yield "ws://127.0.0.1:9"

    async def race(
        url: str,
        game: str,
        tell: Callable[[str], Awaitable[None]],
        *,
        as_people: bool,
    ) -> Race:
        assert as_people
        return Race(game, RESULT, verified=True, board=BOARD)

    monkeypatch.setattr(demo, "leashed_server", server)
    monkeypatch.setattr(demo, "race_of_bots", race)


@pytest.mark.usefixtures("_races")
async def test_it_ends_with_two_lines_of_what_to_try_next() -> None:
    said: list[str] = []
    assert await run_without_terminal(as_json=False, say=said.append) == 0
    assert tuple(said[-2:]) == what_next()
    assert f"host {DEMO_GAMES[-1]}" in said[-1]
    assert sum("best results" in text for text in said) == 2


@pytest.mark.usefixtures("_races")
async def test_programs_are_told_nothing_but_the_document() -> None:
    said: list[str] = []
    assert await run_without_terminal(as_json=True, say=said.append) == 0
    (document,) = said
    matches = json.loads(document)["matches"]
    assert len(matches) == 2
    assert all(match["leaderboard"][0]["name"] == "Ada" for match in matches)


def test_programs_are_called_as_they_can_be_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "samedeal").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(folder / "samedeal"), "demo"])

    def nowhere(program: str) -> str | None:
        return None

    def everywhere(program: str) -> str | None:
        return f"/usr/bin/{program}"

    monkeypatch.setattr(shutil, "which", nowhere)
    for language in ("en", "es"):
        with speaking(language):
            first, second = what_next()
            assert ".venv/bin/samedeal " in first
            assert f".venv/bin/samedeal host {DEMO_GAMES[-1]} --serve" in second
            assert max(map(width_of, (first, second))) <= 80
    monkeypatch.setattr(shutil, "which", everywhere)
    assert ".venv" not in "".join(what_next())
