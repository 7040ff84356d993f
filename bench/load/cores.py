"""The cores of servers, their store and the generator of the load.

Pinned apart, none of them takes another's time or caches, and a server's time is
not what the kernel made of three programs on two cores. A server has a core to itself
wherever there are as many; store and generator share the last one if need be.
"""

import contextlib
import os
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple


class Cores(NamedTuple):
    """A core for each, by number."""

    servers: tuple[int, ...]
    store: int
    generator: int


def shared_out(cores: Sequence[int], servers: int) -> Cores | None:
    """Share these cores out; None where there are too few."""
    if len(cores) <= servers:
        return None
    generator = cores[-1]
    store = cores[-2] if len(cores) > servers + 1 else generator
    return Cores(tuple(cores[:servers]), store, generator)


def cores_for(servers: int) -> Cores | None:
    """Share out the cores that this process may use; None for any."""
    if sys.platform != "linux":
        return None
    return shared_out(sorted(os.sched_getaffinity(0)), servers)


def pin(pid: int, core: int) -> None:
    """Run all threads of a process, and those that they start, on one core."""
    if sys.platform == "linux":
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.sched_setaffinity(int(thread.name), {core})


@contextlib.contextmanager
def pinned_here(cores: Cores | None) -> Generator[None]:
    """Run this process on the generator's core, and afterwards on any again."""
    if cores is None or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    pin(os.getpid(), cores.generator)
    try:
        yield
    finally:
        for thread in Path("/proc/self/task").iterdir():
            os.sched_setaffinity(int(thread.name), before)
