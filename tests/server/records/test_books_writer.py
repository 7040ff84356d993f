"""The books' writer: every match in them once, whoever writes it and whoever dies."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import logging
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from bench.finished import Came, finished, keep, link, series
from redis.asyncio import Redis
from tests.conditions import eventually_told
from tests.faults.inside import hurry, inside, until
from tests.server.house import opened
from tests.talk import talking

from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_records.sealing import seal
from samedeal_records.transcripts import MoveRecord, to_plain
from samedeal_server.core.books import books as names
from samedeal_server.deals.dailies import Dailies
from samedeal_server.hub import upkeep
from samedeal_server.process.settings import Settings
from samedeal_server.records import books_writer
from samedeal_server.records.books_writer import LINKS_MOST, BooksWriter
from samedeal_server.records.rebuilding import rebuild
from samedeal_server.store.books import Books, Writes
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import CHAIN_HEAD, CHAIN_LINKS, book_key, transcript_key
from samedeal_server.store.redis import Store

GAME = "squares/english"
BEST = names.board("best", GAME, "all")
SETTINGS = Settings.model_validate({"countdown_ms": 200})
LINKS = 1_000
"""More than there are."""


async def histories(store_url: str) -> dict[str, list[str]]:
    """Return the matches in every history."""
    found: dict[str, list[str]] = {}
    async with Redis.from_url(store_url) as opened_client:
        client: Any = opened_client
        prefix = book_key("history/")
        async for key in client.scan_iter(f"{prefix}*"):
            lines = await client.lrange(key, 0, -1)
            player = key.decode().removeprefix(prefix)
            found[player] = [names.unpack_line(line).match for line in lines]
    return found


async def test_several_processes_at_once_book_every_match_once_and_in_order(
    store_url: str,
) -> None:
    matches = [*series(Random(3), 5 * LINKS_MOST)]
    async with opened(store_url) as one, opened(store_url) as other:
        writers = [BooksWriter(one), BooksWriter(other), BooksWriter(other)]
        for first in range(0, len(matches), LINKS_MOST):
            await keep(one, *matches[first : first + LINKS_MOST])
            await asyncio.gather(*(writer.catch_up() for writer in writers))
        assert await one.books.cursor() == len(matches)
    booked = await histories(store_url)
    for player, lines in booked.items():
        assert lines == [
            match.match
            for match in matches
            if any(seat.player == player for seat in match.seats)
        ]
    people = {seat.player for match in matches for seat in match.seats if not seat.bot}
    assert set(booked) == people


async def test_of_several_processes_at_once_one_computes_each_step(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books_writer, "TURN_MS", 600_000)
    steps: list[int] = []
    booked = Books.book

    async def counted(
        self: Books, cursor: int, then: int, writes: Writes, sheets: Iterable[str] = ()
    ) -> bool:
        steps.append(cursor)
        return await booked(self, cursor, then, writes, sheets)

    monkeypatch.setattr(Books, "book", counted)
    async with opened(store_url) as one, opened(store_url) as other:
        await keep(one, *series(Random(3), 3 * LINKS_MOST))
        writers = [BooksWriter(each) for each in (one, other, one, other)]
        await asyncio.gather(*(writer.catch_up() for writer in writers))
        assert await one.books.cursor() == 3 * LINKS_MOST
    assert steps == [0, LINKS_MOST, 2 * LINKS_MOST]


async def test_a_turn_of_somebody_who_died_is_over_soon(store: Store) -> None:
    await keep(store, *series(Random(3), 5))
    assert (await store.books.take_turn("gone", 0, 100))[0]
    await BooksWriter(store).catch_up()
    assert await store.books.cursor() == 5


async def test_who_cannot_book_leaves_the_turn_to_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books_writer, "TURN_MS", 600_000)
    await keep(store, *series(Random(3), 5))

    async def fails(*_: object) -> None:
        raise StoreUnavailable("the archive is away")

    with monkeypatch.context() as broken:
        broken.setattr(Books, "standing", fails)
        with pytest.raises(StoreUnavailable, match="is away"):
            await BooksWriter(store).catch_up()
    await BooksWriter(store).catch_up()
    assert await store.books.cursor() == 5


async def test_who_waits_for_a_turn_is_answered_once_others_have_booked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, *series(Random(3), 2))
    assert (await store.books.take_turn("other", 0, 600_000))[0]
    has_come = asyncio.Event()
    take_turn = Books.take_turn

    async def noted(
        self: Books, who: str, cursor: int, for_ms: int
    ) -> tuple[bool, int]:
        found = await take_turn(self, who, cursor, for_ms)
        has_come.set()
        return found

    monkeypatch.setattr(Books, "take_turn", noted)
    waiting = asyncio.create_task(BooksWriter(store).catch_up())
    await has_come.wait()
    assert await store.books.book(0, 2, Writes())
    assert (await take_turn(store.books, "other", 2, 600_000))[0]
    await waiting


async def test_whoever_asks_while_others_wait_is_answered_with_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    next_links = Books.next_links

    async def counted(self: Books, cursor: int, most: int) -> list[bytes] | None:
        nonlocal asked
        asked += 1
        return await next_links(self, cursor, most)

    monkeypatch.setattr(Books, "next_links", counted)
    await keep(store, *series(Random(3), 5))
    writer = BooksWriter(store)
    await asyncio.gather(*(writer.catch_up() for _ in range(9)))
    # The first begins before the others have asked; one of these does it for all.
    assert asked == 2
    assert await store.books.cursor() == 5


async def test_opened_and_void_matches_only_move_the_cursor(store: Store) -> None:
    for kind in ("open", "void"):
        await link(store, kind, "m-1", b"")
    await BooksWriter(store).catch_up()
    assert await store.books.cursor() == 2


async def test_a_transcript_that_is_gone_is_passed_over_and_said(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await link(store, "end", "m-1", bytes(32))
    await keep(store, finished("m-2", "ann", "bob"))
    await BooksWriter(store).catch_up()
    assert "match m-1: not in the books, its transcript is gone" in caplog.text
    assert (await store.books.page(BEST, 0, 9)).total == 2


@pytest.mark.parametrize(
    ("sealed", "why"),
    [
        (b"rubbish", "this is no transcript"),
        (seal(to_plain(finished("m-2", "ann", "bob"))), "its transcript is another"),
        (
            seal(to_plain(finished("m-1", Came("ann", 99), "bob"))),
            "its transcript is another",
        ),
    ],
)
async def test_a_transcript_that_its_link_does_not_prove_is_passed_over(
    store: Store,
    store_url: str,
    caplog: pytest.LogCaptureFixture,
    sealed: bytes,
    why: str,
) -> None:
    await keep(store, finished("m-1", "ann", "bob"))
    async with Redis.from_url(store_url) as client:
        await client.set(transcript_key("m-1"), sealed)
    await BooksWriter(store).catch_up()
    assert why in caplog.text
    assert (await store.books.page(BEST, 0, 9)).total == 0
    assert await store.books.cursor() == 1


async def test_a_match_is_kept_for_ever_once_it_is_challenged(
    store: Store, store_url: str
) -> None:
    sealed = seal(to_plain(finished("m-1", "ann")))
    await store.transcripts.put("m-1", sealed, 60)
    await keep(store, finished("m-2", "bob", deal="m-1"))
    await BooksWriter(store).catch_up()
    async with Redis.from_url(store_url) as client:
        assert await client.ttl(transcript_key("m-1")) == -1
    board = await store.books.page(names.board("deal", "m-1", "all"), 0, 9)
    assert {row.player for row in board.rows} == {"ann", "bob"}


async def test_who_took_moves_back_in_a_match_is_on_no_board_of_its_deal(
    store: Store,
) -> None:
    ended = finished("m-1", "ann", "bob")
    took_back = (MoveRecord(1_000, "1-c"), MoveRecord(2_000, TAKE_BACK_TEXT))
    ann, bob = ended.seats
    ended = ended._replace(seats=(ann._replace(moves=took_back), bob))
    await keep(store, ended, finished("m-2", "cid", deal="m-1"))
    await BooksWriter(store).catch_up()
    board = await store.books.page(names.board("deal", "m-1", "all"), 0, 9)
    assert {row.player for row in board.rows} == {"bob", "cid"}


async def test_links_that_are_lost_though_they_are_booked_are_told_once(
    store: Store, store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await keep(store, finished("m-1", "ann", "bob"))
    writer = BooksWriter(store)
    await writer.catch_up()
    async with Redis.from_url(store_url) as client:
        await client.delete(CHAIN_HEAD)
    for _ in range(2):
        await writer.compare((await store.chain.end())[0])
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(told) == 1


async def lose_a_link(store_url: str) -> None:
    async with Redis.from_url(store_url) as redis:
        await redis.rpop(CHAIN_LINKS)
        await redis.hincrby(CHAIN_HEAD, "length", -1)


async def no_deals(_: Dailies) -> None: ...


async def test_links_that_are_lost_a_second_time_are_told_as_well(
    store: Store,
    store_url: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 0.02)
    # Their links would take the places of those that are lost.
    monkeypatch.setattr(Dailies, "draw_ahead", no_deals)
    await keep(store, *series(Random(8), 5))
    await BooksWriter(store).catch_up()
    async with inside(store_url) as house:
        for losses in (1, 2):
            await lose_a_link(store_url)
            loss = await eventually_told(store.orders.loss, bool)
            assert house.server.records.books_writer.losses == losses
            await rebuild(store)
            await store.orders.forget_loss(loss)
            # Not to be told again before it was seen that all is well.
            await house.server.records.look()
            assert not (await store.orders.read("")).is_lost
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(told) == 2


async def test_links_that_others_made_and_booked_meanwhile_are_not_lost(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    length, _ = await store.chain.end()
    await keep(store, finished("m-1", "ann", "bob"))
    writer = BooksWriter(store)
    await writer.catch_up()
    await writer.compare(length)
    assert not caplog.records


async def test_a_process_that_dies_before_it_books_leaves_that_to_another(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    is_reached = asyncio.Event()

    async def never(writer: BooksWriter) -> None:
        is_reached.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as broken:
        broken.setattr(BooksWriter, "catch_up", never)
        async with (
            inside(store_url, SETTINGS) as house,
            talking(house.url, "Ann") as ann,
            talking(house.url, "Bob") as bob,
        ):
            await bob.join(await ann.host(GAME, seats=2))
            await asyncio.gather(ann.ready(), bob.ready())
            await asyncio.gather(ann.start(), bob.start())
            for talker in (ann, bob):
                await talker.command(Moved, t="move", ply=0, move="a1")
                await talker.command(Done, t="finish")
            await ann.ended()
            await is_reached.wait()
            players = {ann.me, bob.me}
            await until_linked(house.store)
            assert await house.store.books.cursor() == 0
    async with inside(store_url, SETTINGS) as house:
        books = house.store.books

        async def is_booked() -> bool:
            return (await books.page(BEST, 0, 9)).total == 2

        await until(is_booked)
        board = await books.page(BEST, 0, 9)
        assert {row.player for row in board.rows} == players
    assert [len(lines) for lines in (await histories(store_url)).values()] == [1, 1]


async def until_linked(store: Store) -> None:
    """Wait for the link that closes the only match, after those of the days' deals."""

    async def is_linked() -> bool:
        return any(b"end" in link for link in await store.chain.links(0, LINKS))

    await until(is_linked)
