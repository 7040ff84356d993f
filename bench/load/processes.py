"""The processes that are measured, and what the kernel says of them."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import json
import os
import resource
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias

from bench.load.cores import Cores, cores_for, pin, pinned_here
from redis.asyncio import Redis

from samedeal_server.process.settings import PREFIX, Settings
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import BOOKS_CURSOR

Fsync: TypeAlias = Literal["always", "everysec"]

ROOT = Path(__file__).parents[2]
"""The folder in which `-m bench` finds its modules."""

SERVER = ("-m", "samedeal_server", "--port", "0", "--ready-json")

OUT_OF_THE_WAY = {
    "SAMEDEAL_COMMAND_BURST": "1000000",
    "SAMEDEAL_COMMANDS_PER_S": "1000000",
    "SAMEDEAL_CONNECTIONS_PER_ADDRESS": "1000000",
    "SAMEDEAL_JOINS_PER_MINUTE": "1000000",
    "SAMEDEAL_CONNECTIONS": "1000000",
    "SAMEDEAL_HANDSHAKES_PER_S": "1000000",
}
"""Limits that one machine with thousands of players would meet at once. What the
server does not know is not set."""


class Running(NamedTuple):
    """A process that serves."""

    pid: int
    port: int


class Served(NamedTuple):
    """A store and the server processes on it."""

    url: str
    store: Redis
    store_pid: int
    servers: tuple[Running, ...]
    cores: Cores | None = None
    """The cores that each of them is pinned to; None for any."""

    async def booked(self) -> int:
        """Return the number of links of the chain of matches that are in the books."""
        return int(await self.store.get(BOOKS_CURSOR) or 0)

    def pin_beside(self, peer: Running) -> None:
        """Run a peer, measured in turn with a server, on the server's core."""
        if self.cores is not None:
            pin(peer.pid, self.cores.servers[0])


def cpu_s(pid: int) -> float:
    """Return the CPU seconds that a process has used, all threads, to the µs."""
    # The clock of another process: see clock_getcpuclockid(3) in the C library.
    return time.clock_gettime((~pid << 3) | 2)


def rss_kib(pid: int) -> int:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError(f"process {pid} has no memory of its own")


def allow_many_sockets() -> int:
    """Raise the limit on open files as far as it goes; return it."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def knows_setting(name: str) -> bool:
    """Tell whether the server has a setting, named as in the environment."""
    return name.removeprefix(PREFIX).lower() in Settings.model_fields


@asynccontextmanager
async def serving(
    settings: Mapping[str, str] | None = None,
    *,
    fsync: Fsync = "everysec",
    processes: int = 1,
    program: tuple[str, ...] = SERVER,
) -> AsyncGenerator[Served]:
    """Run a store of our own and servers on it, over an empty data folder."""
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-load-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder, fsync=fsync))
        store = Redis.from_url(embedded.url)
        held.push_async_callback(store.aclose)
        info = await store.info("server")
        wanted = {**OUT_OF_THE_WAY, "SAMEDEAL_LOG_LEVEL": "error", **(settings or {})}
        known = {name: value for name, value in wanted.items() if knows_setting(name)}
        servers = [
            await held.enter_async_context(
                process(*program, REDIS_URL=embedded.url, **known)
            )
            for _ in range(processes)
        ]
        store_pid, cores = int(info["process_id"]), cores_for(processes)
        if cores is not None:
            pin(store_pid, cores.store)
            for server, core in zip(servers, cores.servers, strict=True):
                pin(server.pid, core)
        held.enter_context(pinned_here(cores))
        yield Served(embedded.url, store, store_pid, tuple(servers), cores)


@asynccontextmanager
async def process(
    *words: str, program: str = sys.executable, **settings: str
) -> AsyncGenerator[Running]:
    """Run Python, or another program; yield it once it has said where it listens."""
    ours = (PREFIX, "REDIS_URL")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    child = await asyncio.create_subprocess_exec(
        *(program, *words),
        stdout=PIPE,
        env={**kept, **settings},
        cwd=ROOT,
    )
    try:
        assert child.stdout is not None
        line = await child.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(words)} ended before it served anything")
        yield Running(child.pid, json.loads(line)["port"])
    finally:
        if child.returncode is None:
            child.terminate()
        await child.wait()


class Usage:
    """The use of processors by processes, from its making to `read`."""

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self._cpu = [cpu_s(pid) for pid in pids]
        self._at = time.perf_counter()

    def read(self) -> tuple[float, list[float]]:
        """Return the seconds that passed and the CPU seconds of each process."""
        used = [
            cpu_s(pid) - was for pid, was in zip(self._pids, self._cpu, strict=True)
        ]
        return time.perf_counter() - self._at, used
