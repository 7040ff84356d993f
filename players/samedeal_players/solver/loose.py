"""Positions that are lost at a glance, where only kings fill spaces."""

from collections.abc import Iterable

HEIGHT = 13


class LooseTable:
    """A position in which nothing that ever lay open is covered or used up again."""

    def __init__(
        self,
        hosts: tuple[frozenset[int], ...],
        fills_space: tuple[bool, ...],
        columns: list[bytes],
        hidden: list[int],
        heights: list[int],
        talon: Iterable[int],
    ) -> None:
        self._hosts = hosts
        self._fills_space = fills_space
        self._hidden = hidden
        self._columns = list(columns)
        self._reach = list(heights)
        self._open = set(talon)
        self._open.update(column[-1] for column in columns if column)

    def leaves_cards_below(self) -> bool:
        """Play on until nothing changes."""
        changed = True
        while changed:
            changed = self._builds()
            for index in range(len(self._columns)):
                while self._loses_cards(index):
                    changed = True
        return min(self._reach) < HEIGHT

    def _builds(self) -> bool:
        before = sum(self._reach)
        for suit, height in enumerate(self._reach):
            reach = height
            while reach < HEIGHT and suit * HEIGHT + reach in self._open:
                reach += 1
            self._reach[suit] = reach
        return sum(self._reach) > before

    def _loses_cards(self, index: int) -> bool:
        column = self._columns[index]
        count = self._leaving(column, self._hidden[index]) if column else 0
        if count == 0:
            return False
        self._open.update(column[-count:])
        self._columns[index] = column[:-count]
        self._open.update(self._columns[index][-1:])
        return True

    def _leaving(self, column: bytes, hidden: int) -> int:
        """Return the number of cards that leave together, 0 where none can."""
        if column[-1] % HEIGHT < self._reach[column[-1] // HEIGHT]:
            return 1
        for count in range(1, len(column) + 1):
            card, deeper = column[-count], len(column) - count
            if self._fills_space[card]:
                return count if deeper else 0
            if not self._open.isdisjoint(self._hosts[card]):
                return count
            if deeper <= hidden or column[-count - 1] not in self._hosts[card]:
                return 0
        return 0
