"""Somebody erased from what is in the archive, or on its way there."""

import asyncio
import os
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from bench.finished import finished, keep
from tests.server.archived import LONG_OVER, collected, grow_old, packs_in
from tests.server.erased import ANN, BOB, IDS, House, played, renamed

from samedeal_server.admin.erasing import erase
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.holdings import Holdings
from samedeal_server.archive.own import OwnArchive
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books import books
from samedeal_server.records import erasing
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.collecting import LEFT_MS
from samedeal_server.records.erasing import Erasing
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.boards.histories import LONG
from samedeal_server.store.boards.parts import CORE
from samedeal_server.store.boards.pieces import boards_of, sheet_of
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.books import Books


async def test_pages_of_histories_in_the_archive_lose_the_name_too(
    house: House,
) -> None:
    store = house.store
    matches = (finished(f"m-{n}", "p-1", "p-2", rated=False) for n in range(LONG + 3))
    await keep(store, *(renamed(match, 0) for match in matches))
    await BooksWriter(store).catch_up()
    await house.archiving.move_histories()
    assert any(b"Ann the" in page for page in await house.archived())
    found = await erase(store, house.archiving, ANN)
    assert found["records"] == found["matches"] == LONG + 3
    for mark in (b"Ann the", ANN.encode()):
        assert [word for word in await house.words() if mark in word] == []
        assert [page for page in await house.archived() if mark in page] == []
    _, lines = await store.books.part(books.history(BOB), 2, 1)
    assert books.unpack_line(lines[-1]).opponents[0].player == found["stand_in"]
    assert await house.wrong() == []


def without_ann(sealed: bytes) -> bytes | None:
    return sealed.replace(b"Ann", b"Xnn") if b"Ann" in sealed else None


async def test_a_pack_put_together_of_what_had_the_name_is_thrown_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever tidies the archive read the packs before somebody was erased."""
    await played(house.store)
    await house.archiving.look()
    server = await house.store.transcripts.known_archive()
    tidying = Holdings(Folder(house.folder), server)
    other = Holdings(Folder(house.folder), server)
    put, is_first = Folder.put, [True]

    def put_late(self: Folder, *args: object) -> None:
        put(self, *args)  # type: ignore[arg-type]
        if is_first.pop() if is_first else False:
            other.rewrite(without_ann)

    assert tidying.count() > 0
    monkeypatch.setattr(Folder, "put", put_late)
    packs = list(tidying._packs.values())  # pyright: ignore[reportPrivateUsage]
    tidying._put_together(packs)  # pyright: ignore[reportPrivateUsage]
    assert not [sealed for sealed in await house.archived() if b"Ann" in sealed]


async def test_what_was_read_before_and_is_moved_after_goes_to_no_archive(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    add, is_first = Archive.add, [True]

    async def add_late(self: Archive, found: Mapping[str, bytes], until: int) -> str:
        if is_first:
            is_first.clear()
            assert any(b"Ann the" in sealed for sealed in found.values())
            await erase(house.store, house.archiving, ANN)
        return await add(self, found, until)

    monkeypatch.setattr(Archive, "add", add_late)
    await house.archiving.look()
    assert not [sealed for sealed in await house.archived() if b"Ann the" in sealed]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_of_others_in_the_archive_are_the_same_but_for_who_it_was(
    house: House,
) -> None:
    store = house.store
    await played(store)
    await house.archiving.move_sheets()
    others = sorted({*IDS.values()} - {ANN})
    boards = boards_of(await store.whole_books.names())
    before = [await store.books.rows_of(board, others) for board in boards]
    of_ann = [(await store.books.rows_of(board, [ANN])).rows for board in boards]
    assert sum(map(len, of_ann)) > 20
    found = await erase(store, house.archiving, ANN)
    assert [await store.books.rows_of(board, others) for board in boards] == before
    for board, rows in zip(boards, of_ann, strict=True):
        then = (await store.books.rows_of(board, [found["stand_in"]])).rows
        assert [row._replace(player=ANN, row=b"") for row in then] == [
            row._replace(row=b"") for row in rows
        ]
        assert (await store.books.rows_of(board, [ANN])).rows == ()
    assert len(await store.whole_books.names_in_store("board/*")) < len(boards) / 2
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_are_moved_while_somebody_is_erased_have_no_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    from_books = Erasing.from_books

    async def moved_first(self: Erasing) -> None:
        await house.archiving.move_sheets()
        assert any(ANN.encode() in sealed for sealed in await house.archived())
        await from_books(self)

    monkeypatch.setattr(Erasing, "from_books", moved_first)
    await erase(house.store, house.archiving, ANN)
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_were_read_before_and_are_moved_after_stay_without_a_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    add, from_books = Archive.add, Erasing.from_books
    is_read, may_go = asyncio.Event(), asyncio.Event()
    moving = list[asyncio.Task[None]]()

    async def add_late(
        self: Archive, found: Mapping[str, bytes], until: int = 0
    ) -> str:
        if not is_read.is_set():
            assert any(ANN.encode() in sealed for sealed in found.values())
            is_read.set()
            await may_go.wait()
        return await add(self, found, until)

    async def read_first(self: Erasing) -> None:
        moving.append(asyncio.create_task(house.archiving.move_sheets()))
        await is_read.wait()
        await from_books(self)

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "add", add_late)
        patched.setattr(Erasing, "from_books", read_first)
        await erase(house.store, house.archiving, ANN)
        may_go.set()
        await moving[0]
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    await house.archiving.move_sheets()
    assert await house.wrong() == []
    left = await house.store.whole_books.names_in_store("counts/*")
    assert all(name.endswith("/all") for name in left)


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_are_in_the_archive_with_a_name_do_not_leave_the_store(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who moves them has put them there while somebody was erased."""
    await played(house.store)
    take_away = SheetStore.moved
    from_books, from_sheets = Erasing.from_books, Erasing.from_sheets
    is_there, may_go = asyncio.Event(), asyncio.Event()
    moving = list[asyncio.Task[None]]()

    async def moved_late(self: SheetStore, *asked: Any) -> bool:
        is_there.set()
        await may_go.wait()
        return await take_away(self, *asked)

    async def there_first(self: Erasing) -> None:
        moving.append(asyncio.create_task(house.archiving.move_sheets()))
        await is_there.wait()
        await from_books(self)

    async def then_gone(self: Erasing, *asked: Any) -> None:
        await from_sheets(self, *asked)
        may_go.set()
        await moving[0]

    with monkeypatch.context() as patched:
        patched.setattr(SheetStore, "moved", moved_late)
        patched.setattr(Erasing, "from_books", there_first)
        patched.setattr(Erasing, "from_sheets", then_gone)
        await erase(house.store, house.archiving, ANN)
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_of_two_who_are_erased_at_once_the_archive_has_neither(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    await house.archiving.move_sheets()
    add, is_first = OwnArchive.add, [True]

    async def late(self: OwnArchive, pieces: Mapping[str, bytes]) -> str:
        # The first sheets of one of them have few others on them.
        if is_first and any(ANN.encode() in piece for piece in pieces.values()):
            is_first.clear()
            await erase(house.store, house.archiving, ANN)
        return await add(self, pieces)

    monkeypatch.setattr(OwnArchive, "add", late)
    await erase(house.store, house.archiving, BOB)
    assert not is_first
    for who in (ANN, BOB):
        mark = who.encode()
        assert not [sealed for sealed in await house.archived() if mark in sealed]
        assert not [word for word in await house.words() if mark in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_who_is_erased_from_many_boards_adds_few_packs_of_what_is_new_in_them(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    await house.archiving.move_sheets()
    monkeypatch.setattr(erasing, "PIECES_MOST", 30)
    add, added = OwnArchive.add, list[int]()

    async def noted(self: OwnArchive, pieces: Mapping[str, bytes]) -> str:
        assert not await self.find(list(pieces))
        added.append(len(pieces))
        return await add(self, pieces)

    monkeypatch.setattr(OwnArchive, "add", noted)
    await erase(house.store, house.archiving, ANN)
    assert sum(added) > 60
    assert len(added) <= 1 + sum(added) // 30
    assert await house.wrong() == []


def another_mover(house: House) -> Archiving:
    """Return one that has not moved anything today."""
    return Archiving(house.store, str(house.folder), 8, least=1, days=LONG_OVER)


async def named(house: House) -> list[bytes]:
    """Return what has Ann's id, wherever it is."""
    mark = ANN.encode()
    kept = [*await house.words(), *await house.archived()]
    return [each for each in kept if mark in each]


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_were_away_just_when_they_were_looked_at_lose_the_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.store
    await played(store)
    (sheet, *_) = [
        sheet
        for sheet in await sheets_over(store, LONG_OVER)
        if ANN in await store.books.entries(books.counts(*sheet.rsplit("/", 1)))
    ]
    await house.archiving.move_sheets()
    from_sheets, marks = Erasing.from_sheets, SheetStore.marks
    looks = 0

    async def looked(self: SheetStore, sheets: Iterable[str]) -> dict[str, bytes]:
        nonlocal looks
        asked = list(sheets)
        if asked != [sheet] or looks > 1:
            return await marks(self, asked)
        looks += 1
        with monkeypatch.context() as patched:
            patched.setattr(SheetStore, "marks", marks)
            if looks == 1:
                found = await marks(self, asked)
                await another_mover(house).move_sheets()
                return found
            await store.whole_books.bring_back([sheet])
            return await marks(self, asked)

    async def back_first(self: Erasing, *asked: Any) -> None:
        await store.whole_books.bring_back([sheet])
        monkeypatch.setattr(SheetStore, "marks", looked)
        await from_sheets(self, *asked)

    monkeypatch.setattr(Erasing, "from_sheets", back_first)
    await erase(store, house.archiving, ANN)
    assert looks > 1
    assert await named(house) == []
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_are_away_while_fields_are_read_lose_no_row(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.store
    await played(store)
    boards = boards_of(await store.whole_books.names())
    totals = [(await store.books.page(board, 0, 1)).total for board in boards]
    from_books, cursor, drop = Erasing.from_books, Books.cursor, Books.drop_field
    is_first = [True]

    async def moved_first(self: Books, part: str = CORE) -> int:
        if is_first.pop() if is_first else False:
            await another_mover(house).move_sheets()
        return await cursor(self, part)

    async def back_first(self: Books, book: str, field: str) -> None:
        sheet = sheet_of(book)
        await store.whole_books.bring_back([] if sheet is None else [sheet])
        await drop(self, book, field)

    async def meanwhile(self: Erasing) -> None:
        monkeypatch.setattr(Books, "cursor", moved_first)
        monkeypatch.setattr(Books, "drop_field", back_first)
        await from_books(self)

    monkeypatch.setattr(Erasing, "from_books", meanwhile)
    await erase(store, house.archiving, ANN)
    assert not is_first
    assert await named(house) == []
    assert [(await store.books.page(board, 0, 1)).total for board in boards] == totals
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_a_name_in_packs_that_came_late_goes_with_what_is_nobodys(
    house: House,
) -> None:
    """As of a mover that was killed before it could take them away again."""
    store, folder = house.store, house.folder
    await played(store)
    await house.archiving.look()
    before = {path.name: path.read_bytes() for path in packs_in(folder)}
    await erase(store, house.archiving, ANN)
    assert await named(house) == []
    for name, pack in before.items():
        late = folder / f"{name[31::-1]}.pack"
        late.write_bytes(pack)
        then = late.stat().st_mtime - 2 * LEFT_MS / 1000
        os.utime(late, (then, then))
    assert await named(house)
    await collected(store, folder)
    assert await named(house) == []
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_what_is_collected_while_somebody_is_erased_is_put_there_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New pieces of sheets that have the old ones yet, and are named a moment later."""
    store, folder = house.store, house.folder
    await played(store)
    await house.archiving.move_sheets()
    add, is_first = OwnArchive.add, [True]

    async def for_days(self: OwnArchive, pieces: Mapping[str, bytes]) -> str:
        pack = await add(self, pieces)
        if is_first.pop() if is_first else False:
            grow_old(folder)
            await collected(store, folder)
            assert not await self.find(list(pieces))
        return pack

    monkeypatch.setattr(OwnArchive, "add", for_days)
    await erase(store, house.archiving, ANN)
    assert not is_first
    assert await named(house) == []
    assert await house.wrong() == []
