"""A match that is booked when its boards are in the archive, which may be away."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import move
from typing import Any, NoReturn, cast

import pytest
from bench.finished import NOON, Came, finished, keep
from tests.conditions import eventually_told
from tests.faults.inside import hurry, inside
from tests.server.archived import (
    DAY,
    GAME,
    MONTH,
    SHEET,
    WEEK,
    lose_packs,
    moved,
    one_day,
)
from tests.server.books_told import told
from tests.server.house import QUICK
from tests.talk import Talker, talking

from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_server.deals.dailies import Dailies
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.books import Books
from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.operators import whole_books
from samedeal_server.store.redis import Store

SCOPES = (GAME, GAME.partition("/")[0])
SHEETS = [f"{scope}/{window}" for scope in SCOPES for window in (DAY, WEEK, MONTH)]


async def late(store: Store) -> None:
    """Have a match linked that belongs to the day, and not booked."""
    await keep(store, finished("m-3", Came("p-1", 3), Came("p-2", 9), at=NOON + 3))


async def race(ann: Talker, bob: Talker) -> None:
    """Have two play a match to its end."""
    await bob.join(await ann.host(GAME, seats=2))
    await asyncio.gather(ann.ready(), bob.ready())
    await asyncio.gather(ann.start(), bob.start())
    for talker in (ann, bob):
        await talker.command(Moved, t="move", ply=0, move="a1")
        await talker.command(Done, t="finish")
    await ann.ended()


def said(caplog: pytest.LogCaptureFixture, *words: str) -> Iterator[str]:
    for record in caplog.records:
        if any(word in record.getMessage() for word in words):
            yield record.getMessage()


async def test_whoever_waits_for_books_that_wait_for_the_archive_fails_with_it(
    store: Store,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await one_day(store)
    await moved(store, folder)
    away = folder.with_name("away")
    move(folder, away)
    await late(store)
    whole, asked = SheetStore.whole, 0

    async def counted(self: SheetStore, head: bytes) -> dict[str, dict[str, bytes]]:
        nonlocal asked
        asked += 1
        return await whole(self, head)

    monkeypatch.setattr(SheetStore, "whole", counted)
    writer = BooksWriter(store)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            found = await asyncio.gather(
                *(writer.catch_up() for _ in range(9)), return_exceptions=True
            )
            assert all(isinstance(each, StoreUnavailable) for each in found)
        # The first begins before the others have asked; one of these does it for all.
        assert asked == 4
        assert "the archive cannot be used" in writer.held_up
        move(away, folder)
        await writer.catch_up()
    assert writer.held_up == ""
    assert [each.partition(":")[0] for each in said(caplog, "matches ")] == [
        "matches wait, with all books, for the archive",
        "matches that waited for the archive are booked",
    ]
    assert (await compare(store)).differences == ()


async def test_what_is_told_of_the_archive_is_what_was_found_last(
    store: Store,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await one_day(store)
    await moved(store, folder)
    away = folder.with_name("away")
    move(folder, away)
    await late(store)
    writer = BooksWriter(store)
    with pytest.raises(StoreUnavailable):
        await writer.catch_up()
    assert writer.held_up

    async def wrong(*_: object) -> NoReturn:
        raise ValueError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(Books, "next_links", wrong)
        with pytest.raises(ValueError, match="a bug"):
            await writer.catch_up()
    assert writer.held_up == ""
    with pytest.raises(StoreUnavailable):
        await writer.catch_up()
    assert writer.held_up
    move(away, folder)
    await writer.catch_up()
    assert writer.held_up == ""
    assert [each.partition(":")[0] for each in said(caplog, "matches ")] == [
        "matches wait, with all books, for the archive",
        "matches that waited for the archive are booked",
    ]


async def test_books_are_brought_up_to_date_whatever_else_is_wrong(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)

    async def wrong(*_: object) -> NoReturn:
        raise ValueError("a bug")

    monkeypatch.setattr(Dailies, "draw_ahead", wrong)
    async with inside(store_url, QUICK):
        await late(store)
        await eventually_told(store.books.cursor, bool)


async def test_a_late_match_whose_boards_are_lost_waits_until_they_are_made_again(
    store: Store, folder: Path
) -> None:
    await one_day(store)
    await moved(store, folder)
    lose_packs(folder)
    await late(store)
    writer = BooksWriter(store)
    with pytest.raises(StoreError, match="rebuild-boards"):
        await writer.catch_up()
    assert "rebuild-boards" in writer.held_up
    await rebuild(store)
    await writer.catch_up()
    assert writer.held_up == ""
    assert (await compare(store)).differences == ()


async def test_while_books_wait_for_the_archive_the_rest_goes_on(
    store: Store, store_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    await one_day(store)
    await moved(store, folder)
    move(folder, folder.with_name("away"))
    drawn, draw_ahead = 0, Dailies.draw_ahead

    async def counted(self: Dailies) -> None:
        nonlocal drawn
        drawn += 1
        await draw_ahead(self)

    async def times_drawn() -> int:
        return drawn

    monkeypatch.setattr(Dailies, "draw_ahead", counted)
    settings = QUICK.model_copy(update={"archive": str(folder), "countdown_ms": 200})
    async with (
        inside(store_url, settings) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        await late(store)
        writer = house.server.records.books_writer

        async def held_up() -> str:
            return writer.held_up

        await eventually_told(held_up, bool)
        since = drawn
        await eventually_told(times_drawn, lambda times: times > since + 1)

        is_asked = asyncio.Event()

        async def never(self: SheetStore, head: bytes) -> NoReturn:
            is_asked.set()
            await asyncio.Event().wait()
            raise AssertionError(self, head)

        # Now the archive takes for ever to say so.
        monkeypatch.setattr(SheetStore, "whole", never)
        await is_asked.wait()
        await race(ann, bob)
        board = await ann.ask(Leaderboard, t="leaderboard", game=GAME, by="best")
        assert {row.player for row in board.rows} == {"p-1", "p-2"}


async def test_a_late_match_is_booked_on_what_stood_and_not_on_what_was_away(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    await moved(store, folder)
    await late(store)
    book = Books.book

    async def slowly(self: Books, *asked: Any) -> bool:
        # Another process was refused before, and has brought the sheets back by now.
        monkeypatch.undo()
        await store.whole_books.bring_back(SHEETS)
        return await book(self, *asked)

    monkeypatch.setattr(Books, "book", slowly)
    await BooksWriter(store).catch_up()
    assert (await compare(store)).differences == ()


async def test_a_book_that_is_brought_back_while_others_put_books_right_is_whole(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)
    await moved(store, folder)
    monkeypatch.setattr(whole_books, "PAGE", 1)
    half = list[str]()

    async def look(*commands: Command) -> None:
        """See the first page of a book; what is half made goes by itself."""
        key = str(commands[0][1])
        if not half and commands[0][0] == "HSET":
            half.append(key)
            assert cast("int", await store.calls.read_one("TTL", key)) > 0
            await store.whole_books.clear()

    write, write_all = Calls.write, Calls.write_all

    async def slowly(self: Calls, *words: str | bytes | int) -> object:
        answer = await write(self, *words)
        await look(words)
        return answer

    async def all_slowly(self: Calls, commands: Sequence[Command]) -> None:
        await write_all(self, commands)
        await look(*commands)

    monkeypatch.setattr(Calls, "write", slowly)
    monkeypatch.setattr(Calls, "write_all", all_slowly)
    await store.whole_books.bring_back(SHEETS)
    assert half
    assert not await store.books.sheets.heads(SHEETS)
    assert await told(store) == before
    assert (await compare(store)).differences == ()


async def test_nothing_is_left_of_a_sheet_that_was_brought_back_half(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)
    await moved(store, folder)
    write_all = Calls.write_all

    written = list[Command]()

    async def full(self: Calls, commands: Sequence[Command]) -> None:
        is_more = commands[0][0] != "UNLINK"
        if is_more and written:
            raise StoreUnavailable("out of memory")
        await write_all(self, commands)
        written.extend(commands)

    with monkeypatch.context() as patched:
        patched.setattr(Calls, "write_all", full)
        with pytest.raises(StoreUnavailable):
            await store.whole_books.bring_back([SHEET])
    assert written
    assert not await store.calls.scan("*:back/*")
    assert await told(store) == before


async def test_a_sheet_of_which_something_is_lost_on_the_way_stays_where_it_is(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_day(store)
    before = await told(store)
    await moved(store, folder)
    script = Calls.script

    async def robbed(
        self: Calls, name: str, keys: Sequence[str], *asked: Any
    ) -> object:
        for key in keys[1::2]:
            if key.endswith(":rows"):
                await self.write("HDEL", key, "p-1")
        return await script(self, name, keys, *asked)

    with monkeypatch.context() as patched:
        patched.setattr(Calls, "script", robbed)
        await store.whole_books.bring_back([SHEET])
    assert await store.books.sheets.heads([SHEET])
    assert await told(store) == before
    assert not await store.calls.scan("*:back/*")
    await store.whole_books.bring_back([SHEET])
    assert not await store.books.sheets.heads([SHEET])
    assert await told(store) == before
