"""Cards as small integers, and the text people write them in.

A card is ``suit * 13 + rank - 1``: suits run clubs, diamonds, hearts, spades
(0 to 3), ranks run from the ace (1) to the king (13). Card 0 is the ace of
clubs, card 51 the king of spades. In a game of two packs both copies of a card
have the same number.
"""

from typing import NewType

from samedeal_games.errors import InvalidDeck
from samedeal_games.wording import Wording

Card = NewType("Card", int)
"""A card's number, 0 to 51, or `FACE_DOWN` in a view."""

FACE_DOWN = Card(-1)
"""Stands in a view for a card that its player may not know."""

PACK_SIZE = 52
RANKS = "A23456789TJQK"
SUITS = "CDHS"

CARD_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD_BY_TEXT = {text: Card(number) for number, text in enumerate(CARD_TEXTS)}


def rank_of(card: Card) -> int:
    """Return a card's rank, from 1 (ace) to 13 (king)."""
    return card % 13 + 1


def suit_of(card: Card) -> int:
    """Return a card's suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def is_red(card: Card) -> bool:
    """Tell whether a card is a diamond or a heart."""
    return card // 13 in (1, 2)


def card_text(card: Card) -> str:
    """Return a card as text, rank then suit.

    >>> card_text(Card(22))
    'TD'
    """
    return "??" if card == FACE_DOWN else CARD_TEXTS[card]


def read_card(text: str) -> Card:
    """Read one card, in either letter case; raises InvalidDeck.

    >>> read_card("td")
    22
    """
    card = _CARD_BY_TEXT.get(text.upper())
    if card is None:
        raise InvalidDeck(
            Wording(
                "{text!r} is not a card: write a rank of {ranks} "
                "and a suit of {suits}, as in TD",
                text=text,
                ranks=RANKS,
                suits=SUITS,
            )
        )
    return card


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas; raises InvalidDeck."""
    return tuple(read_card(word) for word in text.replace(",", " ").split())
