"""Cards as two characters, with the symbols that the terminal can show."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.printable import CUT, FSI, PDI, width_of
from samedeal_client.reader import is_linear
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_games.cards import FACE_DOWN, RANKS, Card, is_red, rank_of, suit_of
from samedeal_games.words import card_words

NAMED = "✓"
"""The mark that views put after a claimed name; no name holds it."""
_CUT_OFF = re.compile(rf"[^\s{FSI}{PDI}]{{0,2}}{CUT}")
"""As many signs as three dots take the place of, if there are so many."""


class Glyphs(NamedTuple):
    """The symbols that views draw with; all are one cell wide."""

    suits: str
    """Clubs, diamonds, hearts, spades."""
    back: str
    """A card face down: two cells."""
    gap: str
    """A place that may take a card: one cell."""
    bar: str
    dash: str
    corners: str
    """The corners of a frame: top left, top right, bottom left, bottom right."""
    times: str
    dot: str
    """The sign between two facts on one line."""
    ellipsis: str
    named: str
    """The sign after a claimed name, in place of `NAMED`."""
    bars: str
    """Bars for small charts, from the lowest to the highest."""
    minus: str
    aim: str
    """The sign beside the number of a column where cards in hand may go."""
    double: str
    """The edge of a card drawn in lines, where cards in hand may go."""
    dashed: str
    """The edge of an empty place, across and down."""
    halves: str
    """Of a cell: the upper, the lower; thin edges above, below and left of it; two
    quarters. Cards are made of them, and drawn in lines where there are none."""

    def can_be_written_in(self, encoding: str) -> bool:
        """Tell whether an encoding has all of these symbols."""
        try:
            "".join(self).encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


UNICODE = Glyphs(
    suits="♣♦♥♠",
    back="░░",
    gap="·",
    bar="│",
    dash="─",
    corners="╭╮╰╯",
    times="×",
    dot="·",
    ellipsis="…",
    named=NAMED,
    bars="▁▂▃▄▅▆▇█",
    minus="−",
    aim="▾",
    double="═",
    dashed="╌┆",
    halves="▀▄▔▁▏▚",
)
ASCII = Glyphs(
    suits="CDHS",
    back="##",
    gap=".",
    bar="|",
    dash="-",
    corners="++++",
    times="x",
    dot="|",
    ellipsis="...",
    named="*",
    bars="_.-'^",
    minus="-",
    aim="v",
    double="=",
    dashed=".:",
    halves="",
)


def glyphs_for(encoding: str | None, *, ascii_only: bool) -> Glyphs:
    """Return the best symbols that an output's encoding can carry."""
    if ascii_only or not UNICODE.can_be_written_in(encoding or "ascii"):
        return ASCII
    return UNICODE


def spelled(lines: Iterable[Line], glyphs: Glyphs) -> Lines:
    """Return lines with the marks of claimed names, and of what was cut.

    They are as these symbols have them, on as many cells.
    """
    return tuple(tuple(_spelled(span, glyphs) for span in row) for row in lines)


def _spelled(span: Span, glyphs: Glyphs) -> Span:
    text = span.text
    if NAMED in text:
        text = text.replace(NAMED, glyphs.named)
    if CUT in text and glyphs.ellipsis != CUT:
        text = _CUT_OFF.sub(lambda cut: "." * width_of(cut[0]), text)
    return span if text is span.text else span._replace(text=text)


def card_name(card: Card, glyphs: Glyphs) -> str:
    """Return a card in two characters, such as ``T♥``; in words where lines are."""
    if is_linear():
        return tr("face down") if card == FACE_DOWN else tr(card_words(card))
    if card == FACE_DOWN:
        return glyphs.back
    return RANKS[rank_of(card) - 1] + glyphs.suits[suit_of(card)]


def card_span(card: Card, glyphs: Glyphs) -> Span:
    """Return a card as a span of two cells, red or black or face down."""
    if card == FACE_DOWN:
        return Span(card_name(card, glyphs), Style.HIDDEN)
    return Span(card_name(card, glyphs), Style.RED if is_red(card) else Style.BLACK)


def card_row(cards: Iterable[Card], glyphs: Glyphs) -> Line:
    """Return cards one after another on a line."""
    between = Span(", " if is_linear() else " ")
    spans = [span for card in cards for span in (between, card_span(card, glyphs))]
    return (Span("  "), *spans[1:])


def index_row(cards: Iterable[Card], glyphs: Glyphs, width: int = 2) -> Line:
    """Return cards on a line as their corners have them, a ten as ``10``.

    Each is set to the right on at least `width` cells.
    """
    if is_linear():
        return card_row(cards, glyphs)
    return tuple(
        span if span.text.isspace() else _as_index(span, width)
        for span in card_row(cards, glyphs)
    )


def _as_index(span: Span, width: int) -> Span:
    return span._replace(text=span.text.replace("T", "10").rjust(width))


def big_card(card: Card, glyphs: Glyphs) -> tuple[tuple[Span, ...], ...]:
    """Return a card as a picture of three lines of six cells."""
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    bar = Span(glyphs.bar, Style.DIM)
    return (
        (Span(left_top + glyphs.dash * 4 + right_top, Style.DIM),),
        (bar, Span(" "), card_span(card, glyphs), Span(" "), bar),
        (Span(left_bottom + glyphs.dash * 4 + right_bottom, Style.DIM),),
    )
