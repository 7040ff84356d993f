"""From styled lines to what Textual paints.

Colours are Okabe and Ito's, which people who see few colours can tell apart; suits
differ by their symbol first, so that nothing is lost without any colour.
"""

from collections.abc import Mapping
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style as Ink
from rich.text import Text
from textual.color import Color
from textual.filter import LineFilter

from samedeal_client.printable import printable_row
from samedeal_client.terminal.theme import (
    BLUISH_GREEN,
    SKY,
    VERMILION,
    YELLOW,
    chosen_theme,
    suit_of,
)
from samedeal_client.view.spans import Line, Lines, Span, Style

GROUND, BACK = "#f4f1e8", "#4a5a6a"

INKS: Mapping[Style, Ink] = {
    Style.PLAIN: Ink(),
    Style.DIM: Ink(dim=True),
    Style.RED: Ink(color=VERMILION, bold=True),
    Style.BLACK: Ink(bold=True),
    Style.HIDDEN: Ink(color="#c8d2dc", bgcolor=BACK),
    Style.TITLE: Ink(color=SKY, bold=True),
    Style.GOOD: Ink(color=BLUISH_GREEN, bold=True),
    Style.WARNING: Ink(color=YELLOW, bold=True),
    Style.OWN: Ink(bold=True, underline=True),
    Style.NEXT: Ink(color="#000000", bgcolor=YELLOW, bold=True),
    Style.RED_CARD: Ink(color="#b03000", bgcolor=GROUND, bold=True),
    Style.BLACK_CARD: Ink(color="#101010", bgcolor=GROUND, bold=True),
    Style.HELD: Ink(color="#000000", bgcolor=YELLOW, bold=True),
    Style.TARGET: Ink(color="#000000", bgcolor=BLUISH_GREEN, bold=True),
    Style.OPEN: Ink(color="#8a97a3", bgcolor="#22303c"),
    Style.LAST: Ink(color="#000000", bgcolor=SKY, bold=True),
}

SUIT_INKS = (
    Ink(color=BLUISH_GREEN, bold=True),
    Ink(color=SKY, bold=True),
    Ink(color=VERMILION, bold=True),
    Ink(bold=True),
)
"""In a deck of four colours on the screen itself: clubs, diamonds, hearts, spades."""
SUIT_CARD_INKS = tuple(
    Ink(color=colour, bgcolor=GROUND, bold=True)
    for colour in ("#00664b", "#00568a", "#b03000", "#101010")
)
"""The same on the ground of a card."""

MONOCHROME: Mapping[Style, Ink] = {
    **{style: Ink() for style in Style},
    Style.TITLE: Ink(bold=True),
    Style.GOOD: Ink(bold=True),
    Style.WARNING: Ink(bold=True),
    Style.OWN: Ink(bold=True, underline=True),
    Style.NEXT: Ink(reverse=True),
    Style.RED_CARD: Ink(bold=True),
    Style.BLACK_CARD: Ink(bold=True),
    Style.HELD: Ink(reverse=True),
    Style.TARGET: Ink(underline=True, bold=True),
    Style.LAST: Ink(bold=True, underline=True),
}
"""Bold, underlined or reversed: what is dim is grey, on most terminals."""


class _Uncoloured(LineFilter):
    """Leaves to a terminal its own colours, on whatever ground it has."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return segments without any colour."""
        return [
            Segment(text, None if ink is None else _bare(ink), control)
            for text, ink, control in segments
        ]


@lru_cache(1024)
def _bare(ink: Ink) -> Ink:
    """Return an ink that is bold, underlined or reversed at most."""
    return Ink(
        bold=ink.bold,
        underline=ink.underline,
        reverse=ink.reverse,
        meta=ink.meta or None,
    )


UNCOLOURED = _Uncoloured()


def inked(lines: Lines, *, colour: bool) -> Text:
    """Return lines as one text."""
    text = Text(no_wrap=True, end="")
    for number, row in enumerate(lines):
        if number:
            text.append("\n")
        text.append_text(inked_line(row, colour=colour))
    return text


def inked_line(row: Line, *, colour: bool) -> Text:
    """Return a line as a text, without markup, escapes or a second line in it."""
    text = Text(no_wrap=True, end="")
    for each in row:
        span = each._replace(text=printable_row(each.text))
        ink = ink_of(span) if colour else MONOCHROME[span.style]
        if span.style is Style.NEXT:
            # A view marks what is next with the blanks around it, which say nothing.
            words = span.text.strip()
            before, _, after = span.text.partition(words) if words else ("", "", "")
            text.append(before if words else span.text)
            text.append(words, ink)
            text.append(after)
        else:
            text.append(span.text, ink)
    return text


def ink_of(span: Span) -> Ink:
    """Return how a span is painted in the theme that is chosen."""
    suit = suit_of(span) if chosen_theme() == "four" else None
    if suit is None:
        return INKS[span.style]
    is_card = span.style in (Style.RED_CARD, Style.BLACK_CARD)
    return SUIT_CARD_INKS[suit] if is_card else SUIT_INKS[suit]
