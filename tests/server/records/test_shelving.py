"""Boards of windows that are over leave the store, and are read from the archive."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import errno
import logging
from asyncio import create_task, gather, sleep
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from shutil import move
from typing import Any

import pytest
import pytest_asyncio
from bench.finished import HOUR_MS, NOON, Came, finished, keep, series
from redis.asyncio import Redis
from tests.faults.inside import inside
from tests.server.books_told import told
from tests.server.house import QUICK, opened
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import Leaderboard, Leaders
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.shelves import Folder
from samedeal_server.backup.copying import copied
from samedeal_server.core.books import books
from samedeal_server.core.books.dailies import sheet_ends_at
from samedeal_server.core.books.windows import windows_at
from samedeal_server.records import shelving
from samedeal_server.records.archiving import AGAIN_EVERY, Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.boards import pieces
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import book_key, sheet_key
from samedeal_server.store.operators.whole_books import WholeBooks
from samedeal_server.store.redis import Store

GAME = "squares/english"
DAY, WEEK, MONTH, _ = windows_at(NOON)
LONG_OVER = -10_000
"""Days after which a window counts as over: whatever the clock says, all are."""
SHEET = f"{GAME}/{DAY}"
BEST = books.board("best", GAME, DAY)


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


@pytest_asyncio.fixture
async def redis(store_url: str) -> AsyncIterator[Any]:
    async with Redis.from_url(store_url) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


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
    place = None if folder is None else str(folder)
    return Archiving(store, place, 10_000, days=days)


def is_in_trouble(mover: Archiving) -> bool:
    return mover.is_in_trouble


async def moved(store: Store, folder: Path) -> None:
    await archiving(store, folder).look()


def there(folder: Path) -> list[Path]:
    return list(folder.glob("*.pack"))


def lose_packs(folder: Path) -> None:
    for pack in folder.glob("*.pack"):
        pack.unlink()


async def books_in_backup(store: Store) -> dict[str, tuple[bytes, ...]]:
    held = [each async for each in copied(store) if "books" in each.key]
    return {each.key: tuple(sorted(each.words)) for each in held}


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
    assert not there(folder)
    assert not await store.books.sheets.heads([SHEET])
    assert (await store.books.page(BEST, 0, 9)).total == 2


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
    assert there(folder)
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


async def test_boards_that_the_archive_has_lost_are_made_again_from_the_matches(
    store: Store, folder: Path
) -> None:
    await played(store)
    before = await told(store)
    await moved(store, folder)
    lose_packs(folder)
    with pytest.raises(StoreUnavailable, match="lost boards of a day, week or month"):
        await told(store)
    with pytest.raises(StoreUnavailable, match="rebuild-boards"):
        await books_in_backup(store)
    await rebuild(store)
    assert await told(store) == before
    assert (await compare(store)).differences == ()


async def test_a_sheet_that_is_not_what_it_should_be_is_put_right_as_a_whole(
    store: Store, redis: Any, folder: Path
) -> None:
    await one_day(store)
    before = await told(store)
    counts = book_key(books.counts(GAME, DAY))
    await redis.hset(counts, "p-1", b"nonsense")
    await moved(store, folder)
    found = await rebuild(store)
    assert [(each.book, each.field) for each in found.differences] == [
        (books.counts(GAME, DAY), "p-1")
    ]
    assert not await store.books.sheets.heads([SHEET])
    assert await told(store) == before
    await redis.zadd(book_key(books.ranking(BEST)), {"p-1": -99})
    await rebuild(store)
    assert await told(store) == before
    assert (await compare(store)).differences == ()


async def test_a_sheet_that_is_moved_while_it_is_put_right_loses_nothing(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)
    await redis.hset(book_key(books.counts(GAME, DAY)), "p-1", b"nonsense")
    clear = WholeBooks.make_ready

    async def meanwhile(self: WholeBooks, *asked: Any) -> None:
        await moved(store, folder)
        await clear(self, *asked)

    with monkeypatch.context() as patched:
        patched.setattr(WholeBooks, "make_ready", meanwhile)
        await rebuild(store)
    assert await told(store) == before
    assert (await compare(store)).differences == ()


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


async def test_a_sheet_that_comes_back_while_names_are_read_is_among_them(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    await moved(store, folder)
    names = await store.whole_books.names()
    in_store = WholeBooks.names_in_store

    async def slowly(self: WholeBooks, *like: str) -> list[str]:
        found = await in_store(self, *like)
        monkeypatch.undo()
        await one_day(store, 3, 1)
        return found

    monkeypatch.setattr(WholeBooks, "names_in_store", slowly)
    assert set(await store.whole_books.names()) >= set(names)


async def test_players_are_told_old_boards_and_without_the_archive_only_the_others(
    store: Store, store_url: str, folder: Path
) -> None:
    settings = QUICK.model_copy(update={"archive": str(folder)})
    async with inside(store_url, settings) as house, talking(house.url) as ann:
        await one_day(store)

        async def told_of(window: str) -> Leaderboard:
            return await ann.ask(
                Leaderboard, t="leaderboard", game=GAME, by="best", window=window
            )

        async def leaders() -> Leaders:
            return await ann.ask(Leaders, t="leaders", by="best", window=DAY)

        before, first = await told_of(DAY), await leaders()
        assert [row.match for row in before.rows] == ["m-0", "m-2"]
        # The server itself has said that it moves.
        await archiving(store, folder).move_sheets()
        assert await store.books.sheets.heads([SHEET])
        again = await told_of(DAY)
        assert again.rows == before.rows
        assert (await leaders()).leaders == first.leaders

        move(folder, folder.with_name("away"))
        error = await ann.refused(
            t="leaderboard", game=GAME, by="best", window=DAY, around=""
        )
        assert error.code is ErrorCode.UNAVAILABLE
        assert (await told_of("all")).rows == before.rows
        move(folder.with_name("away"), folder)
        assert (await told_of(DAY)).rows == before.rows


async def test_who_brings_a_sheet_back_late_does_not_undo_what_came_meanwhile(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    await moved(store, folder)
    whole = SheetStore.whole

    async def slowly(self: SheetStore, head: bytes) -> dict[str, dict[str, bytes]]:
        found = await whole(self, head)
        monkeypatch.undo()
        await one_day(store, 3, 1)
        return found

    monkeypatch.setattr(SheetStore, "whole", slowly)
    await store.whole_books.bring_back([SHEET])
    assert (await compare(store)).differences == ()
    assert not await store.calls.scan("*:back/*")


@pytest.mark.parametrize("asked", ["rows of some", "whole books"])
async def test_a_large_board_holds_nobody_up_while_it_is_read_from_the_archive(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(pieces, "PIECE", 2)
    monkeypatch.setattr(pieces, "INDEXED", 2)
    players = [f"p-{n}" for n in range(16)]
    pairs = zip(players[::2], players[1::2], strict=True)
    await keep(store, *(finished(f"m-{n}", *two) for n, two in enumerate(pairs)))
    await BooksWriter(store).catch_up()
    await moved(store, folder)
    heads = await store.books.sheets.heads([SHEET])
    read, most = 0, 0
    content = pieces._content  # pyright: ignore[reportPrivateUsage]

    def counted(packed: bytes) -> object:
        nonlocal read, most
        read += 1
        most = max(most, read)
        return content(packed)

    async def others() -> None:
        nonlocal read
        while True:
            read = 0
            await sleep(0)

    monkeypatch.setattr(pieces, "_content", counted)
    meanwhile = create_task(others())
    if asked == "rows of some":
        found = await store.books.rows_of(BEST, players)
        assert [row.player for row in found.rows] == sorted(players)
    else:
        whole = await store.books.sheets.whole(heads[SHEET])
        assert whole[books.rows(BEST)].keys() == set(players)
    meanwhile.cancel()
    # A head, or the last piece of before with the first of what is read then.
    assert most <= 2
