"""Moves of the patience games, and the text people write them in.

``D`` turns a card of the stock or deals a row; ``R`` gathers the columns and
deals them again; ``3>5x2`` moves two cards from column 3 to column 5, ``3>5``
one; ``3F`` sends the top of column 3 to its foundation; ``W>5`` and ``WF`` do the
same from the waste. Where a card could go to the foundation built up from the ace
and as well to the one built down from the king, ``3F`` is the first and ``3K``
the second.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from samedeal_games.errors import InvalidMove
from samedeal_games.wording import Wording

REDEAL = -2
"""As a source: the move gathers the columns and deals them again."""
STOCK = -1
"""As a source: the move deals."""
WASTE = 0
"""As a source: the top of the waste; columns count from 1."""
FOUNDATION = 0
"""As a target."""
KINGS_FOUNDATION = -1
"""As a target: the second foundation of two that would take the card."""

MOST_CHARACTERS = 16

READ_KEPT = 4096
"""Moves that are read and written once and known from then on: there are some
hundreds in a game."""

_MOVE = re.compile(
    r"(?P<deal>[DR])|(?P<source>W|[0-9]{1,2})"
    r"(?:(?P<up>[FK])|>(?P<target>[0-9]{1,2})(?:X(?P<count>[0-9]{1,2}))?)",
    re.ASCII,
)


class Move(NamedTuple):
    """One action."""

    source: int
    target: int
    size: int
    """The number of cards; 0 for a deal and a redeal."""


DEAL = Move(STOCK, STOCK, 0)
DEAL_AGAIN = Move(REDEAL, REDEAL, 0)

_DEALS = {"D": DEAL, "R": DEAL_AGAIN}
_UP = {"F": FOUNDATION, "K": KINGS_FOUNDATION}


@lru_cache(READ_KEPT)
def parse_move(text: str, columns: int) -> Move:
    """Read a move on a tableau of `columns`; raises InvalidMove."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidMove(
            Wording(
                "a move has at most {most} characters, not {count}",
                most=MOST_CHARACTERS,
                count=len(text),
            )
        )
    match = _MOVE.fullmatch(text.upper())
    if match is None:
        raise InvalidMove(
            Wording(
                "{text!r} is not a move: write D, R, 3>5, 3>5x2, 3F, 3K, W>5 or WF",
                text=text,
            )
        )
    if match["deal"]:
        return _DEALS[match["deal"]]
    source = WASTE if match["source"] == "W" else _column(match["source"], columns)
    if match["up"]:
        return Move(source, _UP[match["up"]], 1)
    count = int(match["count"] or 1)
    if count == 0:
        raise InvalidMove(Wording("{text!r} moves no card", text=text))
    if source == WASTE and count > 1:
        raise InvalidMove(Wording("only the top card of the waste can be moved"))
    return Move(source, _column(match["target"], columns), count)


@lru_cache(READ_KEPT)
def format_move(move: Move) -> str:
    """Write a move."""
    source, target, count = move
    if source == STOCK:
        return "D"
    if source == REDEAL:
        return "R"
    text = "W" if source == WASTE else str(source)
    if target == FOUNDATION:
        return text + "F"
    if target == KINGS_FOUNDATION:
        return text + "K"
    return f"{text}>{target}" if count == 1 else f"{text}>{target}x{count}"


def _column(text: str, columns: int) -> int:
    number = int(text)
    if not 1 <= number <= columns:
        template = "there is no column {number}; they are numbered 1 to {columns}"
        raise InvalidMove(Wording(template, number=number, columns=columns))
    return number
