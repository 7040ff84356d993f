"""Whole matches on the full screen, by keys and by mouse, against a real server."""

from functools import partial
from random import Random

import pytest
from tests.client.screen.rooms import (
    SIZE,
    at_foot,
    felt,
    holds,
    moved_on,
    plies_of,
    shown,
    started,
)
from tests.conditions import eventually
from tests.screens import opened

from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.widgets import Table
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.boards.squares import cell_name
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.patience import REDEAL, Move
from samedeal_games.squares import SquaresGame
from samedeal_protocol.rooms.boards import BoardView


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
            await eventually(lambda: "1 move" in shown(app, "#side"))
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
            await pilot.click("#foot", offset=at_foot(app, "r replay"))
            await eventually(lambda: "replay" in shown(app, "#head"))
            await pilot.click("#foot", offset=at_foot(app, "Esc back"))
            await eventually(lambda: "room" in shown(app, "#head"))
            await pilot.click("#foot", offset=at_foot(app, "ctrl+x leave"))
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
                await eventually(partial(holds, app, " rating 1500"))
                assert "not yet" in felt(app).lower()
            await at_one.press("enter")
            ready = ("Ready: Ada", "Ada: ready")
            await eventually(lambda: any(told in felt(other) for told in ready))


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
            await eventually(lambda: UNICODE.halves[2] in felt(app))
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
            for size in ((59, 24), (79, 14), (12, 3), (1, 1)):
                await pilot.resize_terminal(*size)
                await eventually(lambda: "needs" in felt(app))
            await pilot.resize_terminal(*SIZE)
            await eventually(lambda: "redeals" in felt(app))
            await pilot.press(*keys_for(ada, Random(1)))
            await moved_on(ada, 1)


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
