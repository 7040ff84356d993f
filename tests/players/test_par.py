"""Par: arrangements that hold the deal's cards and count what they say."""

from random import Random

import pytest
from tests.players.decks import decks

from samedeal_games.cards import read_cards
from samedeal_games.squares.hands import hand_of
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH
from samedeal_players.squares import find_par

SWAPS = 20_000


def test_par_is_an_arrangement_of_the_same_cards_and_counts_what_it_says() -> None:
    deck = decks(1, 1)[0][:25]
    par = find_par(deck, AMERICAN, Random(1), SWAPS)
    rows = [par.cards[start : start + 5] for start in range(0, 25, 5)]
    columns = [par.cards[start::5] for start in range(5)]
    assert sorted(par.cards) == sorted(deck)
    assert par.points == sum(AMERICAN[hand_of(line)] for line in rows + columns)


def test_the_same_dice_find_the_same_par() -> None:
    deck = decks(2, 1)[0][:25]
    found = [find_par(deck, ENGLISH, Random(7), SWAPS) for _ in range(2)]
    assert found[0] == found[1]


def test_par_finds_the_highest_score_there_is() -> None:
    # Dalton's layout of five straight flushes and five fours, shuffled.
    deck = list(
        read_cards(
            "AH 2H 3H 4H 5H AS 2S 3S 4S 5S AD 2D 3D 4D 5D AC 2C 3C 4C 5C 6H 7H 8H 9H TH"
        )
    )
    Random(3).shuffle(deck)
    assert find_par(deck, ENGLISH, Random(1), 200_000).points == 230


def test_par_wants_25_cards() -> None:
    with pytest.raises(ValueError, match="25 cards, not 3"):
        find_par(decks(1, 1)[0][:3], ENGLISH, Random(1))
