"""Whole keys and whole books: written over what is there, and read as they are."""

from collections.abc import AsyncIterator, Sequence
from random import Random

import pytest
import pytest_asyncio
from bench.finished import keep, series
from tests.server.house import opened

from samedeal_server.core.books.books import kind_of
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.errors import StoreError
from samedeal_server.store.keys import PREFIX
from samedeal_server.store.operators import whole_books
from samedeal_server.store.operators.whole import (
    CALL_BYTES,
    PIECE,
    WRITTEN_AT_ONCE,
    Held,
    calls_of,
)
from samedeal_server.store.operators.whole_books import BookKind
from samedeal_server.store.redis import Store

Word = str | bytes | int


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


async def test_a_call_that_is_sent_again_changes_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all = Calls.write_all

    async def twice(calls: Calls, commands: Sequence[Command]) -> None:
        for _ in range(2):
            await write_all(calls, commands)

    monkeypatch.setattr(Calls, "write_all", twice)
    wanted = [
        each
        for n in range(300)
        for each in (
            *(held(f"a{n}", "list", b"1", b"2"), held(f"b{n}", "string", b"1")),
            held(
                f"c{n}",
                "stream",
                *(w for i in b"1234" for w in (b"%d-1" % i, b"", b"")),
            ),
        )
    ]
    await store.whole.write([held("a7", "hash", b"f", b"1"), *wanted])
    assert await store.whole.read([[each.key for each in wanted]]) == wanted


def test_a_call_has_so_many_commands_and_bytes_and_no_more() -> None:
    large = [b"x" * 50_000, b"y"] * 20
    wanted = [
        held("0", "list", b"x" * (2 * CALL_BYTES)),
        *(held("a", "hash", b"f", b"1"), held("b", "list", *large)),
        *(held(f"c{n}", "list", b"x") for n in range(2 * WRITTEN_AT_ONCE)),
        *(held("d", "zset", *large), held("e", "list", b"x" * (2 * CALL_BYTES))),
        held("f", "set", *(b"%d" % n for n in range(3 * PIECE))),
    ]
    begun, words_of = set[str](), dict[str, list[Word]]()
    calls = list(calls_of(wanted))
    for call in calls:
        # What was there goes first, with one command for all keys of a hash tag.
        fresh = {str(key) for key in call[0][1:] if call[0][0] == "UNLINK"}
        writes = call[bool(fresh) :]
        assert {str(words[1]) for words in writes} - begun == fresh
        begun |= fresh
        for _, key, *words in writes:
            assert len(words) <= PIECE
            words_of.setdefault(str(key), []).extend(words)
        assert len(writes) <= WRITTEN_AT_ONCE
        size = sum(len(str(word)) for words in writes for word in words[2:])
        assert size <= CALL_BYTES or len(writes) == 1
    assert 8 < len(calls) < 21
    for each in wanted:
        assert sorted(words_of[each.key], key=str) == sorted(each.words, key=str)
    assert words_of[wanted[2].key] == large


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
    monkeypatch.setattr(whole_books, "PAGE", page)
    assert await store.whole_books.read(wanted) == found
