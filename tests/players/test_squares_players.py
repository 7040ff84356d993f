"""Players of Poker Squares: what they may know, and that better ones are better."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from tests.players.decks import SQUARES, decks, play, score, squares

from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_cards
from samedeal_games.squares import SquaresGame
from samedeal_players import Level, players_for

LEVELS = list(Level)


def test_every_game_of_squares_has_every_level() -> None:
    for key, game in GAMES.items():
        if isinstance(game, SquaresGame):
            assert key in SQUARES
            assert list(players_for(key)) == LEVELS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", SQUARES)
def test_players_lay_cards_where_they_may_until_the_end(key: str, level: Level) -> None:
    game, (deck,) = squares(key), decks(3, 1)
    for position, cell in play(game, players_for(key)[level](), deck):
        assert cell in game.legal_moves(position)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", SQUARES)
def test_no_choice_depends_on_a_hidden_card(key: str, level: Level) -> None:
    game, (deck,) = squares(key), decks(4, 1)
    player, dice = players_for(key)[level](), Random(5)
    for position, cell in play(game, player, deck):
        laid = len(position.cells)
        if laid % 6 != 2:
            continue
        hidden = list(deck[laid + 1 :])
        dice.shuffle(hidden)
        other = game.setup(deal_from_cards((*deck[: laid + 1], *hidden), 1, 25))
        other = other._replace(cells=position.cells, points=position.points)
        chosen = [
            player.choose(game.view(each), game.legal_moves(each), Random(laid))
            for each in (position, other)
        ]
        assert chosen[0] == chosen[1]
        if level is Level.EXPERT:
            assert chosen[0] == cell


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_dice_make_the_same_choices(level: Level) -> None:
    game, (deck,) = squares("squares/patience"), decks(6, 1)
    make = players_for("squares/patience")[level]
    games = [list(play(game, make(), deck, seed=8)) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("key", ["squares/english", "squares/american"])
def test_each_level_beats_the_one_below(key: str) -> None:
    game, players, dealt = squares(key), players_for(key), decks(9, 50)
    means = [
        fmean(score(game, players[level](), deck, n) for n, deck in enumerate(dealt))
        for level in (Level.CASUAL, Level.GOOD, Level.STRONG)
    ]
    # An expert thinks longer: fewer deals, and no worse on them.
    few = dealt[:6]
    strong, expert = [
        fmean(score(game, players[level](), deck, n) for n, deck in enumerate(few))
        for level in (Level.STRONG, Level.EXPERT)
    ]
    assert all(lower < higher for lower, higher in pairwise(means))
    assert strong <= expert + game.ruleset.top_score / 20


@pytest.mark.parametrize("level", [Level.GOOD, Level.STRONG, Level.EXPERT])
def test_who_looks_ahead_is_never_caught_as_a_serpent(level: Level) -> None:
    game, (deck,) = squares("squares/serpent"), decks(10, 1)
    player = players_for("squares/serpent")[level]()
    assert len(list(play(game, player, deck))) == 25
