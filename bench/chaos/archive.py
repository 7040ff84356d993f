"""An archive in a bucket that fails, processes that move, and what must be in it."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.chaos.mover import LONG_OVER, mover_of, tidied
from bench.chaos.processes import Program
from bench.chaos.proxy import Fault, Kind, Proxy, proxy_to
from bench.stores.day import bucket
from tests.server.archive.test_buckets import BUCKET
from tests.server.house import opened

from samedeal_records.record import Record, read_record
from samedeal_server.admin.checking import check
from samedeal_server.archive.archive import Archive
from samedeal_server.core.books.books import unpack_row
from samedeal_server.process.settings import Settings
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.collecting import LEFT_MS, Collecting
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.boards.pieces import boards_of
from samedeal_server.store.redis import Store

ROOT = Path(__file__).parents[2]
PLACE = f"s3://{BUCKET}/chaos"
AT = "AWS_ENDPOINT_URL"
PAGE = 100
HARMED = 0.6
"""How many of the connections to the bucket something happens to."""
KINDS: tuple[Kind, ...] = ("close", "reset", "swallow", "delay", "delay")


class Mover(Program):
    """A process that moves boards and records into the archive, all the time."""

    def __init__(self, folder: Path, name: str, url: str) -> None:
        super().__init__(folder, name)
        self._url = url

    async def start(self) -> None:
        """Start it."""
        await self.spawn(
            *(sys.executable, "-m", "bench.chaos.mover", self._url, PLACE),
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )


@asynccontextmanager
async def bucket_behind(seed: object) -> AsyncGenerator[Proxy]:
    """Have a bucket behind a proxy, for whoever is started from here on."""
    with bucket():
        told = urlsplit(os.environ[AT])
        where = (told.hostname or "", told.port or 0)
        async with proxy_to(seed, lambda: where) as way:
            os.environ[AT] = "http://{}:{}".format(*way.address)
            yield way


@contextmanager
def past(way: Proxy) -> Generator[None]:
    """Have this process ask the bucket itself: it cannot wait for its own proxy."""
    (where,) = way.backends
    found = where()
    behind, os.environ[AT] = os.environ[AT], "http://{}:{}".format(*(found or ()))
    yield
    os.environ[AT] = behind


def torn_or_slow(dice: Random) -> Fault | None:
    """Have a connection end in the middle of an object, or be late, or silent."""
    if dice.random() > HARMED:
        return None
    return Fault(
        dice.choice(KINDS),
        after=dice.randrange(6_000),
        is_upward=dice.random() < 0.5,
        for_s=dice.uniform(0.05, 1.5),
    )


class Rows(NamedTuple):
    """What boards have, and what is wrong with it."""

    rows: int
    moved: int
    """Boards' sheets that are in the archive."""
    wrong: list[str]


async def all_of_it(url: str) -> tuple[dict[str, object], list[str]]:
    """Move what is left, and check everything; return figures and what is wrong.

    Twice: the second time some days later, when what nobody names has gone.
    """
    async with opened(url) as store:
        mover = mover_of(store, PLACE)
        await BooksWriter(store).catch_up()
        left = await sheets_over(store, LONG_OVER)
        await mover.move_sheets()
        archive = await tidied(store, PLACE)
        wrong = [f"{sheet} stays" for sheet in await sheets_over(store, LONG_OVER)]
        before = await rows_of(store)
        settings = Settings.model_validate({"archive": PLACE, "redis_url": url})
        wrong += (await check(store, settings))["wrong"]
        pieces = await archive.count()
        await _collected(store, archive)
        after = await rows_of(store)
        wrong += (await check(store, settings))["wrong"]
        wrong += [*before.wrong, *after.wrong]
        if before[:2] != after[:2]:
            wrong.append(f"there were {before[:2]} rows and sheets, then {after[:2]}")
        return {
            "rows": after.rows,
            "sheets": after.moved,
            "moved at the end": len(left),
            "in the archive": pieces,
            "then": await archive.count(),
        }, wrong


async def rows_of(store: Store) -> Rows:
    """Replay the match of every row of every board, and compare what it came to."""
    names = await store.whole_books.names()
    boards = boards_of([name for name in names if name.startswith("board/")])
    records, count, wrong = dict[str, Record | None](), 0, list[str]()
    for board in boards:
        part = await store.books.page(board, 0, PAGE)
        rows = list(part.rows)
        while part.rows and len(rows) < part.total:
            part = await store.books.page(board, len(rows), PAGE)
            rows += part.rows
        if len(rows) != part.total:
            wrong.append(f"{board} has {len(rows)} rows of {part.total}")
        for ranked in rows:
            count += 1
            row = unpack_row(ranked.row)
            if row.match not in records:
                records[row.match] = await _record(store, row.match)
            why = _why_not(records[row.match], row.player, row.score)
            if why:
                wrong.append(f"{board}: {row.player} of {row.match}: {why}")
            await asyncio.sleep(0)
    heads = await store.books.sheets.heads(_sheets_of(boards))
    return Rows(count, len(heads), wrong)


def _sheets_of(boards: Iterable[str]) -> set[str]:
    return {board.split("/", 2)[2] for board in boards}


async def _record(store: Store, match: str) -> Record | None:
    (sealed,) = await store.transcripts.read([match])
    return None if sealed is None else await asyncio.to_thread(read_record, sealed)


def _why_not(record: Record | None, player: str, score: int | None) -> str:
    """Return why a row is not what its match comes to; empty if it is."""
    if record is None:
        return "there is no record"
    if not record.is_proven:
        return "its record is not proven"
    seats = [seat for seat in record.transcript.seats if seat.player == player]
    if not seats:
        return "whoever it is did not play"
    if score is not None and seats[0].score != score:
        return f"{score} points, and the replay comes to {seats[0].score}"
    return ""


async def _collected(store: Store, archive: Archive) -> None:
    """Look through all packs as if some days had gone by, and some more."""

    async def may() -> bool:
        return True

    begun, collecting = store.now(), Collecting(store)
    for now in (begun + 2 * LEFT_MS, begun + 4 * LEFT_MS):
        store.now = lambda now=now: now  # type: ignore[method-assign, misc]
        for _ in range(len(await archive.put_before(now)) + 1):
            await collecting.go_on(archive, may)
        del store.now
