"""Tints: what is laid on the felt, by name, and one of them upon another.

Which colours they are is for whoever paints them: a terminal may have many or few.
"""

from enum import Enum
from typing import NamedTuple


class Tint(Enum):
    """What a colour of the felt stands for."""

    FELT = "felt"
    SHADOW = "shadow"
    PRINT = "print"
    """What is printed on the felt: fainter than whatever lies there."""
    TEXT = "text"
    """Words on the felt."""
    DIM = "dim"
    BRASS = "brass"
    """Titles, and the player."""
    GOOD = "good"
    WARNING = "warning"
    FELT_DIM = "felt-dim"
    FELT_BRASS = "felt-brass"
    FELT_GOOD = "felt-good"
    FELT_WARNING = "felt-warning"
    """The same on the felt itself, which may be pale."""
    CALL = "call"
    """The ground of where the eye should go."""
    WON = "won"
    """Large letters of who has won."""
    CARD = "card"
    """A card that nothing lies on."""
    COVERED = "covered"
    """One that is covered by another: a shade darker."""
    EDGE = "edge"
    """Of either."""
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
    """The ground of how many cards there are."""
    COUNT_TEXT = "count-text"
    HELD = "held"
    """The ground of a card in hand."""
    HELD_EDGE = "held-edge"
    TARGET = "target"
    """The ground of where that may go."""
    TARGET_EDGE = "target-edge"
    LAST = "last"
    """The ground of what was laid last."""
    CHIP_TEXT = "chip-text"
    """Words on what is in hand, and on where it may go."""
    PLACE = "place"
    """The ground of an empty place."""
    SIGN = "sign"
    """What is written there."""
    OPEN = "open"
    """The ground of an empty place where what is in hand may go."""
    OPEN_TEXT = "open-text"
    PANEL = "panel"
    """The ground of what is told beside the felt."""
    FRAME = "frame"
    """The lines around that."""
    TRACK = "track"
    """What a bar has yet to fill."""
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    """Those who race against the player, by seat; the player is brass."""
    RAIL = "rail"
    """The ground of the head and of the keys, at the foot."""
    RAIL_TEXT = "rail-text"
    RAIL_DIM = "rail-dim"
    RAIL_TITLE = "rail-title"
    ROW = "row"
    """The ground of a line that is typed, and of what lies between."""
    CAP = "cap"
    """The ground of a key, at the foot."""
    CAP_TEXT = "cap-text"


SUIT_TINTS = (Tint.CLUBS, Tint.DIAMONDS, Tint.HEARTS, Tint.SPADES)


class Patch(NamedTuple):
    """A tint on another; without any colours, bold or reversed at most."""

    tint: Tint
    ground: Tint
    is_bold: bool = False
    is_reversed: bool = False
    """Only where there are no colours."""


RIVAL_TINTS = (Tint.SECOND, Tint.THIRD, Tint.FOURTH)
