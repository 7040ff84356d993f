"""Whole keys and whole books: written over what is there, and read as they are."""

from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio
from bench.finished import keep, series
from tests.server.house import opened

from samedeal_server.core.books.books import kind_of
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store import books
from samedeal_server.store.books import BookKind
from samedeal_server.store.errors import StoreError
from samedeal_server.store.keys import PREFIX
from samedeal_server.store.operators.whole import Held
from samedeal_server.store.redis import Store


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


def held(key: str, kind: str, *words: bytes, follows: bool = False) -> Held:
    return Held(f"{PREFIX}:{{x}}:{key}", kind, 0, words, follows)  # type: ignore[arg-type]


async def test_keys_take_the_place_of_what_is_there(store: Store) -> None:
    await store.whole.write(
        [
            *(held("a", "hash", b"old", b"1"), held("b", "list", b"old")),
            *(held("c", "zset", b"old", b"1"), held("d", "string", b"old")),
        ]
    )
    fresh = [
        *(held("a", "zset", b"new", b"2"), held("b", "string", b"new")),
        *(held("c", "list", b"new"), held("d", "hash", b"new", b"2")),
    ]
    await store.whole.write(fresh)
    assert await store.whole.read([[each.key for each in fresh]]) == fresh


async def test_of_a_key_that_comes_twice_the_last_is_right(store: Store) -> None:
    await store.whole.write(
        [
            *(held("a", "list", b"1"), held("a", "list", b"2", follows=True)),
            *(held("b", "string", b"1"), held("b", "hash", b"f", b"1")),
            *(held("a", "list", b"3"), held("b", "hash", b"f", b"2")),
        ]
    )
    await store.whole.write([held("a", "list", b"4", follows=True)])
    assert await store.whole.read([[held("a", "list").key, held("b", "hash").key]]) == [
        held("a", "list", b"3", b"4"),
        held("b", "hash", b"f", b"2"),
    ]


async def test_what_the_store_refuses_is_told(store: Store) -> None:
    with pytest.raises(StoreError, match="WRONGTYPE"):
        await store.whole.write(
            [held("a", "string", b"1"), held("a", "list", b"2", follows=True)]
        )


@pytest.mark.parametrize("page", [1, 7])
async def test_books_too_large_to_be_read_together_are_read_by_page(
    store: Store, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, *series(Random(2), 30))
    await BooksWriter(store).catch_up()
    wanted: list[tuple[str, BookKind]] = [
        (name, kind_of(name)) for name in await store.whole_books.names()
    ]
    wanted.append(("board/none:rows", "hash"))
    found = await store.whole_books.read(wanted)
    assert max(map(len, found.values())) > page
    monkeypatch.setattr(books, "PAGE", page)
    assert await store.whole_books.read(wanted) == found
