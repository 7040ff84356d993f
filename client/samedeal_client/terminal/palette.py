"""How every style looks: in lines, on the full screen, and without any colour.

Colours are Okabe and Ito's, which people who see few colours can tell apart; suits
differ by their symbol first, so that nothing is lost without any colour.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.terminal.theme import (
    BLUE,
    BLUISH_GREEN,
    PURPLE,
    SKY,
    VERMILION,
    YELLOW,
)
from samedeal_client.view.spans import Style

BOLD, DIM, UNDERLINED, REVERSED = "1", "2", "4", "7"
BOLD_UNDERLINED = f"{BOLD};{UNDERLINED}"

BLACK = "#000000"
PALE, ORANGE, MINT = "#a5b8af", "#e8743b", "#8be0b8"
"""Legible on the grounds of the full screen, which are all dark."""
BACK = "#4a5a6a"
"""The ground of a card face down."""


class Pen(NamedTuple):
    """How something is written in lines, on whatever ground the terminal has."""

    few: int | None = None
    """The code of one of the sixteen colours, which every terminal defines so that
    they can be read; None for its own colour."""
    many: int | None = None
    """The nearest of 256."""
    exact: str = ""
    """Legible on black and on white."""
    how: str = ""
    """Bold, dim, underlined or reversed, whatever the colours."""


class Ink(NamedTuple):
    """How something is painted on the full screen, which has a ground of its own."""

    colour: str = ""
    ground: str = ""
    how: str = ""


class Look(NamedTuple):
    """All that a style looks like."""

    pen: Pen = Pen()
    ink: Ink = Ink()
    bare: str = ""
    """On the full screen without colours; what is dim is grey, on most terminals."""


_RED = Pen(31, 166, VERMILION, BOLD)
_GREEN = Pen(32, 36, BLUISH_GREEN)
_BLUE = Pen(34, 31, BLUE, BOLD)
_BOLD = Pen(how=BOLD)

LOOKS: Mapping[Style, Look] = {
    Style.PLAIN: Look(),
    Style.DIM: Look(Pen(how=DIM), Ink(PALE)),
    Style.RED: Look(_RED, Ink(ORANGE, how=BOLD)),
    Style.BLACK: Look(_BOLD, Ink(how=BOLD)),
    Style.HIDDEN: Look(Pen(34, 31, BLUE, DIM), Ink("#c8d2dc", BACK)),
    Style.TITLE: Look(Pen(36, 31, BLUE, BOLD), Ink(SKY, how=BOLD), BOLD),
    Style.GOOD: Look(_GREEN, Ink(MINT, how=BOLD), BOLD),
    Style.WARNING: Look(Pen(33, 166, VERMILION, BOLD), Ink(YELLOW, how=BOLD), BOLD),
    Style.OWN: Look(
        Pen(how=BOLD_UNDERLINED), Ink(how=BOLD_UNDERLINED), BOLD_UNDERLINED
    ),
    Style.NEXT: Look(Pen(35, 175, PURPLE, BOLD), Ink(BLACK, YELLOW, BOLD), REVERSED),
    Style.HELD: Look(Pen(how=REVERSED), Ink(BLACK, YELLOW, BOLD), REVERSED),
    Style.TARGET: Look(
        _GREEN._replace(how=BOLD), Ink(BLACK, BLUISH_GREEN, BOLD), BOLD_UNDERLINED
    ),
}

SUIT_LOOKS = (
    Look(_GREEN._replace(how=BOLD), Ink(MINT, how=BOLD)),
    Look(_BLUE, Ink(SKY, how=BOLD)),
    Look(_RED, Ink(ORANGE, how=BOLD)),
    Look(_BOLD, Ink(how=BOLD)),
)
"""In a deck of four colours: clubs, diamonds, hearts, spades."""
