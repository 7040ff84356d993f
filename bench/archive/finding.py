"""How long it takes to find things in a bucket: one after the other, and all at once.

``python -m bench.archive.finding [--things 16] [--packs 4] [--records 300]
[--rtt 100]``

So many packs of made-up records are in a bucket, at a server that speaks S3's protocol,
behind a line on which whatever is asked takes a round trip. Seconds, by the clock,
until so many of the records are found: each asked for alone, and all with one question.
"""

import argparse
import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.finished import series
from bench.stores.day import bucket
from bench.visits import Line
from tests.server.archive.test_buckets import BUCKET

from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.archive import packs
from samedeal_server.archive.buckets import Bucket
from samedeal_server.archive.holdings import Holdings

PLACE = f"s3://{BUCKET}/finding"
SERVER = "the-server"
AT = "AWS_ENDPOINT_URL"
BYTES_S = 12_500_000
"""Of the line: 100 Mbit a second, so that what is waited for is the round trips."""


class Found(NamedTuple):
    """The seconds that it took."""

    one_by_one_s: float
    at_once_s: float


@asynccontextmanager
async def far_bucket(rtt_s: float) -> AsyncGenerator[None]:
    """Serve a bucket, and tell everybody of a slow way to it by the environment."""
    with bucket():
        line = Line(urlsplit(os.environ[AT]).port or 0, rtt_s, BYTES_S)
        server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        os.environ[AT] = f"http://127.0.0.1:{port}"
        try:
            yield
        finally:
            server.close()


async def measure(things: int, count: int, records: int, rtt_s: float) -> Found:
    """Return the time it takes to find things among packs of so many records."""
    async with far_bucket(rtt_s):
        known = await asyncio.to_thread(_put, count, records)
        wanted = Random(1).sample(sorted(known), things)  # noqa: S311 - nothing secret
        holdings = Holdings(Bucket(PLACE), SERVER, packs.drawn())
        # What every process knows from its first question on.
        await asyncio.to_thread(holdings.count)
        one_by_one_s = sum([await _timed(holdings, [each]) for each in wanted])
        return Found(one_by_one_s, await _timed(holdings, wanted))


def _put(count: int, records: int) -> set[str]:
    known: set[str] = set()
    for number in range(count):
        holdings = Holdings(Bucket(PLACE), SERVER, packs.drawn())
        holdings.begin()
        some = {
            f"{match.match}-{number}": seal(to_plain(match))
            for match in series(Random(number), records)  # noqa: S311 - nothing secret
        }
        holdings.add(some, 0)
        known |= {*some}
    return known


async def _timed(holdings: Holdings, wanted: Sequence[str]) -> float:
    began_s = perf_counter()
    found = await asyncio.to_thread(holdings.find, wanted)
    took_s = perf_counter() - began_s
    if found.keys() != {*wanted}:
        raise RuntimeError("not all were found")
    return took_s


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line."""
    parser = argparse.ArgumentParser(prog="python -m bench.archive.finding")
    parser.add_argument("--things", type=int, default=16)
    parser.add_argument("--packs", type=int, default=4)
    parser.add_argument("--records", type=int, default=300, help="in each pack")
    parser.add_argument("--rtt", type=float, default=100.0, help="in ms")
    asked = parser.parse_args(arguments)
    numbers = (asked.things, asked.packs, asked.records)
    found = asyncio.run(measure(*numbers, asked.rtt / 1000))
    print(
        f"{asked.things} found in {asked.packs} packs, {asked.rtt:.0f} ms away: "
        f"{found.one_by_one_s:.2f} s one by one, {found.at_once_s:.2f} s at once"
    )


if __name__ == "__main__":
    main()
