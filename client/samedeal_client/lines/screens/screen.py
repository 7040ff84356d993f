"""Screens of lines, whatever their terminal can do."""

from collections.abc import Callable
from typing import Protocol

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines

LINES_AROUND = 10
"""Lines that a board leaves to everything else on the screen."""


class Interrupted(Exception):
    """The player pressed Ctrl-C."""


class Screen(Protocol):
    """One place to show lines and to read them."""

    @property
    def glyphs(self) -> Glyphs:
        """The symbols that this screen can show."""
        ...

    @property
    def is_live(self) -> bool:
        """Tell whether a person sits there, who sees what goes on."""
        ...

    @property
    def height(self) -> int:
        """The number of lines that fit on it now."""
        ...

    def show(self, lines: Lines) -> None:
        """Show lines below those shown before."""
        ...

    async def read(self, prompt: Callable[[], str]) -> str | None:
        """Return the next line typed, None at the end; raises Interrupted.

        The prompt is asked for anew whenever something else was shown.
        """
        ...


def most_rows(screen: Screen) -> int:
    """Return the height in cards that a column may have on a screen."""
    return max(8, screen.height - LINES_AROUND)
