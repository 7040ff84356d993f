"""Dealing gathered columns again: the dealings of the rules, on plain cards.

`goes_up` builds a card on the first foundation that takes it, and tells whether one
did.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import TypeAlias

GoesUp: TypeAlias = Callable[[int], bool]


def deal_in_turns(cards: bytes, width: int, goes_up: GoesUp) -> list[bytes]:
    """Deal as in Capricieuse: what fits goes up, and the next card takes its turn."""
    columns = [b""] * width
    turn = 0
    for card in cards:
        if not goes_up(card):
            columns[turn] += bytes((card,))
            turn = (turn + 1) % width
    return columns


def deal_outside_cards(cards: bytes, width: int, goes_up: GoesUp) -> list[bytes]:
    """Deal as in Russian Patience; dealing.py of the rules quotes Heather 1876."""
    return _OutsideDealing(cards, width, goes_up).run()


def shuffled(gathered: bytes, order: bytes) -> bytes:
    """Return the gathered cards as they come in an order of both packs."""
    left = Counter(gathered)
    cards = bytearray()
    for card in order:
        if left[card]:
            left[card] -= 1
            cards.append(card)
    return bytes(cards)


class _OutsideDealing:
    def __init__(self, cards: bytes, width: int, goes_up: GoesUp) -> None:
        self._stock = iter(cards)
        self._columns = [b""] * width
        self._goes_up = goes_up
        self._outside = (0, width - 1)
        self._open = set[int]()
        """The outside columns whose exposed card is available."""

    def run(self) -> list[bytes]:
        """Deal all the cards."""
        self._fill_first_row()
        row = cycle(range(len(self._columns)))
        for index, card in zip(row, self._stock, strict=False):
            self._columns[index] += bytes((card,))
            if index in self._outside:
                self._open.add(index)
                while self._replaces_outside_card():
                    pass
        return self._columns

    def _fill_first_row(self) -> None:
        row = range(len(self._columns))
        holes = list(row)
        while holes:
            for index, card in zip(holes, self._stock, strict=False):
                self._columns[index] = bytes((card,))
            taken: set[int] = set()
            while (index := self._taken(row)) >= 0:
                self._columns[index] = b""
                taken.add(index)
            holes = sorted(taken)

    def _replaces_outside_card(self) -> bool:
        index = self._taken(sorted(self._open))
        if index < 0:
            return False
        self._columns[index] = self._columns[index][:-1]
        following = next(self._stock, None)
        if following is None:
            self._open.remove(index)
        else:
            self._columns[index] += bytes((following,))
        return True

    def _taken(self, indices: Iterable[int]) -> int:
        """Send up the first exposed card that fits; return its column, or -1."""
        for index in indices:
            column = self._columns[index]
            if column and self._goes_up(column[-1]):
                return index
        return -1
