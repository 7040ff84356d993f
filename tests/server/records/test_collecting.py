"""What is in the archive and is nobody's goes, and nothing else ever does."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from bench.finished import finished, keep
from tests.server.archived import (
    SHEET,
    archiving,
    bring_back,
    collected,
    grow_old,
    is_in_trouble,
    later,
    looked_through,
    moved,
    one_day,
    packs_in,
    take_away,
    yes,
)
from tests.server.books_told import told
from tests.server.chains import chain_of
from tests.server.house import opened

from samedeal_server.archive import packs
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.errors import Damaged
from samedeal_server.archive.holdings import ABOUT
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books.books import history, unpack_line
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.collecting import LEFT_MS, Collecting
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.store import chain
from samedeal_server.store.boards import histories, sheets
from samedeal_server.store.boards.histories import LONG, PAGE
from samedeal_server.store.boards.sheets import Piece, SheetStore
from samedeal_server.store.keys import (
    ARCHIVE_ID,
    ARCHIVE_LOOSE,
    BOOKS_CURSOR,
    book_key,
    pages_key,
)
from samedeal_server.store.redis import Store

BOOK = history("p-ann")


async def named_in(store: Store) -> set[bytes]:
    """Return the keys of all that the store names in the archive."""
    of_pages = pages_key("")
    marked = await store.whole_books.marked()
    heads = (await store.books.sheets.heads(marked)).values()
    pieces = [*(await store.books.sheets.pieces(heads)).values()]
    names = {sheets.name_of(digest) for named in pieces for digest in named}
    for key in await store.calls.scan(f"{of_pages}*"):
        pages: Any = await store.calls.read_one("LRANGE", key, 0, -1)
        names |= {histories.name_of(digest) for digest in pages}
    return {packs.key_of(name) for name in names}


async def loose_in(store: Store, folder: Path) -> set[bytes]:
    """Return the keys of what is in an archive of boards and that nothing names."""
    shelf = Folder(folder)
    found = [packs.open_pack(shelf, path.name) for path in packs_in(folder)]
    there = {key for pack in found for key, *_ in packs.entries(shelf, pack)}
    named = await named_in(store)
    assert named <= there
    return there - named


@contextmanager
def anothers(folder: Path) -> Generator[None]:
    """Have an archive be another server's for a while."""
    about = (folder / ABOUT).read_bytes()
    (folder / ABOUT).write_bytes(b'{"format": 1, "server": "another"}')
    yield
    (folder / ABOUT).write_bytes(about)


async def came_late(store: Store, folder: Path) -> Mapping[tuple[object, ...], object]:
    """Have boards come back for a late match and moved again; return what is told."""
    await one_day(store)
    await moved(store, folder)
    await one_day(store, 3, 1)
    await moved(store, folder)
    return await told(store)


async def with_pages(store: Store, folder: Path) -> None:
    """Have a history moved of which the lines come back, and go again as others."""
    await keep(store, *(finished(f"m-{n}", "p-ann", f"p-{n}") for n in range(LONG)))
    await BooksWriter(store).catch_up()
    await moved(store, folder)


async def lines_of(store: Store) -> list[str]:
    (lines,) = (await store.books.histories.whole([BOOK])).values()
    return [unpack_line(line).match for line in lines]


async def test_pages_of_the_chain_stay(store: Store, folder: Path) -> None:
    """Though somebody was erased, whose name is looked for in all that is no page."""
    await chain_of(store, chain.PAGE + 100)
    before = await store.chain.links(0, chain.PAGE)
    await BooksWriter(store).catch_up()
    await Archiving(store, str(folder), 1, least=1).look()
    assert await store.chain.to_move(chain.PAGE, 1) == []
    await store.transcripts.erased.stand_in("p-ann", "gone-1")
    grow_old(folder)
    await collected(store, folder)
    async with opened(store.url) as fresh:
        Archiving(fresh, str(folder), 1)
        assert await fresh.chain.links(0, chain.PAGE) == before


async def test_pieces_of_a_sheet_that_came_back_go_after_some_days(
    store: Store, folder: Path
) -> None:
    before = await came_late(store, folder)
    loose = await loose_in(store, folder)
    assert loose
    await archiving(store, folder).look()
    assert await loose_in(store, folder) == loose
    grow_old(folder)
    await archiving(store, folder).look()
    assert await loose_in(store, folder) == loose
    with later(store):
        await archiving(store, folder).look()
    assert await loose_in(store, folder) == set()
    assert await told(store) == before
    assert (await compare(store)).differences == ()
    assert await store.books.sheets.heads([SHEET])


async def copy_of(redis: Any) -> dict[bytes, bytes]:
    """Return all that is in a store, as the file on its disk has it."""
    return {key: await redis.dump(key) for key in await redis.keys("*")}


async def put_back(redis: Any, copy: Mapping[bytes, bytes]) -> None:
    await redis.flushall()
    for key, value in copy.items():
        await redis.restore(key, 0, value)


async def test_a_copy_of_the_store_names_nothing_that_was_lost_for_less_than_two_days(
    store: Store, redis: Any, folder: Path
) -> None:
    await one_day(store)
    await moved(store, folder)
    before, copy = await told(store), await copy_of(redis)
    await store.whole_books.bring_back([SHEET])
    grow_old(folder)
    with later(store, LEFT_MS // 2):
        await looked_through(store, folder)
        await looked_through(store, folder)
    await put_back(redis, copy)
    async with opened(store.url) as fresh:
        archiving(fresh, folder)
        assert await fresh.books.sheets.heads([SHEET])
        assert await told(fresh) == before
        # What it names was loose, and is not.
        await collected(fresh, folder)
        assert await told(fresh) == before


async def test_what_is_named_in_between_is_loose_for_the_first_time_again(
    store: Store, folder: Path
) -> None:
    await one_day(store)
    await moved(store, folder)
    heads = await store.books.sheets.heads([SHEET])
    await store.whole_books.bring_back([SHEET])
    grow_old(folder)
    await looked_through(store, folder)
    await moved(store, folder)
    assert await store.books.sheets.heads([SHEET]) == heads
    grow_old(folder)
    await looked_through(store, folder)
    await store.whole_books.bring_back([SHEET])
    with later(store):
        await looked_through(store, folder)
    assert await loose_in(store, folder)
    with later(store, 2 * LEFT_MS):
        await looked_through(store, folder)
    assert await loose_in(store, folder) == set()


async def test_no_more_is_noted_than_there_is_room_for_and_all_goes_in_the_end(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.store.boards.loose.NOTED_MOST", 3)
    await came_late(store, folder)
    await redis.zadd(ARCHIVE_LOOSE, {b"in no pack": store.now() - LEFT_MS})
    grow_old(folder)
    looks, count = 0, len(await loose_in(store, folder))
    assert count > 3
    while await loose_in(store, folder):
        with later(store, looks * LEFT_MS):
            await looked_through(store, folder)
        assert await redis.zcard(ARCHIVE_LOOSE) <= 3
        grow_old(folder)
        looks += 1
        assert looks < 2 * count
    assert await redis.zrange(ARCHIVE_LOOSE, 0, -1) == []


async def test_a_torn_pack_is_looked_through_once_it_is_mended(
    store: Store, folder: Path
) -> None:
    """And keeps nobody from the others."""
    await one_day(store)
    await moved(store, folder)
    (torn,) = packs_in(folder)
    await one_day(store, 3, 1)
    await moved(store, folder)
    await store.whole_books.bring_back([SHEET])
    whole, loose = torn.read_bytes(), len(await loose_in(store, folder))
    torn.write_bytes(bytes([whole[0] ^ 255]) + whole[1:])
    grow_old(folder)
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    collecting, left = Collecting(store), list[int]()
    with pytest.raises(Damaged):
        await collecting.go_on(archive, yes)
    with later(store):
        for _ in range(3):
            with pytest.raises(Damaged):
                await collecting.go_on(archive, yes)
        torn.write_bytes(whole)
        grow_old(folder)
        left.append(len(await loose_in(store, folder)))
        await collecting.go_on(archive, yes)
    with later(store, 3 * LEFT_MS):
        await collecting.go_on(archive, yes)
    left.append(len(await loose_in(store, folder)))
    assert loose > left[0] > left[1] == 0


async def test_pages_of_a_history_that_was_put_right_go(
    store: Store, redis: Any, folder: Path
) -> None:
    await with_pages(store, folder)
    assert await loose_in(store, folder) == set()
    await redis.lset(book_key(BOOK), 0, b"nonsense")
    await rebuild(store)
    lines = await lines_of(store)
    assert len(await loose_in(store, folder)) > 0
    grow_old(folder)
    await collected(store, folder)
    assert await loose_in(store, folder) == set()
    assert await lines_of(store) == lines
    assert (await compare(store)).differences == ()


async def test_it_goes_on_from_day_to_day_with_few_packs_at_once(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.records.collecting.MOST", 1)
    monkeypatch.setattr("samedeal_server.records.collecting.AT_ONCE", 3)
    await came_late(store, folder)
    grow_old(folder)
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    collecting, left = Collecting(store), list[int]()
    for _ in packs_in(folder):
        await collecting.go_on(archive, yes)
    with later(store):
        for _ in packs_in(folder):
            await collecting.go_on(archive, yes)
            left.append(len(await loose_in(store, folder)))
        assert len(left) > 1
        assert left[-1] == 0
        # Once a day: what is loose from now on waits until tomorrow.
        await store.whole_books.bring_back([SHEET])
        grow_old(folder)
        await collecting.go_on(archive, yes)
    for days in (2, 3):
        assert await loose_in(store, folder)
        with later(store, days * LEFT_MS):
            for _ in range(9):
                await collecting.go_on(archive, yes)
    assert await loose_in(store, folder) == set()


# What somebody is just writing


async def test_a_page_that_is_there_and_not_named_yet_stays_in_the_store_if_it_goes(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a process was asleep for days, with what it had added."""
    await with_pages(store, folder)
    await keep(store, *(finished(f"n-{n}", "p-ann", f"p-{n}") for n in range(PAGE)))
    await BooksWriter(store).catch_up()
    lines, add = await lines_of(store), Archive.add

    async def for_days(self: Archive, *asked: Any) -> str:
        pack = await add(self, *asked)
        grow_old(folder)
        await collected(store, folder)
        return pack

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "add", for_days)
        await archiving(store, folder).move_histories()
    assert await redis.llen(pages_key(BOOK)) == 1
    assert await lines_of(store) == lines
    await archiving(store, folder).move_histories()
    assert await redis.llen(pages_key(BOOK)) > 1
    assert await lines_of(store) == lines


async def test_a_sheet_that_is_there_and_not_named_yet_is_let_alone(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await came_late(store, folder)
    await store.whole_books.bring_back([SHEET])
    add = Archive.add

    async def for_days(self: Archive, *asked: Any) -> str:
        pack = await add(self, *asked)
        grow_old(folder)
        await collected(store, folder)
        return pack

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "add", for_days)
        await archiving(store, folder).move_sheets()
    assert await told(store) == before
    await archiving(store, folder).move_sheets()
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before
    assert (await compare(store)).differences == ()


async def test_what_is_put_there_again_while_it_is_looked_at_stays(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await came_late(store, folder)
    loose = await loose_in(store, folder)
    grow_old(folder)
    look_through = Archive.look_through

    async def again(self: Archive, pack: str, *asked: Any) -> Any:
        found = await look_through(self, pack, *asked)
        os.utime(folder / pack, (store.now() / 1000, store.now() / 1000))
        return found

    monkeypatch.setattr(Archive, "look_through", again)
    await collected(store, folder)
    assert await loose_in(store, folder) == loose


async def test_whoever_is_killed_while_it_is_collected_leaves_nothing_behind(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await came_late(store, folder)
    grow_old(folder)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    holdings = archive._holdings  # pyright: ignore[reportPrivateUsage]
    loose, now = dict.fromkeys(await loose_in(store, folder)), store.now()

    def take_loose() -> None:
        for path in packs_in(folder):
            holdings.put_instead(path.name, loose, now)

    with monkeypatch.context() as patched:
        patched.setattr(Folder, "remove", killed)
        with pytest.raises(KeyboardInterrupt):
            take_loose()
    assert await told(store) == before
    await archiving(store, folder).look()
    grow_old(folder)
    await collected(store, folder)
    assert await loose_in(store, folder) == set()
    assert await told(store) == before


# What looks as if nothing named it


@pytest.mark.parametrize("lost", [BOOKS_CURSOR, ARCHIVE_ID, None])
async def test_while_the_store_has_lost_its_data_nothing_goes(
    store: Store, redis: Any, folder: Path, lost: str | None
) -> None:
    await came_late(store, folder)
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    await (redis.flushall() if lost is None else redis.delete(lost))
    grow_old(folder)
    before = packs_in(folder)
    for days in range(3):
        with later(store, days * LEFT_MS):
            await Collecting(store).go_on(archive, yes)
    assert packs_in(folder) == before


async def test_while_the_store_has_older_data_than_before_nothing_goes(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await came_late(store, folder)
    archive = Archive(Folder(folder), await store.transcripts.known_archive())
    collecting = Collecting(store)
    await collecting.go_on(archive, yes)
    grow_old(folder)
    await looked_through(store, folder)
    booked = await store.books.cursor()
    await redis.set(BOOKS_CURSOR, booked - 1)
    tomorrow = store.now() + LEFT_MS
    monkeypatch.setattr(store, "now", lambda: tomorrow)
    await collecting.go_on(archive, yes)
    loose = await loose_in(store, folder)
    assert loose
    await redis.set(BOOKS_CURSOR, booked)
    await collecting.go_on(archive, yes)
    assert not await loose_in(store, folder)


@pytest.mark.parametrize("is_empty", [True, False])
async def test_of_an_archive_that_is_away_nothing_goes(
    store: Store, folder: Path, *, is_empty: bool
) -> None:
    before = await came_late(store, folder)
    loose = await loose_in(store, folder)
    grow_old(folder)
    take_away(folder, is_empty=is_empty)
    mover = archiving(store, folder)
    await mover.look()
    assert is_in_trouble(mover)
    bring_back(folder)
    assert await loose_in(store, folder) == loose
    assert await told(store) == before


async def test_of_anothers_archive_nothing_goes(store: Store, folder: Path) -> None:
    before = await came_late(store, folder)
    loose = await loose_in(store, folder)
    grow_old(folder)
    with anothers(folder):
        mover = archiving(store, folder)
        await mover.look()
        assert is_in_trouble(mover)
    assert await loose_in(store, folder) == loose
    assert await told(store) == before


async def test_pieces_stay_of_which_nobody_can_know_and_of_sheets_that_are_marked(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await came_late(store, folder)
    of_sheets = store.books.sheets
    ((head, named),) = (
        await of_sheets.pieces((await of_sheets.heads([SHEET])).values())
    ).items()
    pieces = {Piece(SHEET, digest) for digest in (*named, bytes(16))}
    assert await of_sheets.named(pieces) == pieces - {Piece(SHEET, bytes(16))}
    found = SheetStore._found  # pyright: ignore[reportPrivateUsage]

    async def without_head(
        self: SheetStore, asked: Any, *, without_lost: bool = False
    ) -> Any:
        there = await found(self, asked, without_lost=without_lost)
        return {name: piece for name, piece in there.items() if name != head}

    with monkeypatch.context() as patched:
        patched.setattr(SheetStore, "_found", without_head)
        assert await of_sheets.named(pieces) == pieces
    await store.whole_books.bring_back([SHEET])
    assert await of_sheets.named(pieces) == set()
    assert await of_sheets.begin(SHEET, "somebody")
    assert await of_sheets.named(pieces) == pieces


async def test_a_process_that_puts_packs_together_meanwhile_loses_nothing(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of a version before this, too."""
    before = await came_late(store, folder)
    grow_old(folder)
    server = await store.transcripts.known_archive()
    other, put_instead = Archive(Folder(folder), server), Archive.put_instead
    monkeypatch.setattr("samedeal_server.archive.holdings.PUT_TOGETHER", 2)

    async def after_that(self: Archive, *asked: Any) -> None:
        await other.tidy(0)
        await put_instead(self, *asked)

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "put_instead", after_that)
        await collected(store, folder)
    assert await told(store) == before
    grow_old(folder)
    await collected(store, folder)
    assert await told(store) == before
    assert await loose_in(store, folder) == set()


async def test_records_are_never_loose(store: Store, folder: Path) -> None:
    matches = [finished(f"m-{n}", "p-1", "p-2") for n in range(20)]
    await keep(store, *matches)
    await Archiving(store, str(folder), 1, least=1, days=10_000).look()
    names = [match.match for match in matches]
    records = await store.transcripts.read(names)
    assert len(await store.transcripts.stored(names)) < len(names)
    grow_old(folder)
    files = packs_in(folder)
    await collected(store, folder)
    assert packs_in(folder) == files
    assert await store.transcripts.read(names) == records
