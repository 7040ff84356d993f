"""Server processes, started as an operator starts them."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple


class Running(NamedTuple):
    """A server process that is ready."""

    process: Process
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
    program: Sequence[str] = ("-m", "samedeal_server"),
    **settings: str,
) -> AsyncGenerator[Running]:
    """Run a server, on any free port if none is named, over a store that runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *program, "--port", port, "--ready-json"),
        stdout=PIPE,
        env=environment(REDIS_URL=redis_url, SAMEDEAL_LOG_LEVEL="error", **settings),
    )
    try:
        assert process.stdout is not None
        ready = json.loads(await process.stdout.readline())
        url = f"ws://{ready['host']}:{ready['port']}"
        yield Running(process, url, ready.get("metrics", ""))
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
