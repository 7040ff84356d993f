"""A patience position, and what can be read off it at a glance."""

from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, Card, is_red, rank_of


class Column(NamedTuple):
    """One column of the tableau."""

    cards: tuple[Card, ...]
    """Bottom to top; the last one is exposed."""

    hidden: int
    """How many of them, from the bottom, are face down."""


EMPTY = Column((), 0)


class PatiencePosition(NamedTuple):
    """Everything on the table, and how many actions led here."""

    columns: tuple[Column, ...]
    stock: tuple[Card, ...]
    """The first card is the next one dealt."""
    waste: tuple[Card, ...]
    """The last card is exposed."""
    foundations: tuple[int, ...]
    """The height of each suit's foundation: the rank of its top card, or 0."""
    plies: int


# Tables have an entry more than there are cards, so that FACE_DOWN (-1) finds
# the last one: nothing is known of such a card, and nothing may be done with it.
_NOBODY = PACK_SIZE


def _packs_on(lower: int, upper: int) -> bool:
    """Tell whether `lower` may be packed on `upper`: one down, other colour."""
    if _NOBODY in (lower, upper):
        return False
    a, b = Card(lower), Card(upper)
    return rank_of(a) == rank_of(b) - 1 and is_red(a) != is_red(b)


PACKS_ON = tuple(
    frozenset(Card(low) for low in range(PACK_SIZE) if _packs_on(low, up))
    for up in range(PACK_SIZE + 1)
)
"""By card, FACE_DOWN included: the cards that may be packed on it."""

IS_KING = (*tuple(card % 13 == 12 for card in range(PACK_SIZE)), False)
RANKS = (*tuple(card % 13 + 1 for card in range(PACK_SIZE)), 0)
"""Ranks by card; 0 for a card that is not known."""


def run_length(column: Column) -> int:
    """Count the cards of the run that ends at the exposed card; 0 for a space."""
    cards, hidden = column
    length = len(cards)
    if length == 0:
        return 0
    first = length - 1
    while first > hidden and cards[first] in PACKS_ON[cards[first - 1]]:
        first -= 1
    return length - first


def goes_up(foundations: tuple[int, ...], card: Card) -> bool:
    """Tell whether a card is the next one of its suit's foundation."""
    return card >= 0 and card % 13 == foundations[card // 13]
