"""The oldest links of the chain leave the store, and are read from the archive."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from random import Random
from shutil import move
from typing import Any

import pytest
import pytest_asyncio
from bench.finished import keep, series
from redis.asyncio import Redis
from tests.chains import heads_of
from tests.conditions import eventually
from tests.faults.inside import inside
from tests.server.chains import chain_of
from tests.server.house import opened
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.records import ChainPart
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.holdings import Holdings
from samedeal_server.backup.copying import copied
from samedeal_server.records import archiving as records_archiving
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.chain import PAGE, LinkPage
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import CHAIN_LINKS, CHAIN_PAGES
from samedeal_server.store.redis import Store
from samedeal_server.store.transcripts import SHARE, Kept

LONG = 2 * PAGE + 100
ALL = 10 * PAGE
"""More links than there are."""


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


def move_packs(source: Path, goal: Path) -> int:
    """Move all packs of one folder to another; return how many there were."""
    packs = list(source.glob("*.pack"))
    for pack in packs:
        move(pack, goal / pack.name)
    return len(packs)


async def moved(store: Store, folder: Path) -> None:
    """Book all, and move all links that may go, but those of the last match."""
    await BooksWriter(store).catch_up()
    await Archiving(store, str(folder), 1, least=1).look()


async def test_the_chain_is_the_same_wherever_its_links_are(
    store: Store, redis: Any, folder: Path
) -> None:
    await chain_of(store, LONG)
    before = await store.chain.links(0, ALL)
    backup = [held async for held in copied(store) if "{chain}" in held.key]
    await moved(store, folder)
    assert await redis.llen(CHAIN_PAGES) == 2
    assert await redis.llen(CHAIN_LINKS) == LONG - 2 * PAGE
    for start in (0, 1, PAGE - 1, PAGE, PAGE + 7, 2 * PAGE - 1, 2 * PAGE, LONG - 1):
        for most in (1, 2, 200, PAGE, PAGE + 1, ALL):
            found = await store.chain.links(start, most)
            assert found == before[start : start + most]
    assert await store.chain.links(LONG, 1) == []
    # A backup has all of it, and does not need the archive for that when put back.
    after = [held async for held in copied(store) if "{chain}" in held.key]
    assert sorted(after) == sorted(backup)


async def test_a_chain_goes_on_from_links_that_are_in_the_archive(
    store: Store, redis: Any, folder: Path
) -> None:
    await chain_of(store, 2 * PAGE)
    await moved(store, folder)
    # All but those of the match that stays.
    assert await redis.llen(CHAIN_PAGES) == 1
    await keep(store, *series(Random(2), 40))
    chain = await chain_of(store, PAGE, 2 * PAGE)
    await moved(store, folder)
    assert await redis.llen(CHAIN_PAGES) == 3
    links = list((await chain.part(1, 0)).links)
    while more := (await chain.part(1, len(links))).links:
        links += more
    assert len(links) == chain.length == 3 * PAGE + 40
    assert heads_of(links)[-1] == chain.head
    assert (await compare(store)).differences == ()


async def test_without_an_archive_all_links_stay(store: Store, redis: Any) -> None:
    await chain_of(store, LONG)
    await BooksWriter(store).catch_up()
    await Archiving(store, None, 1, least=1).look()
    assert await redis.llen(CHAIN_LINKS) == LONG


async def test_what_is_to_be_booked_stays(
    store: Store, redis: Any, folder: Path
) -> None:
    await chain_of(store, LONG)
    archiving = Archiving(store, str(folder), 1, least=1)
    await archiving.look()
    assert await redis.llen(CHAIN_LINKS) == LONG
    await BooksWriter(store).catch_up()
    await archiving.look()
    assert await redis.llen(CHAIN_LINKS) == LONG - 2 * PAGE


async def test_many_links_are_found_at_once_where_no_page_was_moved(
    store: Store,
) -> None:
    await chain_of(store, 5 * PAGE)
    assert len(await store.chain.links(0, ALL)) == 5 * PAGE
    assert len(await store.chain.links(3, 4 * PAGE + 5)) == 4 * PAGE + 5
    assert len(await store.chain.to_move(5 * PAGE - 1, 9)) == 4


async def test_many_pages_are_moved_in_one_pack(
    store: Store, redis: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records_archiving, "PAGES_MOST", 3)
    await chain_of(store, 5 * PAGE)
    before = await store.chain.links(0, ALL)
    await BooksWriter(store).catch_up()
    add, added = Archive.add, list[int]()

    async def noted(self: Archive, pages: Mapping[str, bytes], until: int = 0) -> str:
        added.append(len(pages))
        return await add(self, pages, until)

    monkeypatch.setattr(Archive, "add", noted)
    await Archiving(store, str(folder), 1, least=1).look()
    assert added == [3, 1]
    assert await redis.llen(CHAIN_PAGES) == 4
    assert await store.chain.links(0, ALL) == before


async def test_a_page_goes_if_it_is_what_stands_and_once(
    store: Store, redis: Any, folder: Path
) -> None:
    await chain_of(store, LONG)
    page, _ = await store.chain.to_move(LONG, 9)
    links = list(page.links)
    assert not await store.chain.moved(LinkPage(1, links))
    assert not await store.chain.moved(LinkPage(0, [*links[1:], links[0]]))
    assert await redis.llen(CHAIN_LINKS) == LONG
    assert await store.chain.moved(page)
    assert not await store.chain.moved(page)
    assert await redis.llen(CHAIN_LINKS) == LONG - PAGE


async def test_of_links_that_the_archive_has_lost_operators_are_told_what_to_do(
    store: Store, folder: Path, tmp_path: Path
) -> None:
    chain = await chain_of(store, LONG)
    await moved(store, folder)
    before = await store.chain.links(0, ALL)
    kept = move_packs(folder, tmp_path)
    assert kept > 0
    fresh = Store(store.url)
    async with fresh:
        Archiving(fresh, str(folder), 1)
        with pytest.raises(StoreUnavailable, match="lost page 0 of the chain"):
            await fresh.chain.links(0, 1)
        # What is in the store goes on without it.
        assert await fresh.chain.links(2 * PAGE, ALL) == before[2 * PAGE :]
    await chain.link("open", "m-later")
    assert move_packs(tmp_path, folder) == kept
    assert (await store.chain.links(0, ALL))[:-1] == before


async def test_whoever_has_just_started_books_without_the_old_links(
    store: Store, folder: Path, tmp_path: Path
) -> None:
    await chain_of(store, LONG)
    await moved(store, folder)
    assert move_packs(folder, tmp_path) > 0
    await keep(store, *series(Random(3), 2))
    async with opened(store.url) as fresh:
        Archiving(fresh, str(folder), 1)
        writer = BooksWriter(fresh)
        await writer.catch_up()
    assert writer.booked == LONG + 2


async def test_who_asks_for_links_is_told_them_wherever_they_are(
    store_url: str, folder: Path, tmp_path: Path
) -> None:
    async with inside(store_url) as house, talking(house.url) as ann:
        await chain_of(house.store, LONG)
        await moved(house.store, folder)
        links = await house.store.chain.links(0, ALL)
        part = await ann.ask(ChainPart, t="chain", start=PAGE - 3)
        assert part.length == len(links)
        assert len(part.links) == 200
        move_packs(folder, tmp_path)
        refused = await ann.refused(t="chain", start=0)
        assert refused.code is ErrorCode.UNAVAILABLE


async def test_who_audits_keeps_nobody_else_from_the_archive(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor each other: they come one after the other."""
    matches = list(series(Random(3), 3))
    await keep(store, *matches)
    chain = await chain_of(store, LONG)
    await moved(store, folder)
    may_answer, begun, find = threading.Event(), list[str](), Holdings.find

    def slow(self: Holdings, names: Iterable[str]) -> dict[str, Kept]:
        asked = list(names)
        if asked[0].startswith("chain/"):
            begun.append(asked[0])
            may_answer.wait(60)
        return find(self, asked)

    monkeypatch.setattr("samedeal_server.archive.archive.FOUND_WITHIN_S", 60)
    monkeypatch.setattr(Holdings, "find", slow)
    async with opened(store.url) as fresh, asyncio.TaskGroup() as tasks:
        Archiving(fresh, str(folder), 1)
        asked = [tasks.create_task(fresh.chain.links(0, 1)) for _ in range(30)]
        try:
            await eventually(lambda: len(begun) > 1)
            found = await fresh.transcripts.read([each.match for each in matches])
        finally:
            may_answer.set()
        assert all(found)
        assert not await fresh.transcripts.stored([each.match for each in matches])
    assert {len(links.result()) for links in asked} == {1}
    assert len(begun) == SHARE
    assert chain.length > LONG
