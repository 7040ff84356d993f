"""Servers that are forked from a process which has imported them already."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.starting.mother import NUMBER_BYTES, SIZE_BYTES, Asked

ROOT = Path(__file__).parent.parent.parent


class Forked:
    """A process that another has forked, used as one that asyncio has started.

    Its standard output is read by `line`.
    """

    def __init__(self, pid: int, out: int, ended: int) -> None:
        self.pid = pid
        self._out = out
        self._ended = ended
        self._status: int | None = None
        os.set_blocking(ended, False)

    @property
    def returncode(self) -> int | None:
        """The exit status, or the number of the signal below zero; None before."""
        if self._status is None:
            try:
                told = os.read(self._ended, NUMBER_BYTES)
            except BlockingIOError:
                return None
            assert told, "the process that forks servers is gone"
            self._status = int.from_bytes(told, "big", signed=True)
        return self._status

    async def line(self) -> bytes:
        """Wait for what it writes in one go, and return it; nothing at its end."""
        await _readable(self._out)
        return os.read(self._out, 65536)

    async def wait(self) -> int:
        """Wait until it has ended; return its exit status."""
        while (status := self.returncode) is None:
            await _readable(self._ended)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal; ProcessLookupError if it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        """Let go of it, once it has ended."""
        os.close(self._out)
        os.close(self._ended)


def forked(
    module: str,
    *argv: str,
    environment: Mapping[str, str],
    hurries: bool = False,
    folder: Path | None = None,
    errors: int = 2,
) -> Forked:
    """Run a module of the server as `python -m` does, but for the imports.

    It takes no busy machine for a store that is away, unless it `hurries`. It is in
    this process's folder, and has its standard error, unless others are named.
    """
    place = str(folder or Path.cwd())
    asked = Asked(module, [*argv], {**environment}, place, hurries)
    text = json.dumps(asked).encode()
    out, written = os.pipe()
    ended, told = os.pipe()
    try:
        mother = _mother()
        size = len(text).to_bytes(SIZE_BYTES, "big")
        socket.send_fds(mother, [size], [written, errors, told])
        mother.sendall(text)
        pid = int.from_bytes(mother.recv(NUMBER_BYTES, socket.MSG_WAITALL), "big")
    finally:
        os.close(written)
        os.close(told)
    return Forked(pid, out, ended)


@cache
def _mother() -> socket.socket:
    """Start the process that forks, once for all tests of this one."""
    ours, theirs = socket.socketpair()
    number = theirs.fileno()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.starting.mother", str(number)],
        pass_fds=[number],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


async def _readable(file: int) -> None:
    """Wait until there is something to read; others may wait for the same."""
    loop = asyncio.get_running_loop()
    own = os.dup(file)
    there = asyncio.Event()
    loop.add_reader(own, there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(own)
        os.close(own)
