"""Tints: the colours of the felt by name, and one of them upon another.

The colours themselves are left to the terminal, which may have many or few.
"""

from enum import Enum
from typing import NamedTuple


class Tint(Enum):
    """A colour of the felt, by its meaning."""

    FELT = "felt"
    SHADOW = "shadow"
    PRINT = "print"
    """Print on the felt: fainter than whatever lies there."""
    TEXT = "text"
    """Words on the felt."""
    DIM = "dim"
    BRASS = "brass"
    """The player, and what Enter acts on: a mark, and never a word."""
    YOU = "you"
    """The player's own name and rating."""
    YOU_GROUND = "you-ground"
    GOOD = "good"
    WARNING = "warning"
    FELT_DIM = "felt-dim"
    FELT_BRASS = "felt-brass"
    FELT_GOOD = "felt-good"
    FELT_WARNING = "felt-warning"
    """The same on the felt itself, which may be pale."""
    CALL = "call"
    """The ground of the place for the eye."""
    WON = "won"
    """Large letters of the winner's name."""
    CARD = "card"
    """A card that nothing lies on."""
    COVERED = "covered"
    """A card covered by another: a shade darker."""
    EDGE = "edge"
    """The edge of either."""
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CROWN = "crown"
    """On a court card."""
    BACK = "back"
    BACK_EDGE = "back-edge"
    LATTICE = "lattice"
    """The pattern of a back."""
    COUNT = "count"
    """The ground of a number of cards."""
    COUNT_TEXT = "count-text"
    HELD = "held"
    """The ground of a card in hand."""
    HELD_EDGE = "held-edge"
    TARGET = "target"
    """The ground of a place where it may go."""
    TARGET_EDGE = "target-edge"
    LAST = "last"
    """The ground of the card laid last."""
    CHIP_TEXT = "chip-text"
    """Words on cards in hand, and on places where they may go."""
    PLACE = "place"
    """The ground of an empty place."""
    SIGN = "sign"
    """A sign on an empty place."""
    OPEN = "open"
    """The ground of an empty place where cards in hand may go."""
    OPEN_TEXT = "open-text"
    PANEL = "panel"
    """The ground of panels beside the felt."""
    FRAME = "frame"
    """The frames of panels."""
    TRACK = "track"
    """The part of a bar that is not filled."""
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    """The opponents' colours, by seat; the fourth of them has that of words."""
    RAIL = "rail"
    """The ground of the head and of the keys, at the foot."""
    RAIL_TEXT = "rail-text"
    RAIL_DIM = "rail-dim"
    RAIL_TITLE = "rail-title"
    ROW = "row"
    """The ground of a line to type on, and of rows between."""
    CAP = "cap"
    """The ground of Enter, at the foot."""
    CAP_TEXT = "cap-text"


SUIT_TINTS = (Tint.CLUBS, Tint.DIAMONDS, Tint.HEARTS, Tint.SPADES)


class Patch(NamedTuple):
    """A tint on another; without any colours, bold or reversed at most."""

    tint: Tint
    ground: Tint
    is_bold: bool = False
    is_reversed: bool = False
    """Without colours only."""


RIVAL_TINTS = (Tint.SECOND, Tint.THIRD, Tint.FOURTH, Tint.TEXT)
