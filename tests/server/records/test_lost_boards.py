"""Boards in the archive, if that is away or has lost some, or if two move them."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from bench.finished import HOUR_MS, NOON, keep, series
from tests.server.books_told import told
from tests.server.house import opened
from tests.server.records.test_shelving import (
    BEST,
    SHEET,
    archiving,
    is_in_trouble,
    moved,
    one_day,
)

from samedeal_server.archive.archive import Archive
from samedeal_server.core.books import books
from samedeal_server.core.books.windows import windows_at
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.redis import Store

GAME, DAY = SHEET.rsplit("/", 1)
LATER = NOON + 60 * 24 * HOUR_MS
LATER_BEST = books.board("best", GAME, windows_at(LATER)[0])


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def take_away(folder: Path, *, is_empty: bool) -> None:
    """Have an archive away, as a disk that is not mounted may leave an empty folder."""
    folder.rename(folder.with_name("away"))
    if is_empty:
        folder.mkdir()


def files_in(folder: Path) -> list[Path]:
    return list(folder.glob("*"))


def bring_back(folder: Path) -> None:
    folder.with_name("away").replace(folder)


@pytest.mark.parametrize("is_empty", [True, False])
async def test_boards_do_not_go_where_their_archive_is_not_mounted(
    store: Store, folder: Path, *, is_empty: bool
) -> None:
    await one_day(store)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    take_away(folder, is_empty=is_empty)
    await one_day(store, 10, at=LATER)
    mover = archiving(store, folder)
    await mover.look()
    assert is_in_trouble(mover)
    assert not files_in(folder)
    assert (await store.books.page(LATER_BEST, 0, 9)).total == 2
    bring_back(folder)
    assert (await store.books.page(BEST, 0, 9)).total == 2
    await moved(store, folder)
    assert (await store.books.page(LATER_BEST, 0, 9)).total == 2
    assert await told(store)


async def test_who_drops_what_it_has_moved_drops_nothing_that_another_one_moved(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)
    add = Archive.add

    async def late(self: Archive, *asked: Any) -> str:
        monkeypatch.undo()
        await moved(store, folder)
        assert await store.books.sheets.heads([SHEET])
        await store.transcripts.erased.begin()
        return await add(self, *asked)

    monkeypatch.setattr(Archive, "add", late)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before


async def test_who_drops_transcripts_drops_none_that_another_one_moved(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = list(series(Random(1), 8))
    await keep(store, *matches)
    add = Archive.add

    def mover() -> Archiving:
        return Archiving(store, str(folder), 1, least=1)

    async def late(self: Archive, *asked: Any) -> str:
        monkeypatch.undo()
        assert await mover().move_some()
        await store.transcripts.erased.begin()
        return await add(self, *asked)

    monkeypatch.setattr(Archive, "add", late)
    await mover().move_some()
    assert all(await store.transcripts.read([match.match for match in matches]))
