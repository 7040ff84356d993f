"""Reading boards that are apart, by turns with boards that are together.

``python -m bench.stores.reading [--rows 100000] [--readings 300] [--turns 5]``

On one store, and on a cluster of three nodes, each once with all books together and
once with all boards set apart. Printed are the µs of processors that a reading took, of
this process and of all nodes, and by the clock: medians of all turns.
"""

import argparse
import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median
from typing import NamedTuple

from bench.boards import BOARD, GAME, player_of, standing
from bench.load.processes import Usage
from bench.stores.nodes import nodes_of

from samedeal_games.catalogue import GAMES
from samedeal_server.app import loop_factory
from samedeal_server.core.books import books as names
from samedeal_server.core.books.books import Write
from samedeal_server.core.books.windows import ALL
from samedeal_server.records.booking.folding import as_stored
from samedeal_server.records.booking.parting import SCOPES, set_apart
from samedeal_server.store.redis import Store

FEW = 100
"""Rows of every other board."""
SHOWN, FRIENDS = 100, 20
AT_ONCE = 2_000
NODES = (1, 3)

Read = Callable[[Store, Sequence[str]], Awaitable[object]]


async def _leaders(store: Store, _: Sequence[str]) -> object:
    boards = [names.board("best", game, ALL) for game in GAMES]
    return await asyncio.gather(*(store.books.page(each, 0, 1) for each in boards))


READINGS: dict[str, Read] = {
    f"the top {SHOWN}": lambda store, _: store.books.page(BOARD, 0, SHOWN),
    f"{SHOWN} around a player": lambda store, some: store.books.around(
        BOARD, some[0], SHOWN
    ),
    "a player's rank": lambda store, some: store.books.page(
        BOARD, 0, 1, viewer=some[0]
    ),
    f"the rows of {FRIENDS} friends": lambda store, some: store.books.rows_of(
        BOARD, some
    ),
    "the leader of each game": _leaders,
}


class Took(NamedTuple):
    """The µs that a reading took."""

    own: float
    nodes: float
    """Of the processors of all of them."""
    passed: float


class Place(NamedTuple):
    """Boards to be read, and the processes that have them."""

    called: str
    store: Store
    pids: tuple[int, ...]

    async def took(self, read: Read, rows: int, readings: int) -> Took:
        """Read so often, of other players each time."""
        dice = Random(readings)  # noqa: S311 - the same each time
        asked = [
            [player_of(number) for number in dice.sample(range(rows), FRIENDS)]
            for _ in range(readings)
        ]
        usage = Usage(os.getpid(), *self.pids)
        for some in asked:
            await read(self.store, some)
        passed_s, (own_s, *nodes_s) = usage.read()
        spent = (own_s, sum(nodes_s), passed_s)
        return Took(*(each / readings * 1e6 for each in spent))


@asynccontextmanager
async def place_of(nodes: int, rows: int, *, are_apart: bool) -> AsyncGenerator[Place]:
    """Fill boards at so many nodes, and set them apart or not."""
    async with nodes_of(nodes) as (url, found), Store(url) as store:
        running = asyncio.create_task(store.run())
        dice = Random(23)  # noqa: S311 - the same each time
        for game in GAMES:
            count = rows if game == GAME else min(FEW, rows)
            for first in range(0, count, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, count))
                writes: list[Write] = []
                for number in numbers:
                    writes += standing(number, dice, game)
                assert await store.books.book(0, 0, as_stored(writes))
        for scope in SCOPES if are_apart else ():
            await set_apart(store, scope)
        assert (GAME in store.books.parts.apart) == are_apart
        called = f"{nodes} {'apart' if are_apart else 'together'}"
        try:
            yield Place(called, store, tuple(node.pid for node in found))
        finally:
            running.cancel()
            await asyncio.wait([running])


async def measured(
    rows: int, readings: int, turns: int
) -> dict[str, dict[str, list[Took]]]:
    """Return what each reading took at each place, turn by turn."""
    async with AsyncExitStack() as held:
        places = [
            await held.enter_async_context(place_of(nodes, rows, are_apart=are_apart))
            for nodes in NODES
            for are_apart in (False, True)
        ]
        found: dict[str, dict[str, list[Took]]] = {
            what: {place.called: [] for place in places} for what in READINGS
        }
        for _ in range(turns):
            for what, read in READINGS.items():
                for place in places:
                    took = await place.took(read, rows, readings)
                    found[what][place.called].append(took)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each reading and place."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.reading")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--readings", type=int, default=300, help="of a kind, a turn")
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args(arguments)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        found = runner.run(measured(asked.rows, asked.readings, asked.turns))
    for what, places in found.items():
        for place, took in places.items():
            own, nodes, passed = (median(of) for of in zip(*took, strict=True))
            spent = f"own {own:6.0f} nodes {nodes:6.0f} passed {passed:6.0f}"
            print(f"{what:24} {place:12} {spent}")


if __name__ == "__main__":
    main()
