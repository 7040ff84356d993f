"""The cards that have not been turned up: any of them may come next."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, Card


class Unseen(NamedTuple):
    """The cards that may still come, and how many have come already."""

    seen: int
    """The number of cards turned up."""

    cards: int
    """The unseen cards as a set of bits."""

    of_rank: tuple[int, ...]
    """The number of unseen cards of each rank, from the aces."""

    of_suit: tuple[int, ...]

    def without(self, card: Card) -> "Unseen":
        """Return the cards that are unseen once one of them has been turned up."""
        rank, suit = card % 13, card // 13
        of_rank, of_suit = self.of_rank, self.of_suit
        return Unseen(
            self.seen + 1,
            self.cards & ~(1 << card),
            (*of_rank[:rank], of_rank[rank] - 1, *of_rank[rank + 1 :]),
            (*of_suit[:suit], of_suit[suit] - 1, *of_suit[suit + 1 :]),
        )

    def each(self) -> Iterator[Card]:
        """Run through the cards that may come next, in the order of the pack."""
        return (Card(card) for card in range(PACK_SIZE) if self.cards >> card & 1)


A_WHOLE_PACK = Unseen(0, (1 << PACK_SIZE) - 1, (4,) * 13, (13,) * 4)


def unseen_after(cards: Iterable[Card]) -> Unseen:
    """Return the cards of a pack that are unseen once these have been turned up."""
    unseen = A_WHOLE_PACK
    for card in cards:
        unseen = unseen.without(card)
    return unseen
