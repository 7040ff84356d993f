"""Server processes, as an operator has them."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from tests.starting.forked import Forked, forked


class Running(NamedTuple):
    """A server process that is ready."""

    process: Process | Forked
    url: str
    metrics: str = ""
    """The address of its metrics, if it was asked for them."""

    async def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        await self.process.wait()


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment without its settings, with these."""
    ours = ("SAMEDEAL_", "REDIS_URL")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return {**kept, **settings}


@asynccontextmanager
async def running_server(
    redis_url: str,
    port: str = "0",
    program: Sequence[str] = (),
    **settings: str,
) -> AsyncGenerator[Running]:
    """Run a server, on any free port if none is named, over a store that runs.

    It is forked from a process that has imported it, unless another program is named;
    then it waits for its store as long as tests do.
    """
    argv = ("--port", port, "--ready-json")
    told = _told(redis_url, settings)
    if program:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *program, *argv), stdout=PIPE, env=told
        )
        assert process.stdout is not None
        async with _running(process, process.stdout.readline) as running:
            yield running
        return
    async with _running_fork(
        forked("samedeal_server", *argv, environment=told)
    ) as running:
        yield running


@asynccontextmanager
async def hurried_server(redis_url: str, **settings: str) -> AsyncGenerator[Running]:
    """Run a server that takes its store for away as soon as it does in service."""
    argv, told = ("--port", "0", "--ready-json"), _told(redis_url, settings)
    child = forked("samedeal_server", *argv, environment=told, hurries=True)
    async with _running_fork(child) as running:
        yield running


def _told(redis_url: str, settings: Mapping[str, str]) -> dict[str, str]:
    return environment(REDIS_URL=redis_url, SAMEDEAL_LOG_LEVEL="error", **settings)


@asynccontextmanager
async def _running_fork(child: Forked) -> AsyncGenerator[Running]:
    try:
        async with _running(child, child.line) as running:
            yield running
    finally:
        child.close()


@asynccontextmanager
async def _running(
    process: Process | Forked, line: Callable[[], Awaitable[bytes]]
) -> AsyncGenerator[Running]:
    """Wait until it is ready; at the end it is told to end, unless it has ended."""
    try:
        ready = json.loads(await line())
        url = f"ws://{ready['host']}:{ready['port']}"
        yield Running(process, url, ready.get("metrics", ""))
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
