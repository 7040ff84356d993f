"""The colours of cards and words: chosen once, for lines and for the full screen.

Colours are Okabe and Ito's, which people who see few colours can tell apart. Nothing is
told by colour alone: suits have their symbols, and marks have their words.
"""

import os
from collections.abc import Mapping
from enum import IntEnum
from typing import get_args

from samedeal_client.reader import Theme, reader
from samedeal_client.view.spans import Span, Style

THEMES: tuple[Theme, ...] = get_args(Theme)

VERMILION, BLUISH_GREEN, BLUE = "#d55e00", "#009e73", "#0072b2"
SKY, YELLOW, PURPLE = "#56b4e9", "#f0e442", "#cc79a7"

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
