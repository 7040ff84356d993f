"""Standard input and output as a place to show lines and to read them."""

import contextlib
import os
import sys
from collections.abc import Callable, Generator
from typing import Self

from samedeal_client.lines.screens.screen import Screen
from samedeal_client.lines.screens.typed_lines import TypedLines
from samedeal_client.reader import is_linear
from samedeal_client.terminal.output import Output, is_terminal
from samedeal_client.view.cards import Glyphs

PIPE_HEIGHT = 24


class PipeScreen(Output):
    """A screen without any editing: a pipe, a file.

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

    async def read(self, prompt: Callable[[], str]) -> str | None:
        """Return the next line of standard input, None at its end."""
        if self._typed is None:
            raise AssertionError("read from within a `with` block")
        return await self._typed.next()


class LinearScreen(PipeScreen):
    """A terminal that is left as it is: lines come and go, and nothing moves.

    With a screen reader or in braille each line is heard once; the terminal itself lets
    people edit what they type. The same is used at terminals that cannot move.
    """

    is_live = True


@contextlib.contextmanager
def open_screen(glyphs: Glyphs, *, colour: bool) -> Generator[Screen]:
    """Yield the best screen that standard input and output allow."""
    if is_terminal() and not is_linear() and os.name == "posix":
        # Not every system has such terminals.
        from samedeal_client.lines.screens.edited import EditedScreen

        with EditedScreen(glyphs, colour=colour) as edited:
            yield edited
        return
    is_person = sys.stdin.isatty() and (is_linear() or sys.stdout.isatty())
    left_alone = LinearScreen if is_person else PipeScreen
    with left_alone(glyphs, colour=colour) as screen:
        yield screen
