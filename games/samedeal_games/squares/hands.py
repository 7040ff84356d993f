"""Poker hands: the best category of the cards in a line.

The ace ranks above the king or below the two, never both in one hand (Dalton,
"Poker Patience").
"""

from collections.abc import Sequence
from enum import Enum

from samedeal_games.cards import Card

LINE_SIZE = 5


class Hand(Enum):
    """A category of poker hand; the value is its name."""

    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIRS = "two pairs"
    ONE_PAIR = "one pair"
    NOTHING = "nothing"


# The number of ordered pairs of cards equal in rank tells the kinds apart.
_KIND_BY_EQUAL_PAIRS = {
    0: Hand.NOTHING,
    2: Hand.ONE_PAIR,
    4: Hand.TWO_PAIRS,
    6: Hand.THREE_OF_A_KIND,
    8: Hand.FULL_HOUSE,
    12: Hand.FOUR_OF_A_KIND,
}
_BROADWAY = frozenset({0, 9, 10, 11, 12})
_STRAIGHTS = frozenset(
    {frozenset(range(low, low + LINE_SIZE)) for low in range(9)} | {_BROADWAY}
)


def hand_of(cards: Sequence[Card]) -> Hand:
    """Return the best hand of up to five cards, in whatever order they lie.

    Fewer than five cards are only pairs, threes and fours.

    >>> from samedeal_games.cards import read_cards
    >>> hand_of(read_cards("KH AS TD JC QH")).value
    'straight'
    >>> hand_of(read_cards("KH AS 2D 3C 4H")).value
    'nothing'
    """
    ranks = [card % 13 for card in cards]
    kind = _KIND_BY_EQUAL_PAIRS[sum(map(ranks.count, ranks)) - len(ranks)]
    if kind is not Hand.NOTHING or len(ranks) < LINE_SIZE:
        return kind
    return _hand_of_five_ranks(frozenset(ranks), {card // 13 for card in cards})


def _hand_of_five_ranks(ranks: frozenset[int], suits: set[int]) -> Hand:
    straight = ranks in _STRAIGHTS
    if len(suits) > 1:
        return Hand.STRAIGHT if straight else Hand.NOTHING
    if not straight:
        return Hand.FLUSH
    return Hand.ROYAL_FLUSH if ranks == _BROADWAY else Hand.STRAIGHT_FLUSH
