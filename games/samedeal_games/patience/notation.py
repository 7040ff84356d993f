"""Moves of the patience games, and the text people write them in.

``D`` turns a card of the stock or deals a row; ``3>5x2`` moves two cards from
column 3 to column 5, ``3>5`` one; ``3F`` sends the top of column 3 to its
foundation; ``W>5`` and ``WF`` do the same from the waste.
"""

import re
from typing import NamedTuple

from samedeal_games.errors import InvalidMove

STOCK = -1
"""As a source: the move deals."""
WASTE = 0
"""As a source: the top of the waste; columns count from 1."""
FOUNDATION = 0
"""As a target."""

MOST_CHARACTERS = 16

_MOVE = re.compile(
    r"(?P<deal>D)|(?P<source>W|[0-9]{1,2})(?:F|>(?P<target>[0-9]{1,2})(?:X(?P<count>[0-9]{1,2}))?)",
    re.ASCII,
)


class Move(NamedTuple):
    """One action."""

    source: int
    target: int
    size: int
    """How many cards; 0 for a deal."""


DEAL = Move(STOCK, STOCK, 0)


def parse_move(text: str, columns: int) -> Move:
    """Read a move on a tableau of so many columns; raises InvalidMove."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidMove(
            f"a move has at most {MOST_CHARACTERS} characters, not {len(text)}"
        )
    match = _MOVE.fullmatch(text.upper())
    if match is None:
        raise InvalidMove(f"{text!r} is not a move: write D, 3>5, 3>5x2, 3F, W>5 or WF")
    if match["deal"]:
        return DEAL
    source = WASTE if match["source"] == "W" else _column(match["source"], columns)
    if match["target"] is None:
        return Move(source, FOUNDATION, 1)
    count = int(match["count"] or 1)
    if count == 0:
        raise InvalidMove(f"{text!r} moves no card")
    if source == WASTE and count > 1:
        raise InvalidMove("only the top card of the waste can be moved")
    return Move(source, _column(match["target"], columns), count)


def format_move(move: Move) -> str:
    """Write a move."""
    source, target, count = move
    if source == STOCK:
        return "D"
    text = "W" if source == WASTE else str(source)
    if target == FOUNDATION:
        return text + "F"
    return f"{text}>{target}" if count == 1 else f"{text}>{target}x{count}"


def _column(text: str, columns: int) -> int:
    number = int(text)
    if not 1 <= number <= columns:
        raise InvalidMove(f"there is no column {number}: they are 1 to {columns}")
    return number
