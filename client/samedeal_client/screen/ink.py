"""From styled lines to what Textual paints."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style as Ink
from rich.text import Text
from textual.color import Color
from textual.dom import DOMNode
from textual.filter import LineFilter

from samedeal_client.printable import printable_row
from samedeal_client.reader import Theme
from samedeal_client.terminal import theme
from samedeal_client.terminal.cloth import (
    CLOTH,
    FEW,
    FOUR,
    FOUR_FEW,
    FOUR_MANY,
    LIGHT,
    LIGHT_MANY,
    MANY,
    WORDS_ON,
)
from samedeal_client.terminal.theme import Depth, chosen_theme, depth_of, suit_of
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import SUIT_TINTS, Patch, Tint


def _bare_ink(codes: str) -> Ink:
    parts = codes.split(";")
    return Ink(
        bold=theme.BOLD in parts or None,
        dim=theme.DIM in parts or None,
        underline=theme.UNDERLINED in parts or None,
        reverse=theme.REVERSED in parts or None,
    )


MONOCHROME: Mapping[Style, Ink] = {
    style: _bare_ink(look.bare) for style, look in theme.LOOKS.items()
}
"""Bold, underlined or reversed at most."""


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
BLANK = Span("")
_Look: TypeAlias = tuple[Depth, Theme]
DYES: Mapping[tuple[Depth, Theme], Mapping[Tint, str]] = {
    (Depth.ALL, "safe"): CLOTH,
    (Depth.ALL, "four"): FOUR,
    (Depth.ALL, "light"): LIGHT,
    (Depth.MANY, "safe"): MANY,
    (Depth.MANY, "four"): FOUR_MANY,
    (Depth.MANY, "light"): LIGHT_MANY,
    (Depth.FEW, "safe"): FEW,
    (Depth.FEW, "four"): FOUR_FEW,
    (Depth.FEW, "light"): FEW,
}
"""By how many colours there are, and by what is chosen."""


def inked(lines: Lines, *, colour: bool, ground: Tint = Tint.PANEL) -> Text:
    """Return lines as one text, as it looks on a ground."""
    text = Text(no_wrap=True, end="")
    for number, row in enumerate(lines):
        if number:
            text.append("\n")
        text.append_text(inked_line(row, colour=colour, ground=ground))
    return text


def inked_line(row: Line, *, colour: bool, ground: Tint = Tint.PANEL) -> Text:
    """Return a line as a text, without markup, escapes or a second line in it."""
    text = Text(no_wrap=True, end="")
    for part, ink in _parts(row, ground, colour=colour):
        text.append(part, ink)
    return text


def words_segments(row: Line, ground: Tint, *, colour: bool) -> list[Segment]:
    """Return a line of words as Textual takes it, as it looks on a ground."""
    bare = ground_ink(ground, colour=colour)
    parts = _parts(row, ground, colour=colour)
    return [Segment(part, ink or bare) for part, ink in parts if part]


def ground_ink(ground: Tint, *, colour: bool) -> Ink:
    """Return the ink of blanks on a ground."""
    return _ink_on(ground, BLANK, _look() if colour else None)


def _parts(
    row: Line, ground: Tint, *, colour: bool
) -> Iterator[tuple[str, Ink | None]]:
    """Yield texts with how each is painted, None for blanks upon the bare ground."""
    look = _look() if colour else None
    for each in row:
        span = each._replace(text=printable_row(each.text))
        ink = _ink_on(ground, span, look)
        if span.style in (Style.NEXT, Style.OWN):
            # The blanks around what is marked say nothing, and underline ugly.
            words = span.text.strip()
            before, _, after = span.text.partition(words) if words else ("", "", "")
            yield before if words else span.text, None
            yield words, ink
            yield after, None
        else:
            yield span.text, ink


def ink_of_patch(patch: Patch) -> Ink:
    """Return the ink of something of the felt, or of what stands beside it."""
    return _dyed(patch, *_look())


def felt_segments(row: Line, ground: Tint, *, colour: bool) -> list[Segment]:
    """Return a line of the felt as Textual takes it; words have tints there, too."""
    look = _look() if colour else None
    return [
        Segment(printable_row(span.text), _ink_on(ground, span, look)) for span in row
    ]


def _ink_on(ground: Tint, span: Span, look: _Look | None) -> Ink:
    """Return the ink of a span on a ground, in colours or, without, bare."""
    if look is None:
        return _uncoloured(span.style)
    return _dyed(_patch(ground, span, look[1]), *look)


def colour_of(tint: Tint) -> str:
    """Return the colour of a ground: the felt itself, or what is beside it."""
    return DYES[depth_of(), _dyes_called()][tint]


def laid_on(ground: Tint, span: Span) -> Span:
    """Return words as they look on a ground; those with one of their own keep it."""
    return span._replace(style=_patch(ground, span, _dyes_called()))


def _patch(ground: Tint, span: Span, theme: Theme) -> Patch:
    if isinstance(span.style, Patch):
        return span.style
    patch = WORDS_ON[ground][span.style]
    suit = suit_of(span) if theme == "four" else None
    return patch if suit is None else patch._replace(tint=SUIT_TINTS[suit])


def spread(node: DOMNode, ground: Tint, *, colour: bool) -> None:
    """Lay a ground below a part of the screen, where there are colours."""
    if colour:
        node.styles.background = colour_of(ground)
        node.styles.color = colour_of(WORDS_ON[ground][Style.PLAIN].tint)


@lru_cache(1024)
def _uncoloured(style: Style | Patch) -> Ink:
    if isinstance(style, Patch):
        return Ink(bold=style.is_bold or None, reverse=style.is_reversed or None)
    return MONOCHROME[style]


@lru_cache(1024)
def _dyed(patch: Patch, depth: Depth, theme: Theme) -> Ink:
    dyes = DYES[depth, theme]
    return Ink(
        color=dyes[patch.tint], bgcolor=dyes[patch.ground], bold=patch.is_bold or None
    )


def _look() -> _Look:
    """Return the depth of colours there is now, and the theme."""
    return depth_of(), _dyes_called()


def _dyes_called() -> Theme:
    """Return the theme whose colours are used; without any, none of them is seen."""
    theme = chosen_theme()
    return "safe" if theme == "mono" else theme
