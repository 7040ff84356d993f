"""The help shows the keys of the game at hand, and none that do nothing there."""

import pytest
from tests.client.screen.rooms import SIZE
from tests.screens import opened

from samedeal_client.language import Language, speaking
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.keys.helping import Scene, help_lines
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.terminal.keys import read_bindings
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of, width_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed

ALONE = Scene(is_room=False, takes_back=True, hint="h")
ROOM = Scene(is_room=True, takes_back=False, talks=True)
ROWS = 18
"""As many as a felt has at 80x24."""


def told(key: str, scene: Scene = ROOM) -> str:
    return text_of(help_lines(find_game(key), scene))


@pytest.mark.parametrize("key", GAMES)
def test_only_keys_of_piles_that_there_are_are_told(key: str) -> None:
    game, text = find_game(key), told(key)
    zones = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs))).zones
    is_patience = "column.1" in zones
    assert ("a column by its key" in text) == is_patience
    assert ("letter and number" in text) == (not is_patience)
    assert ("the waste" in text) == ("waste" in zones)
    has_rows = is_patience and "stock" in zones and "waste" not in zones
    assert ("deal a row" in text) == has_rows
    assert ("deal again" in text) == ("redeals" in zones)
    assert ("from the king" in text) == ("foundation.8" in zones)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", GAMES)
def test_the_help_fits_on_a_screen_of_eighty_by_twenty_four(
    key: str, language: Language
) -> None:
    everything = ROOM._replace(takes_back=True, hint="H")
    with speaking(language):
        rows = told(key, everything).splitlines()
    assert len(rows) <= ROWS
    assert max(map(width_of, rows)) <= SIZE[0]


def test_while_no_match_is_on_the_keys_of_the_room_are_told() -> None:
    between = ROOM._replace(is_between=True)
    for key in ("Enter     ready", "b, y  ", "n     ", "up, down  the rest"):
        assert key in told("easthaven", between)
        assert key not in told("easthaven")
    assert "In the match" not in told("easthaven")


@pytest.mark.parametrize("key", GAMES)
def test_the_keys_of_the_board_can_be_read_before_it_is_there(key: str) -> None:
    between = told(key, ROOM._replace(is_between=True))
    room, board = between.split("In the match")
    assert "ready for the match" in room
    assert "leave, ctrl+c" in room
    on_board = told(key).splitlines()[1:]
    assert all(row in between.splitlines() for row in on_board)
    assert ("a column by its key" in board) or ("letter and number" in board)


def test_the_help_tells_what_poker_hands_are_worth() -> None:
    text = " ".join(told("squares/english").split())
    assert "full house 10, flush 5, straight 12" in text
    assert "poker" not in told("easthaven")


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("westcliff/american", "in alternating colours: on a black ten goes a red"),
        ("easthaven", "takes only a king, or a run that a king heads"),
        ("capricieuse", "in suit, up or down"),
    ],
)
def test_the_help_tells_what_may_be_put_where(key: str, rules: str) -> None:
    for scene in (ROOM, ALONE, ROOM._replace(is_between=True)):
        assert rules in " ".join(told(key, scene).split())


def test_who_plays_alone_is_told_of_no_seat_and_of_hints() -> None:
    alone = told("squares/english", ALONE)
    for word in ("seat", "resign", "connection", "say something", "claimed"):
        assert word in told("squares/english")
        assert word not in alone
    assert "a hint" in alone
    assert "take a move back" in alone
    assert "take a move back" not in told("squares/english")
    assert "say something" not in told("squares/english", ROOM._replace(talks=False))


def test_of_ones_own_keys_those_of_the_game_are_told() -> None:
    with read_by(Reader(keys=read_bindings("d=space u=z"))):
        assert "space=d" in told("easthaven")
        assert "z=u" not in told("easthaven")
        assert "space=d" not in told("squares/english", ALONE)
        assert "z=u" in told("squares/english", ALONE)


async def test_the_question_mark_shows_it() -> None:
    app = PracticeScreen(find_game("squares/english"), bytes(32), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("?")
        shown = text_of(app.query_one(Table).felt.rows)
        assert "letter and number" in shown
        assert "column by its key" not in shown


def is_helping(screen: PracticeScreen) -> bool:
    return screen.shows_help


@pytest.mark.parametrize("key", ["?", "escape", "q", "d", "enter", "3", "right"])
async def test_the_key_that_closes_it_does_nothing_else(key: str) -> None:
    app = PracticeScreen(find_game("easthaven"), bytes(32), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        dealt = app.board
        await pilot.press("?")
        assert is_helping(app)
        await pilot.press(key)
        assert not is_helping(app)
        assert app.board == dealt
        assert not app.hand.half
        await pilot.press("d")
        assert app.board != dealt


async def test_a_click_closes_it_and_a_line_that_is_typed_is_obeyed_as_ever() -> None:
    app = PracticeScreen(find_game("easthaven"), bytes(32), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        dealt = app.board
        await pilot.press("?")
        await pilot.click(Table, offset=(20, 5))
        assert not is_helping(app)
        assert app.board == dealt
        await pilot.press("?", ":", "d", "enter")
        assert not is_helping(app)
        assert app.board != dealt


async def test_the_foot_tells_how_to_come_back_from_it() -> None:
    app = PracticeScreen(find_game("easthaven"), bytes(32), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("?")
        assert text_of(app.query_one("#foot", Words).lines).strip() == (
            "Esc back   ctrl+x leave"
        )
