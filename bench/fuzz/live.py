"""A server process and a store of our own, and what the kernel says of them."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.load.processes import OUT_OF_THE_WAY, ROOT, SERVER, knows_setting, rss_kib
from redis.asyncio import Redis

from samedeal_server.process.settings import PREFIX
from samedeal_server.store.embedded import EmbeddedStore


class Live(NamedTuple):
    """A server that is ready."""

    process: Process
    port: int
    log: Path
    store: Redis

    @property
    def pid(self) -> int:
        """Return the server's process id."""
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.process.returncode is None

    def rss_kib(self) -> int:
        """Return the server's resident memory."""
        return rss_kib(self.pid)

    def descriptors(self) -> int:
        """Count the server's open files and sockets."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def threads(self) -> int:
        """Count the server's threads."""
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def logged(self) -> list[str]:
        """Return the lines that the server logged as a warning or worse."""
        return self.log.read_text("utf-8", errors="replace").splitlines()


@asynccontextmanager
async def living(settings: Mapping[str, str] | None = None) -> AsyncGenerator[Live]:
    """Run a server over an empty store, its limits out of the way but for these."""
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-live-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder / "store"))
        store = Redis.from_url(embedded.url)
        held.push_async_callback(store.aclose)
        wanted = {**OUT_OF_THE_WAY, "SAMEDEAL_LOG_LEVEL": "warning", **(settings or {})}
        known = {name: value for name, value in wanted.items() if knows_setting(name)}
        log = folder / "server.log"
        process = await _started(log, {**known, "REDIS_URL": embedded.url})
        try:
            assert process.stdout is not None
            line = await process.stdout.readline()
            if not line:
                raise RuntimeError("\n".join(log.read_text().splitlines()[-5:]))
            yield Live(process, json.loads(line)["port"], log, store)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _started(log: Path, settings: Mapping[str, str]) -> Process:
    ours = (PREFIX, "REDIS_URL")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    with log.open("wb") as errors:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, *SERVER),
            stdout=PIPE,
            stderr=errors,
            env={**kept, **settings},
            cwd=ROOT,
        )
