"""Standard output: the symbols and the colour that it can take, and who reads it."""

import os
import sys

from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.spelling import fit_for
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines


class Output:
    """Standard output, with the colour and the symbols that it can take."""

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        self.glyphs = glyphs
        self.colour = colour

    def show(self, lines: Lines) -> None:
        """Print lines at once."""
        text = painted(lines, colour=self.colour, glyphs=self.glyphs)
        print(fit_for(text, sys.stdout), flush=True)


def is_terminal() -> bool:
    """Tell whether a person sits at a terminal that can move its cursor."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb
