"""Every game of the catalogue has all the faces of its family."""

import pytest

from samedeal_client.families import family_of
from samedeal_client.families.boards import legal_lines
from samedeal_client.play.input import read_move, typed
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board

SEED = bytes(range(1, 33))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def some_way_on(game: AnyGame) -> tuple[Board, Board, list[str]]:
    """Return a board, the one after a move, and the moves of the first."""
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    for _ in range(5):
        position = game.apply(position, game.legal_moves(position)[0])
    moves = game.legal_moves(position)
    after = game.apply(position, moves[0])
    return game.view(position), game.view(after), [*map(game.format, moves)]


@every_game
def test_a_board_is_drawn_and_told(game: AnyGame) -> None:
    family = family_of(game)
    before, after, _ = some_way_on(game)
    assert text_of(family.lines(before, ASCII, 20))
    assert family.told(before)
    assert family.changes(before, after)
    assert family.part(before, ["score"])
    assert family.part(before, ["nonsense"]) is None


@every_game
def test_every_move_is_named_typed_and_pressed(game: AnyGame) -> None:
    family = family_of(game)
    board, _, moves = some_way_on(game)
    told = text_of(legal_lines(game, board, ASCII))
    for move in moves:
        assert family.name(move) in told
        assert read_move(game, board, typed(game, board, move)) == move
        assert family.parsed(family.name(move)) == game.parse(move)
        assert family.strokes(move)


@every_game
def test_keys_and_rules_are_told(game: AnyGame) -> None:
    family = family_of(game)
    board, _, _ = some_way_on(game)
    assert family.key_help("")
    assert text_of((family.move_help(board), family.questions()))
    assert family.chapters()
    deal = deal_from_seed(SEED, game.about.packs)
    first = game.format(game.legal_moves(game.setup(deal))[0])
    assert [step.move for step in family.steps(deal, (first,))] == [first]


@every_game
def test_what_is_made_for_a_family_is_made_of_the_game(game: AnyGame) -> None:
    made: AnyGame = family_of(game).choose(
        squares=lambda squares: squares, patience=lambda patience: patience
    )
    assert made is game
