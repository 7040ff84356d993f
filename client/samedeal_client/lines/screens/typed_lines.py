"""Lines of standard input, read in a thread for as long as they are wanted.

A thread, as event loops cannot watch plain files. It never waits in a read, but for
input or for the end, so that everything typed afterwards is left to others at the
terminal.
"""

import asyncio
import contextlib
import os
import select
import threading

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
