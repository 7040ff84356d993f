"""Boards that are apart: the same books, whoever books, reads, moves or erases them."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.finished import finished, keep, series
from tests.server.archived import LONG_OVER
from tests.server.books_told import told
from tests.server.house import opened

from samedeal_server.admin.erasing import erase
from samedeal_server.backup.copying import copied
from samedeal_server.core.books import books
from samedeal_server.core.books.results import Note, Standing, pack_note, unpack_note
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.booking import boards_writer
from samedeal_server.records.booking.boards_writer import BoardsWriter
from samedeal_server.records.booking.parting import SCOPES, set_apart
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.boards.parts import part_and_name
from samedeal_server.store.books import Books
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import (
    BOOKS_APART,
    BOOKS_CURSOR,
    PREFIX,
    book_key,
    cursor_key,
    notes_key,
)
from samedeal_server.store.operators.apart import ApartStore
from samedeal_server.store.redis import Store

GAME = "squares/english"
BEST = books.board("best", GAME, "all")


async def all_apart(store: Store) -> None:
    for scope in SCOPES:
        await set_apart(store, scope)


async def in_core(redis: Any) -> set[str]:
    """Return the names of the boards and counts that are left in the core."""
    keys = [key.decode() for key in await redis.keys(f"{PREFIX}:{{books*")]
    names = {name for part, name in map(part_and_name, keys) if not part}
    boards = {name for name in names if name.startswith(("board/", "counts/"))}
    return {name for name in boards if not name.startswith("board/deal/")}


async def boards_alone_fail(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """Book the core of the books, as somebody does who dies before the boards."""

    async def dies(self: BoardsWriter, until: int) -> None:
        raise StoreUnavailable("died")

    with monkeypatch.context() as dying:
        dying.setattr(BoardsWriter, "catch_up", dies)
        with pytest.raises(StoreUnavailable, match="died"):
            await BooksWriter(store).catch_up()


def test_a_note_is_read_back_and_names_nobody() -> None:
    note = Note("m-1", b"digest", (Standing(7, None, 3), Standing(0, 1512, 9)))
    assert unpack_note(pack_note(note)) == note


async def test_boards_are_the_same_apart_or_not_however_many_write_them(
    store: Store, store_url: str, redis: Any
) -> None:
    matches = [*series(Random(3), 120)]
    await keep(store, *matches[:60])
    await BooksWriter(store).catch_up()
    before = await told(store)
    assert await in_core(redis)
    await all_apart(store)
    assert await told(store) == before
    assert await in_core(redis) == set()
    assert (await compare(store)).differences == ()
    await keep(store, *matches[60:])
    async with opened(store_url) as one, opened(store_url) as other:
        writers = [BooksWriter(each) for each in (store, one, other)]
        await asyncio.gather(*(writer.catch_up() for writer in writers))
        assert await told(one) == await told(store)
    assert await in_core(redis) == set()
    assert (await compare(store)).differences == ()


async def test_some_boards_are_apart_and_others_are_not(store: Store) -> None:
    await set_apart(store, "russian")
    await set_apart(store, "squares")
    await keep(store, *series(Random(5), 60))
    await BooksWriter(store).catch_up()
    assert (await compare(store)).differences == ()
    assert await set_apart(store, "russian") is None
    assert store.books.parts.apart == {"russian", "squares"}


async def test_whoever_knew_of_no_parts_reads_and_writes_where_boards_are(
    store: Store, store_url: str, redis: Any
) -> None:
    matches = [*series(Random(3), 60)]
    await keep(store, *matches[:30])
    async with opened(store_url) as other:
        writer = BooksWriter(other)
        await writer.catch_up()
        board = await other.books.page(BEST, 0, 9)
        assert board.total
        await all_apart(store)
        player = board.rows[0].player
        for read in (
            other.books.page(BEST, 0, 9),
            other.books.around(BEST, player, 9),
            other.books.rows_of(BEST, [row.player for row in board.rows]),
        ):
            other.books.parts.hear(None)
            assert {row.player for row in (await read).rows} == {
                row.player for row in board.rows
            }
        other.books.parts.hear(None)
        counts = books.counts(GAME, "all")
        assert (await other.books.read([(counts, player)]))[counts, player]
        other.books.parts.hear(None)
        await keep(store, *matches[30:])
        await writer.catch_up()
    assert await in_core(redis) == set()
    assert (await compare(store)).differences == ()


async def test_boards_are_set_apart_while_matches_are_booked(
    store: Store, store_url: str, redis: Any
) -> None:
    matches = [*series(Random(3), 150)]
    await keep(store, *matches[:50])
    async with opened(store_url) as other:
        writer = BooksWriter(other)
        await writer.catch_up()
        is_over = False

        async def played() -> None:
            for match in matches[50:]:
                await keep(other, match)
                await writer.catch_up()
                if is_over:
                    break

        playing = asyncio.create_task(played())
        await all_apart(store)
        is_over = True
        await playing
    assert await in_core(redis) == set()
    assert (await compare(store)).differences == ()


async def test_whoever_dies_while_boards_are_copied_leaves_nothing_half(
    store: Store, monkeypatch: pytest.MonkeyPatch, redis: Any
) -> None:
    await keep(store, *series(Random(3), 60))
    await BooksWriter(store).catch_up()
    before, copies = await told(store), [3]
    copy, drop = ApartStore.copy, ApartStore.drop_left

    async def dies(self: ApartStore, *asked: Any) -> None:
        copies[0] -= 1
        if not copies[0]:
            raise StoreUnavailable("died")
        await copy(self, *asked)

    async def dies_late(self: ApartStore, *asked: Any) -> None:
        raise StoreUnavailable("died")

    monkeypatch.setattr(ApartStore, "copy", dies)
    with pytest.raises(StoreUnavailable):
        await set_apart(store, GAME)
    assert await told(store) == before
    await redis.hset(book_key(books.counts(GAME, "day/none"), GAME), "eve", b"left")
    monkeypatch.setattr(ApartStore, "drop_left", dies_late)
    with pytest.raises(StoreUnavailable):
        await set_apart(store, GAME)
    assert await told(store) == before
    assert books.counts(GAME, "all") in await in_core(redis)
    monkeypatch.setattr(ApartStore, "drop_left", drop)
    assert await set_apart(store, GAME) is None
    assert books.counts(GAME, "all") not in await in_core(redis)
    assert (await compare(store)).differences == ()


async def test_boards_that_leave_for_the_archive_meanwhile_are_apart_there(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, *series(Random(4), 40))
    await BooksWriter(store).catch_up()
    before, set_it = await told(store), ApartStore.set_apart
    mover = Archiving(store, str(folder), 10_000, days=LONG_OVER)

    async def moved_first(self: ApartStore, *asked: Any) -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(ApartStore, "set_apart", set_it)
            await mover.move_sheets()
        return await set_it(self, *asked)

    with monkeypatch.context() as patched:
        patched.setattr(ApartStore, "set_apart", moved_first)
        await set_apart(store, GAME)
    await all_apart(store)
    assert await sheets_over(store, LONG_OVER) == []
    assert await told(store) == before
    # Some are brought back by matches that come late.
    await keep(store, finished("m-late", "p-1", "p-2"))
    await BooksWriter(store).catch_up()
    assert await sheets_over(store, LONG_OVER)
    assert (await compare(store)).differences == ()


async def test_who_dies_between_the_core_and_the_boards_leaves_them_to_another(
    store: Store, monkeypatch: pytest.MonkeyPatch, store_url: str
) -> None:
    await all_apart(store)
    await keep(store, *series(Random(3), 60))
    await boards_alone_fail(monkeypatch, store)
    assert (await store.books.page(BEST, 0, 9)).total == 0
    async with opened(store_url) as other:
        await BooksWriter(other).catch_up()
    assert (await store.books.page(BEST, 0, 9)).total
    assert (await compare(store)).differences == ()


async def test_each_step_of_a_part_is_computed_once(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards_writer, "TURN_MS", 600_000)
    await all_apart(store)
    await keep(store, *series(Random(3), 90))
    steps: list[tuple[str, int]] = []
    booked = Books.book

    async def counted(self: Books, cursor: int, *asked: Any) -> bool:
        steps.append((asked[3] if len(asked) > 3 else "", cursor))
        return await booked(self, cursor, *asked)

    monkeypatch.setattr(Books, "book", counted)
    async with opened(store_url) as one, opened(store_url) as other:
        writers = [BooksWriter(each) for each in (one, other, one, other)]
        await asyncio.gather(*(writer.catch_up() for writer in writers))
    assert len(steps) == len(set(steps))


async def test_a_part_that_lost_its_last_seconds_books_them_again(
    store: Store, redis: Any
) -> None:
    await all_apart(store)
    matches = [*series(Random(3), 90)]
    await keep(store, *matches[:60])
    await BooksWriter(store).catch_up()
    held = {
        key: await redis.dump(key) for key in await redis.keys(f"{PREFIX}:{{books:*")
    }
    await keep(store, *matches[60:])
    await BooksWriter(store).catch_up()
    for key in await redis.keys(f"{PREFIX}:{{books:*"):
        await redis.delete(key)
    for key, value in held.items():
        await redis.restore(key, 0, value)
    await BooksWriter(store).catch_up()
    assert (await compare(store)).differences == ()


async def test_a_core_that_lost_its_last_seconds_leaves_the_same_notes_again(
    store: Store, redis: Any
) -> None:
    await all_apart(store)
    matches = [*series(Random(3), 90)]
    await keep(store, *matches[:60])
    await BooksWriter(store).catch_up()
    core = f"{PREFIX}:{{books}}:*"
    held = {key: await redis.dump(key) for key in await redis.keys(core)}
    await keep(store, *matches[60:])
    await BooksWriter(store).catch_up()
    for key in await redis.keys(core):
        await redis.delete(key)
    for key, value in held.items():
        await redis.restore(key, 0, value)
    await BooksWriter(store).catch_up()
    assert (await compare(store)).differences == ()


async def test_a_part_that_lost_more_waits_is_told_once_and_put_right(
    store: Store, redis: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await all_apart(store)
    matches = [*series(Random(3), 90)]
    await keep(store, *matches[:60])
    writer = BooksWriter(store)
    await writer.catch_up()
    for key in await redis.keys(f"{PREFIX}:{{books:{GAME}}}*"):
        await redis.delete(key)
    await store.books.drop_notes(GAME, 50)
    await keep(store, *matches[60:])
    for _ in range(2):
        await writer.catch_up()
    errors = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert [GAME in each.getMessage() for each in errors] == [True]
    assert writer.boards.losses == 1
    assert writer.boards.behind[GAME] == 90
    assert not writer.boards.behind["russian"]
    assert (await store.books.page(BEST, 0, 9)).total == 0
    assert (await rebuild(store)).differences
    assert (await compare(store)).differences == ()
    await writer.catch_up()
    assert not any(writer.boards.behind.values())


async def test_notes_go_once_they_are_old_and_booked(
    store: Store, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards_writer, "KEPT", 30)
    monkeypatch.setattr(boards_writer, "DROPPED_EVERY", 10)
    await all_apart(store)
    for match in series(Random(3), 90):
        await keep(store, match)
        await BooksWriter(store).catch_up()
    for scope in SCOPES:
        cursor = int(await redis.get(cursor_key(scope)) or 0)
        lowest = await redis.zrange(notes_key(scope), 0, 0, withscores=True)
        assert not lowest or lowest[0][1] >= cursor - 40
    assert (await compare(store)).differences == ()


async def test_lost_links_are_put_right_with_all_parts(
    store: Store, redis: Any
) -> None:
    await all_apart(store)
    matches = [*series(Random(3), 60)]
    await keep(store, *matches)
    await BooksWriter(store).catch_up()
    for _ in range(5):
        await redis.rpop(f"{PREFIX}:{{chain}}:links")
        await redis.hincrby(f"{PREFIX}:{{chain}}:head", "length", -1)
    await rebuild(store)
    assert (await compare(store)).differences == ()
    assert {*(await store.books.cursors()).values()} == {55}
    await keep(store, *(finished(f"m-later-{n}", "p-1", "p-2") for n in range(9)))
    await BooksWriter(store).catch_up()
    assert (await compare(store)).differences == ()


async def test_a_backup_has_boards_that_are_not_booked_yet(
    store: Store, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await all_apart(store)
    matches = [*series(Random(3), 60)]
    await keep(store, *matches[:40])
    await BooksWriter(store).catch_up()
    await keep(store, *matches[40:])
    await boards_alone_fail(monkeypatch, store)
    held = {each.key: each async for each in copied(store)}
    await BooksWriter(store).catch_up()
    wanted = await told(store)
    await redis.flushall()
    await store.whole.write(held.values())
    await BooksWriter(store).catch_up()
    assert await told(store) == wanted
    assert (await compare(store)).differences == ()


async def test_who_is_erased_is_on_no_board_whatever_is_set_apart_meanwhile(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = "p-00000000000000aa"
    matches = [finished(f"m-{n}", ann, "p-00000000000000bb") for n in range(6)]
    await keep(store, *matches)
    await set_apart(store, "russian")
    await boards_alone_fail(monkeypatch, store)
    place, names_in = Archiving(store, str(folder), 8), Books.drop_field
    is_first = [True]

    async def apart_first(self: Books, *asked: Any) -> None:
        if is_first.pop() if is_first else False:
            await all_apart(store)
        await names_in(self, *asked)

    monkeypatch.setattr(Books, "drop_field", apart_first)
    await erase(store, place, ann)
    assert not is_first
    keys = await store.calls.scan(f"{PREFIX}:{{books*")
    for held in await store.whole.read([[key] for key in keys]):
        assert not [word for word in held.words if ann.encode() in word], held.key
    assert (await compare(store)).differences == ()


async def test_of_an_empty_store_nothing_is_copied(store: Store, redis: Any) -> None:
    assert await set_apart(store, GAME) == 0
    assert await redis.get(BOOKS_APART) == GAME.encode()
    assert await redis.get(BOOKS_CURSOR) is None
    await keep(store, finished("m-1", "ann", "bob"))
    await BooksWriter(store).catch_up()
    assert (await store.books.page(BEST, 0, 9)).total == 2
