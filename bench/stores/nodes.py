"""What three nodes of a cluster carry beside one store, by their own CPU.

``python -m bench.stores.nodes [--processes 1 2 4] [--rate 0 200] [--rooms 100]
[--seconds 5] [--turns 3] [--matches 200]``

So many processes move in so many rooms each, over one store and over three nodes by
turns: as fast as they are answered, or so many moves a second of each process. Then one
process keeps, links and books matches that have ended, over both by turns, and over
three nodes with all boards set apart. Told of each
is the CPU that nodes took for one move, or match, of the busiest node and of all; and
how many a second there would be with a core for each node. That is what counts where
nodes, processes and all else share two cores: how many there were by the clock says
more of the machine. The medians are told at last, and three nodes to one.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.finished import keep
from bench.load.processes import cpu_s
from bench.stores.booking import matches_of
from bench.stores.children import let_go, ready, running
from bench.stores.cluster import running_cluster
from bench.stores.node import Node

from samedeal_server.records.booking.parting import SCOPES, set_apart
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.redis import Store

MOVING = "bench.stores.moving"
SYNC = {"appendfsync": "everysec"}
ONE, THREE = 1, 3


class Carried(NamedTuple):
    """What was done, and what nodes took for it."""

    made: int
    took_s: float
    nodes_s: tuple[float, ...]
    """Of the CPU of each."""

    @property
    def busiest_us(self) -> float:
        """What the busiest node took for each."""
        return max(self.nodes_s) / self.made * 1e6

    @property
    def all_us(self) -> float:
        """What all nodes took for each."""
        return sum(self.nodes_s) / self.made * 1e6

    @property
    def capacity(self) -> float:
        """How many a second there would be with a core for each node."""
        return self.made / max(self.nodes_s)


@asynccontextmanager
async def nodes_of(count: int) -> AsyncGenerator[tuple[str, list[Node]]]:
    """Yield an address and the nodes behind it: one store, or a cluster of three."""
    with TemporaryDirectory(prefix="samedeal-nodes-") as name:
        folder = Path(name)
        if count == ONE:
            async with Node(folder, "one", **SYNC) as node:
                yield node.url, [node]
        else:
            async with running_cluster(folder, **SYNC) as cluster:
                yield cluster.url, list(cluster.nodes)


async def moved(count: int, processes: int, rate: float, asked: "Asked") -> Carried:
    """Return what so many nodes took for the moves of so many processes."""
    async with AsyncExitStack() as held:
        url, nodes = await held.enter_async_context(nodes_of(count))
        words = (str(asked.rooms), str(rate), str(asked.seconds))
        moving = [
            await held.enter_async_context(running(MOVING, url, f"P{number}", *words))
            for number in range(processes)
        ]
        await ready(moving)
        before, began_s = _cpus(nodes), perf_counter()
        made = sum(await let_go(moving))
        return Carried(made, perf_counter() - began_s, _since(nodes, before))


async def ended(count: int, matches: int, *, are_apart: bool = False) -> Carried:
    """Return what so many nodes took for matches that are kept, linked and booked.

    As many before them are not counted, so that people have a past. Then all boards
    may be set apart.
    """
    made = list(matches_of(2 * matches))
    async with nodes_of(count) as (url, nodes), Store(url) as store:
        running = asyncio.create_task(store.run())
        writer = BooksWriter(store)
        await keep(store, *made[:matches])
        await writer.catch_up()
        for scope in SCOPES if are_apart else ():
            await set_apart(store, scope)
        before, began_s = _cpus(nodes), perf_counter()
        await keep(store, *made[matches:])
        await writer.catch_up()
        found = Carried(matches, perf_counter() - began_s, _since(nodes, before))
        running.cancel()
        await asyncio.wait([running])
        return found


class Asked(NamedTuple):
    """The sizes that are asked for."""

    rooms: int
    seconds: float


def _cpus(nodes: Sequence[Node]) -> list[float]:
    return [cpu_s(node.pid) for node in nodes]


def _since(nodes: Sequence[Node], before: Sequence[float]) -> tuple[float, ...]:
    return tuple(now - was for now, was in zip(_cpus(nodes), before, strict=True))


def line_of(what: str, turns: Sequence[Carried]) -> str:
    """Return what is told of some turns: their medians."""
    busiest, whole, capacity, clock = (
        median(values)
        for values in zip(
            *((t.busiest_us, t.all_us, t.capacity, t.made / t.took_s) for t in turns),
            strict=True,
        )
    )
    return (
        f"{what}: {busiest:.1f} µs of the busiest node for each, {whole:.1f} of all; "
        f"{capacity:,.0f} a second with a core a node; {clock:,.0f} by the clock"
    )


def ratio(one: Sequence[Carried], three: Sequence[Carried]) -> float:
    """Return how many times as much three nodes carry, by turns."""
    pairs = zip(one, three, strict=True)
    return median(many.capacity / single.capacity for single, many in pairs)


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print the medians of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.nodes")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--rate", type=float, nargs="+", default=[0, 200])
    parser.add_argument("--rooms", type=int, default=100, help="of each process")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--matches", type=int, default=200)
    words = parser.parse_args(arguments)
    asked = Asked(words.rooms, words.seconds)
    for rate in words.rate:
        for processes in words.processes:
            found: dict[int, list[Carried]] = {ONE: [], THREE: []}
            for _ in range(words.turns):
                for count, turns in found.items():
                    turns.append(await moved(count, processes, rate, asked))
            how = f"{rate:.0f} moves/s each" if rate else "as fast as answered"
            _tell(f"{processes} processes, {how}", found)
    if words.matches:
        found, apart = {ONE: list[Carried](), THREE: list[Carried]()}, list[Carried]()
        for _ in range(words.turns):
            for count, turns in found.items():
                turns.append(await ended(count, words.matches))
            apart.append(await ended(THREE, words.matches, are_apart=True))
        _tell("ended matches", found)
        _tell("ended matches, boards apart", {ONE: found[ONE], THREE: apart})


def _tell(what: str, found: dict[int, list[Carried]]) -> None:
    for count, turns in found.items():
        print(line_of(f"{what}, nodes {count}", turns))
    print(f"  three to one: {ratio(found[ONE], found[THREE]):.2f} times", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
