"""Completion scripts, run by the shells that they are for, as far as they are here."""

import os
import pty
import select
import shutil
import subprocess
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from samedeal_client import cli
from samedeal_client.commands.completing import script
from samedeal_client.options.everything import SHELLS
from samedeal_games.catalogue import GAMES

LINES = {
    "samedeal lea": "leaderboard learn",
    "samedeal host easth": "easthaven easthaven/open",
    "samedeal event create capr": "capricieuse",
    "samedeal leaderboard --by r": "rating",
    "samedeal leaderboard squares": " ".join(
        [*(key for key in GAMES if key.startswith("squares")), "squares"]
    ),
    "samedeal --color al": "always",
    "samedeal host easthaven --best": "--best-of",
    "samedeal host easthaven --no-as": "--no-ascii",
    "samedeal --server ws://x daily russ": "russian",
    "samedeal account ro": "rotate",
    "samedeal config get col": "colour",
    "samedeal completion f": "fish",
}
"""What is offered once a line is typed."""
BASH = """
source "$1"
read -ra COMP_WORDS <<< "$2"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_shtab_samedeal
echo "${COMPREPLY[*]}"
"""
WITHIN_S = 40.0


@cache
def found(shell: str) -> str:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"no {shell} here")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for shell in SHELLS:
        (tmp_path / shell).write_text(script(shell))
    return tmp_path


def output_of(*command: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("line", LINES)
def test_bash_completes(line: str, folder: Path) -> None:
    script = str(folder / "bash")
    offered = output_of(found("bash"), "--norc", "-c", BASH, "bash", script, line)
    assert offered.split() == LINES[line].split()


@pytest.mark.parametrize("line", LINES)
def test_fish_completes(line: str, folder: Path) -> None:
    asked = f"source {folder}/fish; complete -C '{line}'"
    rows = output_of(found("fish"), "--no-config", "-c", asked).splitlines()
    assert [row.partition("\t")[0] for row in rows] == LINES[line].split()


def test_zsh_completes(folder: Path) -> None:
    with closing(Terminal(found("zsh"), "-f")) as shell:
        zsh_completes(shell, folder)


def zsh_completes(shell: "Terminal", folder: Path) -> None:
    shell.type("autoload -Uz compinit; compinit -u -D\n")
    shell.type(f'eval "$(cat {folder}/zsh)"; echo all-$((6 * 7))\n')
    shell.wait_for("all-42")
    for line, offered in LINES.items():
        shell.type(line + "\t")
        shell.wait_for(offered.split()[0])
        shell.type("\x15")


class Terminal:
    """A program that takes its input and output for a terminal."""

    def __init__(self, *command: str) -> None:
        self.end, inner = pty.openpty()
        env = {**os.environ, "TERM": "vt100"}
        self.process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=env,
            start_new_session=True,
        )
        os.close(inner)

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def wait_for(self, text: str) -> None:
        shown = ""
        while text not in shown:
            ready, _, _ = select.select([self.end], [], [], WITHIN_S)
            assert ready, shown
            shown += os.read(self.end, 65536).decode(errors="replace")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_game_is_offered(shell: str) -> None:
    assert all(key in script(shell) for key in GAMES)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["completion", shell]) == 0
    assert capsys.readouterr().out.rstrip() == script(shell).rstrip()


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["completion", "csh"])
    assert leaving.value.code == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err
