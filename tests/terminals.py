"""A program at a terminal of its own, as a person sees it who types there."""

import asyncio
import fcntl
import os
import struct
import termios
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

WITHIN_S = 40.0
ROWS, COLUMNS = 24, 80


class Terminal:
    """One program and all that it has written so far."""

    def __init__(self, process: Process, end: int) -> None:
        self.process = process
        self.shown = ""
        self._end = end
        self._news = asyncio.Event()
        asyncio.get_running_loop().add_reader(end, self._take)

    async def until(self, text: str, *, after: int = 0) -> int:
        """Wait until a text was shown; return where it ends."""
        async with asyncio.timeout(WITHIN_S):
            while (found := self.shown.find(text, after)) < 0:
                self._news.clear()
                await self._news.wait()
        return found + len(text)

    async def more(self) -> None:
        """Wait until anything more was shown."""
        self._news.clear()
        await self._news.wait()

    def type(self, text: str) -> None:
        """Type a line, or keys without one."""
        self.put(text.encode())

    def put(self, typed: bytes) -> None:
        """Type what may be a part of a letter only."""
        os.write(self._end, typed)

    async def status(self) -> int:
        """Wait until the program has ended, and return its exit status."""
        async with asyncio.timeout(WITHIN_S):
            return await self.process.wait()

    def close(self) -> None:
        """Let go of the terminal."""
        asyncio.get_running_loop().remove_reader(self._end)
        os.close(self._end)

    def _take(self) -> None:
        try:
            part = os.read(self._end, 65536)
        except OSError:
            # The program has closed its end.
            asyncio.get_running_loop().remove_reader(self._end)
            part = b""
        self.shown += part.decode("utf-8", "replace")
        self._news.set()


@asynccontextmanager
async def terminal(*argv: str, env: Mapping[str, str]) -> AsyncGenerator[Terminal]:
    """Run a program at a terminal of 80 by 24; it is killed if it still runs then."""
    ours, theirs = os.openpty()
    size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    process = await asyncio.create_subprocess_exec(
        *argv,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=dict(env),
        start_new_session=True,
    )
    os.close(theirs)
    opened = Terminal(process, ours)
    try:
        yield opened
    finally:
        opened.close()
        if process.returncode is None:
            process.kill()
            await process.wait()
