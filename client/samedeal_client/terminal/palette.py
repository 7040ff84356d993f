"""The look of every style in lines, and on the full screen without any colour.

Colours are Okabe and Ito's, which people who see few colours can tell apart; suits
differ by their symbol first, so that nothing is lost without any colour.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.terminal.theme import BLUE, BLUISH_GREEN, PURPLE, VERMILION
from samedeal_client.view.spans import Style

BOLD, DIM, UNDERLINED, REVERSED = "1", "2", "4", "7"
BOLD_UNDERLINED = f"{BOLD};{UNDERLINED}"


class Pen(NamedTuple):
    """The pen of a style in lines, on whatever ground the terminal has."""

    few: int | None = None
    """The code of one of the sixteen colours, which every terminal defines so that
    they can be read; None for its own colour."""
    many: int | None = None
    """The number of the nearest of 256 colours."""
    exact: str = ""
    """The exact colour, legible on black and on white."""
    how: str = ""
    """The attributes: bold, dim, underlined or reversed, whatever the colours."""


class Look(NamedTuple):
    """The whole look of a style."""

    pen: Pen = Pen()
    bare: str = ""
    """Attributes on the full screen without colours; dim is grey on most terminals."""


_RED = Pen(31, 166, VERMILION, BOLD)
_GREEN = Pen(32, 36, BLUISH_GREEN)
_BLUE = Pen(34, 31, BLUE, BOLD)
_BOLD = Pen(how=BOLD)

LOOKS: Mapping[Style, Look] = {
    Style.PLAIN: Look(),
    Style.DIM: Look(Pen(how=DIM)),
    Style.RED: Look(_RED),
    Style.BLACK: Look(_BOLD),
    Style.HIDDEN: Look(Pen(34, 31, BLUE, DIM)),
    Style.TITLE: Look(Pen(36, 31, BLUE, BOLD), BOLD),
    Style.GOOD: Look(_GREEN, BOLD),
    Style.WARNING: Look(Pen(33, 166, VERMILION, BOLD), BOLD),
    Style.OWN: Look(Pen(how=BOLD_UNDERLINED), BOLD_UNDERLINED),
    Style.NEXT: Look(Pen(35, 175, PURPLE, BOLD), REVERSED),
    Style.HELD: Look(Pen(how=REVERSED), REVERSED),
    Style.TARGET: Look(_GREEN._replace(how=BOLD), BOLD_UNDERLINED),
}

SUIT_LOOKS = (
    Look(_GREEN._replace(how=BOLD)),
    Look(_BLUE),
    Look(_RED),
    Look(_BOLD),
)
"""The looks of suits in a deck of four colours: clubs, diamonds, hearts, spades."""
