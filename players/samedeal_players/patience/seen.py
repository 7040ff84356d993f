"""A viewer's knowledge of the cards of a position that are face down."""

from collections import Counter
from collections.abc import Iterator

from samedeal_games.cards import FACE_DOWN, PACK_SIZE, Card
from samedeal_games.patience import Column, PatienceGame, PatiencePosition


def unseen_cards(game: PatienceGame, position: PatiencePosition) -> list[Card]:
    """Return the cards that lie face down, in the order of the pack."""
    left = Counter({Card(card): game.ruleset.packs for card in range(PACK_SIZE)})
    left.subtract(position.waste)
    for column in position.columns:
        left.subtract(card for card in column.cards if card >= 0)
    for built, height in zip(game.policies.built, position.foundations, strict=True):
        left.subtract(built[:height])
    return sorted(left.elements())


def laid_out(position: PatiencePosition, cards: list[Card]) -> PatiencePosition:
    """Lay cards where a position has them face down, stock and all."""
    coming = iter(cards)
    columns = tuple(
        Column(tuple(_filled(column.cards, coming)), column.hidden)
        for column in position.columns
    )
    return position._replace(
        columns=columns, stock=tuple(_filled(position.stock, coming))
    )


def _filled(cards: tuple[Card, ...], coming: Iterator[Card]) -> Iterator[Card]:
    for card in cards:
        yield next(coming) if card == FACE_DOWN else card
