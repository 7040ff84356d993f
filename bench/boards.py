"""What boards cost with a million rows, and whether they can be computed anew.

``python -m bench.boards [--rows 1000000] [--json]``

On an embedded store that is filled through the store's own script: booking a match
of four, from the end of the chain to the books; the first hundred rows of a board;
and a player's row among its neighbours. The goals (R23) are 5 ms and 10 ms at the
99th percentile, by the clock; beside it stands the time that the processors took for
it, here and in the store. Waiting is not in that, though a machine that does much else
takes longer for the same: where it is within a goal that was missed, the rest was
waiting for a processor or a disk.

Then some thousand matches are booked in a store of their own, their books thrown away,
computed anew from the transcripts, and compared byte for byte. The exit status is 1 if
a goal is missed.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.finished import NOON, Came, finished, keep, series
from bench.load.histogram import Histogram
from bench.load.processes import Usage
from redis.asyncio import Redis

from samedeal_games.catalogue import GAMES
from samedeal_records.transcripts import Transcript
from samedeal_server.app import loop_factory
from samedeal_server.core.books import books as names
from samedeal_server.core.books.books import (
    BookKind,
    Counts,
    LastRating,
    Row,
    SetField,
    SetRank,
    Write,
    pack_record,
    pack_row,
)
from samedeal_server.core.books.ratings import START_MU, START_SIGMA
from samedeal_server.core.books.windows import ALL
from samedeal_server.core.rooms.standings import leaderboard_value
from samedeal_server.records.booking.folding import as_stored
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import rebuild
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

ROWS = 1_000_000
READINGS = 2_000
MATCHES = 3_000
FILLED_AT_ONCE = 2_000
GAME = "westcliff/american"
BOARD = names.board("best", GAME, ALL)
SHOWN = 100
BOOKED_WITHIN_MS = 5.0
READ_WITHIN_MS = 10.0


class Timed(NamedTuple):
    """The times of something done often, and the goal for them."""

    what: str
    p50_ms: float
    p99_ms: float
    goal_ms: float
    cpu_p50_ms: float
    """Of the processors' time that each took, here and in the store."""
    cpu_p99_ms: float

    @property
    def is_met(self) -> bool:
        """Tell whether the goal is met."""
        return self.p99_ms <= self.goal_ms

    @property
    def verdict(self) -> str:
        """Tell in words whether the goal is met, and why not if that is known."""
        if self.is_met:
            return "met"
        return "MISSED, waiting" if self.cpu_p99_ms <= self.goal_ms else "MISSED"


class Own(NamedTuple):
    """A store that nobody else has, and its process."""

    store: Store
    pid: int


class Rebuilt(NamedTuple):
    """The outcome of computing books anew."""

    matches: int
    books: int
    seconds: float
    is_equal: bool


class Figures(NamedTuple):
    """Everything that was measured."""

    rows: int
    filled_s: float
    timed: tuple[Timed, ...]
    rebuilt: Rebuilt

    @property
    def is_met(self) -> bool:
        """Tell whether every goal is met."""
        return self.rebuilt.is_equal and all(timed.is_met for timed in self.timed)


async def measured(rows: int, readings: int, matches: int) -> Figures:
    """Measure all of it; `matches` are computed anew."""
    dice = Random(23)  # noqa: S311 - made up alike each time
    async with a_store() as own:
        began = perf_counter()
        await _fill(own.store, rows, dice)
        filled_s = perf_counter() - began
        timed = (
            await _booking(own, rows, readings, dice),
            await _top(own, readings),
            await _around(own, rows, readings, dice),
        )
    return Figures(rows, filled_s, timed, await _rebuilt(matches))


@asynccontextmanager
async def a_store() -> AsyncGenerator[Own]:
    """Run an embedded store of one's own, with nothing in it."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedStore(Path(folder)) as embedded,
            Store(embedded.url) as store,
            Redis.from_url(embedded.url) as client,
        ):
            pid = int((await client.info("server"))["process_id"])
            running = asyncio.create_task(store.run())
            try:
                yield Own(store, pid)
            finally:
                running.cancel()
                await asyncio.wait([running])


def player_of(number: int) -> str:
    """Return an id as long as those of players."""
    return f"p-{number:016x}"


async def _fill(store: Store, rows: int, dice: Random) -> None:
    """Give each of `rows` players a best result, a rating and counts."""
    books = store.books
    for first in range(0, rows, FILLED_AT_ONCE):
        numbers = range(first, min(first + FILLED_AT_ONCE, rows))
        writes = [write for number in numbers for write in standing(number, dice)]
        assert await books.book(0, 0, as_stored(writes))


def standing(number: int, dice: Random, game: str = GAME) -> Iterator[Write]:
    """Yield what a player has in the books who came to something in a game."""
    about, board = GAMES[game].about, names.board("best", game, ALL)
    player, match = player_of(number), f"m-{number:032x}"
    score, elapsed_ms = dice.randrange(about.top_score + 1), dice.randrange(600_000)
    row = Row(player, player, match, NOON, score, 100, elapsed_ms, "finished")
    value = leaderboard_value(score, elapsed_ms, about.contest)
    yield SetField(names.rows(board), player, pack_row(row))
    yield SetRank(names.ranking(board), player, -value)
    rating = LastRating(START_MU + dice.randrange(10**7), START_SIGMA // 2, 40, match)
    yield SetField(names.ratings(about.family), player, pack_record(rating))
    counts = pack_record(Counts(40, dice.randrange(40)))
    yield SetField(names.counts(game, ALL), player, counts)


async def _booking(own: Own, rows: int, readings: int, dice: Random) -> Timed:
    writer, number = BooksWriter(own.store), iter(range(readings))

    async def link_one() -> None:
        await keep(own.store, _match_of_four(next(number), rows, dice))

    return await _timed(
        own,
        "book a match of four",
        readings,
        BOOKED_WITHIN_MS,
        lambda: writer.catch_up(),
        before=link_one,
    )


def _match_of_four(number: int, rows: int, dice: Random) -> Transcript:
    came = [
        Came(player_of(player), dice.randrange(53), dice.randrange(600_000))
        for player in dice.sample(range(rows), 4)
    ]
    return finished(f"m-four-{number}", *came, game=GAME)


async def _top(own: Own, readings: int) -> Timed:
    books = own.store.books

    async def read() -> None:
        assert len((await books.page(BOARD, 0, SHOWN)).rows) == SHOWN

    return await _timed(own, f"read the top {SHOWN}", readings, READ_WITHIN_MS, read)


async def _around(own: Own, rows: int, readings: int, dice: Random) -> Timed:
    books = own.store.books

    async def read() -> None:
        player = player_of(dice.randrange(rows))
        part = await books.around(BOARD, player, SHOWN)
        assert player in {row.player for row in part.rows}

    what = f"read {SHOWN} around a player"
    return await _timed(own, what, readings, READ_WITHIN_MS, read)


async def _timed(
    own: Own,
    what: str,
    readings: int,
    goal_ms: float,
    do: Callable[[], Awaitable[None]],
    before: Callable[[], Awaitable[None]] | None = None,
) -> Timed:
    latencies, costs = Histogram(), Histogram()
    for _ in range(readings):
        if before is not None:
            await before()
        usage = Usage(os.getpid(), own.pid)
        await do()
        passed_s, used_s = usage.read()
        latencies.record(passed_s)
        costs.record(sum(used_s))
    p50_ms, p99_ms = latencies.percentile_ms(0.5), latencies.percentile_ms(0.99)
    cpu_p50_ms, cpu_p99_ms = costs.percentile_ms(0.5), costs.percentile_ms(0.99)
    return Timed(what, p50_ms, p99_ms, goal_ms, cpu_p50_ms, cpu_p99_ms)


async def _rebuilt(matches: int) -> Rebuilt:
    dice = Random(23)  # noqa: S311 - made up alike each time
    async with a_store() as (store, _):
        await keep(store, *series(dice, matches, players=200))
        await BooksWriter(store).catch_up()
        before, whole = await _all_books(store), store.whole_books
        for name in before:
            # Nothing was made ready in its place.
            cursor = await store.books.cursor()
            assert await whole.swap([(name, names.kind_of(name))], cursor, cursor)
        began = perf_counter()
        found = await rebuild(store)
        seconds = perf_counter() - began
        is_equal = await _all_books(store) == before
    return Rebuilt(found.matches, found.books, seconds, is_equal)


async def _all_books(store: Store) -> dict[str, dict[str, bytes]]:
    whole = store.whole_books
    wanted: list[tuple[str, BookKind]] = [
        (name, names.kind_of(name)) for name in await whole.names()
    ]
    return await whole.read(wanted)


def main() -> int:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.boards")
    parser.add_argument("--rows", type=int, default=ROWS, help="rows of the board")
    parser.add_argument("--readings", type=int, default=READINGS, help="of each kind")
    parser.add_argument("--matches", type=int, default=MATCHES, help="computed anew")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        figures = runner.run(measured(asked.rows, asked.readings, asked.matches))
    print(json.dumps(_document(figures), indent=2) if asked.json else _text(figures))
    return int(not figures.is_met)


def _document(figures: Figures) -> dict[str, object]:
    return {
        "rows": figures.rows,
        "filled_s": round(figures.filled_s, 1),
        "timed": [
            {**timed._asdict(), "is_met": timed.is_met, "verdict": timed.verdict}
            for timed in figures.timed
        ],
        "rebuilt": figures.rebuilt._asdict(),
        "is_met": figures.is_met,
    }


def _text(figures: Figures) -> str:
    rebuilt = figures.rebuilt
    lines = [f"{figures.rows:,} rows, filled in {figures.filled_s:.0f} s"]
    lines += [
        f"{timed.what:26} p50 {timed.p50_ms:6.2f} ms   p99 {timed.p99_ms:6.2f} ms"
        f"   of processors p50 {timed.cpu_p50_ms:.2f}, p99 {timed.cpu_p99_ms:.2f} ms"
        f"   goal {timed.goal_ms:.0f} ms {timed.verdict}"
        for timed in figures.timed
    ]
    lines.append(
        f"{rebuilt.matches:,} matches to {rebuilt.books:,} books anew in "
        f"{rebuilt.seconds:.1f} s, {'byte for byte' if rebuilt.is_equal else 'OTHERS'}"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
