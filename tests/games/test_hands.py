"""Hands, each a claim of a book or a count that can be done by hand."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.cards import Card, read_cards
from samedeal_games.squares.hands import Hand, hand_of
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH

five_cards = st.lists(st.integers(0, 51).map(Card), min_size=5, max_size=5, unique=True)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("KC AD TH JS QC", Hand.STRAIGHT),
        ("5C AD 2H 3S 4C", Hand.STRAIGHT),
        ("KC AD 2H 3S 4C", Hand.NOTHING),
        ("KD AD TD JD QD", Hand.ROYAL_FLUSH),
        ("5D AD 2D 3D 4D", Hand.STRAIGHT_FLUSH),
        ("KD AD 2D 3D 4D", Hand.FLUSH),
        ("9S KS TS JS QS", Hand.STRAIGHT_FLUSH),
        ("9S 9C 9H 9D 2S", Hand.FOUR_OF_A_KIND),
        ("9S 9C 9H 2D 2S", Hand.FULL_HOUSE),
        ("9S 9C 9H 2D 3S", Hand.THREE_OF_A_KIND),
        ("9S 9C 3H 2D 2S", Hand.TWO_PAIRS),
        ("9S 9C 3H 4D 2S", Hand.ONE_PAIR),
        ("9S 9C 2H 2D", Hand.TWO_PAIRS),
        ("9S 9C 9H", Hand.THREE_OF_A_KIND),
        ("9S TS JS QS", Hand.NOTHING),
        ("", Hand.NOTHING),
    ],
)
def test_a_line_counts_as_its_best_hand(cards: str, hand: Hand) -> None:
    assert hand_of(read_cards(cards)) is hand


@given(five_cards, st.permutations(range(4)), st.permutations(range(5)))
def test_order_and_names_of_suits_do_not_matter(
    cards: list[Card], suits: list[int], order: list[int]
) -> None:
    other = [cards[index] for index in order]
    renamed = [Card(suits[card // 13] * 13 + card % 13) for card in other]
    assert hand_of(renamed) is hand_of(cards)


def hands_of_a_pack() -> dict[Hand, int]:
    """Count every hand of five cards, one example for all that differ in suits."""
    counts = dict.fromkeys(Hand, 0)
    for ranks in combinations(range(13), 5):
        flush = [Card(rank) for rank in ranks]
        mixed = [*flush[:4], Card(flush[4] + 13)]
        counts[hand_of(flush)] += 4
        counts[hand_of(mixed)] += 4**5 - 4
    for ranks in combinations_with_replacement(range(13), 5):
        sizes = [ranks.count(rank) for rank in set(ranks)]
        if 1 < max(sizes) < 5:
            cards = [
                Card(rank + 13 * suit)
                for rank in set(ranks)
                for suit in range(ranks.count(rank))
            ]
            counts[hand_of(cards)] += prod(comb(4, size) for size in sizes)
    return counts


def test_a_pack_holds_each_hand_as_often_as_the_tables_say() -> None:
    assert hands_of_a_pack() == {
        Hand.ROYAL_FLUSH: 4,
        Hand.STRAIGHT_FLUSH: 36,
        Hand.FOUR_OF_A_KIND: 624,
        Hand.FULL_HOUSE: 3744,
        Hand.FLUSH: 5108,
        Hand.STRAIGHT: 10200,
        Hand.THREE_OF_A_KIND: 54912,
        Hand.TWO_PAIRS: 123552,
        Hand.ONE_PAIR: 1098240,
        Hand.NOTHING: 1302540,
    }


def test_cards_laid_blindly_are_worth_exactly_this() -> None:
    counts = hands_of_a_pack()
    english = sum(ENGLISH[hand] * count for hand, count in counts.items())
    american = sum(AMERICAN[hand] * count for hand, count in counts.items())
    assert Fraction(10 * english, comb(52, 5)) == Fraction(498733, 64974)
    assert Fraction(10 * american, comb(52, 5)) == Fraction(936605, 64974)


def test_a_flush_beats_a_straight_only_in_american() -> None:
    assert ENGLISH[Hand.STRAIGHT] > ENGLISH[Hand.FLUSH]
    assert AMERICAN[Hand.FLUSH] > AMERICAN[Hand.STRAIGHT]
