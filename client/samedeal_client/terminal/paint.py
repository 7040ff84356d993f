"""Styled lines as text for a terminal, with colour or without."""

import os
from collections.abc import Iterable
from typing import Literal, TextIO, TypeAlias, get_args

from samedeal_client.printable import printable_row
from samedeal_client.terminal.consoles import is_dumb
from samedeal_client.terminal.theme import (
    LOOKS,
    SUIT_LOOKS,
    Depth,
    Pen,
    chosen_theme,
    depth_of,
    suit_of,
)
from samedeal_client.view.cards import Glyphs, spelled
from samedeal_client.view.spans import Line, Span, text_of
from samedeal_client.view.tints import Patch

ColourChoice: TypeAlias = Literal["auto", "always", "never"]
COLOUR_CHOICES: tuple[ColourChoice, ...] = get_args(ColourChoice)


def wants_colour(choice: ColourChoice, stream: TextIO) -> bool:
    """Tell whether to use colour on a stream.

    With ``auto``, it is used on a terminal that is not dumb, unless NO_COLOR is set to
    anything (no-color.org).
    """
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and not is_dumb()


def painted(
    lines: Iterable[Line], *, colour: bool, glyphs: Glyphs, depth: Depth | None = None
) -> str:
    """Return lines as one text, with escape sequences only if `colour`.

    Colours are of `depth`, or else of as many as the terminal says that it has. No
    other escapes are in it, and each line is one line.
    """
    shown = tuple(_printable(row) for row in spelled(lines, glyphs))
    if not colour:
        return text_of(shown)
    deep = depth_of() if depth is None else depth
    return "\n".join(_coloured(row, deep) for row in shown)


def pen_of(span: Span) -> Pen:
    """Return the pen of a span in the theme that is chosen."""
    if isinstance(span.style, Patch):
        return Pen()
    suit = suit_of(span) if chosen_theme() == "four" else None
    return (LOOKS[span.style] if suit is None else SUIT_LOOKS[suit]).pen


def _printable(row: Line) -> Line:
    return tuple(span._replace(text=printable_row(span.text)) for span in row)


def _coloured(row: Line, depth: Depth) -> str:
    parts: list[str] = []
    for span in row:
        code = _code(pen_of(span), depth)
        # Blanks stay bare: a highlighted blank says nothing and underlines ugly.
        bare = not code or not span.text.strip()
        parts.append(span.text if bare else f"\x1b[{code}m{span.text}\x1b[0m")
    return "".join(parts).rstrip()


def _code(pen: Pen, depth: Depth) -> str:
    """Return the parameters of the escape sequence, empty for none."""
    colour = "" if pen.few is None else str(pen.few)
    if depth is Depth.MANY and pen.many is not None:
        colour = f"38;5;{pen.many}"
    elif depth is Depth.ALL and pen.exact:
        red, green, blue = bytes.fromhex(pen.exact.removeprefix("#"))
        colour = f"38;2;{red};{green};{blue}"
    return ";".join(part for part in (pen.how, colour) if part)
