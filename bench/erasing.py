"""How long it takes to erase a player, while servers run.

``python -m bench.erasing [--matches 1000] [--in-store 100]``

Made-up matches are put into an embedded store, all but the newest into an archive, as a
server does. Then one of the seven who play is erased: seconds, by the clock, and what a
million matches would take at that rate.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.finished import keep, series
from tests.server.erased import ANN, renamed

from samedeal_server.admin.erasing import erase
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

MILLION = 1_000_000


class Took(NamedTuple):
    """What erasing came to."""

    matches: int
    """In which the player was."""
    seconds: float


async def measured(matches: int, in_store: int, folder: Path) -> Took:
    """Fill a store and its archive, and erase somebody."""
    async with (
        EmbeddedStore(folder / "store") as embedded,
        Store(embedded.url) as store,
    ):
        running = asyncio.create_task(store.run())
        dice = Random(1)  # noqa: S311 - the same each time
        for number, match in enumerate(series(dice, matches)):
            await keep(store, renamed(match, number))
        await BooksWriter(store).catch_up()
        archiving = Archiving(store, str(folder / "archive"), in_store)
        await archiving.look()
        began_s = time.monotonic()
        found: Any = await erase(store, archiving, ANN, "to see how long it takes")
        seconds = time.monotonic() - began_s
        running.cancel()
    return Took(found["matches"], seconds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.erasing")
    parser.add_argument("--matches", type=int, default=1_000)
    parser.add_argument("--in-store", type=int, default=100)
    asked = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="samedeal-erasing-") as name:
        took = asyncio.run(measured(asked.matches, asked.in_store, Path(name)))
    minutes = took.seconds / asked.matches * MILLION / 60
    print(
        f"{took.matches} matches of {asked.matches}: erased in {took.seconds:.2f} s; "
        f"of a million, if it goes on like that, in {minutes:.0f} minutes"
    )


if __name__ == "__main__":
    main()
