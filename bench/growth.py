"""What matches and guests leave behind in the store, and how that grows.

``python -m bench.growth [--matches 2000] [--players 200] [--seats 4] [--guests 2000]
[--apart 7]``

Players who know one another race match after match, each of which is kept, linked and
booked in an embedded store as a server does it, and moved into an archive, with the
oldest links of the chain, the oldest lines of histories, and boards of windows that
were over for a week when the last match ended. What the second half of them has added
is what a match adds for good: nobody comes for the first time there, and no board is
new. For histories that is so once players have some 64 lines (``--players 50``), for
the chain where the second half has two pages or more (``--matches 4096``). With
``--apart 21600``, seconds from one match to the next, everybody plays on another day
each time, and each day, week and month has boards of its own. Then guests come who
never come back. Memory is what the store itself says of its keys; what says that a link
was made goes after two days.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import uvloop
from bench.finished import NOON, Came, finished, link
from redis.asyncio import Redis

from samedeal_protocol.people.greeting import Hello
from samedeal_records.sealing import digest_of, seal, unseal
from samedeal_records.transcripts import to_plain
from samedeal_server.people.identities import introduce
from samedeal_server.records.archiving import DAYS, Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.shelving import DAY_MS
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

KINDS = {
    "{match:": "transcripts",
    "{chain}:made": "links made, for two days",
    "{chain}:links": "the chain",
    "{chain}:pages": "pages of the chain",
    "{books}:history": "histories",
    "{books}:pages": "pages of histories",
    "{books}:versus": "who played whom",
    "{books}:board": "boards",
    "{books}:sheet": "what names boards archived",
    "{books}": "other books",
    "{player:": "players",
}
"""The kinds of keys, by a part of their names; the first that fits."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each kind."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth")
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--guests", type=int, default=2_000)
    parser.add_argument("--apart", type=int, default=7, help="s between matches")
    asked = parser.parse_args(arguments)
    played = _played(asked.matches, asked.players, asked.seats, asked.apart)
    uvloop.run(_measure(list(played), asked.players, asked.seats, asked.guests))


async def _measure(
    played: Sequence[bytes], players: int, seats: int, guests: int
) -> None:
    matches, half = len(played), len(played) // 2
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive"
        async with (
            EmbeddedStore(Path(folder) / "store") as embedded,
            Store(embedded.url) as store,
        ):
            running = asyncio.create_task(store.run())
            await _kept(store, played[:half])
            await _archived(store, archive, played[half - 1])
            first = await _weighed(embedded.url)
            await _kept(store, played[half:])
            in_store = await _weighed(embedded.url)
            links, lines, boards = await _archived(store, archive, played[-1])
            second = await _weighed(embedded.url)
            for number in range(guests):
                await introduce(store, Hello(id=1, client="bench", name=f"g{number}"))
            third = await _weighed(embedded.url)
            running.cancel()
    print(
        f"{matches} matches of {seats} among {players} players; bytes of memory for one"
    )
    print(f"{'':28}{'a match':>9}{'without archive':>17}")
    for kind in KINDS.values():
        print(
            f"{kind:28}{(second[kind] - first[kind]) / half:9.0f}"
            f"{(in_store[kind] - first[kind]) / half:17.0f}"
        )
    print(f"{'the chain, on disk':28}{links / half:9.0f}")
    print(f"{'histories, on disk':28}{lines / half:9.0f}")
    print(f"{'boards, on disk':28}{boards / half:9.0f}")
    guest = (third["players"] - second["players"]) / guests
    print(f"{'a guest, for 400 days':28}{guest:9.0f}")
    print(f"{'a player in the books':28}{_of_players(first) / players:9.0f}")


def _of_players(weights: dict[str, int]) -> int:
    return sum(weights[kind] for kind in ("boards", "other books", "who played whom"))


def _played(count: int, players: int, seats: int, apart_s: int) -> Iterator[bytes]:
    dice = Random(1)  # noqa: S311 - the same each time
    names = [f"p-{dice.randbytes(8).hex()}" for _ in range(players)]
    for number in range(count):
        came = [
            Came(name, score=dice.randrange(150), elapsed_ms=dice.randrange(300_000))
            for name in dice.sample(names, seats)
        ]
        at = NOON + number * apart_s * 1000
        match = finished(f"m-{dice.randbytes(16).hex()}", *came, at=at)
        yield seal(to_plain(match))


async def _kept(store: Store, matches: Sequence[bytes]) -> None:
    """Keep and link matches as a server does, and book them."""
    for sealed in matches:
        plain = unseal(sealed)
        match, digest = str(plain["match"]), digest_of(sealed)
        await link(store, "open", match, plain["commitment"])
        await store.transcripts.put(match, sealed, 0)
        await link(store, "end", match, digest)
    await BooksWriter(store).catch_up()


async def _archived(store: Store, archive: Path, last: bytes) -> tuple[int, int, int]:
    """Move all that is old after the last match.

    Returns what the chain has added on the disk, what histories have, and what boards
    have, in bytes.
    """
    since_ms = store.now() - int(unseal(last)["ended_at"])
    mover = Archiving(store, str(archive), 1, least=1, days=DAYS + since_ms // DAY_MS)
    while await mover.move_some():
        pass
    sizes = [_on_disk(archive)]
    for move in (mover.move_links, mover.move_histories, mover.move_sheets):
        await move()
        sizes.append(_on_disk(archive))
    links, lines, boards = (then - before for before, then in pairwise(sizes))
    return links, lines, boards


def _on_disk(archive: Path) -> int:
    return sum(pack.stat().st_size for pack in archive.glob("*.pack"))


async def _weighed(url: str) -> dict[str, int]:
    weights = dict.fromkeys(KINDS.values(), 0)
    async with Redis.from_url(url) as client:
        async for key in client.scan_iter(count=1000):
            kind = next((k for k in KINDS if k.encode() in key), None)
            if kind is not None:
                size = await client.memory_usage(key, samples=0) or 0
                weights[KINDS[kind]] += size
    return weights


if __name__ == "__main__":
    main()
