"""Boards in the archive, where that is away, has lost some, or two move them at once."""

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import move

import pytest
import pytest_asyncio
from bench.finished import HOUR_MS, NOON
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

from samedeal_server.core.books import books
from samedeal_server.core.books.windows import windows_at
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


def away(folder: Path) -> Path:
    return folder.with_name("away")


@pytest.mark.parametrize("is_empty", [True, False])
async def test_boards_do_not_go_where_their_archive_is_not_mounted(
    store: Store, folder: Path, *, is_empty: bool
) -> None:
    await one_day(store)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    move(folder, away(folder))
    if is_empty:
        folder.mkdir()
    await one_day(store, 10, at=LATER)
    mover = archiving(store, folder)
    await mover.look()
    assert is_in_trouble(mover)
    assert not folder.exists() or list(folder.iterdir()) == []
    assert (await store.books.page(LATER_BEST, 0, 9)).total == 2
    if is_empty:
        folder.rmdir()
    move(away(folder), folder)
    assert (await store.books.page(BEST, 0, 9)).total == 2
    await moved(store, folder)
    assert (await store.books.page(LATER_BEST, 0, 9)).total == 2
    assert await told(store)
