"""One process that books matches which others have played, for `bench.stores.booked`.

``python -m bench.stores.booking MATCHES WRITERS``

Half of the matches are in the books before it is measured, so that people have a past.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.finished import NOON, Came, finished, keep
from redis.asyncio import Redis

from samedeal_games.catalogue import GAMES
from samedeal_records.transcripts import MoveRecord, Transcript
from samedeal_server.core.books.books import kind_of
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

SEATS = 4
DAYS = 20
MATCHES_OF_ONE = 30
"""Of each person, about, in all those days."""
PLIES = 60
DAY_MS = 24 * 3600 * 1000


def matches_of(count: int) -> Iterator[Transcript]:
    """Yield matches, the same each time, one after the other."""
    dice = Random(1)  # noqa: S311 - the same each time
    people = max(2 * SEATS, count * SEATS // MATCHES_OF_ONE)
    names = [f"p-{dice.randbytes(8).hex()}" for _ in range(people)]
    games = sorted(GAMES)
    for number in range(count):
        came = [
            Came(name, dice.randrange(1, 53), dice.randrange(1, 300_000), plies=PLIES)
            for name in dice.sample(names, SEATS)
        ]
        at = NOON + number * DAYS * DAY_MS // count
        match = f"m-{dice.randbytes(16).hex()}"
        ended = finished(match, *came, game=dice.choice(games), at=at)
        moves = tuple(MoveRecord(2_000 * ply, f"{ply % 10}-f") for ply in range(PLIES))
        seats = (seat._replace(moves=moves) for seat in ended.seats)
        yield ended._replace(seats=tuple(seats))


async def book(count: int, writers: int) -> str:
    """Return the µs of this process and of the store for a match, and a digest."""
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-booked-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder))
        client = await held.enter_async_context(Redis.from_url(embedded.url))
        stores = [
            await held.enter_async_context(Store(embedded.url)) for _ in range(writers)
        ]
        running = [asyncio.create_task(store.run()) for store in stores]
        matches = list(matches_of(2 * count))
        await keep(stores[0], *matches[:count])
        books_writers = [BooksWriter(store) for store in stores]
        for writer in books_writers:
            await writer.catch_up()
        await keep(stores[0], *matches[count:])
        store_s, own_s = await _cpu_s(client), time.process_time()
        await asyncio.gather(*(writer.catch_up() for writer in books_writers))
        own_s, store_s = time.process_time() - own_s, await _cpu_s(client) - store_s
        digest = await _digest(stores[0])
        for task in running:
            task.cancel()
    return f"{own_s / count * 1e6:.0f} {store_s / count * 1e6:.0f} {digest}"


async def _cpu_s(client: Redis) -> float:
    """Return the CPU time of the store, in seconds."""
    info = await client.info("cpu")
    return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


async def _digest(store: Store) -> str:
    """Return a digest that tells these books from all others."""
    names = await store.whole_books.names()
    found = await store.whole_books.read([(name, kind_of(name)) for name in names])
    digest = sha256()
    for name, book in sorted(found.items()):
        digest.update(repr((name, sorted(book.items()))).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(asyncio.run(book(int(sys.argv[1]), int(sys.argv[2]))))
