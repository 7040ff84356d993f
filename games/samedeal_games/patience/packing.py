"""Packing and runs, as tables by card.

Tables have an entry more than there are cards, so that FACE_DOWN (-1) finds the
last one: nothing is known of such a card, and nothing may be done with it.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from samedeal_games.cards import PACK_SIZE, Card, is_red, rank_of, suit_of
from samedeal_games.choices import for_every
from samedeal_games.patience.position import Column
from samedeal_games.patience.rulesets import Packing, Unit
from samedeal_games.wording import Wording
from samedeal_games.words import SUIT_WORDS, colour_words, rank_words

Table: TypeAlias = tuple[frozenset[Card], ...]
"""By card, FACE_DOWN included: the cards that may lie on it."""

RunLength: TypeAlias = Callable[[Column], int]
"""Counts the cards, up from the exposed one, that move together; 0 for a space."""

_EVERY_CARD = tuple(Card(card) for card in range(PACK_SIZE))


def hosts_of(packing: Packing) -> tuple[tuple[Card, ...], ...]:
    """Return by card, FACE_DOWN included, the cards that it may be packed on."""
    links = _LINKS[packing]
    hosts = [
        tuple(under for under in _EVERY_CARD if any(card in on[under] for on in links))
        for card in _EVERY_CARD
    ]
    return (*hosts, ())


def runs_in(packing: Packing, unit: Unit) -> tuple[Table, ...]:
    """Return the ways a run may go, where cards are packed and moved so."""
    return _LINKS[packing] if _MOVES_RUNS[unit] else ()


def run_length_in(runs: tuple[Table, ...]) -> RunLength:
    """Return the measure of runs that go one of these ways."""
    if not runs:
        return _one_card

    def run_length(column: Column) -> int:
        cards, hidden = column
        if len(cards) - hidden < 2:
            return 1 if cards else 0
        for link in runs:
            if cards[-1] in link[cards[-2]]:
                return _linked(link, column)
        return 1

    return run_length


def why_not_pair(packing: Packing, card: Card, onto: Card) -> Wording:
    """Return the reason why a card is not packed on another, both being known."""
    return _WHY_NOT_PAIR[packing](card, onto)


def _one_card(column: Column) -> int:
    return 1 if column.cards else 0


def _linked(link: Table, column: Column) -> int:
    """Count the cards of the run in which each lies on the one before it."""
    cards, hidden = column
    first = len(cards) - 2
    while first > hidden and cards[first] in link[cards[first - 1]]:
        first -= 1
    return len(cards) - first


def _alternate(card: Card, onto: Card) -> Wording:
    red, rank = is_red(card), rank_of(card)
    pair = {
        "card": colour_words(rank, red=red),
        "onto": colour_words(rank_of(onto), red=is_red(onto)),
    }
    if rank == len(_RANKS):
        template = "a {card} does not go on a {onto}: a king goes only to a space"
        return Wording(template, **pair)
    return Wording(
        "a {card} does not go on a {onto}: it needs a {needed}",
        needed=colour_words(rank + 1, red=not red),
        **pair,
    )


def _in_suit(card: Card, _: Card) -> Wording:
    rank, suit = rank_of(card), SUIT_WORDS[suit_of(card)]
    near = [rank_words(other) for other in (rank - 1, rank + 1) if other in _RANKS]
    if len(near) == 1:
        template = "only the {one} of {suit} takes the {card}"
        return Wording(template, one=near[0], suit=suit, card=rank_words(rank))
    return Wording(
        "only the {one} and the {other} of {suit} take the {card}",
        one=near[0],
        other=near[1],
        suit=suit,
        card=rank_words(rank),
    )


def _table(fits: Callable[[Card, Card], bool]) -> Table:
    lying = [
        frozenset(card for card in _EVERY_CARD if fits(card, under))
        for under in _EVERY_CARD
    ]
    return (*lying, frozenset())


_RANKS = range(1, 14)
_DOWN_IN_OTHER_COLOUR = _table(
    lambda card, under: (
        rank_of(card) == rank_of(under) - 1 and is_red(card) != is_red(under)
    )
)
_DOWN_IN_SUIT = _table(
    lambda card, under: (
        rank_of(card) == rank_of(under) - 1 and suit_of(card) == suit_of(under)
    )
)
_UP_IN_SUIT = _table(
    lambda card, under: (
        rank_of(card) == rank_of(under) + 1 and suit_of(card) == suit_of(under)
    )
)

_LINKS: Mapping[Packing, tuple[Table, ...]] = for_every(
    {
        Packing.ALTERNATE: (_DOWN_IN_OTHER_COLOUR,),
        Packing.IN_SUIT: (_DOWN_IN_SUIT, _UP_IN_SUIT),
    }
)
"""A run keeps to one of its packing's ways; a card may be packed in any of them."""

_MOVES_RUNS = for_every({Unit.PART: True, Unit.ONE: False})

_WHY_NOT_PAIR: Mapping[Packing, Callable[[Card, Card], Wording]] = for_every(
    {Packing.ALTERNATE: _alternate, Packing.IN_SUIT: _in_suit}
)
