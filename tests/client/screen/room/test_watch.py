"""Watching on the full screen: whose board is seen, what is told, and how one goes."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio
from tests.client.screen.room.test_coming_back import quick
from tests.client.screen.rooms import shown
from tests.conditions import eventually, seen
from tests.golden.fullscreen.still import playing, shown_boards
from tests.screens import opened
from tests.server.house import serving
from tests.server.proxy import door_to_server
from textual.pilot import Pilot

from samedeal_client.failed import INTERRUPTED
from samedeal_client.play.room.focus import Focus
from samedeal_client.play.room.proof import LastRecord
from samedeal_client.play.room.talking import Talking
from samedeal_client.screen.felt.card import SIZES, Size
from samedeal_client.screen.felt.places import Small, alike, followed
from samedeal_client.screen.felt.watched import Boards, Watched, watched_felt
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.screen.table import base
from samedeal_client.screen.widgets import Table
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_protocol.rooms.boards import Watching
from samedeal_server.process.settings import Settings
from samedeal_server.rooms import spectators

GAME = "squares/english"
SIZE = (80, 24)
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
ALL_OPEN = ">0 all"
"""On the felt: a key that turns to a board does nothing before any is there."""
QUICK = Settings.model_validate({"countdown_ms": 200, "commands_per_s": 1_000})


@pytest_asyncio.fixture
async def server(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(spectators, "SHOWN_EVERY_S", 0.05)
    monkeypatch.setattr(spectators, "TOLD_EVERY_S", 0.02)
    async with serving(store_url, QUICK) as address:
        yield address


class House(NamedTuple):
    """Two who play, and the screen of who watches them."""

    ann: Player
    bob: Player
    eve: Player
    app: WatchScreen
    pilot: Pilot[int]

    async def play(self) -> None:
        """Begin a match."""
        for player in (self.ann, self.bob):
            await player.ready()
        await eventually(lambda: self.ann.session.may_move)
        await eventually(lambda: self.bob.session.may_move)

    async def lay(self, ann: int, bob: int) -> None:
        """Lay so many cards each."""
        for player, count in ((self.ann, ann), (self.bob, bob)):
            first = 0 if player.session.board is None else player.session.board.ply
            for cell in CELLS[first : first + count]:
                await player.move(cell)

    async def finish(self) -> None:
        """End the match."""
        await self.ann.finish()
        await self.bob.finish()

    def felt(self) -> str:
        """Return what lies on the felt."""
        return text_of(self.app.query_one(Table).felt.rows)

    async def sees(self, text: str) -> None:
        """Wait for a text on the felt."""
        await seen(text, self.felt)

    async def ends(self, status: int) -> None:
        """Wait for the end of the screen."""
        await eventually(lambda: self.pilot.app.return_value == status)

    async def hears(self, text: str) -> None:
        """Wait for a note."""
        await seen(text, lambda: shown(self.app, "#notes"))


@asynccontextmanager
async def watched(
    server: str,
    watch: Watching = "boards",
    size: tuple[int, int] = SIZE,
    url: str = "",
) -> AsyncGenerator[House]:
    """Yield a room of two that somebody watches."""
    async with (
        Player(server, name="Ann").connected() as ann,
        Player(server, name="Bob").connected() as bob,
        Player(
            url or server, name="Eve", pace=Pace(backoff=quick())
        ).connected() as eve,
    ):
        code = await ann.host(GAME, seats=2, watch=watch)
        await bob.join(code)
        await eve.watch(code)
        app = WatchScreen(eve, ASCII, colour=False)
        async with opened(app, size=size) as pilot:
            yield House(ann, bob, eve, app, pilot)


async def test_a_match_is_seen_from_its_beginning_to_its_proof(server: str) -> None:
    async with watched(server) as house:
        await house.sees("+- Ann ---")
        await house.play()
        await house.hears("The match begins: 5:00 for all.")
        await house.lay(4, 2)
        await house.sees("2 Bob")
        await eventually(lambda: "0-2 board" in shown(house.app, "#foot"))
        await house.sees(" 2/4 ")
        await house.finish()
        await house.hears("Bob: finished")
        await house.sees("Match proven")
        await house.sees("- Next -")
        assert "ctrl+x leave" in shown(house.app, "#foot")
        await house.pilot.press("ctrl+x")
        await house.ends(0)
    assert "Match proven" in text_of(house.app.farewell)


async def test_a_board_is_turned_to_by_number_by_steps_and_by_mouse(
    server: str,
) -> None:
    async with watched(server) as house:
        await house.play()
        await house.lay(3, 5)
        await eventually(lambda: plies(house.eve) == {0: 3, 1: 3})
        await house.sees(ALL_OPEN)
        await house.pilot.press("2")
        await house.sees("Bob  after 3 of 5 moves")
        await house.pilot.press("left")
        await house.sees("Ann  after 3 moves")
        await house.pilot.press("tab")
        await house.sees("Bob  after 3 of 5 moves")
        await house.pilot.press("0")
        await house.sees(ALL_OPEN)
        spots = {spot.pile: spot for spot in house.app.query_one(Table).felt.spots}
        await house.pilot.click(Table, offset=(spots["2"].x + 3, spots["2"].y + 2))
        await house.sees("Bob  after 3 of 5 moves")
        await house.pilot.press("7", "x", ":", "/")
        await house.sees("Bob  after 3 of 5 moves")
        await house.pilot.press("escape")
        await house.ends(0)


async def test_where_only_counts_may_be_watched_the_screen_says_so(server: str) -> None:
    async with watched(server, "counts") as house:
        await house.play()
        await house.lay(2, 1)
        await house.sees("only counts can be watched")
        await eventually(lambda: "2 moves" in shown(house.app, "#bars"))
        await house.pilot.press("tab", "1")
        assert "Tab" not in shown(house.app, "#foot")
        await house.finish()
        await house.sees("Match proven")


async def test_boards_are_looked_at_after_the_match_and_it_is_seen_again(
    server: str,
) -> None:
    async with watched(server) as house:
        await house.play()
        await house.lay(3, 1)
        await house.finish()
        await house.sees("Match proven")
        await house.pilot.press("1")
        await house.sees("Ann  after 3 moves")
        await house.pilot.press("enter")
        await house.sees("Match proven")
        await house.pilot.press("r")
        await eventually(lambda: "move 0 of 3" in shown(house.app, "#head"))
        await house.pilot.press("q")
        await house.sees("Match proven")
        await house.pilot.press("1")
        await house.play()
        await house.sees("Ann  after 0 moves")
        await house.lay(1, 1)
        await house.sees("Ann  after 1 move:")


async def test_who_leaves_is_told_and_no_longer_looked_at(server: str) -> None:
    async with watched(server) as house:
        await house.play()
        await house.lay(2, 2)
        await eventually(lambda: plies(house.eve) == {0: 2, 1: 2})
        await house.sees(ALL_OPEN)
        await house.pilot.press("2")
        await house.sees("Bob  after 2 moves")
        await house.bob.leave()
        await house.hears("Bob is gone.")
        await house.pilot.press("1")
        await house.sees("Ann  after 2 moves")


async def test_a_room_that_closes_stays_in_sight_until_a_key(server: str) -> None:
    async with watched(server) as house:
        await house.play()
        await house.finish()
        await house.sees("Match proven")
        await house.ann.leave()
        await house.bob.leave()
        await house.sees("This room is closed.")
        await house.pilot.press("tab", "enter", "?")
        await house.sees("Keys")
        await house.pilot.press("?", "q")
        await house.ends(0)
    assert "Match proven" in text_of(house.app.farewell)


async def test_boards_of_seats_that_were_left_are_shown_no_more(server: str) -> None:
    async with watched(server) as house:
        await house.play()
        await house.lay(2, 2)
        await house.sees(ALL_OPEN)
        await house.finish()
        await house.sees("Match proven")
        await house.pilot.press("0")
        await house.sees(ALL_OPEN)
        await house.bob.leave()
        await eventually(lambda: "Bob" not in house.felt())
        assert "1 Ann" in house.felt()
        await house.ann.leave()
        await house.sees("Match proven")
        await house.pilot.press("tab", "0", "1")
        assert "Match proven" in house.felt()
        await house.pilot.press("s")
        await house.sees("Challenge a friend")
        await house.pilot.press("escape")
        await house.sees("Match proven")
        assert "Tab" not in shown(house.app, "#foot")


async def test_what_a_key_leads_to_is_seen_before_the_next_look_by_the_clock(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "REFRESH_S", 3_600.0)
    async with watched(server) as house:
        await house.play()
        await house.finish()
        await house.sees("Match proven")
        await house.pilot.press("s")
        await house.sees("Challenge a friend")


async def test_keys_are_heard_while_the_connection_is_gone_and_after(
    server: str,
) -> None:
    async with (
        door_to_server(server) as (door, url),
        watched(server, url=url) as house,
    ):
        await house.play()
        await house.lay(2, 2)
        await eventually(lambda: plies(house.eve) == {0: 2, 1: 2})
        await house.sees(ALL_OPEN)
        door.shut()
        await eventually(house.app.is_cut)
        await house.pilot.press("2")
        await house.sees("Bob  after 2 moves")
        await house.hears("Connection lost: attempt")
        assert "seat" not in shown(house.app, "#notes")
        await house.lay(1, 2)
        door.open()
        await house.sees("Bob  after 3 of 4 moves")
        await house.pilot.press("1")
        await house.sees("Ann  after 3 moves")


async def test_a_room_that_closed_meanwhile_ends_it_with_what_was_seen(
    server: str,
) -> None:
    async with (
        door_to_server(server) as (door, url),
        watched(server, url=url) as house,
    ):
        await house.play()
        await house.finish()
        await house.sees("Match proven")
        door.shut()
        await eventually(house.app.is_cut)
        await house.ann.leave()
        await house.bob.leave()
        door.open()
        await house.ends(0)
    told = text_of(house.app.farewell)
    assert "Match proven" in told
    assert "The room has closed meanwhile." in told


async def test_what_is_said_is_shown_and_nothing_can_be_said(server: str) -> None:
    async with watched(server) as house:
        await Talking(house.ann).say_phrase("hello")
        await house.hears("Ann: hello!")
        await house.pilot.press("/", "h", "i", "enter")
        assert "talk" not in shown(house.app, "#foot")


async def test_ctrl_c_goes_as_everywhere(server: str) -> None:
    async with watched(server) as house:
        await house.pilot.press("ctrl+c")
        await house.ends(INTERRUPTED)


async def test_who_has_asked_a_slow_server_for_a_replay_can_still_go(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    async with watched(server) as house:
        await house.play()
        await house.finish()
        await house.sees("Match proven")
        monkeypatch.setattr(LastRecord, "read", never)
        await house.pilot.press("r", "q")
        await house.ends(0)


def plies(player: Player) -> dict[int, int]:
    return {seat: board.ply for seat, board in player.session.watched.items()}


def test_a_focus_goes_round_those_who_can_be_looked_at() -> None:
    focus = Focus()
    seen: list[int | None] = []
    pressed: list[tuple[str, tuple[int, ...]]] = [("tab", (0, 2))] * 4
    pressed += [("left", (0, 2)), ("3", (0, 2))]
    # Whoever is looked at has gone.
    pressed += [("right", (0, 1)), ("0", (0, 1))]
    for key, seats in pressed:
        assert focus.turn(key, seats)
        seen.append(focus.seat)
    assert seen == [0, 2, None, 0, None, 2, 0, None]
    for key, seats in (("3", (0, 1)), ("tab", ()), ("q", (0, 1))):
        assert not focus.turn(key, seats)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", [(80, 14), (80, 19), (90, 37), (200, 60), (81, 6)])
def test_every_board_stays_within_the_felt_and_its_spots_do_not_overlap(
    key: str, size: tuple[int, int]
) -> None:
    width, height = size
    dice = Random(key)
    for count in (1, 2, 3, 8):
        view, _ = playing(key, 20, count)
        boards = shown_boards(view, dice.randrange(16, 25))
        for seat in (None, count - 1):
            felt = watched_felt(Watched(view, boards, seat), ASCII, height, width)
            rows = text_of(felt.rows).split("\n")
            assert max(map(len, rows)) <= width + 2 * ("\u540d" in rows[0])
            if ">0 all" in rows[0]:
                assert len(rows) <= height
            for spot in felt.spots:
                assert felt.at(spot.x, spot.y) == spot


@pytest.mark.parametrize(
    ("key", "size", "most"),
    [
        ("squares/english", (80, 18), 2),
        ("squares/english", (92, 37), 4),
        ("squares/patience", (120, 42), 4),
        ("easthaven", (92, 37), 3),
        ("westcliff/american", (92, 37), 2),
        ("westcliff/american", (120, 42), 2),
    ],
)
@pytest.mark.parametrize("count", [2, 3, 8])
def test_one_board_is_large_and_others_are_small_beside_it(
    key: str, size: tuple[int, int], most: int, count: int
) -> None:
    width, height = size
    view, _ = playing(key, 20, count)
    boards = shown_boards(view, 20)
    felt = watched_felt(Watched(view, boards, 1), UNICODE, height, width)
    names, *_ = text_of(felt.rows).split("\n")
    assert ("  after " in names) == (count < 8)
    small = {spot.pile for spot in felt.spots if spot.y}
    assert small <= {str(seat + 1) for seat in range(count) if seat != 1}
    assert len(small) == min(most, count - 1)
    # The next ones by the keys come first.
    assert count < 3 or "3" in small
    alone = {1: boards[1]}
    whole = watched_felt(Watched(view, alone, 1), UNICODE, height, width)
    assert len(whole.rows) <= height


@pytest.mark.parametrize("key", ["squares/english", "easthaven"])
def test_all_boards_are_alike_only_where_their_cards_can_be_read(key: str) -> None:
    view, _ = playing(key, 20, 3)
    boards = shown_boards(view, 20)
    told = {
        size: "0 all" in text_of(felt.rows)
        for size in ((80, 18), (200, 60))
        if (felt := watched_felt(Watched(view, boards, None), UNICODE, *size[::-1]))
    }
    assert told == {(80, 18): False, (200, 60): True}


@pytest.mark.parametrize("least", [(6, 25), (12, 41), (12, 29)])
@pytest.mark.parametrize("count", range(1, 8))
def test_places_of_boards_are_in_their_room_and_apart(
    count: int, least: tuple[int, int]
) -> None:
    def measure(height: int, width: int) -> Size | None:
        fits = (size for size in SIZES if size.rows * 5 < height)
        return next((size for size in fits if size.width * 7 < width), None)

    for height, width in ((16, 80), (24, 100), (36, 92), (41, 120), (58, 160)):
        one = followed(count, measure, Small(least, measure), height, width)
        for tiles in (
            alike(count, measure, height, width),
            (one.large, *one.others),
        ):
            cells = [
                (x, y)
                for tile in tiles
                for x in range(tile.x, tile.x + tile.width)
                for y in range(tile.y, tile.y + tile.height)
            ]
            assert len(cells) == len(set(cells))
            assert all(0 <= x < width and 0 <= y < height for x, y in cells)
        for tile in one.others:
            assert tile.height > least[0]
            assert tile.width >= least[1]


def test_boards_are_drawn_again_only_once_they_are_others() -> None:
    view, _ = playing(GAME, 20, 3)
    boards, shown_later = shown_boards(view, 10), shown_boards(view, 12)
    drawn = Boards(ASCII)
    watched = Watched(view, boards, None)
    first = drawn.felt(watched, 18, 80)
    assert drawn.felt(watched, 18, 80) is first
    boards |= shown_later
    assert drawn.felt(watched, 18, 80) != first
