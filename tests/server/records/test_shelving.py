"""Boards of windows that are over leave the store, once and whole."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import errno
import logging
from asyncio import gather
from pathlib import Path
from typing import Any

import pytest
from bench.finished import HOUR_MS, NOON, finished, keep
from tests.server.archived import (
    BEST,
    DAY,
    GAME,
    LONG_OVER,
    MONTH,
    SHEET,
    WEEK,
    archiving,
    books_in_backup,
    is_in_trouble,
    moved,
    one_day,
    packs_in,
    played,
)
from tests.server.books_told import told

from samedeal_server.archive.archive import Archive
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books import books
from samedeal_server.core.books.dailies import sheet_ends_at
from samedeal_server.records import shelving
from samedeal_server.records.archiving import AGAIN_EVERY, Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.boards import pieces
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import PROCESSES, book_key, sheet_key
from samedeal_server.store.operators.whole_books import WholeBooks
from samedeal_server.store.redis import Store


@pytest.mark.parametrize("size", [2, 256])
async def test_boards_tell_the_same_wherever_they_are(
    store: Store,
    redis: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
) -> None:
    monkeypatch.setattr(pieces, "PIECE", size)
    monkeypatch.setattr(pieces, "INDEXED", 2)
    await played(store)
    before, whole = await told(store), await books_in_backup(store)
    names = await store.whole_books.names()
    await moved(store, folder)
    there = await store.whole_books.names_in_store()
    left = [name for name in there if sheet_ends_at(sheet_of(name) or "") is not None]
    assert left == []
    assert len(there) < len(names) / 3
    assert await store.whole_books.names() == names
    assert await told(store) == before
    assert (await compare(store)).differences == ()
    # A backup has all of it, and does not need the archive for that when put back.
    assert await books_in_backup(store) == whole


async def test_sheets_leave_some_days_after_their_window_and_none_of_all_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = f"daily/{GAME}/{DAY}"
    await one_day(store)
    await keep(store, finished("m-daily", "p-1", at=NOON, deal=daily))
    await BooksWriter(store).catch_up()
    sheets = [f"{GAME}/{window}" for window in (DAY, WEEK, MONTH)]
    ends = {sheet: end for sheet in sheets if (end := sheet_ends_at(sheet))}
    assert sheet_ends_at(f"{GAME}/all") is None
    # Attempts that began in time may end an hour later.
    ends[f"{daily}/all"] = ends[SHEET] + HOUR_MS
    for days in (1, 7):
        over = list[str]()
        for sheet, end in sorted(ends.items(), key=lambda each: each[1]):
            at = end + days * shelving.DAY_MS
            monkeypatch.setattr(store, "now", lambda at=at: at - 1)
            assert await sheets_over(store, days) == over
            over.append(sheet)
            monkeypatch.setattr(store, "now", lambda at=at: at)
            assert await sheets_over(store, days) == over


async def test_boards_are_moved_once_a_day(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    mover = archiving(store, folder)
    await mover.move_sheets()
    assert await store.books.sheets.heads([SHEET])
    await store.whole_books.bring_back([SHEET])
    await mover.move_sheets()
    assert not await store.books.sheets.heads([SHEET])
    tomorrow = store.now() + shelving.DAY_MS
    monkeypatch.setattr(store, "now", lambda: tomorrow)
    await mover.move_sheets()
    assert await store.books.sheets.heads([SHEET])


async def test_boards_stay_where_nothing_is_moved(store: Store, folder: Path) -> None:
    await one_day(store)
    await Archiving(store, str(folder), 0, days=LONG_OVER).look()
    await archiving(store, None).look()
    assert not packs_in(folder)
    assert not await store.books.sheets.heads([SHEET])
    assert (await store.books.page(BEST, 0, 9)).total == 2


async def test_boards_stay_while_a_process_is_alive_that_would_take_them_for_empty(
    store: Store, redis: Any, folder: Path
) -> None:
    await one_day(store)
    await redis.zadd(PROCESSES, {"older": store.now() + 60_000})
    mover = archiving(store, folder)
    await mover.look()
    assert not is_in_trouble(mover)
    assert not await store.books.sheets.heads([SHEET])
    await redis.zrem(PROCESSES, "older")
    await mover.move_sheets()
    assert await store.books.sheets.heads([SHEET])


async def test_a_match_that_comes_late_brings_its_boards_back(
    store: Store, redis: Any, folder: Path
) -> None:
    await one_day(store)
    await moved(store, folder)
    assert not await redis.exists(book_key(books.rows(BEST)))
    await one_day(store, 3, 1)
    assert await redis.exists(book_key(books.rows(BEST)))
    assert not await redis.exists(sheet_key(SHEET))
    wins = books.board("every-win", GAME, DAY)
    for _ in range(2):
        ranked = (await store.books.page(wins, 0, 9)).rows
        assert [(row.player, row.value) for row in ranked] == [("p-2", 4)]
        assert (await compare(store)).differences == ()
        await moved(store, folder)


async def test_a_match_that_is_booked_while_its_boards_are_moved_keeps_them(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    add = Archive.add

    async def meanwhile(self: Archive, *asked: Any) -> str:
        pack = await add(self, *asked)
        await one_day(store, 3, 1)
        return pack

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "add", meanwhile)
        await moved(store, folder)
    assert await store.books.sheets.marks([SHEET]) == {SHEET: b""}
    assert (await compare(store)).differences == ()
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    assert (await compare(store)).differences == ()


async def test_of_two_that_move_a_sheet_or_bring_it_back_each_does_it_once(
    store: Store, folder: Path
) -> None:
    await one_day(store)
    before = await told(store)
    sheets = store.books.sheets
    one = await sheets.begin(SHEET, "one")
    other = await sheets.begin(SHEET, "other")
    assert one is not None
    assert other is not None
    assert not await sheets.moved(SHEET, one, bytes(16), [books.rows(BEST)])
    await gather(*(moved(store, folder) for _ in range(2)))
    head = await sheets.heads([SHEET])
    assert head
    assert await sheets.begin(SHEET, "third") is None
    assert not await sheets.moved(SHEET, other, bytes(16))
    assert await told(store) == before
    await gather(*(store.whole_books.bring_back([SHEET]) for _ in range(3)))
    assert not await sheets.heads([SHEET])
    assert await told(store) == before
    assert not await store.calls.scan("*:back/*")


async def test_who_dies_before_the_boards_are_gone_leaves_them_once(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)

    async def dies(self: SheetStore, sheet: str, *_: Any) -> bool:
        raise StoreUnavailable(f"gone at {sheet}")

    with monkeypatch.context() as patched:
        patched.setattr(SheetStore, "moved", dies)
        await moved(store, folder)
    assert packs_in(folder)
    assert await told(store) == before
    await one_day(store, 3, 1)
    before = await told(store)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before


async def test_a_full_archive_takes_nothing_and_is_tried_again(
    store: Store,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await one_day(store)
    before = await told(store)
    mover = archiving(store, folder)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(Folder, "put", full)
        await mover.look()
    assert "No space left on device" in caplog.text
    assert is_in_trouble(mover)
    assert not await store.books.sheets.heads([SHEET])
    assert await told(store) == before
    await mover.move_sheets()
    await mover.look()
    assert not is_in_trouble(mover)
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before


async def test_an_archive_that_could_not_begin_begins_once_it_can(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    mover = archiving(store, folder)

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patched:
        patched.setattr(Folder, "put", read_only)
        await mover.look()
    assert is_in_trouble(mover)
    for _ in range(AGAIN_EVERY):
        await mover.look()
    assert not is_in_trouble(mover)
    assert await store.books.sheets.heads([SHEET])


async def test_a_board_that_does_not_fit_itself_stays_and_the_operator_is_told(
    store: Store, redis: Any, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await one_day(store)
    await redis.hdel(book_key(books.rows(BEST)), "p-1")
    with caplog.at_level(logging.ERROR):
        await moved(store, folder)
    assert f"{BEST} is not what it should be: run rebuild-boards" in caplog.text
    assert await store.books.sheets.marks([SHEET]) == {SHEET: b""}
    assert await store.books.sheets.heads([f"{GAME}/{WEEK}"])
    await rebuild(store)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])


@pytest.mark.parametrize("where", ["the store", "the archive", "a board"])
async def test_of_a_large_sheet_whose_move_breaks_off_nothing_is_left(
    store: Store,
    redis: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    await one_day(store)
    before = await told(store)
    await moved(store, folder)
    await store.whole_books.bring_back([SHEET])
    packs, read, add = packs_in(folder), WholeBooks.read, Archive.add
    written = 0

    async def breaks(self: WholeBooks, *asked: Any, **named: Any) -> Any:
        if where == "the store" and written:
            raise StoreUnavailable("gone")
        found = await read(self, *asked, **named)
        if where == "a board" and written:
            found[asked[0][0][0]].pop("p-1", None)
        return found

    async def counted(self: Archive, *asked: Any) -> str:
        nonlocal written
        if where == "the archive" and written:
            raise StoreUnavailable("full")
        pack = await add(self, *asked)
        written += 1
        return pack

    with monkeypatch.context() as patched:
        patched.setattr(shelving, "PIECES_MOST", 1)
        patched.setattr(WholeBooks, "read", breaks)
        patched.setattr(Archive, "add", counted)
        await moved(store, folder)
    assert written
    assert packs_in(folder) == packs
    assert await told(store) == before
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before
