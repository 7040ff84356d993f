"""Boards that left the store: read in the archive, brought back and put right."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from asyncio import create_task, sleep
from pathlib import Path
from shutil import move
from typing import Any

import pytest
from bench.finished import finished, keep
from tests.faults.inside import inside
from tests.server.archived import (
    BEST,
    DAY,
    GAME,
    SHEET,
    archiving,
    books_in_backup,
    lose_packs,
    moved,
    one_day,
    played,
)
from tests.server.books_told import told
from tests.server.house import QUICK
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import Leaderboard, Leaders
from samedeal_server.core.books import books
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.store.boards import pieces
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import book_key
from samedeal_server.store.operators.whole_books import WholeBooks
from samedeal_server.store.redis import Store


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
