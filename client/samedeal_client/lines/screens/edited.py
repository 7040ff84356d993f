"""A terminal at which a line can be edited while others come in above it."""

import asyncio
import codecs
import os
import shutil
import termios
from collections import deque
from collections.abc import Callable
from typing import Any, Self

from samedeal_client.lines.screens.line_editor import LineEditor, Typed, keys_in
from samedeal_client.lines.screens.screen import Interrupted
from samedeal_client.printable import printable_row
from samedeal_client.terminal.output import Output, draw_over, end_row
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, width_of

STANDARD_INPUT = 0
LEAST_WIDTH = 10
"""Columns for typing, however long the prompt."""

# Of the modes of a terminal, the ones for what is typed.
LOCAL, CHARACTERS = 3, 6


class EditedScreen(Output):
    """A terminal with a line to type into at its end; to be read from within `with`.

    Lines are shown above that one, which is drawn again below them. Keys have their
    meaning for the system, as Ctrl-C has, whenever no line is asked for.
    """

    is_live = True

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(glyphs, colour=colour)
        self._editor = LineEditor()
        self._keys: deque[str] = deque()
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._news = asyncio.Event()
        self._is_at_end = False
        self._prompt: Callable[[], str] | None = None
        """The prompt of the line that is asked for; None where none is."""
        self._found: list[Any] = []
        """The terminal's modes as they were found; empty where they were not
        changed."""

    def __enter__(self) -> Self:
        self._found = termios.tcgetattr(STANDARD_INPUT)
        self._set(signals=True)
        return self

    def __exit__(self, *why: object) -> None:
        # A terminal that is gone has no modes any more.
        self._apply(self._found)

    @property
    def height(self) -> int:
        """Return the height of the terminal as it is now."""
        return shutil.get_terminal_size().lines

    def show(self, lines: Lines) -> None:
        """Show lines above the one being typed."""
        if self._prompt is not None:
            draw_over("")
        super().show(lines)
        self._draw()

    async def read(self, prompt: Callable[[], str]) -> str | None:
        """Let the player type a line; None for Ctrl-D, and where the terminal is gone.

        Raises Interrupted for Ctrl-C.
        """
        loop = asyncio.get_running_loop()
        self._prompt = prompt
        self._set(signals=False)
        loop.add_reader(STANDARD_INPUT, self._take)
        self._draw()
        try:
            return await self._line()
        finally:
            loop.remove_reader(STANDARD_INPUT)
            self._prompt = None
            draw_over("")
            self._set(signals=True)

    async def _line(self) -> str | None:
        while True:
            while self._keys:
                match self._editor.press(self._keys.popleft()):
                    case Typed.LINE:
                        return self._finished()
                    case Typed.END:
                        return None
                    case Typed.INTERRUPT:
                        raise Interrupted
                    case Typed.NOTHING:
                        pass
            if self._is_at_end:
                return None
            self._draw()
            self._news.clear()
            await self._news.wait()

    def _finished(self) -> str:
        """Leave the line on the screen as it was sent."""
        self._draw()
        end_row()
        return self._editor.finish()

    def _take(self) -> None:
        try:
            chunk = os.read(STANDARD_INPUT, 4096)
        except OSError:
            chunk = b""
        if chunk:
            keys, self._rest = keys_in(self._rest + self._decoder.decode(chunk))
            self._keys.extend(keys)
        else:
            self._is_at_end = True
            asyncio.get_running_loop().remove_reader(STANDARD_INPUT)
        self._news.set()

    def _draw(self) -> None:
        """Draw the line that is asked for, with the cursor where it is."""
        if self._prompt is None:
            return
        prompt = printable_row(self._prompt())
        room = shutil.get_terminal_size().columns - width_of(prompt)
        seen = self._editor.seen(max(LEAST_WIDTH, room))
        draw_over(prompt + seen.text, seen.after)

    def _set(self, *, signals: bool) -> None:
        """Take keys one by one without showing them; Ctrl-C as a signal or a key."""
        if not self._found:
            return
        modes = [*self._found]
        modes[CHARACTERS] = [*self._found[CHARACTERS]]
        modes[LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        if not signals:
            modes[LOCAL] &= ~termios.ISIG
        modes[CHARACTERS][termios.VMIN] = 1
        modes[CHARACTERS][termios.VTIME] = 0
        self._apply(modes)

    @staticmethod
    def _apply(modes: list[Any]) -> None:
        try:
            termios.tcsetattr(STANDARD_INPUT, termios.TCSADRAIN, modes)
        except termios.error:
            # The terminal is gone, as whoever reads from it finds out.
            return
