"""Books in a real store: written once, and read as of one moment."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis
from tests.server.house import opened

from samedeal_server.core.books import books as names
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.books import Books, Writes
from samedeal_server.store.keys import board_keys, book_key

BOARD = names.board("best", "squares/english", "all")
SAFE = 2**53 - 1


@pytest_asyncio.fixture
async def books(store_url: str) -> AsyncIterator[Books]:
    async with opened(store_url) as store:
        yield store.books


async def put(books: Books, values: dict[str, int]) -> None:
    """Put rows on the board."""
    cursor = await books.cursor()
    rows, ranking = names.rows(BOARD), names.ranking(BOARD)
    writes = Writes(
        [(rows, player, b"row of " + player.encode()) for player in values],
        [(ranking, player, -value) for player, value in values.items()],
    )
    assert await books.book(cursor, cursor + 1, writes)


def ranked(values: dict[str, int]) -> list[tuple[int, str, int]]:
    """Return ranks, players and values as a patient person would find them."""
    order = sorted(values.items(), key=lambda item: (-item[1], item[0].encode()))
    return [
        (1 + sum(other > value for other in values.values()), player, value)
        for player, value in order
    ]


def told(rows: tuple[Ranked, ...]) -> list[tuple[int, str, int]]:
    """Return ranks, players and values as they were read."""
    assert all(each.row == b"row of " + each.player.encode() for each in rows)
    return [(each.rank, each.player, each.value) for each in rows]


async def test_of_two_who_book_the_same_one_writes(books: Books) -> None:
    answers = await asyncio.gather(
        *(books.book(0, 3, Writes(lines=[("history/ann", b"line")])) for _ in range(5))
    )
    assert sorted(answers) == [False] * 4 + [True]
    assert await books.cursor() == 3
    assert await books.part("history/ann", None, 10) == (0, (b"line",))


async def test_a_turn_is_somebodys_until_they_have_booked(books: Books) -> None:
    assert await books.take_turn("ann", 0, 60_000) == (True, 0)
    assert await books.take_turn("bob", 0, 60_000) == (False, 0)
    assert await books.take_turn("ann", 0, 60_000) == (True, 0)
    assert await books.book(0, 3, Writes())
    assert await books.take_turn("bob", 0, 60_000) == (False, 3)
    assert await books.take_turn("bob", 3, 60_000) == (True, 3)
    await books.pass_turn()
    assert await books.take_turn("ann", 3, 60_000) == (True, 3)


async def test_whoever_has_no_turn_may_book_all_the_same(books: Books) -> None:
    assert await books.take_turn("ann", 0, 60_000) == (True, 0)
    assert await books.book(0, 3, Writes())
    assert await books.take_turn("bob", 3, 60_000) == (True, 3)


async def test_fields_are_read_back_and_missing_ones_are_none(books: Books) -> None:
    writes = Writes(
        [("ratings/squares", "ann", b"\x00\xff"), ("streak/ann", "russian", b"")]
    )
    assert await books.book(0, 1, writes)
    asked = [
        ("ratings/squares", "ann"),
        ("ratings/squares", "bob"),
        ("streak/ann", "russian"),
        ("streak/bob", "russian"),
    ]
    assert await books.read(asked) == dict(
        zip(asked, (b"\x00\xff", None, b"", None), strict=True)
    )
    assert await books.read([]) == {}
    assert await books.entries("ratings/squares") == {"ann": b"\x00\xff"}


async def test_lines_are_read_from_the_newest_a_part_at_a_time(books: Books) -> None:
    lines = Writes(lines=[("history/ann", b"%d" % n) for n in range(5)])
    assert await books.book(0, 1, lines)
    assert await books.part("history/ann", None, 2) == (3, (b"3", b"4"))
    assert await books.part("history/ann", 9, 2) == (3, (b"3", b"4"))
    assert await books.part("history/ann", 1, 2) == (0, (b"0",))
    assert await books.part("history/ann", 0, 2) == (0, ())
    assert await books.part("history/bob", None, 2) == (0, ())


async def test_equal_rows_share_a_rank_and_stand_in_order_of_players(
    books: Books,
) -> None:
    await put(books, {"dot": 7, "bob": 9, "ann": 7, "cid": 7, "eve": 1})
    part = await books.page(BOARD, 0, 10)
    assert part.total == 5
    assert told(part.rows) == [
        *((1, "bob", 9), (2, "ann", 7), (2, "cid", 7), (2, "dot", 7), (5, "eve", 1))
    ]


async def test_a_page_that_begins_among_equals_has_their_rank(books: Books) -> None:
    await put(books, {"ann": 9, "bob": 7, "cid": 7, "dot": 7, "eve": 1})
    part = await books.page(BOARD, 2, 2)
    assert told(part.rows) == [(2, "cid", 7), (2, "dot", 7)]


async def test_the_greatest_values_are_told_to_the_last_digit(books: Books) -> None:
    values = {"ann": SAFE, "bob": SAFE - 1, "cid": 2**52 + 1, "dot": 0, "eve": -1}
    await put(books, values)
    assert told((await books.page(BOARD, 0, 9)).rows) == ranked(values)


async def test_who_is_on_no_board_has_no_neighbours(books: Books) -> None:
    assert await books.around(BOARD, "ann", 5) == BoardPart(0, ())
    await put(books, {"bob": 1})
    assert await books.around(BOARD, "ann", 5) == BoardPart(1, ())
    assert told((await books.around(BOARD, "bob", 5)).rows) == [(1, "bob", 1)]


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    values=st.dictionaries(
        st.text("abé", min_size=1, max_size=3), st.integers(-1, 4), max_size=20
    ),
    dice=st.randoms(use_true_random=False),
)
def test_ranks_and_neighbours_are_those_of_a_plain_sort(
    store_url: str, values: dict[str, int], dice: Random
) -> None:
    asyncio.run(_compare(store_url, values, dice))


async def _compare(url: str, values: dict[str, int], dice: Random) -> None:
    async with Redis.from_url(url) as client:
        await client.flushall()
    async with opened(url) as store:
        books = store.books
        await put(books, values)
        expected = ranked(values)
        start, most = dice.randrange(22), dice.randrange(1, 22)
        page = await books.page(BOARD, start, most)
        assert page.total == len(values)
        assert told(page.rows) == expected[start : start + most]
        some = [player for player in values if dice.random() < 0.5]
        chosen = await books.rows_of(BOARD, [*some, "nobody", *some])
        assert told(chosen.rows) == [each for each in expected if each[1] in some]
        for place, each in enumerate(expected):
            around = told((await books.around(BOARD, each[1], most)).rows)
            first = expected.index(around[0])
            assert around == expected[first : first + most]
            assert len(around) == min(most, len(expected))
            assert each in around
            if first > 0 and first + most < len(expected):
                assert place - first == most // 2


@pytest.mark.parametrize("kind", ["best", "deal"])
def test_core_and_store_name_a_board_alike(kind: names.BoardKind) -> None:
    board = names.board(kind, "m-1", "all")
    assert board_keys(board).ranking == book_key(names.ranking(board))
    assert board_keys(board).rows == book_key(names.rows(board))


async def test_who_asks_is_told_their_rank_in_the_same_read(books: Books) -> None:
    await put(books, {"ann": 1, "bob": 3, "cid": 1, "dan": 2})
    page = await books.page(BOARD, 1, 1, viewer="cid")
    assert (page.start, page.own, page.total) == (1, 3, 4)
    around = await books.around(BOARD, "cid", 2, viewer="dan")
    assert (around.start, around.own) == (2, 2)
    assert (await books.page(BOARD, 0, 1, viewer="eve")).own is None


async def test_a_list_is_read_from_its_end_by_numbers_that_stay(books: Books) -> None:
    lines = Writes(lines=[("history/ann", bytes([n])) for n in range(5)])
    assert await books.part("history/ann", None, 3) == (0, ())
    assert await books.book(0, 1, lines)
    assert await books.part("history/ann", None, 2) == (3, (b"\3", b"\4"))
    assert await books.part("history/ann", 3, 2) == (1, (b"\1", b"\2"))
    assert await books.part("history/ann", 1, 2) == (0, (b"\0",))
    assert await books.part("history/ann", 0, 2) == (0, ())
    assert await books.part("history/ann", 2**53, 1) == (4, (b"\4",))
