"""The colours of cards and words: chosen once, for lines and for the full screen.

Colours are Okabe and Ito's, which people who see few colours can tell apart. Nothing is
told by colour alone: suits have their symbols, and marks have their words.
"""

import os
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple, get_args

from samedeal_client.reader import Theme, reader
from samedeal_client.view.spans import Span, Style

THEMES: tuple[Theme, ...] = get_args(Theme)

VERMILION, BLUISH_GREEN, BLUE = "#d55e00", "#009e73", "#0072b2"
PURPLE = "#cc79a7"

SUIT_SIGNS = ("♣C", "♦D", "♥H", "♠S")
"""The symbol and the letter of each suit, clubs first."""
SUITED = (Style.RED, Style.BLACK)
"""Styles of cards, whose text ends in the sign of their suit."""


class Depth(IntEnum):
    """The number of colours of a terminal."""

    FEW = 16
    MANY = 256
    ALL = 1 << 24


def chosen_theme() -> Theme:
    """Return the theme of the reader."""
    return reader().theme


def depth_of(environment: Mapping[str, str] = os.environ) -> Depth:
    """Return the number of colours that the terminal says it has."""
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.ALL
    term = environment.get("TERM", "")
    if os.name == "nt" and not term:
        return Depth.ALL  # as every console that understands colours at all
    if term.endswith("-direct"):
        return Depth.ALL
    return Depth.MANY if "256" in term else Depth.FEW


def suit_of(span: Span) -> int | None:
    """Return the suit of a card's span, from 0 for clubs; None for other spans."""
    if span.style not in SUITED:
        return None
    sign = span.text.strip()[-1:]
    return next(
        (n for n, signs in enumerate(SUIT_SIGNS) if sign and sign in signs), None
    )


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
