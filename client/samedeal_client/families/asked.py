"""Questions about two cards: the place of each on the board that is seen."""

from typing import NamedTuple

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_games.cards import Card, read_card
from samedeal_games.errors import InvalidDeck


class Place(NamedTuple):
    """A card, by where it lies."""

    pile: str
    """The pile in the words of the notation: a column, a cell."""
    size: int = 1
    """The number of cards from it to the end of the pile, itself included."""


TO_LAY = Place("")
"""The place of the card that is to be laid now, where there is one."""

TEN = "10"


def read_asked_card(word: str) -> Card:
    """Return a card as people write it, such as ``7h`` and ``10d``; raises Refused."""
    rank, suit = word[:-1], word[-1:]
    try:
        return read_card(("T" if rank == TEN else rank) + suit)
    except InvalidDeck:
        text = tr("{text!r} is no card and no pile: write 7h, 10d, or 3", text=word)
        raise Refused(text) from None
