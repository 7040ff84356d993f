"""How long a backup takes, and putting it back: `make backup ARGS="--matches 20000"`.

Matches are made up and put into an embedded store, all but the newest into an archive,
as a server does. Told for a number of matches and for half of it, and what a million
would take if it goes on like that.
"""

import argparse
import asyncio
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.finished import keep, link, series

from samedeal_server.archive.shelves import Folder
from samedeal_server.backup.backing_up import put_back, take
from samedeal_server.backup.files import Backup
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

IN_STORE = 2_000
"""Fewer than half of those that are measured, so that what grows is the archive."""
MILLION = 1_000_000


class Took(NamedTuple):
    """The time and size of a backup of some matches."""

    matches: int
    taken_s: float
    restored_s: float
    size: int
    is_equal: bool


async def measured(matches: int, in_store: int, folder: Path) -> Took:
    """Fill a store, take its backup, and put it into another one."""
    archive, file = folder / "archive", folder / "backup.tar"
    async with EmbeddedStore(folder / "one") as one, Store(one.url) as store:
        running = asyncio.create_task(store.run())
        dice = Random(1)  # noqa: S311 - the same each time
        for match in series(dice, matches):
            await link(store, "deal", match.match, match.commitment)
            await keep(store, match)
        await BooksWriter(store).catch_up()
        await Archiving(store, str(archive), in_store).look()
        began = time.monotonic()
        taken = await take(store, Folder(archive), file)
        taken_s = time.monotonic() - began
        running.cancel()
    async with EmbeddedStore(folder / "two") as two, Store(two.url) as store:
        running = asyncio.create_task(store.run())
        began = time.monotonic()
        there = await put_back(store, Folder(folder / "other"), Backup(file))
        restored_s = time.monotonic() - began
        running.cancel()
    return Took(matches, taken_s, restored_s, file.stat().st_size, taken == there)


def told(took: Took) -> str:
    """Return a line about it."""
    return (
        f"{took.matches:>9} matches: taken in {took.taken_s:6.1f} s, put back in "
        f"{took.restored_s:6.1f} s, {took.size / 1e6:7.1f} MB, "
        f"{'equal' if took.is_equal else 'NOT EQUAL'}"
    )


def grown(half: Took, whole: Took) -> str:
    """Return the figures for a million, if each match costs what the last ones did."""

    def at_a_million(small: float, large: float) -> float:
        each = (large - small) / (whole.matches - half.matches)
        return large + each * (MILLION - whole.matches)

    return (
        f"a million, if it goes on like that: taken in "
        f"{at_a_million(half.taken_s, whole.taken_s):.0f} s, put back in "
        f"{at_a_million(half.restored_s, whole.restored_s):.0f} s, "
        f"{at_a_million(half.size, whole.size) / 1e6:.0f} MB"
    )


def main() -> None:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--in-store", type=int, default=IN_STORE)
    asked = parser.parse_args()
    took = list[Took]()
    for matches in (asked.matches // 2, asked.matches):
        with TemporaryDirectory(prefix="samedeal-backup-") as name:
            took.append(asyncio.run(measured(matches, asked.in_store, Path(name))))
        print(told(took[-1]), flush=True)
    print(grown(*took))


if __name__ == "__main__":
    main()
