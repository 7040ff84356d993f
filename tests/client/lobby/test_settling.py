"""Settings are changed in the lobby, by the program as it is started."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest
from tests.client.lobby.lobbies import NOWHERE
from textual.app import App

from samedeal_client import cli
from samedeal_client.context import Context
from samedeal_client.lobby import assembly
from samedeal_client.settings import config_file


class Terminal(io.TextIOWrapper):
    """Stands in for a stream at a terminal."""

    def isatty(self) -> bool:
        return True


def test_settings_are_read_again_while_the_screen_is_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What prints is caught by then, and says nothing of what it can show."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    seen: list[Context] = []

    async def stay(
        context: Context, again: Callable[[], Context], *, is_first: bool
    ) -> int:
        config_file.change(path, "name", "Zoe")
        async with App[int]().run_test():
            seen.extend((context, again()))
        return int(is_first)

    monkeypatch.setattr(assembly, "stay", stay)
    monkeypatch.setenv("TERM", "xterm")
    words = ["--identity", str(tmp_path / "i.json"), "--server", NOWHERE]
    stream = Terminal(io.BytesIO(), encoding="utf-8")
    with mock.patch.multiple(sys, stdin=stream, stdout=stream):
        assert cli.main(words) == 1
    before, after = seen
    assert after == before._replace(name="Zoe")
