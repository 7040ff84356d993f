"""Cards in words, for the sentences that players read."""

from samedeal_games.cards import Card, is_red, rank_of, suit_of

RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


def rank_words(rank: int) -> str:
    """Return a rank in words, from ``ace`` (1) to ``king`` (13)."""
    return RANK_WORDS[rank - 1]


def card_words(card: Card) -> str:
    """Return a card in words.

    >>> card_words(Card(22))
    'ten of diamonds'
    """
    return f"{rank_words(rank_of(card))} of {SUIT_WORDS[suit_of(card)]}"


def colour_words(card: Card) -> str:
    """Return a card's colour and rank, all that packing looks at.

    >>> colour_words(Card(22))
    'red ten'
    """
    colour = "red" if is_red(card) else "black"
    return f"{colour} {rank_words(rank_of(card))}"
