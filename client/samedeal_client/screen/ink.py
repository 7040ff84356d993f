"""From styled lines to what Textual paints."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from rich.segment import Segment
from rich.style import Style as Ink
from rich.text import Text
from textual.color import Color
from textual.filter import LineFilter

from samedeal_client.printable import printable_row
from samedeal_client.terminal import palette
from samedeal_client.terminal.cloth import (
    CLOTH,
    FEW,
    FOUR,
    FOUR_FEW,
    FOUR_MANY,
    MANY,
    WORDS_ON,
)
from samedeal_client.terminal.theme import Depth, chosen_theme, depth_of, suit_of
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch, Tint


def _ink(look: palette.Ink) -> Ink:
    codes = look.how.split(";")
    return Ink(
        color=look.colour or None,
        bgcolor=look.ground or None,
        bold=palette.BOLD in codes or None,
        dim=palette.DIM in codes or None,
        underline=palette.UNDERLINED in codes or None,
        reverse=palette.REVERSED in codes or None,
    )


INKS: Mapping[Style, Ink] = {
    style: _ink(look.ink) for style, look in palette.LOOKS.items()
}
SUIT_INKS = tuple(_ink(look.ink) for look in palette.SUIT_LOOKS)
"""In a deck of four colours on the screen itself: clubs, diamonds, hearts, spades."""
MONOCHROME: Mapping[Style, Ink] = {
    style: _ink(palette.Ink(how=look.bare)) for style, look in palette.LOOKS.items()
}
"""Bold, underlined or reversed at most."""


NO_INKS: Mapping[Style, Ink] = MappingProxyType({})


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
DYES: Mapping[tuple[Depth, bool], Mapping[Tint, str]] = {
    (Depth.ALL, False): CLOTH,
    (Depth.ALL, True): FOUR,
    (Depth.MANY, False): MANY,
    (Depth.MANY, True): FOUR_MANY,
    (Depth.FEW, False): FEW,
    (Depth.FEW, True): FOUR_FEW,
}
"""By how many colours there are, and whether suits have four."""


def inked(lines: Lines, *, colour: bool) -> Text:
    """Return lines as one text."""
    text = Text(no_wrap=True, end="")
    for number, row in enumerate(lines):
        if number:
            text.append("\n")
        text.append_text(inked_line(row, colour=colour))
    return text


def inked_line(row: Line, *, colour: bool, over: Mapping[Style, Ink] = NO_INKS) -> Text:
    """Return a line as a text, without markup, escapes or a second line in it.

    Styles that are in `over` look so, where there are colours.
    """
    text = Text(no_wrap=True, end="")
    for each in row:
        span = each._replace(text=printable_row(each.text))
        ink = _ink_over(span, over) if colour else _uncoloured(span.style)
        if span.style in (Style.NEXT, Style.OWN):
            # The blanks around what is marked say nothing, and underline ugly.
            words = span.text.strip()
            before, _, after = span.text.partition(words) if words else ("", "", "")
            text.append(before if words else span.text)
            text.append(words, ink)
            text.append(after)
        else:
            text.append(span.text, ink)
    return text


def _ink_over(span: Span, over: Mapping[Style, Ink]) -> Ink:
    known = None if isinstance(span.style, Patch) else over.get(span.style)
    return ink_of(span) if known is None else known


def ink_of(span: Span) -> Ink:
    """Return how a span is painted in the theme that is chosen."""
    if isinstance(span.style, Patch):
        return _dyed(span.style, depth_of(), is_four=_is_four())
    suit = suit_of(span) if _is_four() else None
    return INKS[span.style] if suit is None else SUIT_INKS[suit]


# On the felt


def felt_segments(row: Line, ground: Tint, *, colour: bool) -> list[Segment]:
    """Return a line of the felt as Textual takes it; words have tints there, too."""
    return [
        Segment(
            printable_row(span.text),
            ink_of(laid_on(ground, span)) if colour else _uncoloured(span.style),
        )
        for span in row
    ]


def felt_colour(ground: Tint) -> str:
    """Return the colour of the felt itself, or of what is beside it."""
    return DYES[depth_of(), False][ground]


def laid_on(ground: Tint, span: Span) -> Span:
    """Return words as they look on a ground, and what has one of its own as it is."""
    if isinstance(span.style, Patch):
        return span
    return span._replace(style=WORDS_ON[ground][span.style])


@lru_cache(1024)
def _uncoloured(style: Style | Patch) -> Ink:
    if isinstance(style, Patch):
        return Ink(bold=style.is_bold or None, reverse=style.is_reversed or None)
    return MONOCHROME[style]


@lru_cache(1024)
def _dyed(patch: Patch, depth: Depth, *, is_four: bool) -> Ink:
    dyes = DYES[depth, is_four]
    return Ink(
        color=dyes[patch.tint], bgcolor=dyes[patch.ground], bold=patch.is_bold or None
    )


def _is_four() -> bool:
    return chosen_theme() == "four"


def has_few_colours() -> bool:
    """Tell whether the terminal has sixteen colours, and no others."""
    return depth_of() is Depth.FEW
