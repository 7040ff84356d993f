"""Practice on the full screen."""

import re
from random import Random

import pytest
from tests.conditions import eventually
from tests.screens import opened
from textual import events

from samedeal_client.play.solo_game import NOTHING_TO_TAKE_BACK
from samedeal_client.screen.felt.squares import squares_felt, worth
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import Move
from samedeal_games.squares import Cell, SquaresGame

SIZE = (80, 24)
SEED = bytes(range(32))


def shown(app: PracticeScreen, name: str) -> str:
    return text_of(app.query_one(name, Words).lines)


@pytest.mark.parametrize("key", GAMES)
async def test_every_game_is_practised_with_whatever_is_pressed(key: str) -> None:
    dice = Random(key)
    keys = [*"1234567890wfkdra", "c", "3", "up", "left", "enter", "u", "minus"]
    app = PracticeScreen(find_game(key), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press(*dice.choices(keys, k=60))
        assert text_of(app.query_one(Table).felt.rows)
        await pilot.press("ctrl+x")
    assert pilot.app.return_value == 0


async def test_what_was_done_is_taken_back_to_the_first_card() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        first = app.board
        await pilot.press("a", "1", "b", "2", "c", "3")
        assert app.board.plies == 3
        await pilot.press("u", "u", "u")
        assert app.board == first
        await pilot.press("u")
        assert NOTHING_TO_TAKE_BACK in shown(app, "#notes")


async def test_the_letter_of_a_column_is_seen_on_the_felt_until_escape() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:

        def felt() -> str:
            return text_of(app.query_one(Table).felt.rows)

        await pilot.press("c", "1", "c")
        await eventually(lambda: "[c]" in felt())
        await pilot.press("escape")
        await eventually(lambda: "[c]" not in felt())
        await pilot.press("2", "c", "2")
        await eventually(lambda: app.board.plies == 2)


async def test_the_end_names_the_seed_and_another_deal_comes() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        cells = [f"{letter}{row}" for letter in "abcde" for row in range(1, 6)]
        for cell in cells:
            await pilot.press(*cell)
        assert app.board.plies == 25
        assert "stay behind when you leave" in shown(app, "#notes")
        await pilot.press("enter")
        assert app.board.plies == 0
        assert app.solo.seed != SEED
        assert "stay behind when you leave" not in shown(app, "#notes")
        # Of a deal that was not begun there is nothing to tell.
        assert SEED.hex() in left(app)
        await pilot.press("a", "1")
        assert app.solo.seed.hex() in left(app)
        assert SEED.hex() not in left(app)


@pytest.mark.parametrize("keys", [["ctrl+x"], ["ctrl+c"], [":", *"finish", "enter"]])
async def test_who_goes_is_told_how_the_same_deal_is_played_again(
    keys: list[str],
) -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("a", "1", *keys)
    for command in ("practise", "solve"):
        # Broken after a backslash, so that it pastes whole from a narrow terminal.
        told = rf"samedeal {command} squares/english \\\n +--seed {SEED.hex()}"
        assert re.search(told, left(app))
    assert max(map(len, left(app).split("\n"))) < 80


def left(app: PracticeScreen) -> str:
    """Return what is seen when the screen is gone."""
    return text_of(app.farewell)


def test_what_a_cell_would_make_is_what_it_makes() -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    position = game.apply(game.setup(deal_from_seed(SEED, 1)), Cell(2, 2))
    before = sum(hand.points for hand in game.lines(position))
    for cell in game.legal_moves(position):
        after = sum(hand.points for hand in game.lines(game.apply(position, cell)))
        assert worth(game, position, cell) == after - before


def test_only_who_practises_is_told_what_a_cell_would_make() -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    position = game.setup(deal_from_seed(SEED, 1))
    while not any(worth(game, position, cell) for cell in game.legal_moves(position)):
        position = game.apply(position, game.legal_moves(position)[0])
    board = game.view(position)
    told = text_of(squares_felt(game, board, UNICODE, 15, tells_worth=True).rows)
    assert any(f"+{n}" in told for n in range(1, 9))
    quiet = text_of(squares_felt(game, board, UNICODE, 15).rows)
    assert not any(f"+{n}" in quiet for n in range(1, 9))


async def test_a_run_is_dragged_from_one_column_to_another() -> None:
    game = find_game("russian")
    app = PracticeScreen(game, SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        moves: list[Move] = list(game.legal_moves(game.position_from(app.board)))
        move = next(m for m in moves if m.source > 0 and m.target > 0)
        spots = {(s.pile, s.size): s for s in app.query_one(Table).felt.spots}
        start, end = spots[str(move.source), move.size], spots[str(move.target), 1]
        await pilot.mouse_down(Table, offset=(start.x + 1, start.y))
        await pilot.hover(Table, offset=(end.x + 1, end.y))
        await pilot.mouse_up(Table, offset=(end.x + 1, end.y))
        await pilot.pause()
        assert app.board.plies == 1


@pytest.mark.parametrize("key", ["russian", "squares/patience"])
async def test_no_text_is_marked_by_dragging(key: str) -> None:
    app = PracticeScreen(find_game(key), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        for start, end in (((3, 3), (60, 12)), ((70, 0), (2, 14))):
            await pilot.mouse_down(Table, offset=start)
            await pilot.hover(Table, offset=end)
            await pilot.pause()
            assert not app.screen.selections
            await pilot.mouse_up(Table, offset=end)
            await pilot.pause()
            assert app.screen.get_selected_text() is None


async def test_what_is_typed_faster_than_the_line_opens_is_not_lost() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        for key in (":", *"help", "enter"):
            # At once, without a turn of the loop for the line to take the focus.
            await app.on_key(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        assert app.shows_help


async def test_a_key_too_many_does_not_deal_another_board_over_the_last() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        cells = [f"{letter}{row}" for letter in "abcde" for row in range(1, 6)]
        for cell in cells[:-1]:
            await pilot.press(*cell)
        for key in ("up", "enter", "enter"):
            # At once, before the last card lies.
            await app.on_key(events.Key(key, None))
        await pilot.pause()
        assert app.board.plies == 25
        await pilot.press("enter")
        assert app.board.plies == 0


async def test_no_key_and_no_click_is_played_where_no_board_is_seen() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(app, size=(59, 15)) as pilot:
        assert "60 x 15" in text_of(app.query_one(Table).felt.rows).replace("\n", " ")
        await pilot.press("c", "4", "u", "h", "up", "enter", ":", *"c3", "enter")
        await pilot.click(Table, offset=(30, 5))
        await pilot.resize_terminal(80, 24)
        await eventually(lambda: "to lay" in text_of(app.query_one(Table).felt.rows))
        assert app.board.plies == 0
        await pilot.press("c", "4")
        await pilot.pause()
        assert app.board.plies == 1


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", [(100, 16), (60, 15)])
async def test_a_small_panel_is_enough_to_play_in(
    key: str, size: tuple[int, int]
) -> None:
    app = PracticeScreen(find_game(key), SEED, UNICODE, colour=True)
    async with opened(app, size=size) as pilot:
        await pilot.pause()
        table = app.query_one(Table)
        assert len(table.felt.rows) <= table.size.height
        assert shown(app, "#foot")
        assert table.felt.spots


async def test_what_is_refused_twice_is_told_once() -> None:
    app = PracticeScreen(find_game("russian"), SEED, UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("f", "f", "f")
        await pilot.pause()
        assert shown(app, "#notes").count("First choose what goes up") == 1


async def test_why_not_is_told_by_the_keys_of_a_move_and_in_words() -> None:
    app = PracticeScreen(find_game("easthaven"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        first = app.board
        await pilot.press("i")
        assert "told about, not made" in shown(app, "#notes")
        await pilot.press("1", "f")
        assert " up: " in shown(app, "#notes")
        assert "told about, not made" not in shown(app, "#notes")
        await pilot.press(":", *"why 2 2", "enter")
        assert "a column cannot be moved onto itself" in shown(app, "#notes")
        await pilot.press(":", *"why zz", "enter")
        assert "Ask of two cards" in shown(app, "#notes")
        assert app.board == first
        await pilot.press("d")
        assert app.board != first
        assert "onto itself" not in shown(app, "#notes")


async def test_a_question_takes_the_keys_of_hints_too() -> None:
    app = PracticeScreen(find_game("easthaven"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("i", "h")
        assert "Hint: " not in shown(app, "#notes")
        await pilot.press("1", "1")
        assert "a column cannot be moved onto itself" in shown(app, "#notes")


async def test_a_cell_that_is_taken_is_asked_about() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("a", "1", "i", "a", "1")
        assert "on a1: " in shown(app, "#notes")
        assert app.board.plies == 1
