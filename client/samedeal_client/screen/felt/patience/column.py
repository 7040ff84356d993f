"""A column of patience: the rows of each card, and those that cards share.

Steps, not stretch: the size of the terminal decides how far cards are spread. Only a
column that is longer than its room moves together, from its covered end, card by card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card

LEAST_FACE = 3
"""Rows of the exposed card that are given up only when cards would share a row."""


class Piece(NamedTuple):
    """Cards that are drawn as one, mostly a single one."""

    places: range
    """In the column."""
    card: Card
    """The last of them."""
    rows: int


class Steps(NamedTuple):
    """Rows of the cards of a column."""

    face: int
    """Rows of a covered card, face up."""
    back: int
    last: int
    """Rows of the card that nothing lies on."""


def pieces_of(cards: Sequence[Card], steps: Steps, room: int) -> list[Piece]:
    """Return a column as pieces that are drawn on `room` rows, at least two."""
    covered = [steps.back if card == FACE_DOWN else steps.face for card in cards[:-1]]
    rows = [*covered, steps.last]
    excess = sum(rows) - room
    # Row by row, so that two covered cards differ by one at most.
    for least in range(max(steps.back, steps.face) - 1, 0, -1):
        for place in range(len(covered)):
            saved = min(max(0, excess), max(0, rows[place] - least))
            rows[place] -= saved
            excess -= saved
    saved = min(max(0, excess), rows[-1] - min(rows[-1], LEAST_FACE))
    rows[-1] -= saved
    excess -= saved
    pieces = [
        Piece(range(place, place + 1), card, height)
        for place, (card, height) in enumerate(zip(cards, rows, strict=True))
    ]
    hidden = sum(card == FACE_DOWN for card in cards)
    if excess > 0 and hidden > 1:
        pieces[:hidden] = [Piece(range(hidden), FACE_DOWN, 1)]
        excess -= hidden - 1
    saved = min(max(0, excess), rows[-1] - 1)
    pieces[-1] = pieces[-1]._replace(rows=rows[-1] - saved)
    excess -= saved
    while excess > 0 and len(pieces) > 2:
        first, second = pieces[:2]
        joined = range(first.places.start, second.places.stop)
        pieces[:2] = [second._replace(places=joined)]
        excess -= 1
    return pieces
