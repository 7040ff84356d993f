"""What a match of each game costs for ever: in the store's memory, and in the archive.

``python -m bench.archive [GAME ...] [--matches 40] [--seats 4]``

Matches played by players of skill are kept, linked and booked in an embedded store, as
a server does it, and then moved into an archive. Memory is what the store itself says
of its keys; on disk it is the size of the pack. The dictionary, 32 KiB once, is left
out.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop
from bench.archive.samples import samples
from bench.finished import link
from redis.asyncio import Redis

from samedeal_games.catalogue import GAMES
from samedeal_records.sealing import digest_of, unseal
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

KINDS = ("{match:", "{chain}:links", "{books}")
"""The kinds of keys, by a part of their names: transcripts, the chain, all books."""


class Weights(NamedTuple):
    """Bytes of the store's memory."""

    transcripts: int
    chain: int
    books: int


class Cost(NamedTuple):
    """Bytes of one match."""

    sealed: int
    before: Weights
    after: Weights
    disk: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.archive")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4)
    asked = parser.parse_args(arguments)
    print(f"{asked.matches} matches of {asked.seats} each; bytes of one match")
    print(
        f"{'':26}{'record':>8}{'in memory':>11}{'then':>7}{'on disk':>9}"
        f"{'chain':>7}{'books':>7}"
    )
    for game in asked.games or GAMES:
        cost = uvloop.run(_measured(game, asked.matches, asked.seats))
        print(
            f"{game:26}{cost.sealed:8}{cost.before.transcripts:11}"
            f"{cost.after.transcripts:7}{cost.disk:9}"
            f"{cost.after.chain:7}{cost.after.books:7}",
            flush=True,
        )


async def _measured(game: str, count: int, seats: int) -> Cost:
    matches = list(samples(game, count, seats, "measure"))
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive"
        async with (
            EmbeddedStore(Path(folder)) as embedded,
            Store(embedded.url) as store,
        ):
            running = asyncio.create_task(store.run())
            for sealed in matches:
                await _kept(store, sealed)
            await BooksWriter(store).catch_up()
            before = await _weighed(embedded.url, count)
            await Archiving(store, str(archive), 1, least=1).look()
            moved = count - 1
            newest = str(unseal(matches[-1])["match"])  # which stays
            after = await _weighed(embedded.url, count, besides=newest)
            running.cancel()
        size = sum(path.stat().st_size for path in archive.glob("*.pack"))
    return Cost(
        sum(map(len, matches)) // count,
        before,
        after,
        size // moved,
    )


async def _kept(store: Store, sealed: bytes) -> None:
    """Keep and link a match as a server does."""
    plain = unseal(sealed)
    match, digest = str(plain["match"]), digest_of(sealed)
    await link(store, "open", match, plain["commitment"])
    await store.transcripts.put(match, sealed, 0)
    await link(store, "end", match, digest)


async def _weighed(url: str, count: int, besides: str = "*") -> Weights:
    weights = dict.fromkeys(KINDS, 0)
    async with Redis.from_url(url) as client:
        async for key in client.scan_iter(count=1000):
            size = await client.memory_usage(key, samples=0) or 0
            for kind in KINDS:
                is_one = kind.encode() in key and besides.encode() not in key
                weights[kind] += size if is_one else 0
    return Weights(*(weight // count for weight in weights.values()))


if __name__ == "__main__":
    main()
