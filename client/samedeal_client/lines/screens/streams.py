"""Standard input and output as a place to show lines and to read them."""

import asyncio
import contextlib
import os
import select
import sys
import threading
from collections.abc import Callable, Generator
from typing import Self

from samedeal_client.lines.screens.screen import Screen
from samedeal_client.reader import is_linear
from samedeal_client.terminal.output import Output, is_terminal
from samedeal_client.view.cards import Glyphs

MOST_LINE_BYTES = 64 * 1024
STANDARD_INPUT = 0


class TypedLines:
    """The lines that are typed from the first `next` to `close`."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader: threading.Thread | None = None
        self._woken, self._wake = os.pipe()

    async def next(self) -> str | None:
        """Return the next line; None at the end of input, and for Ctrl-D."""
        if self._reader is None:
            loop = asyncio.get_running_loop()
            # A daemon: where reading itself has to wait, nobody waits for it.
            self._reader = threading.Thread(
                target=self._read, args=(loop,), daemon=True
            )
            self._reader.start()
        return await self._lines.get()

    def close(self) -> None:
        """Stop reading: everything typed from now on is for others."""
        os.close(self._wake)
        if self._reader is not None and _CAN_WAIT:
            self._reader.join()
        if self._reader is None or _CAN_WAIT:
            os.close(self._woken)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass lines on, without Python's buffer.

        A thread that holds its lock when the program ends would bring the interpreter
        down.
        """
        rest = b""

        def tell(line: str | None) -> None:
            loop.call_soon_threadsafe(self._lines.put_nowait, line)

        # Closed when the table was left while this waited for a line.
        with contextlib.suppress(RuntimeError):
            while (chunk := self._chunk()) is not None:
                if not chunk:
                    if rest:
                        tell(rest.decode(errors="replace"))
                    tell(None)
                    if not os.isatty(STANDARD_INPUT):
                        return
                    rest = b""
                    continue  # a terminal goes on after Ctrl-D
                *whole, rest = (rest + chunk).split(b"\n")
                for text in whole:
                    tell(text.decode(errors="replace"))
                rest = rest[-MOST_LINE_BYTES:]

    def _chunk(self) -> bytes | None:
        """Return typed bytes, empty at the end of input; None when closed."""
        try:
            if _CAN_WAIT:
                watched = (STANDARD_INPUT, self._woken)
                if self._woken in select.select(watched, (), ())[0]:
                    return None
            # A console of Windows gives UTF-8 to this, and others' bytes to `os.read`.
            with open(STANDARD_INPUT, "rb", buffering=0, closefd=False) as typed:
                return typed.read(4096)
        except OSError:
            return b""


_CAN_WAIT = hasattr(select, "poll")
"""Whether this system can wait for files, and not for sockets alone."""


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
