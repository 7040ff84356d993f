"""Dealings that send cards up, and redeals: Capricieuse and Russian Patience."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.by_hand import dealt_by_hand, redeal_order
from tests.games.layouts import (
    cards_in,
    columns_of,
    moves_of,
    position_of,
    why_not,
)

from samedeal_games.cards import FACE_DOWN, Card, read_cards
from samedeal_games.deals import Deal, deal_from_cards, deal_from_seed
from samedeal_games.errors import InvalidDeck
from samedeal_games.patience import PatienceGame
from samedeal_games.patience.rulesets import RULESETS

GAMES = {ruleset.key: PatienceGame(ruleset) for ruleset in RULESETS}
CAPRICIEUSE = GAMES["capricieuse"]
RUSSIAN = GAMES["russian"]
TWO_PACKS = (CAPRICIEUSE, RUSSIAN)
COUNTING = bytes(range(32))

seeds = st.binary(min_size=32, max_size=32)
both_games = pytest.mark.parametrize("game", TWO_PACKS, ids=lambda g: g.about.key)


def two_packs_beginning(cards: str) -> Deal:
    """Return two packs that begin with these cards, the rest in order."""
    first = read_cards(cards)
    rest = [Card(card) for card in range(52) for _ in range(2)]
    for card in first:
        rest.remove(card)
    return deal_from_cards((*first, *rest), packs=2, needed=104)


@settings(max_examples=60)
@given(st.sampled_from(TWO_PACKS), seeds)
def test_a_deal_lies_as_it_would_if_dealt_by_hand(
    game: PatienceGame, seed: bytes
) -> None:
    deal = deal_from_seed(seed, 2)
    position, table = game.setup(deal), dealt_by_hand(game.about.key, deal.cards)
    assert columns_of(position) == table.columns
    assert position.foundations == table.heights()


def test_in_capricieuse_what_fits_goes_up_and_the_next_card_takes_its_turn() -> None:
    position = CAPRICIEUSE.setup(two_packs_beginning("5H AC 2C 7D KS QS KS 9C"))
    firsts = [column.cards[0] for column in position.columns[:4]]
    assert cards_in(tuple(firsts)) == "5H 7D KS 9C"
    assert position.foundations[0] >= 2
    assert position.foundations[7] >= 2


def test_in_capricieuse_a_card_that_lies_waits_for_the_end_of_the_deal() -> None:
    deal = two_packs_beginning("2H AH " + "AH " + "KC")
    position = CAPRICIEUSE.setup(deal)
    assert cards_in(position.columns[0].cards[:1]) == "2H"
    assert cards_in(position.columns[1].cards[:1]) == "AH"


def test_in_capricieuse_the_columns_are_equal_but_for_one_card() -> None:
    for number in range(20):
        position = CAPRICIEUSE.setup(deal_from_seed(bytes([number]) * 32, 2))
        sizes = [len(column.cards) for column in position.columns]
        assert sorted(sizes, reverse=True) == sizes
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= 8


def test_a_card_that_fits_both_foundations_goes_up_on_the_ace_while_dealing() -> None:
    hearts_up = "AH 2H 3H 4H 5H 6H"
    hearts_down = "KH QH JH TH 9H 8H"
    deal = two_packs_beginning(f"{hearts_up} {hearts_down} 7H")
    position = CAPRICIEUSE.setup(deal)
    assert position.foundations[2] >= 7


def test_in_russian_the_first_row_is_filled_until_nothing_in_it_fits() -> None:
    row = "5H AC 9D 2C 9S KH 4D JC 6S 8H TC 3S"
    # 2C follows AC; the three holes take 3C, which fits, and 5D and 6D; then 7D.
    deal = two_packs_beginning(f"{row} 3C 5D 6D 7D 2D")
    position = RUSSIAN.setup(deal)
    firsts = tuple(column.cards[0] for column in position.columns)
    assert cards_in(firsts) == "5H 7D 9D 5D 9S 6D 4D JC 6S 8H TC 3S"
    assert position.foundations[0] >= 3
    assert position.foundations[6] >= 1


# In this row nothing fits, and no two cards of it ever will be next to each other.
DEAD_ROW = "5H 9D 9S 4D JC 6S 8H TC 3S 7D 7C 2H"


def test_in_russian_the_thirteenth_card_blocks_the_first_row() -> None:
    # The ace of hearts goes up from column 1; the two of hearts, in column 12 of the
    # first row, is blocked by then. What replaces the ace stays.
    position = RUSSIAN.setup(two_packs_beginning(f"{DEAD_ROW} AH 9H"))
    assert cards_in(position.columns[0].cards[:2]) == "5H 9H"
    assert cards_in(position.columns[11].cards[:1]) == "2H"
    assert position.foundations[2] == 1


def test_in_russian_middle_cards_stay_and_outside_cards_go_up_until_covered() -> None:
    second = "2C 5S 5S AC 8S 8S JS JS 8D 8D JD AC"
    # Of row 2, the ace of clubs in column 4 stays. The one in column 12 goes up, is
    # replaced, and the two in column 1, still uncovered, follows at once.
    position = RUSSIAN.setup(two_packs_beginning(f"{DEAD_ROW} {second} 4H 6H"))
    assert cards_in(position.columns[3].cards[:2]) == "4D AC"
    assert cards_in(position.columns[11].cards[:2]) == "2H 4H"
    assert cards_in(position.columns[0].cards[:2]) == "5H 6H"
    assert position.foundations[0] >= 2


def test_in_russian_an_ace_in_the_middle_can_make_a_ninth_row() -> None:
    tallest = {
        max(len(column.cards) for column in RUSSIAN.setup(deal).columns)
        for deal in (deal_from_seed(bytes([number]) * 32, 2) for number in range(30))
    }
    assert tallest == {8, 9}


def test_the_order_of_a_shuffled_redeal_is_the_published_one() -> None:
    first, second = deal_from_seed(COUNTING, 2).redeals
    assert cards_in(first[:12]) == "AS AD 9D 6C TH 7C 3S QD 4H 9H JS 5D"
    assert cards_in(second[:12]) == "2H JC 5D 3C 7H AD 8S 8D 9C 2S TC QC"
    assert list(first) == redeal_order(COUNTING, 1)
    assert list(second) == redeal_order(COUNTING, 2)
    assert deal_from_seed(COUNTING, 1).redeals == ()


@settings(max_examples=40)
@given(st.sampled_from(TWO_PACKS), seeds, st.randoms(use_true_random=False))
def test_both_redeals_lie_as_if_dealt_by_hand(
    game: PatienceGame, seed: bytes, dice: Random
) -> None:
    deal = deal_from_seed(seed, 2)
    key = game.about.key
    position, table = game.setup(deal), dealt_by_hand(key, deal.cards)
    for redeal in (1, 2):
        for _ in range(dice.randrange(12)):
            moves = [m for m in moves_of(game, position) if m != "R"]
            if moves:
                move = dice.choice(sorted(moves))
                position = game.apply(position, game.parse(move))
                table.play(move)
        position = game.apply(position, game.parse("R"))
        table.deal(key, table.gather(key, seed, redeal))
        assert columns_of(position) == table.columns
        assert position.foundations == table.heights()


@settings(max_examples=25)
@given(seeds, st.randoms(use_true_random=False))
def test_who_holds_the_same_cards_gets_the_same_shuffled_redeal(
    seed: bytes, dice: Random
) -> None:
    position = RUSSIAN.setup(deal_from_seed(seed, 2))
    cards = [card for column in position.columns for card in column.cards]
    dice.shuffle(cards)
    columns = [
        column._replace(cards=tuple(cards[number::12]))
        for number, column in enumerate(position.columns)
    ]
    other = position._replace(columns=tuple(columns))
    again = RUSSIAN.parse("R")
    assert RUSSIAN.apply(position, again) == RUSSIAN.apply(other, again)


@both_games
def test_there_are_two_redeals_and_they_are_counted_on_the_board(
    game: PatienceGame,
) -> None:
    position = game.setup(deal_from_seed(COUNTING, 2))
    for left in (2, 1):
        assert game.view(position).zones["redeals"] == (FACE_DOWN,) * left
        position = game.apply(position, game.parse("R"))
    assert game.view(position).zones["redeals"] == ()
    assert why_not(game, position, "R") == "no redeal is left"
    assert "R" not in moves_of(game, position)


def test_nobody_can_tell_a_shuffled_redeal_before_it_is_dealt() -> None:
    deal = deal_from_seed(COUNTING, 2)
    other = deal._replace(redeals=deal_from_seed(bytes(32), 2).redeals)
    one, two = RUSSIAN.setup(deal), RUSSIAN.setup(other)
    assert RUSSIAN.view(one) == RUSSIAN.view(two)
    again = RUSSIAN.parse("R")
    assert RUSSIAN.apply(one, again) != RUSSIAN.apply(two, again)
    guessed = RUSSIAN.apply(RUSSIAN.position_from(RUSSIAN.view(one)), again)
    assert {card for column in guessed.columns for card in column.cards} == {FACE_DOWN}
    assert sum(len(column.cards) for column in guessed.columns) == 104 - sum(
        one.foundations
    )


def test_a_redeal_of_capricieuse_can_be_known_beforehand() -> None:
    position = CAPRICIEUSE.setup(deal_from_seed(COUNTING, 2))
    rebuilt = CAPRICIEUSE.position_from(CAPRICIEUSE.view(position))
    again = CAPRICIEUSE.parse("R")
    assert CAPRICIEUSE.apply(rebuilt, again) == CAPRICIEUSE.apply(position, again)


def test_a_game_with_shuffled_redeals_needs_a_deal_that_has_them() -> None:
    cards = deal_from_seed(COUNTING, 2).cards
    with pytest.raises(InvalidDeck, match="a deal with its redeals"):
        RUSSIAN.setup(Deal(cards))
    by_hand = deal_from_cards(cards, packs=2, needed=104)
    assert by_hand.redeals == deal_from_seed(bytes(32), 2).redeals
    assert RUSSIAN.view(RUSSIAN.setup(by_hand)) == RUSSIAN.view(
        RUSSIAN.setup(deal_from_seed(COUNTING, 2))
    )


def test_a_game_goes_on_while_there_is_a_redeal() -> None:
    stuck = position_of(CAPRICIEUSE, column_1="5S", column_2="9S")
    assert CAPRICIEUSE.is_over(stuck)
    going = position_of(CAPRICIEUSE, column_1="5S", column_2="9S", redeals="??")
    assert not CAPRICIEUSE.is_over(going)
    assert {"R", "1>3"} <= moves_of(CAPRICIEUSE, going)
