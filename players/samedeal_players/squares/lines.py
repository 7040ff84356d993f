"""Lines as a player reads them: their cards, and what they may become."""

from functools import lru_cache
from typing import NamedTuple

from samedeal_games.cards import Card
from samedeal_games.squares.hands import LINE_SIZE, Hand, hand_of

STRAIGHTS = tuple(
    tuple((low + step) % 13 for step in range(LINE_SIZE)) for low in range(10)
)
"""The ranks of every straight, from the ace at its low end to the ace at its high."""

ROYAL_WORTH = 7
"""The number of straight flushes that a royal one stands for, where they are
counted."""

# A rank in a line is a number: 1 to 4 where the line holds one card of it and 0
# to 3 are unseen, 5 to 7 for two, 8 and 9 for three, 10 for four.
_FIRST_CODE = (0, 1, 5, 8, 10)


class Line(NamedTuple):
    """Facts told by the cards of a row or column alone."""

    size: int
    hand: Hand
    """The hand of the cards; of fewer than five, only by equal ranks."""

    is_paired: bool
    suit: int | None
    """The suit of all its cards; None where they differ, or there are none."""

    codes: tuple[tuple[int, int], ...]
    """For each rank it holds: the rank from 0, and its code if none were unseen."""

    held: tuple[tuple[int, int], ...]
    """For each rank it holds: the rank from 0, and how many cards of it."""

    missing: tuple[tuple[int, ...], ...]
    """For each straight it may still become, the ranks that are missing."""

    missing_flushes: tuple[tuple[int, int], ...]
    """For each straight flush it may still become: the missing cards as a set of
    bits, and what it stands for."""


def line_of(cards: tuple[Card, ...]) -> Line:
    """Read a line of at most five cards, in whatever order they lie."""
    return _read(tuple(sorted(cards)))


# Every line of a game is met again and again while its player looks ahead.
@lru_cache(maxsize=1 << 15)
def _read(cards: tuple[Card, ...]) -> Line:
    ranks = [card % 13 for card in cards]
    suits = {card // 13 for card in cards}
    suit = suits.pop() if len(suits) == 1 else None
    held = tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks)))
    is_paired = len(held) < len(cards)
    straights = [s for s in STRAIGHTS if not is_paired and set(ranks) <= set(s)]
    missing = [tuple(r for r in s if r not in ranks) for s in straights]
    flushes = [] if suit is None else [_cards_of(suit, each) for each in missing]
    worths = [ROYAL_WORTH if s is STRAIGHTS[-1] else 1 for s in straights]
    return Line(
        size=len(cards),
        hand=hand_of(cards),
        is_paired=is_paired,
        suit=suit,
        codes=tuple((rank, _FIRST_CODE[count]) for rank, count in held),
        held=held,
        missing=tuple(missing),
        missing_flushes=tuple(zip(flushes, worths, strict=False)),
    )


def _cards_of(suit: int, ranks: tuple[int, ...]) -> int:
    return sum(1 << (13 * suit + rank) for rank in ranks)
