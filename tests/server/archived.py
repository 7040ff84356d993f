"""Boards that are over, and who moves them, for tests of what is in the archive."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bench.finished import NOON, Came, finished, keep, series

from samedeal_server.archive.archive import Archive
from samedeal_server.archive.shelves import Folder
from samedeal_server.backup.copying import copied
from samedeal_server.core.books import books
from samedeal_server.core.books.windows import windows_at
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.collecting import LEFT_MS, Collecting
from samedeal_server.store.redis import Store

GAME = "squares/english"
DAY, WEEK, MONTH, _ = windows_at(NOON)
LONG_OVER = -10_000
"""Days after which a window counts as over: whatever the clock says, all are."""
SHEET = f"{GAME}/{DAY}"
BEST = books.board("best", GAME, DAY)


async def played(store: Store, count: int = 40, seed: int = 3) -> None:
    """Have matches of every kind played over some weeks, and booked."""
    await keep(store, *series(Random(seed), count))
    await BooksWriter(store).catch_up()


async def one_day(store: Store, first: int = 0, count: int = 3, at: int = NOON) -> None:
    """Have matches played on one day, and booked."""
    matches = (
        finished(f"m-{n}", Came("p-1", score=n), Came("p-2", score=9), at=at + n)
        for n in range(first, first + count)
    )
    await keep(store, *matches)
    await BooksWriter(store).catch_up()


def archiving(store: Store, folder: Path | None, days: int = LONG_OVER) -> Archiving:
    """Return who moves boards that have been over for so many days."""
    place = None if folder is None else str(folder)
    return Archiving(store, place, 10_000, days=days)


async def moved(store: Store, folder: Path) -> None:
    """Have all boards of windows moved."""
    await archiving(store, folder).look()


def is_in_trouble(mover: Archiving) -> bool:
    """Tell whether operators are told of something; it is another each time."""
    return mover.is_in_trouble


def packs_in(folder: Path) -> list[Path]:
    """Return the packs of an archive."""
    return sorted(folder.glob("*.pack"))


def lose_packs(folder: Path) -> None:
    """Have an archive lose all that is in it."""
    for pack in packs_in(folder):
        pack.unlink()


def take_away(folder: Path, *, is_empty: bool) -> None:
    """Have an archive away, as a disk that is not mounted may leave an empty folder."""
    folder.rename(folder.with_name("away"))
    if is_empty:
        folder.mkdir()


def bring_back(folder: Path) -> None:
    """Have an archive that was away where it should be."""
    folder.with_name("away").replace(folder)


async def books_in_backup(store: Store) -> dict[str, tuple[bytes, ...]]:
    """Return what a backup has of books, by their keys."""
    held = [each async for each in copied(store) if "books" in each.key]
    return {each.key: tuple(sorted(each.words)) for each in held}


def grow_old(folder: Path) -> None:
    """Have all packs of an archive put there some days ago."""
    for path in packs_in(folder):
        then = path.stat().st_mtime - 2 * LEFT_MS / 1000
        os.utime(path, (then, then))


@contextmanager
def later(store: Store, ms: int = LEFT_MS) -> Generator[None]:
    """Have some days go by, as this process knows the store's clock."""
    now = store.now
    store.now = lambda: now() + ms  # type: ignore[method-assign]
    yield
    store.now = now  # type: ignore[method-assign]


async def yes() -> bool:
    """Say that whoever collects may go on."""
    return True


async def looked_through(store: Store, folder: Path) -> None:
    """Have another process look through all packs."""
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    await Collecting(store).go_on(archive, yes)


async def collected(store: Store, folder: Path) -> None:
    """Have others look through all packs, and again after some days."""
    await looked_through(store, folder)
    with later(store):
        await looked_through(store, folder)
