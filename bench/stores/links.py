"""How many links of the chain are made in a second, by how many processes at once.

``python -m bench.stores.links [--beside FOLDER] [--processes 12 --at-once 4]
[--links 1920]``

So many processes over one store of their own each want so many links at once, and then
the next ones, until all are made or given up. Told are the links that were made in a
second, by the clock, how many were given up, and what each took of the store's CPU.
With a checkout of another commit as FOLDER its processes come first. Without a number
of processes each of some numbers is measured.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from bench.load.processes import cpu_s
from bench.stores.children import HERE, let_go, ready, running
from redis.asyncio import Redis

from samedeal_server.store.embedded import EmbeddedStore

LINKING = "bench.stores.linking"


class Wanted(NamedTuple):
    """The links that are wanted: by how many, how many at once, how many in all."""

    processes: int
    at_once: int
    links: int

    @property
    def rounds(self) -> int:
        """The number of times that each process wants some."""
        return max(1, self.links // (self.processes * self.at_once))

    @property
    def all(self) -> int:
        """How many are wanted, as each process wants as many."""
        return self.processes * self.at_once * self.rounds


USUAL = (
    Wanted(12, 4, 1_920),
    Wanted(12, 32, 7_680),
    Wanted(4, 16, 3_840),
    Wanted(2, 8, 3_840),
)


class Made(NamedTuple):
    """What came of it."""

    given_up: int
    took_s: float
    store_s: float
    """Of the store's CPU."""


async def measure(tree: Path, wanted: Wanted) -> Made:
    """Have processes of a tree make links over an empty store."""
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-links-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder))
        store = await held.enter_async_context(Redis.from_url(embedded.url))
        info: Any = await store.info("server")
        pid = int(info["process_id"])
        numbers = (str(wanted.at_once), str(wanted.rounds))
        processes = [
            await held.enter_async_context(
                running(
                    *(LINKING, embedded.url, str(number), *numbers),
                    tree=tree,
                    is_heard=False,
                )
            )
            for number in range(wanted.processes)
        ]
        await ready(processes)
        before_s, began_s = cpu_s(pid), perf_counter()
        given_up = await let_go(processes)
        return Made(sum(given_up), perf_counter() - began_s, cpu_s(pid) - before_s)


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of processes, and each tree."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.links")
    parser.add_argument("--beside", type=Path, help="a checkout of another commit")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--links", type=int, default=1_920)
    asked = parser.parse_args(arguments)
    trees = [HERE] if asked.beside is None else [asked.beside.resolve(), HERE]
    own = Wanted(asked.processes or 0, asked.at_once, asked.links)
    for wanted in USUAL if asked.processes is None else [own]:
        for tree in trees:
            found = await measure(tree, wanted)
            made = wanted.all - found.given_up
            print(
                f"{tree.name}, {wanted.processes} processes, {wanted.at_once} at once: "
                f"{made / found.took_s:,.0f} links a second, "
                f"{found.given_up:,} of {wanted.all:,} given up; "
                f"{found.store_s / max(1, made) * 1e6:.0f} µs of the store for each",
                flush=True,
            )


if __name__ == "__main__":
    asyncio.run(main())
