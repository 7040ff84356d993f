"""What an append costs a process at several nodes, and how far they pass its rings on.

``python -m bench.stores.rings [--rooms 200] [--appends 10000]``

One process appends to so many rooms at once, and again, at one store and at a cluster
of three: microseconds of its CPU for each, which nobody hears. Then another process
watches all rooms of the cluster, and what its nodes pass on to each other is counted:
while none may be rung alone, as before rooms had bells of their own, and once they are
heard there.
"""

import argparse
import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.stores.cluster import Cluster, running_cluster

from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Answer, Append

FACT = bytes(30)
"""As long as a move is in the log."""
POLL_S = 0.1
HEARD_WITHIN_S = 120.0
ALONE = ("spublish", "ssubscribe")
"""The commands by which a node is rung alone, and heard."""


class Rooms:
    """Rooms to which one process appends, and nobody else."""

    def __init__(self, store: Store, count: int) -> None:
        self._store = store
        self._marks = {f"R{number:04}": "" for number in range(count)}

    @property
    def codes(self) -> list[str]:
        """The codes of all."""
        return [*self._marks]

    async def append(self) -> None:
        """Append a fact to each, all at once."""
        await asyncio.gather(*map(self._append, self._marks))

    async def _append(self, room: str) -> None:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        mark = self._marks[room]
        wanted = Append(room, ("last", mark), ("gen", FACT))
        self._store.append(wanted, answer.set_result)
        match await answer:
            case str(mark):
                self._marks[room] = mark
            case other:
                raise RuntimeError(f"{room}: not appended: {other!r}")


async def cost_us(rooms: Rooms, appends: int) -> float:
    """Return the cost of an append to this process, in µs of its CPU."""
    await rooms.append()
    count = len(rooms.codes)
    times = max(1, appends // count)
    before_s = process_time()
    for _ in range(times):
        await rooms.append()
    return (process_time() - before_s) / (times * count) * 1e6


async def passed_on(rooms: Rooms, cluster: Cluster, appends: int) -> float:
    """Return the number of messages that nodes pass on to each other for an append."""
    count = len(rooms.codes)
    times = max(1, appends // count)
    before = await cluster.passed_on()
    for _ in range(times):
        await rooms.append()
    return (await cluster.passed_on() - before) / (times * count)


async def until_near(rooms: Rooms, cluster: Cluster) -> None:
    """Return once each room is heard at its own node: then nothing is passed on."""
    async with asyncio.timeout(HEARD_WITHIN_S):
        while await passed_on(rooms, cluster, 1):  # noqa: ASYNC110 - told to nobody
            await asyncio.sleep(POLL_S)


async def may_ring_alone(cluster: Cluster, *, may: bool) -> None:
    """Let nodes be rung alone, or not."""
    for node in cluster.nodes:
        words = [f"{'+' if may else '-'}{command}" for command in ALONE]
        await node.ask("ACL", "SETUSER", "default", *words)


@asynccontextmanager
async def _opened(url: str) -> AsyncGenerator[Store]:
    async with Store(url) as store:
        running = asyncio.create_task(store.run())
        try:
            yield store
        finally:
            running.cancel()
            await asyncio.wait([running])


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is found, a line each."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.rings")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--appends", type=int, default=10_000)
    asked = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="samedeal-rings-") as folder:
        async with (
            EmbeddedStore(Path(folder)) as embedded,
            _opened(embedded.url) as store,
        ):
            us = await cost_us(Rooms(store, asked.rooms), asked.appends)
            print(f"one store: {us:.0f} µs of a process for an append", flush=True)
    with TemporaryDirectory(prefix="samedeal-rings-") as folder:
        async with running_cluster(Path(folder)) as cluster:
            await _at_nodes(cluster, asked.rooms, asked.appends)


async def _at_nodes(cluster: Cluster, count: int, appends: int) -> None:
    nodes = f"{len(cluster.nodes)} nodes"
    async with _opened(cluster.url) as store, _opened(cluster.url) as other:
        rooms = Rooms(store, count)
        us = await cost_us(rooms, appends)
        print(f"{nodes}: {us:.0f} µs of a process for an append", flush=True)
        for code in rooms.codes:
            await other.watch(code)
        for may in (False, True):
            await may_ring_alone(cluster, may=may)
            if may:
                await until_near(rooms, cluster)
            sent = await passed_on(rooms, cluster, appends)
            how = "at the room's own" if may else "everywhere"
            print(f"{nodes}, rung {how}: {sent:.2f} messages between them", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
