"""The spread of values: how many there were up to each of some bounds."""

from bisect import bisect_left
from collections.abc import Sequence

TIMES_S = (
    *(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
"""From what a store on the same machine takes to what nobody waits for."""
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)


class Spread:
    """A histogram: integers that are all there from the beginning."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float] = TIMES_S) -> None:
        self.bounds = tuple(bounds)
        """Each value counts up to the first bound that it does not exceed."""
        self.counts = [0] * (len(self.bounds) + 1)
        """Not added up; the last is of what exceeds all bounds."""
        self.total = 0.0
        """The sum of all values."""

    def note(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value
