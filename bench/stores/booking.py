"""One process that books matches which others have played, for `bench.stores.booked`.

``python -m bench.stores.booking MATCHES WRITERS [apart|divided]``

Half of the matches are in the books before it is measured, so that people have a past.
Then boards are set apart, if that is asked. Divided, the core of the books is measured
alone, and then each part, as if others booked it.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

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


class Took(NamedTuple):
    """The µs that a match took, of this process and of the store."""

    own_us: float
    store_us: float

    def __str__(self) -> str:
        return f"{self.own_us:.0f} {self.store_us:.0f}"


async def book(count: int, writers: int, form: str) -> str:
    """Return the µs of this process and of the store for a match, and a digest.

    Divided, those of the core, of all parts, and of the part that takes most, before
    the digest.
    """
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
        if form:
            await set_all_apart(stores[0])
            for writer in books_writers:
                await writer.catch_up()
        await keep(stores[0], *matches[count:])
        measured = Measured(client, count)
        if form == "divided":
            told = await _divided(stores[0], books_writers, measured)
        else:
            told = [
                await measured.took(
                    asyncio.gather(*(writer.catch_up() for writer in books_writers))
                )
            ]
        digest = await _digest(stores[0])
        for task in running:
            task.cancel()
    return " ".join([*map(str, told), digest])


class Measured:
    """What a match takes, on average."""

    def __init__(self, client: Redis, matches: int) -> None:
        self._client = client
        self._matches = matches

    async def took(self, doing: Awaitable[object]) -> Took:
        """Return what it took, once it is done."""
        store_s, own_s = await _cpu_s(self._client), time.process_time()
        await doing
        own_s = time.process_time() - own_s
        store_s = await _cpu_s(self._client) - store_s
        return Took(own_s / self._matches * 1e6, store_s / self._matches * 1e6)


async def set_all_apart(store: Store) -> None:
    """Set all boards apart."""
    # Not to be had in the trees from before that.
    from samedeal_server.records.booking.parting import SCOPES, set_apart

    for scope in SCOPES:
        await set_apart(store, scope)


async def _divided(
    store: Store, writers: Sequence[BooksWriter], measured: Measured
) -> list[Took]:
    """Return what the core takes, all parts together, and the one that takes most."""
    parts = store.books.parts
    apart, told = parts.apart, parts.told
    boards = writers[0].boards

    async def core_alone(_: int) -> None: ...

    with contextlib.ExitStack() as held:
        for writer in writers:
            held.enter_context(patch.object(writer.boards, "catch_up", core_alone))
        core = await measured.took(
            asyncio.gather(*(writer.catch_up() for writer in writers))
        )
    until, each = await store.books.cursor(), list[Took]()
    for part in sorted(apart):
        parts.apart = frozenset({part})
        each.append(await measured.took(boards.catch_up(until)))
    parts.apart, parts.told = apart, told
    own_us, store_us = (sum(of) for of in zip(*each, strict=True))
    return [core, Took(own_us, store_us), max(each, key=lambda took: took.store_us)]


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
    matches, writers, *form = sys.argv[1:]
    print(asyncio.run(book(int(matches), int(writers), "".join(form))))
