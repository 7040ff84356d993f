"""The oldest lines of a history leave the store, and are read from the archive."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from pathlib import Path
from shutil import move
from typing import Any

import pytest
from bench.finished import finished, keep
from tests.faults.inside import inside
from tests.server.archived import books_in_backup, lose_packs, packs_in
from tests.server.house import QUICK
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import EntryView, History, Profile
from samedeal_server.core.books.books import history, unpack_line
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.store.boards.histories import LONG, PAGE, HistoryStore, Page
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import BOOKS_LONG, book_key, pages_key
from samedeal_server.store.redis import Store

ANN = "p-ann"
BOOK = history(ANN)


async def played(store: Store, count: int, first: int = 0, player: str = ANN) -> None:
    """Have a player end so many matches."""
    for start in range(first, first + count, 25):
        numbers = range(start, min(first + count, start + 25))
        await keep(store, *(finished(f"m-{n}", player, f"p-{n}") for n in numbers))
    await BooksWriter(store).catch_up()


async def moved(store: Store, folder: Path) -> None:
    await Archiving(store, str(folder), 10_000, least=1).look()


async def all_of(store: Store, book: str, most: int = 7) -> list[str]:
    """Return the matches of a history, read backwards in small parts, oldest first."""
    found = list[str]()
    before: int | None = None
    while before != 0:
        before, lines = await store.books.part(book, before, most)
        assert lines or before == 0
        found[:0] = [unpack_line(line).match for line in lines]
    return found


@pytest.mark.parametrize("count", [LONG - 1, LONG, 5 * PAGE + 3])
async def test_a_history_is_the_same_wherever_its_lines_are(
    store: Store, redis: Any, folder: Path, count: int
) -> None:
    await played(store, count)
    wanted = [f"m-{n}" for n in range(count)]
    before = await books_in_backup(store)
    await moved(store, folder)
    pages = await redis.llen(pages_key(BOOK))
    assert pages == max(0, count // PAGE - 1)
    assert await redis.llen(book_key(BOOK)) == count - PAGE * pages
    assert await redis.scard(BOOKS_LONG) == 0
    for most in (1, 7, PAGE, 100):
        assert await all_of(store, BOOK, most) == wanted
    assert await store.books.part(BOOK, 0, 7) == (0, ())
    assert (await compare(store)).differences == ()
    # A backup has all of it, and does not need the archive for that when put back.
    assert await books_in_backup(store) == before


async def test_numbers_stay_when_more_is_played_and_moved(
    store: Store, folder: Path
) -> None:
    for turn in range(3):
        await played(store, 50, 50 * turn)
        await moved(store, folder)
        wanted = [f"m-{n}" for n in range(50 * turn + 50)]
        assert await all_of(store, BOOK) == wanted
        first, lines = await store.books.part(BOOK, 20, 5)
        assert first <= 15
        assert [unpack_line(line).match for line in lines] == wanted[first:20]


async def test_without_an_archive_all_lines_stay(store: Store, redis: Any) -> None:
    await played(store, LONG + PAGE)
    await Archiving(store, None, 1, least=1).look()
    assert await redis.llen(book_key(BOOK)) == LONG + PAGE
    assert await all_of(store, BOOK) == [f"m-{n}" for n in range(LONG + PAGE)]


async def test_who_dies_before_the_lines_are_gone_leaves_them_once(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(store, 4 * PAGE)
    wanted = await all_of(store, BOOK)

    async def dies(self: HistoryStore, page: Page) -> bool:
        raise StoreUnavailable(f"gone at page {page.number}")

    with monkeypatch.context() as patched:
        patched.setattr(HistoryStore, "moved", dies)
        await moved(store, folder)
    assert packs_in(folder)
    assert await redis.llen(pages_key(BOOK)) == 0
    assert await all_of(store, BOOK) == wanted
    await moved(store, folder)
    assert await redis.llen(pages_key(BOOK)) == 3
    assert await all_of(store, BOOK) == wanted


async def test_two_that_move_the_same_page_move_it_once(
    store: Store, redis: Any, folder: Path
) -> None:
    await played(store, 2 * PAGE)
    histories = store.books.histories
    ((page,),) = await histories.to_move([BOOK], 9)
    other = page._replace(lines=(*page.lines[:-1], b"another"))
    assert not await histories.moved(other)
    assert not await histories.moved(page._replace(number=1))
    await moved(store, folder)
    assert not await histories.moved(page)
    assert await redis.llen(pages_key(BOOK)) == 1
    assert len(await all_of(store, BOOK)) == 2 * PAGE


async def test_a_history_that_is_not_what_it_should_be_is_put_right_as_a_whole(
    store: Store, redis: Any, folder: Path
) -> None:
    await played(store, 4 * PAGE)
    wanted = await all_of(store, BOOK)
    await moved(store, folder)
    await redis.lset(book_key(BOOK), 1, b"nonsense")
    found = await rebuild(store)
    assert {(each.book, each.field) for each in found.differences} == {
        (BOOK, str(3 * PAGE + 1))
    }
    assert await redis.exists(pages_key(BOOK)) == 0
    assert await all_of(store, BOOK) == wanted
    await played(store, 1, 4 * PAGE)
    await moved(store, folder)
    assert await redis.llen(pages_key(BOOK)) == 3
    assert await all_of(store, BOOK) == [*wanted, f"m-{4 * PAGE}"]


async def test_pages_that_the_archive_has_lost_are_made_again_from_the_matches(
    store: Store, redis: Any, folder: Path
) -> None:
    await played(store, 4 * PAGE)
    wanted = await all_of(store, BOOK)
    await moved(store, folder)
    lose_packs(folder)
    with pytest.raises(StoreUnavailable, match="lost page 2 of history/p-ann"):
        await all_of(store, BOOK)
    with pytest.raises(StoreUnavailable, match="rebuild-boards"):
        await books_in_backup(store)
    assert {each.book for each in (await compare(store)).differences} == {BOOK}
    await rebuild(store)
    assert await redis.exists(pages_key(BOOK)) == 0
    assert await all_of(store, BOOK) == wanted
    assert (await compare(store)).differences == ()


async def test_players_are_told_all_of_it_and_without_the_archive_the_newest(
    store: Store, store_url: str, folder: Path
) -> None:
    settings = QUICK.model_copy(update={"archive": str(folder)})
    async with inside(store_url, settings) as house, talking(house.url) as ann:
        await played(store, 150, player=ann.me)
        # The server itself has said that it moves.
        await Archiving(store, str(folder), 1, least=1).move_histories()

        async def told(before: int | None) -> History:
            return await ann.ask(History, t="history", limit=40, before=before)

        found, part = list[EntryView](), await told(None)
        while part.before is not None:
            found += part.entries
            part = await told(part.before)
        found += part.entries
        assert [each.match for each in found] == [
            f"m-{n}" for n in reversed(range(150))
        ]
        assert [each.index for each in found] == list(reversed(range(150)))
        assert (await ann.ask(Profile, t="profile")).since == found[-1].at

        move(folder, folder.with_name("away"))
        newest = await told(None)
        # Of the next forty as many as there are without the archive.
        next_ones = await told(newest.before)
        there = [*newest.entries, *next_ones.entries]
        assert there == found[: 150 % PAGE + PAGE]
        error = await ann.refused(t="history", limit=40, before=next_ones.before)
        assert error.code is ErrorCode.UNAVAILABLE
        assert (await ann.ask(Profile, t="profile")).since is None
