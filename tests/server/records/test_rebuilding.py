"""Books computed anew: the same to the last byte, or else named and put right."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest
from bench.finished import Came, finished, keep, series
from tests.server.house import opened
from tests.server.operators import admin, admin_process

from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import to_plain
from samedeal_server.admin import rebuilt
from samedeal_server.core.books import books as names
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import (
    Comparison,
    Difference,
    compare,
    rebuild,
)
from samedeal_server.store.chain import NewLink
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import (
    CHAIN_HEAD,
    CHAIN_LINKS,
    book_key,
    transcript_key,
)
from samedeal_server.store.operators.whole_books import BookKind, WholeBooks
from samedeal_server.store.redis import Store

ROWS = names.rows(names.board("best", "squares/english", "all"))
RANKING = names.ranking(names.board("best", "squares/english", "all"))
LAST = finished("m-last", Came("ann", 40), Came("p-1", 2), Came("p-2", 3))


async def books_of(store: Store) -> Mapping[str, Mapping[str, bytes]]:
    """Return every book with all that is in it."""
    whole = store.whole_books
    wanted: list[tuple[str, BookKind]] = [
        (name, names.kind_of(name)) for name in await whole.names()
    ]
    return await whole.read(wanted)


async def booked(store: Store, *, seed: int = 1, count: int = 60) -> None:
    """Play a series of made-up matches, and one more that the tests know."""
    await keep(store, *series(Random(seed), count), LAST)
    await BooksWriter(store).catch_up()


@pytest.mark.parametrize("seed", range(4))
async def test_books_that_several_processes_kept_are_what_the_transcripts_come_to(
    store_url: str, seed: int
) -> None:
    dice = Random(seed)
    async with opened(store_url) as one, opened(store_url) as other:
        writers = [BooksWriter(one), BooksWriter(other)]
        for match in series(dice, 120):
            await keep(one, match)
            if dice.random() < 0.2:
                await asyncio.gather(*(writer.catch_up() for writer in writers))
        await asyncio.gather(*(writer.catch_up() for writer in writers))
        kinds = {name.split("/")[1] for name in await books_of(one) if "board/" in name}
        assert kinds >= {"best", "wins", "deal"}
        found = await compare(one)
    assert found.differences == ()
    assert (found.matches, found.gone) == (120, 0)


async def test_only_what_is_booked_is_compared(store: Store) -> None:
    await booked(store)
    await keep(store, finished("m-later", "ann", "bob"))
    assert (await compare(store)).differences == ()


async def test_a_row_that_somebody_changed_is_found_and_put_right(
    store: Store, store_url: str, redis: Any
) -> None:
    await booked(store)
    before = await books_of(store)
    row = msgpack.unpackb(await redis.hget(book_key(ROWS), "ann"))
    await redis.hset(book_key(ROWS), "ann", msgpack.packb({**row, "score": 99}))
    await redis.zadd(book_key(RANKING), {"ann": -99})
    status, said, error = await admin_process(
        "rebuild-boards", "--check", REDIS_URL=store_url
    )
    assert (status, error) == (1, "")
    assert f"{RANKING} ann: -99, should be -40\n" in said
    assert f"{ROWS} ann: {{" in said
    assert "'score': 99" in said
    assert said.endswith("\n2 things differ.\n")
    assert await books_of(store) != before
    await store.orders.note_loss()
    status, said, error = await admin_process("rebuild-boards", REDIS_URL=store_url)
    assert (status, error) == (0, "")
    assert said.endswith("\n2 things differed and were put right.\n")
    assert not (await store.orders.read("")).is_lost
    assert await books_of(store) == before
    status, said, error = await admin_process(
        "rebuild-boards", "--check", REDIS_URL=store_url
    )
    assert (status, error) == (0, "")
    assert said.endswith("\nAll of them are as they should be.\n")


async def test_a_loss_that_is_noted_while_books_are_made_anew_is_not_forgotten(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.orders.note_loss()

    async def meanwhile(of: Store) -> Comparison:
        found = await rebuild(of)
        await store.orders.note_loss()
        return found

    monkeypatch.setattr(rebuilt, "rebuild", meanwhile)
    status, _, error = await admin("rebuild-boards", REDIS_URL=store_url)
    assert (status, error) == (0, "")
    assert (await store.orders.read("")).is_lost


@pytest.mark.parametrize(
    "book",
    [
        ROWS,
        RANKING,
        names.ratings("squares"),
        names.counts("squares/english", "all"),
        names.versus("ann"),
        names.history("ann"),
    ],
)
async def test_a_book_that_is_gone_is_made_anew(
    store: Store, redis: Any, book: str
) -> None:
    await booked(store)
    before = await books_of(store)
    assert await redis.delete(book_key(book)) == 1
    found = await rebuild(store)
    assert {difference.book for difference in found.differences} == {book}
    assert await books_of(store) == before


async def test_what_no_match_comes_to_goes(store: Store, redis: Any) -> None:
    await booked(store)
    before = await books_of(store)
    await redis.hset(book_key(names.streak("eve")), "russian", b"\x00")
    await redis.rpush(book_key(names.history("ann")), b"nonsense")
    await redis.zadd(book_key(RANKING), {"eve": -1000})
    found = await rebuild(store)
    assert len(found.differences) == 3
    assert await books_of(store) == before


async def test_what_was_made_ready_and_never_put_in_place_is_no_book(
    store: Store,
) -> None:
    await booked(store)
    await store.whole_books.make_ready(ROWS, "hash", {"eve": b"row"})
    assert (await compare(store)).differences == ()
    await rebuild(store)
    assert not await store.calls.scan("*:ready/*")


async def test_books_can_be_made_out_of_nothing(store: Store, redis: Any) -> None:
    await booked(store, count=120)
    before = await books_of(store)
    for name in before:
        await redis.delete(book_key(name))
    await rebuild(store)
    assert await books_of(store) == before


async def test_lines_of_matches_whose_transcripts_are_gone_stay_in_their_places(
    store: Store, redis: Any
) -> None:
    casual = [finished(f"m-casual-{n}", "ann", "bob", rated=False) for n in range(3)]
    await keep(store, *casual)
    await booked(store)
    before = await books_of(store)
    await redis.delete(transcript_key("m-casual-0"), transcript_key("m-casual-2"))
    found = await compare(store)
    assert (found.gone, found.differences) == (2, ())
    await redis.lset(book_key(names.history("ann")), 1, b"nonsense")
    assert len((await rebuild(store)).differences) == 1
    assert await books_of(store) == before


async def test_a_transcript_that_was_changed_counts_as_gone(
    store: Store, redis: Any
) -> None:
    await booked(store)
    better = finished("m-last", Came("ann", 99), Came("p-1", 2), Came("p-2", 3))
    await redis.set(transcript_key("m-last"), seal(to_plain(better)))
    found = await compare(store)
    assert found.gone == 1
    assert ROWS in {difference.book for difference in found.differences}


async def test_books_that_are_ahead_of_a_chain_that_lost_links_are_put_back(
    store: Store, redis: Any
) -> None:
    await keep(store, *series(Random(1), 20))
    await BooksWriter(store).catch_up()
    before = await books_of(store)
    sealed = seal(to_plain(LAST))
    await keep(store, LAST)
    await BooksWriter(store).catch_up()
    await redis.rpop(CHAIN_LINKS)
    await redis.hset(CHAIN_HEAD, "length", 20)
    found = await compare(store)
    assert found.differences[0] == Difference("cursor", "links", b"21", b"20")
    await rebuild(store)
    assert await books_of(store) == before
    assert await store.books.cursor() == 20
    # And whoever ends a match then finds it booked.
    packed: bytes = msgpack.packb(("end", "m-last", digest_of(sealed)))
    _, head = await store.chain.end()
    await store.chain.append(head, [NewLink("end:m-last-again", bytes(32), packed)])
    await BooksWriter(store).catch_up()
    assert await store.books.cursor() == 21
    assert (await compare(store)).differences == ()


async def test_matches_that_end_while_books_are_made_anew_are_in_them(
    store: Store, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await booked(store)
    row = msgpack.unpackb(await redis.hget(book_key(ROWS), "ann"))
    await redis.hset(book_key(ROWS), "ann", msgpack.packb({**row, "score": 99}))
    rating = names.ratings("squares")
    await redis.hdel(book_key(rating), "ann")
    make_ready = WholeBooks.make_ready
    late = iter(
        finished(f"m-late-{number}", Came("ann", 50 + number), "bob")
        for number in range(3)
    )

    async def busy(
        whole: WholeBooks, name: str, kind: BookKind, book: Mapping[str, bytes]
    ) -> None:
        """Have a match end, and booked from what stands wrong, in between."""
        for match in late:
            await keep(store, match)
            await BooksWriter(store).catch_up()
            break
        await make_ready(whole, name, kind, book)

    monkeypatch.setattr(WholeBooks, "make_ready", busy)
    await rebuild(store)
    assert next(late, None) is None
    found = await compare(store)
    assert found.differences == ()
    assert found.matches == 64


async def test_a_data_folder_can_be_looked_through_while_no_server_runs(
    tmp_path: Path,
) -> None:
    async with EmbeddedStore(tmp_path) as embedded, opened(embedded.url) as store:
        await booked(store, count=5)
        status, _, error = await admin(
            "rebuild-boards", "--check", "--data", str(tmp_path)
        )
        assert status == 3
        assert "is in use by another samedeal server" in error
    status, said, error = await admin(
        "rebuild-boards", "--check", "--json", "--data", str(tmp_path)
    )
    assert (status, error) == (0, "")
    assert json.loads(said)["matches"] == 6


async def test_a_store_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    status, said, error = await admin(
        "rebuild-boards", REDIS_URL=f"unix://{tmp_path}/nobody"
    )
    assert (status, said) == (1, "")
    assert error.startswith("samedeal-server: no store answers")
    assert error.count("\n") == 1
