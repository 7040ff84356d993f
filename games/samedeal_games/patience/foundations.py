"""Foundations: cards go up on them, from the ace, or down from the king.

A foundation is a height, the number of its cards; so a place for a card is the
number of a foundation and the height at which that one takes it.
"""

from collections.abc import Mapping
from functools import reduce
from typing import NamedTuple, TypeAlias

from samedeal_games.cards import PACK_SIZE, SUITS, Card, rank_of, suit_of
from samedeal_games.choices import for_every
from samedeal_games.patience.rulesets import Foundations
from samedeal_games.wording import Wording
from samedeal_games.words import SUIT_WORDS, card_words, rank_words

HEIGHT = 13

Heights: TypeAlias = tuple[int, ...] | list[int]


class Place(NamedTuple):
    """A foundation that takes a card, and the height at which it does."""

    foundation: int
    height: int


Places: TypeAlias = tuple[tuple[Place, ...], ...]
"""The places to which a card may go up, the first choice first; by card, FACE_DOWN
included."""

Built: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each foundation when it is whole, bottom to top."""


def places_in(foundations: Foundations) -> Places:
    """Return the places where cards go up in a game with such foundations."""
    by_card = [
        tuple(
            Place(number, built.index(Card(card)))
            for number, built in enumerate(_BUILT[foundations])
            if Card(card) in built
        )
        for card in range(PACK_SIZE)
    ]
    return (*by_card, ())


def built_in(foundations: Foundations) -> Built:
    """Return the cards of each foundation when it is whole, bottom to top."""
    return _BUILT[foundations]


def goes_up(places: Places, heights: Heights, card: Card) -> int | None:
    """Return the foundation that takes a card now, None if none does.

    Where two take it, it is the one built up from the ace.
    """
    for number, height in places[card]:
        if heights[number] == height:
            return number
    return None


def goes_up_on(places: Places, heights: Heights, card: Card) -> list[int]:
    """Return every foundation that takes a card now, in order of preference."""
    return [number for number, height in places[card] if heights[number] == height]


def why_not_up(
    places: Places, built: Built, heights: Heights, card: Card
) -> Wording | None:
    """Return the reason why a card does not go up yet, or None."""
    if goes_up(places, heights, card) is not None:
        return None
    if card < 0:
        return Wording("nobody knows that card yet")
    needed = dict.fromkeys(
        rank_words(rank_of(built[place.foundation][heights[place.foundation]]))
        for place in places[card]
        if heights[place.foundation] < HEIGHT
    )
    needs = reduce(
        lambda one, other: Wording("{one} and the {other}", one=one, other=other),
        needed,
    )
    template = (
        "the {card} does not go up yet: the foundation of {suit} needs the {cards}"
    )
    if len(places[card]) > 1:
        template = "the {card} must wait: {suit} need the {cards}"
    return Wording(
        template,
        card=card_words(card),
        suit=SUIT_WORDS[suit_of(card)],
        cards=needs,
    )


def _up(suit: int) -> tuple[Card, ...]:
    return tuple(Card(suit * HEIGHT + rank) for rank in range(HEIGHT))


_ACES_UP = tuple(_up(suit) for suit in range(len(SUITS)))
_KINGS_DOWN = tuple(built[::-1] for built in _ACES_UP)
_BUILT: Mapping[Foundations, Built] = for_every(
    {
        Foundations.ACES_UP: _ACES_UP,
        Foundations.ACES_UP_KINGS_DOWN: (*_ACES_UP, *_KINGS_DOWN),
    }
)
