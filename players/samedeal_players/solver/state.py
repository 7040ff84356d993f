"""The states that a search goes through, and the steps between them; as in state.h."""

from typing import NamedTuple

from samedeal_games.patience import Move


class Step(NamedTuple):
    """Cards turned from the stock, and then a move."""

    draws: int
    move: Move


class State:
    """The places of all cards; what is safe has been done."""

    __slots__ = ("columns", "heights", "hidden", "left", "redeals", "score", "turned")

    def __init__(
        self,
        columns: list[bytes],
        hidden: list[int],
        heights: list[int],
        left: int,
        turned: int,
        redeals: int,
    ) -> None:
        self.columns = columns
        """Bottom to top."""
        self.hidden = hidden
        self.heights = heights
        self.left = left
        """A bit for each card of the talon that was not played."""
        self.turned = turned
        self.redeals = redeals
        self.score = 0

    def copy(self) -> "State":
        """Return a state that can be changed."""
        return State(
            self.columns.copy(),
            self.hidden.copy(),
            self.heights.copy(),
            self.left,
            self.turned,
            self.redeals,
        )

    def waste_place(self) -> int:
        """Return the place in the talon of the top of the waste, or -1."""
        return (self.left & ((1 << self.turned) - 1)).bit_length() - 1
