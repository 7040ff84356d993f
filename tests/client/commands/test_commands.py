"""What holds for every command: general options, and output that fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from samedeal_client import cli
from samedeal_client.settings.config import DEFAULT_SERVER
from samedeal_client.view.spans import width_of
from samedeal_games.catalogue import GAMES

ZEROS = "0" * 64
TRY = ("try", "easthaven", "--seed", ZEROS)
NOBODY = ("--server", "ws://127.0.0.1:9")
"""Port 9 is discard: nobody listens there."""


def run_in_shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with the redirections of a shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f'"$PYTHON" -m samedeal_client {command}'],
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("arguments", [("--ascii", *TRY), (*TRY, "--ascii")])
def test_general_options_go_before_or_after_the_command(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out.isascii()


@pytest.mark.parametrize("arguments", [(*NOBODY, "rooms"), ("rooms", *NOBODY)])
def test_the_server_can_be_named_before_or_after_the_command(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main([*arguments, "--identity", str(tmp_path / "id.json")]) == 1
    assert "no server answers at ws://127.0.0.1:9" in capsys.readouterr().err


def test_the_server_comes_from_the_environment_unless_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SAMEDEAL_SERVER", "ws://127.0.0.1:9")
    assert cli.main(["rooms", "--identity", str(tmp_path / "id.json")]) == 1
    assert "no server answers at ws://127.0.0.1:9" in capsys.readouterr().err


def test_the_help_shows_the_general_options_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert DEFAULT_SERVER in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["deal", "--help"])
    assert "--server" not in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence() -> None:
    failed = run_in_shell("games >/dev/full")
    assert failed.returncode == 1
    assert failed.stderr.startswith("samedeal: ")
    assert failed.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_error(closed: str) -> None:
    done = run_in_shell(f"games {closed}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_refused_move_cannot_trick_the_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([*TRY, "--moves", "D\x1b[2J"]) == 1
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("key", GAMES)
def test_practice_breaks_no_line_at_80_columns(key: str) -> None:
    shown = run_in_shell(f"practise {key} --seed {ZEROS} </dev/null").stdout
    before_the_seed, _, _ = shown.partition("samedeal practise")
    assert max(map(width_of, before_the_seed.splitlines())) <= 79
