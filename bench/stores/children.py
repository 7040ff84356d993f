"""Processes that work at the same time: each says when it is ready, and what it did."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from sys import executable

from bench.moves.__main__ import environment

HERE = Path(__file__).parents[2]


@asynccontextmanager
async def running(
    module: str, *words: str, tree: Path = HERE, is_heard: bool = True
) -> AsyncGenerator[Process]:
    """Yield a process of a module that uses the server of a tree, until left.

    `is_heard` tells whether what it logs is seen.
    """
    process = await asyncio.create_subprocess_exec(
        *(executable, "-m", module, *words),
        env=environment(tree),
        cwd=HERE,
        stdin=PIPE,
        stdout=PIPE,
        stderr=None if is_heard else DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def ready(processes: Iterable[Process]) -> None:
    """Wait until every one of them has said that it is."""
    for process in processes:
        await _said(process)


async def let_go(processes: Iterable[Process]) -> list[int]:
    """Let all begin; return the number that each says in the end."""
    begun = list(processes)
    for process in begun:
        assert process.stdin is not None
        process.stdin.write(b"\n")
    return [int(await _said(process)) for process in begun]


async def _said(process: Process) -> bytes:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise RuntimeError("a process that is measured has ended")
    return line
