"""Nobody waits for what they do not use: what each command loads before it answers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "asyncio",
    "importlib.metadata",
    "msgpack",
    "pydantic",
    "samedeal_games.patience",
    "samedeal_players",
    "samedeal_players.patience",
    "samedeal_players.squares",
    "shtab",
    "textual",
    "websockets",
)
RULES = ("samedeal_games.patience",)
"""Only what shows a game may load how it goes."""
ZEROS = "0" * 64
LIGHT: dict[str, tuple[str, ...]] = {
    "--help": (),
    "host --help": (),
    "event --help": (),
    "host --seats 9": (),
    "no-such-command": (),
    "config": (),
    "config get server": (),
    "config set name Ada": (),
    "--version": ("importlib.metadata",),
    "completion bash": (*RULES, "shtab", "importlib.metadata"),
    "games": RULES,
    "games --json": RULES,
    f"deal easthaven --seed {ZEROS}": RULES,
    f"try easthaven --seed {ZEROS} --moves D": RULES,
}
"""Commands, each with what it may load of what is heavy."""
SCREENS: dict[str, tuple[str, ...]] = {
    "samedeal_client.lines.practice": (*RULES, "asyncio"),
    "samedeal_client.screen.table.practice": (
        *RULES,
        "asyncio",
        "importlib.metadata",
        "samedeal_players",  # the keys at its foot say whether there are hints
        "textual",
    ),
    "samedeal_client.lobby.screen": (
        *RULES,
        "asyncio",
        "importlib.metadata",
        "msgpack",
        "pydantic",
        "samedeal_players",
        "textual",
        "websockets",
    ),
}
"""What comes before each screen, with what it may load of what is heavy."""
LOADED = "import sys; sys.stderr.write('\\nloaded: ' + ' '.join(sys.modules))"


def _loaded(code: str, folder: Path) -> set[str]:
    """Return what a Python of its own has loaded once it has run some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "SAMEDEAL_CONFIG": str(folder / "config.toml")},
    )
    return set(done.stderr.rpartition("loaded: ")[2].split())


@pytest.mark.parametrize("command", LIGHT)
def test_a_light_command_loads_nothing_heavy(command: str, tmp_path: Path) -> None:
    code = (
        "from contextlib import suppress\n"
        "from samedeal_client.cli import main\n"
        f"with suppress(SystemExit): main({command.split()!r})"
    )
    heavy = _loaded(code, tmp_path) & set(HEAVY)
    assert heavy <= set(LIGHT[command])


@pytest.mark.parametrize("module", SCREENS)
def test_a_screen_loads_nothing_that_it_does_not_show_first(
    module: str, tmp_path: Path
) -> None:
    assert _loaded(f"import {module}", tmp_path) & set(HEAVY) <= set(SCREENS[module])


@pytest.mark.parametrize("program", ["samedeal_client", "samedeal_server"])
def test_garbage_is_looked_for_in_what_is_made_once_a_program_is_loaded(
    program: str,
) -> None:
    code = (
        "import atexit, gc\n"
        f"from {program}.__main__ import main\n"
        "atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 1000))\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "True True"
