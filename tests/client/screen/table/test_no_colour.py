"""Without colours the full screen leaves a terminal its own, to the byte."""

import os
import re
import sys
from pathlib import Path

import pytest
from tests.client.lobby.lobbies import NOWHERE
from tests.screens import opened
from tests.servers import environment
from tests.terminals import terminal

from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.view.cards import ASCII
from samedeal_games.catalogue import find_game

RENDITION = re.compile(r"\x1b\[([\d;:]*)m")
PLAIN = {"", "0", "1", "4", "7"}
"""As it is, bold, underlined, reversed."""
TABLE = ("practise", "squares/english")


async def codes(
    home: Path, *words: str, keys: str, last: str, told: str = "1"
) -> set[str]:
    """Return every code of a rendition that a terminal is sent."""
    kept = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    env = environment(**kept, TERM="xterm-256color", LC_ALL="C.UTF-8", NO_COLOR=told)
    argv = (sys.executable, "-m", "samedeal_client", *words)
    async with terminal(*argv, env=env) as at:
        # At a table the key before it is reversed.
        shown = await at.until("help" if "practise" in words else "keys")
        at.type(keys)
        await at.until(last, after=shown)
        found = RENDITION.findall(at.shown)
    return {code for codes in found for code in re.split("[;:]", codes)}


@pytest.mark.parametrize(
    ("words", "keys", "last"),
    [
        (TABLE, "?", "Keys"),
        (TABLE, ":", "\x1b[7m"),
        (("practise", "easthaven"), ":", "\x1b[7m"),
        (("--server", NOWHERE), "3", "how many"),
    ],
)
async def test_with_no_color_no_colour_is_sent(
    tmp_path: Path, words: tuple[str, ...], keys: str, last: str
) -> None:
    (tmp_path / "samedeal").mkdir()
    (tmp_path / "samedeal" / "config.toml").write_text("")
    found = await codes(tmp_path, *words, keys=keys, last=last)
    assert found <= PLAIN
    assert "7" in found


async def test_no_colours_of_any_kind_are_the_same(tmp_path: Path) -> None:
    asked = await codes(
        tmp_path, "--color", "never", *TABLE, keys="?", last="Keys", told=""
    )
    assert asked <= PLAIN


async def test_whoever_asks_for_colours_has_them(tmp_path: Path) -> None:
    asked = await codes(tmp_path, "--color", "always", *TABLE, keys="?", last="Keys")
    assert {"38", "48"} <= asked


async def test_what_the_environment_says_of_colours_stays_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Settings may be changed in the lobby, and it is asked again then."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = PracticeScreen(find_game(TABLE[1]), bytes(32), ASCII, colour=False)
    async with opened(app, size=(80, 24)):
        assert os.environ["NO_COLOR"] == "1"
