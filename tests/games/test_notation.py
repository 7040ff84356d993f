"""Patience moves as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.errors import InvalidMove
from samedeal_games.patience.notation import Move, format_move, parse_move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("d", "D"),
        ("3>5", "3>5"),
        ("3>5x1", "3>5"),
        ("3>5X2", "3>5x2"),
        ("10>1x13", "10>1x13"),
        ("3f", "3F"),
        ("w>5", "W>5"),
        ("wf", "WF"),
    ],
)
def test_moves_are_read_in_any_case_and_written_in_one_way(
    text: str, canonical: str
) -> None:
    assert format_move(parse_move(text, columns=10)) == canonical


@pytest.mark.parametrize(
    "text", ["", "3", "3>", ">5", "3>5x", "FW", "3>F", "3 > 5", "W>W"]
)
def test_what_is_no_move_is_answered_with_how_to_write_one(text: str) -> None:
    with pytest.raises(InvalidMove, match="write D, R, 3>5, 3>5x2, 3F, 3K, W>5 or WF"):
        parse_move(text, columns=7)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8>1", "there is no column 8; they are numbered 1 to 7"),
        ("1>8", "there is no column 8"),
        ("0F", "there is no column 0"),
        ("3>5x0", "moves no card"),
        ("W>5x2", "only the top card of the waste"),
        ("D" * 17, "at most 16 characters"),
    ],
)
def test_a_move_that_cannot_be_is_told_apart(text: str, why: str) -> None:
    with pytest.raises(InvalidMove, match=why):
        parse_move(text, columns=7)


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text, columns=7)
    except InvalidMove:
        return
    assert isinstance(move, Move)
    assert parse_move(format_move(move), columns=7) == move
