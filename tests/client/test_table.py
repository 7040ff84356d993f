"""What a table answers where the room's phase decides it."""

import pytest

from samedeal_client.table import why_no_move
from samedeal_protocol.boards import Phase


@pytest.mark.parametrize(
    ("phase", "answer"),
    [
        ("gathering", "type ready"),
        ("countdown", "wait for the board"),
        ("playing", "wait for the others"),
        ("result", "type ready"),
    ],
)
def test_a_move_out_of_its_phase_is_told_what_to_wait_for(
    phase: Phase, answer: str
) -> None:
    assert answer in why_no_move(phase, "c4")
