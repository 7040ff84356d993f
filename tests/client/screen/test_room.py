"""Whole matches on the full screen, by keys and by mouse, against a real server."""

from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server
from textual import events
from textual.pilot import Pilot

from samedeal_client.screen.room import sight
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.room.sight import END_SEEN_S, TURNED_S
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.boards.squares import cell_name
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.patience import REDEAL, Move
from samedeal_games.squares import SquaresGame
from samedeal_protocol.boards import BoardView

SIZE = (80, 24)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def shown(app: TableScreen, name: str) -> str:
    return text_of(app.query_one(name, Words).lines)


def felt(app: TableScreen) -> str:
    return text_of(app.query_one(Table).felt.rows)


def holds(app: RoomScreen, text: str) -> bool:
    return text in felt(app)


def begins_with(app: RoomScreen, text: str) -> bool:
    return felt(app).startswith(text)


async def started(pilot: Pilot[int], app: RoomScreen, player: Player) -> None:
    await pilot.press("enter")
    await eventually(lambda: player.session.may_move)
    await eventually(lambda: "Go!" in shown(app, "#notes"))


def keys_for(player: Player, dice: Random) -> list[str]:
    """Return the keys of some legal move."""
    room, view = player.session.room, player.session.board
    assert room is not None
    assert view is not None
    game, board = find_game(room.game), board_of(view)
    move = dice.choice(game.legal_moves(game.position_from(board)))
    if isinstance(game, SquaresGame):
        return list(cell_name(game, move))
    assert isinstance(move, Move)
    if move.source < 0:
        return [game.format(move).lower()] * (1 + (move.source == REDEAL))
    source = "w" if move.source == 0 else key_of_column(move.source)
    if move.target <= 0:
        return [source, "f"]
    return [source, key_of_column(move.target)]


class Turning(Player):
    """A player who keeps what was asked of the room about being ready."""

    asked: tuple[str, ...] = ()

    async def ready(self) -> None:
        self.asked += ("ready",)
        await super().ready()

    async def unready(self) -> None:
        self.asked += ("unready",)
        await super().unready()


async def test_ready_that_is_typed_twice_is_still_ready(server: str) -> None:
    async with Turning(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=2)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            for word in ("ready", "ready", "unready"):
                await pilot.press(":", *word, "enter")
            await eventually(lambda: len(ada.asked) == 3)
            assert ada.asked == ("ready", "ready", "unready")
            await pilot.press("enter")
            await eventually(
                lambda: ada.session.own is not None and ada.session.own.ready
            )


@pytest.mark.parametrize("key", ["squares/patience", "westcliff/classic", "russian"])
async def test_a_match_is_played_by_keys(server: str, key: str) -> None:
    dice = Random(key)
    async with Player(server, name="Ada").connected() as ada:
        await ada.host(key, seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            for ply in range(25):
                if not ada.session.may_move:
                    break
                await pilot.press(*keys_for(ada, dice))
                await moved_on(ada, ply + 1)
            if ada.session.may_move:
                await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "points" in felt(app) or "cards up" in felt(app))
            await eventually(lambda: "Match proven" in felt(app))
            assert "samedeal replay m-" in text_of(app.farewell)
            assert "Ada" in text_of(app.farewell)
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0


async def test_a_pause_is_typed_and_stands_above_the_board(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1, rated=False)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press(":", *"pause", "enter")
            await eventually(lambda: "PAUSED: the clocks stand" in shown(app, "#notes"))
            await pilot.press("a", "1")
            await eventually(lambda: "The match is paused" in shown(app, "#notes"))
            assert plies_of(ada) == 0
            await pilot.press(":", *"resume", "enter")
            await eventually(lambda: "The pause is over" in shown(app, "#notes"))
            await pilot.press("a", "1")
            await moved_on(ada, 1)
            await pilot.press("ctrl+x", "ctrl+x")


async def moved_on(player: Player, plies: int) -> None:
    await eventually(lambda: plies_of(player) >= plies)


def plies_of(player: Player) -> int:
    return -1 if player.session.board is None else player.session.board.ply


async def test_a_match_is_played_with_the_mouse(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            for ply in range(25):
                table = app.query_one(Table)
                await moved_on(ada, ply)
                app.draw()
                spots = {spot.pile: spot for spot in table.felt.spots}
                spot = spots[f"{'abcde'[ply % 5]}{ply // 5 + 1}"]
                await pilot.click(Table, offset=(spot.x + 1, spot.y))
            await eventually(lambda: "Poker Squares" in shown(app, "#head"))
            await eventually(lambda: "done" in felt(app))


async def test_two_screens_race_and_see_each_other(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        code = await ada.host("squares/english")
        await bob.join(code)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await eventually(lambda: "Bob" in felt(app))
            await bob.ready()
            await started(pilot, app, ada)
            await bob.move("c3")
            await eventually(lambda: "1 move" in shown(app, "#bars"))
            await bob.finish()
            await pilot.press("a", "1")
            await eventually(lambda: plies_of(ada) == 1)
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "1=" in felt(app) or "1 " in felt(app))
            assert pilot.app.export_screenshot().count("Bob")


async def test_a_match_is_begun_and_ended_with_the_mouse_alone(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("easthaven", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await eventually(lambda: "Enter ready" in shown(app, "#foot"))
            await pilot.click("#foot", offset=(3, 0))
            await eventually(lambda: ada.session.may_move)
            await eventually(lambda: "d deal" in shown(app, "#foot"))
            await pilot.click("#foot", offset=(2, 0))
            await moved_on(ada, 1)
            await ada.finish()
            await eventually(lambda: "r replay" in shown(app, "#foot"))
            at = shown(app, "#foot").index("r replay")
            await pilot.click("#foot", offset=(at, 0))
            await eventually(lambda: "replay" in shown(app, "#head"))
            at = shown(app, "#foot").index("Esc back")
            await pilot.click("#foot", offset=(at, 0))
            await eventually(lambda: "room" in shown(app, "#head"))
            at = shown(app, "#foot").index("ctrl+x leave")
            await pilot.click("#foot", offset=(at, 0))
            await eventually(lambda: ada.session.own is None)
        assert pilot.app.return_value == 0


async def test_two_full_screens_race_each_other(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("westcliff/american", seats=2))
        one = RoomScreen(ada, UNICODE, colour=True)
        other = RoomScreen(bob, ASCII, colour=False)
        async with (
            opened(one, size=SIZE) as at_one,
            opened(other, size=(160, 50)) as at_other,
        ):
            await at_one.press("enter")
            await at_other.press("enter")
            await eventually(lambda: ada.session.may_move and bob.session.may_move)
            dice = Random(5)
            for ply in range(30):
                await at_one.press(*keys_for(ada, dice))
                await at_other.press(*keys_for(bob, dice))
                await moved_on(ada, ply + 1)
                await moved_on(bob, ply + 1)
            await eventually(lambda: "30 moves" in shown(one, "#bars"))
            assert "Bob" in shown(one, "#bars")
            assert "Ada" in shown(other, "#side")
            await at_one.press(":", *"finish", "enter")
            for _ in range(2):
                await at_other.press(":", *"resign", "enter")
            for app in (one, other):
                await eventually(partial(holds, app, "Match proven"))
                assert "Your rating:" in felt(app)
                assert "Not yet: " in felt(app)
            await at_one.press("enter")
            await eventually(lambda: "Ready: Ada" in felt(other))


async def test_the_last_match_is_seen_again_in_place(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            for ply, cell in enumerate(("a1", "b2", "c3"), 1):
                await pilot.press(*cell)
                await moved_on(ada, ply)
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("r")
            await eventually(lambda: "move 0 of 3" in shown(app, "#head"))
            await pilot.press("right", "n")
            await eventually(lambda: "move 2 of 3: b2" in shown(app, "#head"))
            await pilot.press("space")
            await eventually(lambda: "move 3 of 3: c3" in shown(app, "#head"))
            await pilot.press("home", "escape")
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("enter")
            await eventually(lambda: ada.session.may_move)


async def test_a_room_that_has_had_its_day_is_opened_anew(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("easthaven", seats=1, time_limit_s=120, rated=False)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            room = ada.session.room
            assert room is not None
            gone = {"phase": "result", "next_match": None, "until": None}
            ada.session.room = room.model_copy(update=gone)
            app.draw()
            assert "n new room like this" in shown(app, "#foot")
            await pilot.press("n")
            await eventually(partial(is_other, ada, room.room))
            made = ada.session.room
            assert made is not None
            kept = ("game", "time_limit_s", "rated", "seats_max", "best_of", "public")
            for name in kept:
                assert getattr(made, name) == getattr(room, name)


def is_other(player: Player, code: str) -> bool:
    room = player.session.room
    return room is not None and room.room != code


async def test_words_in_the_countdown_are_told_to_wait(embedded_url: str) -> None:
    async with (
        running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="20000") as running,
        Player(running.url, name="Ada").connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("enter")
            await eventually(lambda: ada.session.counts_down)
            await pilot.press(":", *"c3", "enter")
            await eventually(lambda: "The cards come in" in shown(app, "#notes"))
            assert "cards in" in shown(app, "#head")


async def test_enter_while_the_room_counts_down_is_no_mistake(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("enter")
            await eventually(lambda: ada.session.counts_down or ada.session.may_move)
            await pilot.press("enter")
            await eventually(lambda: "Go!" in shown(app, "#notes"))
            assert "Not now" not in shown(app, "#notes")


async def test_leaving_in_mid_match_is_asked_twice(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("ctrl+x")
            assert "again" in shown(app, "#notes")
            assert ada.session.own is not None
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0
        assert ada.session.own is None


async def test_a_window_too_small_shows_what_is_asked(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.resize_terminal(60, 20)
            await eventually(lambda: "needs a terminal" in felt(app))
            await pilot.press("ctrl+x")
            await eventually(lambda: "Leave now and come last?" in felt(app))
            assert "needs a terminal" in felt(app)
            assert ada.session.own is not None


async def test_ctrl_c_hangs_up_and_keeps_the_seat(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("ctrl+c")
        assert pilot.app.return_value == 130
        assert ada.session.own is not None


async def test_a_wrong_key_tells_why_and_help_tells_the_keys(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("westcliff/classic", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("f")
            await eventually(lambda: "First choose" in shown(app, "#notes"))
            await pilot.press("?")
            await eventually(lambda: "Keys" in felt(app))
            await pilot.press("?")
            await eventually(lambda: "stock" in felt(app))
            await pilot.press(":", *"9>9", "enter")
            await eventually(lambda: "9" in shown(app, "#notes"))


async def test_the_screen_may_change_its_size_in_mid_match(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            for size in ((120, 40), (200, 60), (80, 21), SIZE):
                await pilot.resize_terminal(*size)
                await eventually(lambda: "redeals" in felt(app))
            for size in ((60, 15), (79, 24), (12, 3), (1, 1)):
                await pilot.resize_terminal(*size)
                await eventually(lambda: "needs" in felt(app))
            await pilot.resize_terminal(*SIZE)
            await eventually(lambda: "redeals" in felt(app))
            await pilot.press(*keys_for(ada, Random(1)))
            await moved_on(ada, 1)


def may_be_ready(player: Player) -> bool:
    """Tell whether somebody has heard of the match that is next."""
    room = player.session.room
    return room is not None and room.phase != "playing" and room.next_match is not None


async def test_an_evening_shows_its_table_first_and_leaves_it_behind(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", deals=2, seats=2))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            for table in (" After deal 1 of 2", " The evening"):
                await eventually(lambda: shown(app, "#foot").startswith(" Enter"))
                await eventually(partial(may_be_ready, bob))
                await bob.ready()
                await pilot.press("enter")
                await eventually(lambda: ada.session.may_move)
                await eventually(lambda: bob.session.may_move)
                await bob.resign()
                await ada.finish()
                await eventually(partial(begins_with, app, table))
            await eventually(lambda: "Ada won the evening." in text_of(app.farewell))
            assert "Ada won the evening." in felt(app)
            assert "samedeal verify MATCH" in text_of(app.farewell)


async def test_u_takes_a_move_back_where_the_host_allows_it(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1, takes_back=True)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            dealt = await at_a_shy_move(ada)
            assert "u back" in shown(app, "#foot")
            await pilot.press("u")
            await eventually(lambda: "Nothing is left" in shown(app, "#notes"))
            await pilot.press(":", *shy_move(ada), "enter")
            await moved_on(ada, dealt.ply + 1)
            await pilot.press("u")
            await moved_on(ada, dealt.ply + 2)
            assert ada.session.board is not None
            assert ada.session.board.zones == dealt.zones
            await pilot.press(":", *shy_move(ada), "space", *"undo", "enter")
            await moved_on(ada, dealt.ply + 4)
            assert ada.session.board.zones == dealt.zones
            await pilot.press("ctrl+x", "ctrl+x")


async def test_where_moves_stand_no_key_takes_them_back(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            assert "u back" not in shown(app, "#foot")
            await ada.move(legal(ada)[0])
            await pilot.press("u", ":", *"undo", "enter")
            await eventually(
                lambda: "cannot be taken back here" in shown(app, "#notes")
            )
            assert ada.session.board is not None
            assert ada.session.board.ply == 1
            await pilot.press("ctrl+x", "ctrl+x")


def shy_move(player: Player) -> str:
    """Return a move that shows nothing, in a game where only a redeal does."""
    shy = (text for text in legal(player) if text != "R")
    return next(shy)


def legal(player: Player) -> list[str]:
    room, view = player.session.room, player.session.board
    assert room is not None
    assert view is not None
    game = find_game(room.game)
    moves = game.legal_moves(game.position_from(board_of(view)))
    return [game.format(move) for move in moves]


async def at_a_shy_move(player: Player) -> BoardView:
    """Go on to a board with such a move; nearly every deal begins with one."""
    await eventually(lambda: player.session.may_move)
    while legal(player) == ["R"]:
        await player.move("R")
    assert player.session.board is not None
    return player.session.board


async def test_who_was_not_ready_in_time_is_told_that_the_seat_is_gone(
    embedded_url: str,
) -> None:
    hurried = running_server(embedded_url, SAMEDEAL_READY_MS="200")
    async with (
        hurried as server,
        Player(server.url, name="Ada").connected() as ada,
        Player(server.url, name="Bob").connected() as bob,
        Player(server.url, name="Cat").connected() as cat,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await cat.join(code)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await cat.ready()
            await eventually(lambda: "lost your seat. ctrl+x" in shown(app, "#notes"))
            await eventually(lambda: "Everybody is ready" in shown(app, "#notes"))
            assert "lost your seat. ctrl+x" in shown(app, "#notes")
            assert "Ada was not ready" not in shown(app, "#notes")
            assert "cards in" not in shown(app, "#head")
            assert not holds(app, "The cards are dealt in")
            await pilot.press("ctrl+x")
        assert pilot.app.return_value == 0


async def test_what_was_heard_before_the_screen_is_no_countdown_that_failed(
    embedded_url: str,
) -> None:
    async with (
        running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="20000") as server,
        Player(server.url, name="Ada").connected() as ada,
        Player(server.url, name="Bob").connected() as bob,
        Player(server.url, name="Cat").connected() as cat,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await cat.join(code)
        for player in (ada, bob, cat):
            await player.ready()
        await eventually(lambda: ada.session.counts_down)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE):
            await eventually(lambda: "Everybody is ready" in shown(app, "#notes"))
            assert "Not enough players" not in shown(app, "#notes")


async def test_a_key_for_the_board_does_nothing_on_the_result(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("r")
            await eventually(lambda: "once more" in shown(app, "#notes"))
            assert plies_of(ada) == 0
            for key in (":", *"finish", "enter", "r"):
                # At once, before anything is answered.
                await app.on_key(events.Key(key, key if len(key) == 1 else None))
            await eventually(lambda: "the match is over: r" in shown(app, "#notes"))
            await eventually(lambda: "r replay" in shown(app, "#foot"))


async def test_the_last_board_stays_in_sight_and_the_winner_is_told_before_the_table(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_client.screen.room.sight.END_SEEN_S", 1e9)
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await pilot.press(*(key for n in range(1, 6) for key in f"a{n}"))
            await moved_on(ada, 5)
            await pilot.pause()
            board = felt(app)
            await bob.finish()
            await pilot.press(":", *"finish", "enter")
            told = ("You win by ", "You and Bob share the win.", "Nobody wins.")
            await eventually(lambda: any(t in shown(app, "#notes") for t in told))
            assert shown(app, "#foot").strip() == "Enter the result"
            assert felt(app) == board
            await pilot.press("enter")
            await eventually(lambda: "Enter rematch" in shown(app, "#foot"))
            assert any(felt(app).strip().startswith(text) for text in told)
            await pilot.press("?")
            await eventually(lambda: "what was possible" in felt(app))


async def test_enter_for_a_result_that_came_by_itself_is_not_ready_for_the_next(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            now_s = app.now_s()
            monkeypatch.setattr(app, "now_s", lambda: now_s)
            monkeypatch.setattr(sight, "END_SEEN_S", END_SEEN_S)
            monkeypatch.setattr(sight, "TURNED_S", TURNED_S)
            await pilot.press("a", "1", ":", *"finish", "enter")
            await eventually(lambda: "Enter the result" in shown(app, "#foot"))
            now_s += END_SEEN_S
            await eventually(lambda: "Enter rematch" in shown(app, "#foot"))
            await pilot.press("enter")
            await eventually(lambda: "Enter once more" in shown(app, "#notes"))
            assert ada.session.own is not None
            assert not ada.session.own.ready
            now_s += TURNED_S
            await pilot.press("enter")
            await eventually(lambda: ada.session.may_move)


async def test_moves_and_an_order_can_be_typed_in_one_line(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await eventually(lambda: "? tells their points" in shown(app, "#notes"))
            line = ("space" if key == " " else key for key in "a1 b1 finish")
            await pilot.press(":", *line, "enter")
            await eventually(lambda: not ada.session.may_move)
            play = ada.session.play
            assert play is not None
            assert (play.ply, play.state) == (2, "finished")


async def test_a_replay_opens_at_oneself_and_tells_its_keys(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            for row in range(1, 6):
                await bob.move(f"a{row}")
            await bob.finish()
            await pilot.press(":", *"resign", "enter")
            await eventually(lambda: "Type resign again" in shown(app, "#notes"))
            assert ada.session.may_move
            await pilot.press(":", *"resign", "enter")
            await eventually(lambda: "r replay" in shown(app, "#foot"))
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("r")
            await eventually(lambda: "replay" in shown(app, "#head"))
            assert shown(app, "#head").startswith(" Ada")
            await pilot.press("?")
            await eventually(lambda: "Space" in felt(app))
            assert "the next player" in felt(app)
            await pilot.press("escape")
            await eventually(lambda: "the next player" not in felt(app))
            assert shown(app, "#head").startswith(" Ada")
            assert "replay" in shown(app, "#head")
            await pilot.press("tab")
            await eventually(lambda: shown(app, "#head").startswith(" Bob"))
