"""Boards in the archive, if that is away or has lost some, or if two move them."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.finished import HOUR_MS, NOON, keep, series
from tests.server.archived import (
    BEST,
    SHEET,
    archiving,
    bring_back,
    grow_old,
    is_in_trouble,
    later,
    moved,
    one_day,
    packs_in,
    take_away,
)
from tests.server.books_told import told

from samedeal_server.archive.archive import Archive
from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books import books
from samedeal_server.core.books.windows import windows_at
from samedeal_server.records import archiving as records_archiving
from samedeal_server.records.archiving import AGAIN_EVERY, Archiving
from samedeal_server.records.rebuilding import rebuild
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import book_key
from samedeal_server.store.redis import Store
from samedeal_server.store.transcripts import TranscriptStore

GAME, DAY = SHEET.rsplit("/", 1)
LATER = NOON + 60 * 24 * HOUR_MS
LATER_DAY = windows_at(LATER)[0]
LATER_BEST = books.board("best", GAME, LATER_DAY)


def hide_packs(folder: Path, *, are_back: bool = False) -> None:
    """Take all packs out of an archive, or put them back."""
    begins, ends = (".hidden", ".pack") if are_back else (".pack", ".hidden")
    for pack in folder.glob(f"*{begins}"):
        pack.rename(pack.with_suffix(ends))


def files_in(folder: Path) -> list[Path]:
    return list(folder.glob("*"))


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


async def test_who_puts_packs_together_for_long_stays_the_only_one_to_move(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    await moved(store, folder)
    is_mover, is_asked = TranscriptStore.is_mover, asyncio.Event()

    async def noted(self: TranscriptStore, process: str, for_s: int) -> bool:
        is_asked.set()
        return await is_mover(self, process, for_s)

    async def for_long(self: Archive, now: int) -> bool:
        is_asked.clear()
        await asyncio.wait_for(is_asked.wait(), 20)
        return False

    monkeypatch.setattr(TranscriptStore, "is_mover", noted)
    monkeypatch.setattr(Archive, "tidy", for_long)
    monkeypatch.setattr(records_archiving, "MOVER_S", 1)
    await moved(store, folder)
    assert is_asked.is_set()


# What operators are told


async def test_what_is_wrong_with_packs_is_told_of_until_they_are_put_together(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by one that was not the mover any more when it was found."""
    await one_day(store)
    await moved(store, folder)
    mover = archiving(store, folder)
    is_mover, asked = TranscriptStore.is_mover, asyncio.Event()

    async def another_is(self: TranscriptStore, process: str, for_s: int) -> bool:
        asked.set()
        return False

    async def torn(self: Archive, now: int) -> bool:
        monkeypatch.setattr(TranscriptStore, "is_mover", another_is)
        await asyncio.wait_for(asked.wait(), 20)
        monkeypatch.setattr(TranscriptStore, "is_mover", is_mover)
        raise ArchiveUnavailable("a file is torn")

    troubles = list[bool]()
    with monkeypatch.context() as patched:
        patched.setattr(records_archiving, "MOVER_S", 1)
        patched.setattr(Archive, "tidy", torn)
        await mover.look()
        troubles.append(is_in_trouble(mover))
    await mover.look()
    troubles.append(is_in_trouble(mover))
    assert troubles == [True, True]
    for _ in range(AGAIN_EVERY):
        await mover.look()
    assert not is_in_trouble(mover)


async def test_a_torn_pack_keeps_no_boards_from_being_moved_nor_leftovers_from_going(
    store: Store, folder: Path
) -> None:
    await one_day(store)
    await moved(store, folder)
    (old,) = packs_in(folder)
    await one_day(store, 3, 1)
    await moved(store, folder)
    grow_old(folder)
    await one_day(store, 10, at=LATER)
    torn, mover = folder / f"{'0' * 32}.pack", archiving(store, folder)
    torn.write_bytes(b"torn")
    await mover.look()
    assert is_in_trouble(mover)
    assert await store.books.sheets.heads([f"{GAME}/{LATER_DAY}"])
    with later(store):
        await archiving(store, folder).look()
    assert not old.exists()
    torn.unlink()
    for _ in range(AGAIN_EVERY):
        await mover.look()
    assert not is_in_trouble(mover)


async def test_packs_that_are_left_are_put_together_at_the_next_look(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.archive.holdings.TIDIED_S", 0)
    monkeypatch.setattr("samedeal_server.archive.holdings.PUT_TOGETHER", 2)
    await one_day(store)
    await moved(store, folder)
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    for number in range(4):
        await archive.add({f"m-{number}": b"a record"})
    mover, left = archiving(store, folder), list[int]()
    for _ in range(5):
        await mover.look()
        left.append(len(packs_in(folder)))
    assert left == [4, 3, 2, 1, 1]


async def test_boards_that_are_lost_are_told_of_until_they_are_back(
    store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await one_day(store)
    mover = archiving(store, folder)
    await mover.look()
    hide_packs(folder)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="lost boards"):
            await store.books.page(BEST, 0, 9)
    caplog.set_level(logging.WARNING)
    caplog.clear()
    troubles = list[bool]()
    for _ in range(2):
        await mover.look()
        troubles.append(is_in_trouble(mover))
    (said,) = [record.message for record in caplog.records]
    assert "the archive has lost boards" in said
    hide_packs(folder, are_back=True)
    await mover.look()
    assert [*troubles, is_in_trouble(mover)] == [True, True, False]
    assert (await store.books.page(BEST, 0, 9)).total == 2


async def test_boards_that_were_lost_and_are_made_again_are_told_of_no_more(
    store: Store, folder: Path
) -> None:
    await one_day(store)
    mover = archiving(store, folder)
    await mover.look()
    hide_packs(folder)
    with pytest.raises(StoreUnavailable, match="lost boards"):
        await store.books.around(BEST, "p-1", 9)
    await mover.look()
    troubles = [is_in_trouble(mover)]
    await rebuild(store)
    await mover.look()
    assert [*troubles, is_in_trouble(mover)] == [True, False]


async def test_boards_that_cannot_be_moved_keep_no_others_and_are_told_of_throughout(
    store: Store, redis: Any, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await one_day(store)
    await one_day(store, 10, at=LATER)
    rows = book_key(books.rows(BEST))
    await redis.rename(rows, "aside")
    await redis.set(rows, "nonsense")
    mover = archiving(store, folder)
    troubles = list[bool]()
    for _ in range(AGAIN_EVERY + 1):
        await mover.look()
        troubles.append(is_in_trouble(mover))
    assert all(troubles)
    (said,) = [r.message for r in caplog.records if r.levelno == logging.ERROR]
    assert f"{SHEET} cannot be moved: WRONGTYPE" in said
    assert not await store.books.sheets.heads([SHEET])
    assert await store.books.sheets.heads([f"{GAME}/{LATER_DAY}"])
    await redis.rename("aside", rows)
    for _ in range(AGAIN_EVERY):
        await mover.look()
    assert not is_in_trouble(mover)
    assert await store.books.sheets.heads([SHEET])


async def test_a_board_from_which_somebody_is_being_erased_is_called_no_wrong_one(
    store: Store,
    redis: Any,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await one_day(store)
    rows, put_back = book_key(books.rows(BEST)), SheetStore.put_back
    await store.books.move_rank(books.ranking(BEST), "p-1", "gone-1")

    async def rows_too(self: SheetStore, *asked: Any) -> bool:
        monkeypatch.undo()
        await redis.hset(rows, "gone-1", await redis.hget(rows, "p-1"))
        await redis.hdel(rows, "p-1")
        return await put_back(self, *asked)

    monkeypatch.setattr(SheetStore, "put_back", rows_too)
    mover = archiving(store, folder)
    await mover.look()
    assert not [r.message for r in caplog.records if r.levelno == logging.ERROR]
    assert await store.books.sheets.heads([SHEET])
    assert {row.player for row in (await store.books.page(BEST, 0, 9)).rows} == {
        "gone-1",
        "p-2",
    }
