"""From styled lines to what a terminal is sent, with colour or without."""

import os
from collections.abc import Iterable
from typing import Literal, TextIO, TypeAlias, get_args

from samedeal_client.view.cards import Glyphs, spelled
from samedeal_client.view.spans import Line, Style, text_of

ColourChoice: TypeAlias = Literal["auto", "always", "never"]
COLOUR_CHOICES: tuple[ColourChoice, ...] = get_args(ColourChoice)

# Of the sixteen colours that every theme defines, only those that are legible
# on dark and on light; black cards keep the theme's own colour.
_SGR = {
    Style.PLAIN: "",
    Style.DIM: "2",
    Style.RED: "1;31",
    Style.BLACK: "1",
    Style.HIDDEN: "2;34",
    Style.TITLE: "1;36",
    Style.GOOD: "32",
    Style.WARNING: "1;33",
    Style.OWN: "1;4",
    Style.NEXT: "1;35",
    Style.RED_CARD: "1;31",
    Style.BLACK_CARD: "1",
    Style.HELD: "7",
    Style.TARGET: "1;32",
    Style.OPEN: "2",
}


def wants_colour(choice: ColourChoice, stream: TextIO) -> bool:
    """Tell whether to use colour on a stream.

    On its own it is used on a terminal that is not dumb, unless NO_COLOR is set
    to anything (no-color.org).
    """
    if choice != "auto":
        return choice == "always"
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return stream.isatty() and not os.environ.get("NO_COLOR") and not dumb


def painted(lines: Iterable[Line], *, colour: bool, glyphs: Glyphs) -> str:
    """Return lines as one text, with escape sequences only if `colour`."""
    shown = spelled(lines, glyphs)
    return "\n".join(map(_coloured, shown)) if colour else text_of(shown)


def _coloured(row: Line) -> str:
    parts: list[str] = []
    for text, style in row:
        code = _SGR[style]
        # Blanks stay bare: a highlighted blank says nothing and underlines ugly.
        parts.append(f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text)
    return "".join(parts).rstrip()
