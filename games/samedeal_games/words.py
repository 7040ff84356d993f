"""Cards in words, for the sentences that players read."""

from samedeal_games.cards import Card, rank_of, suit_of
from samedeal_games.wording import Wording

RANK_WORDS = tuple(
    Wording(word)
    for word in (
        *("ace", "two", "three", "four", "five", "six", "seven"),
        *("eight", "nine", "ten", "jack", "queen", "king"),
    )
)
SUIT_WORDS = tuple(Wording(word) for word in ("clubs", "diamonds", "hearts", "spades"))
# Whole, as in other languages a colour goes with the gender of its card.
RED_WORDS = tuple(Wording(f"red {word}") for word in RANK_WORDS)
BLACK_WORDS = tuple(Wording(f"black {word}") for word in RANK_WORDS)


def rank_words(rank: int) -> Wording:
    """Return a rank in words, from ``ace`` (1) to ``king`` (13)."""
    return RANK_WORDS[rank - 1]


def card_words(card: Card) -> Wording:
    """Return a card in words.

    >>> card_words(Card(22))
    'ten of diamonds'
    """
    rank, suit = rank_words(rank_of(card)), SUIT_WORDS[suit_of(card)]
    return Wording("{rank} of {suit}", rank=rank, suit=suit)


def colour_words(rank: int, *, red: bool) -> Wording:
    """Return a colour and a rank in words, all that packing looks at.

    >>> colour_words(10, red=True)
    'red ten'
    """
    return (RED_WORDS if red else BLACK_WORDS)[rank - 1]
