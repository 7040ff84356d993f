"""One process that appends moves to rooms, for `bench.stores.nodes`.

``python -m bench.stores.moving URL NAME ROOMS RATE SECONDS``

It says that it is ready, begins at a line, and says how many moves are in the logs
then. With a rate so many are wanted in a second, at moments of chance; with 0 each
room's next one as soon as the last is there.
"""

import asyncio
import sys
from random import Random
from time import monotonic

from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Answer, Append

FACT = bytes(30)
"""As long as a move is in the log."""
WINDOW_S = 0.004
"""For which moves gather, as servers have them unless told."""


class Moving:
    """Rooms of one process, in which nobody else moves."""

    def __init__(self, store: Store, name: str, rooms: int, rate: float) -> None:
        self._store = store
        self._marks = {f"{name}{number:04}": "" for number in range(rooms)}
        self._pause_s = rooms / rate if rate else 0.0
        self._dice = Random(name)  # noqa: S311 - the same each time
        self.made = 0

    async def move(self, seconds: float) -> None:
        """Move in all rooms for a while."""
        until = monotonic() + seconds
        await asyncio.gather(*(self._move_in(room, until) for room in self._marks))

    async def _move_in(self, room: str, until: float) -> None:
        at = monotonic() + self._pause_s * self._dice.random()
        while True:
            if self._pause_s:
                at += self._dice.expovariate(1 / self._pause_s)
            if max(at, monotonic()) >= until:
                return
            await asyncio.sleep(max(0.0, at - monotonic()))
            await self._append(room)
            self.made += 1

    async def _append(self, room: str) -> None:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        wanted = Append(room, ("last", self._marks[room]), ("gen", FACT))
        self._store.append(wanted, answer.set_result)
        match await answer:
            case str(mark):
                self._marks[room] = mark
            case other:
                raise RuntimeError(f"{room}: not appended: {other!r}")


async def move(url: str, name: str, rooms: int, rate: float, seconds: float) -> None:
    """Move once somebody says so."""
    async with Store(url, WINDOW_S) as store:
        running = asyncio.create_task(store.run())
        moving = Moving(store, name, rooms, rate)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await moving.move(seconds)
        print(moving.made, flush=True)
        running.cancel()


if __name__ == "__main__":
    url, name, rooms, rate, seconds = sys.argv[1:]
    asyncio.run(move(url, name, int(rooms), float(rate), float(seconds)))
