"""What a server holds, sampled: memory, descriptors, tasks, rooms, latency."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import contextlib
import json
import os
import signal
import time
from pathlib import Path
from typing import NamedTuple, cast

from bench.load.histogram import Histogram
from bench.load.processes import Usage, rss_kib
from redis.asyncio import Redis

COUNTED_WITHIN_S = 10.0
POLL_S = 0.01


class Sample(NamedTuple):
    """The state at one moment, all server processes together."""

    at_s: float
    """Since the start of the run."""
    rss_kib: int
    fds: int
    """Open files and sockets, without connections to the store: of those there are
    as many as there ever was work for at once, and no more than a pool holds."""
    store_clients: int
    """Connections to the store."""
    tasks: int
    rooms: int
    connections: int
    store_kib: int
    """Memory that the store uses for its data."""
    store_keys: int
    cpu: float
    """The share of a core that servers used since the sample before; 1 is a core."""
    all_cpu: float
    """The same with the store and the load generator."""
    moves: int
    """Acknowledged so far."""
    p50_ms: float
    """The median of acknowledgements since the sample before; NaN for none."""
    p99_ms: float


class Sampler:
    """Takes samples of processes that run `watched`."""

    def __init__(
        self,
        pids: tuple[int, ...],
        store: Redis,
        store_pid: int,
        folder: Path,
        acks: Histogram,
    ) -> None:
        self._pids = pids
        self._store = store
        self._folder = folder
        self._acks = acks
        self._all = (*pids, store_pid, os.getpid())
        self._usage = Usage(*self._all)
        self._began = time.perf_counter()

    async def sample(self, moves: int = 0) -> Sample:
        """Take a sample, and begin to measure the time until the next."""
        counts = [await self._counts(pid) for pid in self._pids]
        memory = await self._store.info("memory")
        clients = int((await self._store.info("clients"))["connected_clients"]) - 1
        passed_s, used_s = self._usage.read()
        self._usage = Usage(*self._all)
        p50_ms, p99_ms = (self._acks.percentile_ms(part) for part in (0.5, 0.99))
        self._acks.clear()
        return Sample(
            at_s=time.perf_counter() - self._began,
            rss_kib=sum(rss_kib(pid) for pid in self._pids),
            fds=sum(open_fds(pid) for pid in self._pids) - clients,
            store_clients=clients,
            tasks=sum(each["tasks"] for each in counts),
            rooms=sum(each["rooms"] for each in counts),
            connections=sum(each["connections"] for each in counts),
            store_kib=int(memory["used_memory"]) // 1024,
            store_keys=await self._store.dbsize(),
            cpu=sum(used_s[: len(self._pids)]) / passed_s,
            all_cpu=sum(used_s) / passed_s,
            moves=moves,
            p50_ms=p50_ms,
            p99_ms=p99_ms,
        )

    async def _counts(self, pid: int) -> dict[str, int]:
        file = self._folder / f"{pid}.json"
        before = _read(file)
        os.kill(pid, signal.SIGUSR1)
        async with asyncio.timeout(COUNTED_WITHIN_S):
            while (counts := _read(file)) == before:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(POLL_S)
        return counts


def open_fds(pid: int) -> int:
    """Return the number of files and sockets that a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def _read(file: Path) -> dict[str, int]:
    with contextlib.suppress(FileNotFoundError):
        return cast("dict[str, int]", json.loads(file.read_text("utf-8")))
    return {}
