"""The terminal as a place to read from, and to draw on."""

import asyncio
import contextlib
import os
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Generator

from samedeal_client.printable import printable_row
from samedeal_client.terminal.output import Output, is_terminal
from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.screen import Interrupted, Screen
from samedeal_client.terminal.spelling import fit_for
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.reading import is_linear
from samedeal_client.view.spans import Line, Lines

REFRESH_S = 0.5
"""How often the clock at the foot of the screen is drawn."""
TOOLBAR_LINES = 2
"""Eight players do not fit on one line of 80 characters."""
MOST_LINE_BYTES = 64 * 1024
PIPE_HEIGHT = 24


class PipeScreen(Output):
    """A screen without any editing: a pipe, a file, a dumb terminal."""

    is_live = False
    height = PIPE_HEIGHT

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(glyphs, colour=colour)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader: threading.Thread | None = None

    async def read(
        self, prompt: Callable[[], str], toolbar: Callable[[], Line]
    ) -> str | None:
        """Return the next line of standard input, None at its end."""
        if self._reader is None:
            loop = asyncio.get_running_loop()
            # A thread, for event loops cannot watch plain files; a daemon, so
            # that nobody waits for a line that never comes.
            self._reader = threading.Thread(
                target=_feed, args=(loop, self._lines), daemon=True
            )
            self._reader.start()
        return await self._lines.get()


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


class Picture(PipeScreen):
    """A terminal with one picture on it, drawn over the one before."""

    is_live = True

    @property
    def height(self) -> int:  # type: ignore[override]
        """Return the height of the terminal as it is now."""
        return shutil.get_terminal_size().lines

    def draw(self, lines: Lines) -> None:
        """Put a picture in place of the one before; what is typed stays below."""
        rows = painted(lines, colour=self.colour, glyphs=self.glyphs).split("\n")
        text = "".join(f"{row}\x1b[K\r\n" for row in rows)
        text = fit_for(text, sys.stdout)
        print(f"\x1b[H{text}\x1b[J", end="", flush=True)


@contextlib.contextmanager
def open_picture(glyphs: Glyphs, *, colour: bool) -> Generator[Picture]:
    """Yield a terminal's other screen; what was on it before comes back at the end."""
    print("\x1b[?1049h\x1b[2J", end="", flush=True)
    try:
        yield Picture(glyphs, colour=colour)
    finally:
        print("\x1b[?1049l", end="", flush=True)


@contextlib.contextmanager
def open_screen(glyphs: Glyphs, *, colour: bool) -> Generator[Screen]:
    """Yield the best screen that standard input and output allow."""
    if is_linear() and sys.stdin.isatty():
        yield LinearScreen(glyphs, colour=colour)
        return
    if not is_terminal() or is_linear():
        yield PipeScreen(glyphs, colour=colour)
        return
    from prompt_toolkit.patch_stdout import patch_stdout

    screen = PromptScreen(glyphs, colour=colour)
    # Raw, or the escape sequences of colours would be shown as such.
    with patch_stdout(raw=True):
        yield screen


def _feed(loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[str | None]") -> None:
    """Pass on lines of standard input, in a thread of its own.

    Read without Python's buffer: a thread that holds its lock when the program
    ends would bring the interpreter down.
    """
    rest = b""
    # Closed when the table was left while this waited for a line.
    with contextlib.suppress(RuntimeError):
        while chunk := _read_chunk():
            *whole, rest = (rest + chunk).split(b"\n")
            for text in whole:
                loop.call_soon_threadsafe(
                    lines.put_nowait, text.decode(errors="replace")
                )
            rest = rest[-MOST_LINE_BYTES:]
        if rest:
            loop.call_soon_threadsafe(lines.put_nowait, rest.decode(errors="replace"))
        loop.call_soon_threadsafe(lines.put_nowait, None)


def _read_chunk() -> bytes:
    try:
        return os.read(0, 4096)
    except OSError:
        return b""
