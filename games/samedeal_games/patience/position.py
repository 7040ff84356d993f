"""A patience position: everything on the table of one player."""

from typing import NamedTuple

from samedeal_games.cards import Card


class Column(NamedTuple):
    """One column of the tableau."""

    cards: tuple[Card, ...]
    """Bottom to top; the last one is exposed."""

    hidden: int
    """The number of them, from the bottom, that are face down."""


EMPTY = Column((), 0)


class PatiencePosition(NamedTuple):
    """Everything on the table, and how many actions led here."""

    columns: tuple[Column, ...]
    stock: tuple[Card, ...]
    """The first card is the next one dealt."""
    waste: tuple[Card, ...]
    """The last card is exposed."""
    foundations: tuple[int, ...]
    """The number of cards on each: those built up from the ace by suit, then, where the
    game has them, those built down from the king by suit."""
    plies: int
    redeals: tuple[tuple[Card, ...], ...] = ()
    """One entry for each redeal that is left: the order in which a shuffled one
    deals, which no player may know, and nothing for any other."""
