"""Hints line by line."""

import subprocess
import sys

SEED = bytes(range(1, 33)).hex()


def practised(game: str, given: str) -> str:
    """Practise through a pipe; return what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "samedeal_client", "practise", game, "--seed", SEED],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return done.stdout


def test_a_hint_is_what_can_be_typed_and_asked_again_it_is_done() -> None:
    told = practised("squares/english", "hint\n")
    (hint,) = [row for row in told.splitlines() if row.startswith(" Hint: type ")]
    cell = hint.split()[2].rstrip(",")
    typed = practised("squares/english", f"hint\n{cell}\n")
    again = practised("squares/english", "hint\nhint\n")
    board = typed[typed.index(" Hint:") :].split(" The same deal")[0]
    assert "card 2 of 25" in board
    assert "card 2 of 25" in again[again.index(" Hint:") :]
