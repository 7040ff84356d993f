"""What somebody is told to press does what they were told."""

from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from tests.client.screen.test_felt import boards
from tests.conditions import eventually
from tests.screens import opened
from textual.pilot import Pilot

from samedeal_client.play.input import read_move
from samedeal_client.play.searching import AFTER_ALL
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys.key_hints import TYPE
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.table.pressing import how_to, keys_of
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_players.catalogue import players_for
from samedeal_players.patience.guide import Guidance, Guide
from samedeal_players.player import Level
from samedeal_players.solver import Outcome

SIZE = (80, 24)
HINTED = [key for key in GAMES if Level.EXPERT in players_for(key)]


@pytest.mark.parametrize("key", GAMES)
def test_a_move_that_is_shown_is_made_by_its_keys_as_they_are_told(key: str) -> None:
    game, hand = find_game(key), Hand()
    for board in boards(key, 21)[::4]:
        for move in game.legal_moves(game.position_from(board)):
            notation = game.format(move)
            keys = keys_of(game, board, notation)
            if keys[0] == TYPE:
                assert read_move(game, board, "".join(keys[1:-1])) == notation
                continue
            hand.drop()
            hand.look(game, board)
            hand.show(notation)
            *others, last = [hand.press(each) for each in keys]
            assert not any(done.move for done in others)
            assert last.move == notation


@pytest.mark.parametrize("key", HINTED)
async def test_the_keys_of_a_hint_make_its_move(key: str) -> None:
    game = find_game(key)
    app = PracticeScreen(game, bytes(range(1, 33)), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        for _ in range(6):
            board = app.board
            told = await hinted(app, pilot)
            move = app.solo.hinted
            assert how_to(game, board, move) in told
            await pilot.press(*keys_of(game, board, move))
            await pilot.pause()
            assert app.solo.made[-1] == move
            assert app.board.plies == board.plies + 1


def _has_made(app: PracticeScreen, plies: int) -> bool:
    return app.board.plies == plies


@pytest.mark.parametrize("key", ["westcliff/classic", "squares/english"])
async def test_who_asks_again_has_the_hint_done(key: str) -> None:
    app = PracticeScreen(find_game(key), bytes(range(1, 33)), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        for plies in range(4):
            assert app.board.plies == plies
            await hinted(app, pilot)
            assert app.board.plies == plies
            await pilot.press("h")
            await eventually(partial(_has_made, app, plies + 1))


async def test_a_hint_that_was_not_followed_is_told_again_and_not_done() -> None:
    game = find_game("westcliff/classic")
    app = PracticeScreen(game, bytes(range(1, 33)), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await hinted(app, pilot)
        await pilot.press("d", "u")
        await hinted(app, pilot)
        assert app.board.plies == 0


async def test_another_key_ends_the_search_for_a_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, dropped = Event(), Event()

    def look(_: Guide, __: object, clock: Callable[[], float]) -> Guidance:
        begun.set()
        while clock() < AFTER_ALL:
            pass
        dropped.set()
        return Guidance(Outcome.UNDECIDED)

    monkeypatch.setattr(Guide, "look", look)
    game = find_game("westcliff/classic")
    app = PracticeScreen(game, bytes(range(1, 33)), ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("h")
        await eventually(begun.is_set)
        app.draw()
        await pilot.pause()
        notes = app.query_one("#notes", Words)
        assert "Looking for a way to win..." in text_of(notes.lines)
        await pilot.press("d")
        await eventually(partial(_has_made, app, 1))
        assert dropped.is_set()
        assert not app.solo.hinted
        await pilot.pause()
        assert not text_of(notes.lines).strip()


async def hinted(app: PracticeScreen, pilot: Pilot[int]) -> str:
    """Ask for a hint; return what is told."""
    await pilot.press("H")
    await eventually(lambda: bool(app.solo.hinted))
    await pilot.pause()
    return text_of(app.query_one("#notes", Words).lines)
