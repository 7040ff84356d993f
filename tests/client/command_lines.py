"""The command line, without a process of its own."""

import asyncio
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from typing import NamedTuple
from unittest import mock

from samedeal_client import cli
from samedeal_client.lines.screens import streams


class Told(NamedTuple):
    """The outcome of a command line."""

    status: int
    out: bytes
    err: str


async def told(*words: str, given: str = "") -> Told:
    """Run the command line in pipes, in a thread, for it has a loop of its own."""
    out, err = BytesIO(), BytesIO()
    with _pipes(given, out, err):
        status = await asyncio.to_thread(_status, words)
    return Told(status, out.getvalue(), err.getvalue().decode())


def _status(words: tuple[str, ...]) -> int:
    try:
        return cli.main(words)
    except SystemExit as end:  # of arguments that cannot be used
        return int(end.code or 0)


@contextmanager
def _pipes(given: str, out: BytesIO, err: BytesIO) -> Generator[None]:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as to:
        to.write(given)  # less than a pipe holds
    with ExitStack() as stack:
        stdin = stack.enter_context(os.fdopen(reading, encoding="utf-8"))
        stack.enter_context(mock.patch("sys.stdin", stdin))
        stack.enter_context(mock.patch.object(streams, "STANDARD_INPUT", reading))
        stdout, stderr = (TextIOWrapper(into, encoding="utf-8") for into in (out, err))
        stack.enter_context(redirect_stdout(stdout))
        stack.enter_context(redirect_stderr(stderr))
        yield
        for stream in (stdout, stderr):
            stream.flush()
            stream.detach()
