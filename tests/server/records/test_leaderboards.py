"""Leaderboards as they are told: windows, neighbours, friends, a room's regulars."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import pytest
import pytest_asyncio
from bench.finished import NOON, Came, finished, keep
from hypothesis import given
from hypothesis import strategies as st
from tests.server.house import opened, serving
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import Related
from samedeal_protocol.results.leaderboards import (
    Among,
    AskLeaderboard,
    Leaderboard,
    Leaders,
)
from samedeal_protocol.results.metrics import MetricName
from samedeal_records.transcripts import Transcript
from samedeal_server.core.state import Player
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.leaderboards import Leaderboards, part_among
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.books import Books
from samedeal_server.store.redis import Store

GAME = "squares/english"
DAY_MS = 24 * 3600 * 1000


class House(NamedTuple):
    """A server, and its store."""

    url: str
    store: Store

    async def book(self, *matches: Transcript) -> None:
        """Put matches that are over into the books."""
        await keep(self.store, *matches)
        await BooksWriter(self.store).catch_up()


@pytest_asyncio.fixture
async def house(store_url: str) -> AsyncIterator[House]:
    async with serving(store_url) as url, opened(store_url) as store:
        yield House(url, store)


def is_set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


async def board(talker: Talker, **asked: object) -> Leaderboard:
    return await talker.ask(Leaderboard, t="leaderboard", game=GAME, **asked)


def told(found: Leaderboard) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in found.rows]


def five(me: str = "p-me") -> Transcript:
    """Return a match of five, two of whom came to the same."""
    scores = {"ann": 30, "bob": 20, me: 20, "cid": 10, "dan": 5}
    came = [Came(player, score=score) for player, score in scores.items()]
    return finished("m-1", *came)


async def test_equal_rows_share_a_rank_and_the_viewer_is_told_theirs(
    house: House,
) -> None:
    async with talking(house.url) as ada:
        await house.book(five(ada.me))
        found = await board(ada, limit=3)
        assert told(found) == [(1, "ann"), (2, "bob"), (2, ada.me)]
        assert (found.start, found.total, found.own) == (0, 5, 2)
        assert {row.match for row in found.rows} == {"m-1"}
        assert told(await board(ada, start=3)) == [(4, "cid"), (5, "dan")]


async def test_rows_around_a_player_are_those_next_to_them(house: House) -> None:
    async with talking(house.url) as ada:
        await house.book(five(ada.me))
        found = await board(ada, around="", limit=3)
        assert told(found) == [(2, "bob"), (2, ada.me), (4, "cid")]
        assert found.start == 1
        error = await ada.refused(t="leaderboard", game=GAME, around="Nobody")
        assert error.code is ErrorCode.UNKNOWN_PLAYER


async def test_friends_are_ranked_among_themselves_and_among_all(house: House) -> None:
    async with talking(house.url) as ada, talking(house.url, "Bob") as bob:
        await house.book(finished("m-1", "zed", Came(ada.me, 5), Came(bob.me, 7)))
        relation = {"t": "relate", "who": bob.me, "relation": "friend"}
        await ada.ask(Related, **relation)
        found = await board(ada, among="friends")
        assert told(found) == [(1, bob.me), (2, ada.me)]
        assert [row.overall for row in found.rows] == [2, 3]
        assert (found.total, found.own) == (2, 2)
        assert told(await board(bob, among="friends")) == [(1, bob.me)]


@pytest.mark.parametrize(("by", "times"), [("best", 1), ("wins", 2)])
async def test_a_board_among_friends_is_read_once(
    house: House, by: MetricName, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    rows_of = Books.rows_of

    async def counted(self: Books, board: str, players: Sequence[str]) -> BoardPart:
        read.append(board)
        return await rows_of(self, board, players)

    monkeypatch.setattr(Books, "rows_of", counted)
    leaderboards = Leaderboards(house.store, is_set())
    await house.book(finished("m-1", Came("zed", 20), "ann"))
    asked = AskLeaderboard(id=1, game=GAME, by=by, among="friends")
    found = await leaderboards.leaderboard(Player("zed", "ZED", bot=False), asked)
    assert told(found) == [(1, "zed")]
    assert len(read) == times


@pytest.mark.parametrize(
    ("among", "window", "weight"),
    [
        ("all", "2026-11-21", 5),
        ("friends", "day", 20),
        ("friends", "2026-11-21", 100),
        ("room", "all", 100),
    ],
)
async def test_friends_weigh_more_where_their_rows_may_be_in_the_archive(
    house: House, among: Among, window: str, weight: int
) -> None:
    question = Leaderboards(house.store, is_set()).questions[AskLeaderboard]
    assert callable(question.weight)
    asked = AskLeaderboard(id=1, game=GAME, among=among, window=window, limit=50)
    assert question.weight(asked) == weight


async def test_a_rooms_regulars_are_whoever_sat_there(house: House) -> None:
    async with (
        talking(house.url) as ada,
        talking(house.url, "Bob") as bob,
        talking(house.url, "Eve") as eve,
    ):
        await house.book(finished("m-1", ada.me, bob.me, eve.me))
        room = await ada.host(public=False)
        await bob.join(room)
        found = await board(bob, among="room", room=room.lower())
        assert {row.player for row in found.rows} == {ada.me, bob.me}
        asked = {"t": "leaderboard", "game": GAME, "among": "room"}
        # A private room is not told apart from none by who never sat there.
        assert (await eve.refused(room=room, **asked)).code is ErrorCode.UNKNOWN_ROOM
        assert (await eve.refused(room="22222", **asked)).code is ErrorCode.UNKNOWN_ROOM
        assert (await eve.refused(room="{}", **asked)).code is ErrorCode.UNKNOWN_ROOM


async def test_codes_that_are_tried_on_leaderboards_are_counted(house: House) -> None:
    async with talking(house.url, "Eve") as eve:
        asked = {"t": "leaderboard", "game": GAME, "among": "room", "room": "22222"}
        tried = [(await eve.refused(**asked)).code for _ in range(3)]
        tried += [(await eve.refused(t="join", room="22222")).code for _ in range(8)]
        assert tried == [ErrorCode.UNKNOWN_ROOM] * 10 + [ErrorCode.TOO_MANY]
        assert (await eve.refused(**asked)).code is ErrorCode.TOO_MANY


async def test_windows_are_those_of_the_match_and_ended_ones_stay(house: House) -> None:
    async with talking(house.url) as ada:
        await house.book(
            finished("m-1", "ann", "bob", at=NOON - DAY_MS),
            finished("m-2", "bob", "cid", at=NOON),
        )
        # 21 November 2026 is the Saturday of week 47.
        for window, players in {
            "2026-11-20": {"ann", "bob"},
            "2026-11-21": {"bob", "cid"},
            "2026-W47": {"ann", "bob", "cid"},
            "2026-11": {"ann", "bob", "cid"},
            "all": {"ann", "bob", "cid"},
            "2026-W46": set[str](),
        }.items():
            found = await board(ada, window=window)
            assert {row.player for row in found.rows} == players
            assert found.window.name == window
        error = await ada.refused(t="leaderboard", game=GAME, window="2026-02-30")
        assert error.code is ErrorCode.UNKNOWN_WINDOW


async def test_the_present_window_is_that_of_the_servers_clock(house: House) -> None:
    async with talking(house.url) as ada:
        now = house.store.now()
        await house.book(finished("m-1", "ann", "bob", at=now))
        for window in ("day", "week", "month"):
            found = await board(ada, window=window)
            assert found.window.start is not None
            assert found.window.end is not None
            assert found.window.start <= now < found.window.end
            assert found.total == 2


def evenings(count: int, *players: str) -> list[Transcript]:
    """Return a match a day among people with names, won by the first of them."""
    came = [Came(name, 30 - k, named=True) for k, name in enumerate(players)]
    return [finished(f"m-{day}", *came, at=NOON + day * DAY_MS) for day in range(count)]


async def test_a_board_of_each_kind_shows_what_it_is_ordered_by(house: House) -> None:
    async with talking(house.url) as ada:
        await house.book(*evenings(11, "ann", "bob", "cid"))
        wins = await board(ada, by="wins")
        assert [(row.player, row.wins) for row in wins.rows] == [("ann", 6)]
        shares = await board(ada, by="winrate")
        counted = [(row.wins, row.matches) for row in shares.rows]
        assert counted == [(6, 6), (0, 6), (0, 6)]
        assert (await board(ada, by="rating")).scope == "squares"


async def test_among_friends_every_win_counts_whoever_was_beaten(house: House) -> None:
    async with talking(house.url) as ada, talking(house.url, "Bob") as bob:
        await house.book(*evenings(3, ada.me, "guest"))
        await house.book(finished("m-bob", Came(bob.me, 9), Came("guest", 1)))
        await ada.ask(Related, t="relate", who=bob.me, relation="friend")
        found = await board(ada, by="wins", among="friends")
        assert [(row.player, row.wins) for row in found.rows] == [
            (ada.me, 3),
            (bob.me, 1),
        ]
        assert [row.overall for row in found.rows] == [None, None]
        assert (await board(ada, by="wins")).rows == ()


async def test_a_row_says_whether_anybody_vouches_for_it(house: House) -> None:
    async with talking(house.url) as ada:
        known, guest = Came("bob", 9, named=True), Came("bob", 9)
        await house.book(finished("m-1", Came("ann", 30), known))
        await house.book(finished("m-2", Came("cid", 20), guest))
        rows = {row.player: row.unvouched for row in (await board(ada)).rows}
        # Of Bob's the first stands, and in it only a guest was with him.
        assert rows == {"ann": False, "cid": True, "bob": True}


async def test_leaders_are_told_of_every_game_at_once(house: House) -> None:
    async with talking(house.url) as ada:
        await house.book(five())
        found = await ada.ask(Leaders, t="leaders")
        leading = {one.scope: one.row.player for one in found.leaders if one.row}
        assert leading == {GAME: "ann"}
        assert {one.scope: one.total for one in found.leaders}[GAME] == 5


async def test_two_processes_tell_the_same(store_url: str) -> None:
    async with (
        running_server(store_url) as one,
        running_server(store_url) as other,
        opened(store_url) as store,
        talking(one.url) as ada,
        talking(other.url, "Bob") as bob,
    ):
        await House(one.url, store).book(five())
        for asked in ({"limit": 2, "start": 1}, {"around": ada.me}, {"by": "wins"}):
            here, there = await asyncio.gather(board(ada, **asked), board(bob, **asked))
            assert here.rows == there.rows
            assert here.total == there.total


@given(
    st.lists(st.integers(0, 4), max_size=12),
    st.integers(1, 5),
    st.integers(0, 14),
)
def test_a_group_is_ranked_as_a_board_of_its_own(
    values: list[int], limit: int, start: int
) -> None:
    values.sort(reverse=True)
    rows = tuple(
        Ranked(10 + sum(v > value for v in values), f"p{k:02}", value, b"")
        for k, value in enumerate(values)
    )
    found = BoardPart(100, rows)
    part = part_among(found, "p00", None, start, limit)
    assert part.rows == rows[start : start + limit]
    ranks = tuple(1 + sum(v > row.value for v in values) for row in part.rows)
    assert (part.ranks, part.total) == (ranks, len(rows))
    assert part.own == (1 if rows else None)
    for number, row in enumerate(rows):
        around = part_among(found, "", row.player, 0, limit)
        assert row in around.rows
        assert len(around.rows) == min(limit, len(rows))
        assert around.rows == rows[around.start : around.start + limit]
        assert abs((number - around.start) - limit // 2) <= limit
    assert part_among(found, "", "nobody", 0, limit).rows == ()
