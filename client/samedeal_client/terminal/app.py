"""The terminal as a place to read from, and to draw on."""

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Callable, Generator
from typing import Self

from samedeal_client.printable import printable_row
from samedeal_client.terminal.output import Output, is_terminal
from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.screen import Interrupted, Screen
from samedeal_client.terminal.spelling import fit_for
from samedeal_client.terminal.typed import TypedLines
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.reading import is_linear
from samedeal_client.view.spans import Line

REFRESH_S = 0.5
"""How often the clock at the foot of the screen is drawn."""
TOOLBAR_LINES = 2
"""Eight players do not fit on one line of 80 characters."""
PIPE_HEIGHT = 24


class PipeScreen(Output):
    """A screen without any editing: a pipe, a file, a dumb terminal.

    It can be read from within a `with` block, and reads nothing after it.
    """

    is_live = False
    height = PIPE_HEIGHT

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(glyphs, colour=colour)
        self._typed: TypedLines | None = None

    def __enter__(self) -> Self:
        self._typed = TypedLines()
        return self

    def __exit__(self, *why: object) -> None:
        if self._typed is not None:
            self._typed.close()
            self._typed = None

    async def read(
        self, prompt: Callable[[], str], toolbar: Callable[[], Line]
    ) -> str | None:
        """Return the next line of standard input, None at its end."""
        if self._typed is None:
            raise AssertionError("read from within a `with` block")
        return await self._typed.next()


class LinearScreen(PipeScreen):
    """A terminal that is left as it is: lines come and go, and nothing moves.

    Who reads with a screen reader or in braille hears each line once; the terminal
    itself lets them edit what they type.
    """

    is_live = True


class PromptScreen(Output):
    """A terminal: a line to edit, and a toolbar below it that stays up to date."""

    is_live = True

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(glyphs, colour=colour)
        # Slow to load, and only needed at a terminal.
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        depth = ColorDepth.DEPTH_4_BIT if colour else ColorDepth.DEPTH_1_BIT
        self._session: PromptSession[str] = PromptSession(
            color_depth=depth, refresh_interval=REFRESH_S
        )

    @property
    def height(self) -> int:
        """Return the height of the terminal as it is now."""
        return shutil.get_terminal_size().lines

    async def read(
        self, prompt: Callable[[], str], toolbar: Callable[[], Line]
    ) -> str | None:
        """Let the player type a line; None for Ctrl-D."""
        from prompt_toolkit.formatted_text import ANSI

        def foot() -> ANSI:
            text = painted((toolbar(),), colour=False, glyphs=self.glyphs)
            text = fit_for(text, sys.stdout)
            columns = shutil.get_terminal_size().columns
            return ANSI("\n ".join(textwrap.wrap(text, columns - 1)[:TOOLBAR_LINES]))

        def head() -> str:
            return printable_row(prompt())

        try:
            return await self._session.prompt_async(head, bottom_toolbar=foot)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Interrupted from None


@contextlib.contextmanager
def open_screen(glyphs: Glyphs, *, colour: bool) -> Generator[Screen]:
    """Yield the best screen that standard input and output allow."""
    if is_linear() and sys.stdin.isatty():
        with LinearScreen(glyphs, colour=colour) as linear:
            yield linear
        return
    if not is_terminal() or is_linear():
        with PipeScreen(glyphs, colour=colour) as pipe:
            yield pipe
        return
    from prompt_toolkit.patch_stdout import patch_stdout

    screen = PromptScreen(glyphs, colour=colour)
    # Raw, or the escape sequences of colours would be shown as such.
    with patch_stdout(raw=True):
        yield screen
