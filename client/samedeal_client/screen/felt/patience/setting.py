"""The size and place of cards on a felt, by its size and the game alone.

Nothing here looks at how long a column is, or cards would jump in mid-match.
"""

from typing import NamedTuple

from samedeal_client.screen.felt.card import (
    LL,
    LOW_ROWS,
    NAME,
    NARROW,
    SIZES,
    SLIM,
    XL,
    XXL,
    L,
    Size,
)
from samedeal_client.screen.felt.patience.column import Steps

NAME_STEP = 3
GAP, WIDEST_GAP = 1, 3
"""Between columns."""
GAPS = {XXL: 5, LL: 2, L: 2}
"""The widest one of some sizes."""
HEIGHTS = {XXL: 42, XL: 32, LL: 28, L: 20}
"""Rows of a felt on which there may be so large cards."""
AIRY, TALL = 20, 32
"""Rows on which one stays free above the cards, and the piles there are named."""
STEPS = (36, 28)
"""Rows on which three are seen of a covered card; and two."""
LEAST_SEEN = {XXL: 2, XL: 2, LL: 2, L: 2}
"""Rows that are seen of it in some sizes, however many there are."""
LOW, FLAT = 20, 12
"""Rows below which the piles above the columns are low; and of one row."""


class Setting(NamedTuple):
    """The size of cards, and the places of the columns."""

    size: Size
    step: int
    """From one column to the next."""
    left: int
    top: int
    """The row of what lies above the columns."""
    piles: Size
    """The size of these piles."""
    is_low: bool
    """Whether it lies between half rows."""
    has_labels: bool
    """Whether a row below the piles names them."""
    steps: Steps

    @property
    def numbers_row(self) -> int:
        """The row of the numbers of the columns."""
        return self.top + self.piles.rows + self.has_labels

    @property
    def first_row(self) -> int:
        """The row where columns begin."""
        return self.numbers_row + 1

    def x(self, column: int) -> int:
        """Return the cell at which a column begins, the first column being 0."""
        return self.left + column * self.step


def setting_for(
    columns: int,
    height: int,
    width: int,
    *,
    is_small: bool = False,
    has_halves: bool = True,
) -> Setting:
    """Return the largest cards that fit, in the middle of the felt."""
    size = next(
        (
            size
            for size in SIZES
            if height >= HEIGHTS.get(size, 0) and (size.width + GAP) * columns <= width
        ),
        SIZES[-1],
    )
    if size == NARROW and has_halves and (size.width + GAP) * columns > width:
        # Without edges, cards that touch each other are one slab.
        size = SLIM
    least = size.width + (size == SLIM)
    if is_small and NARROW.width * columns > width - 1:
        size, least = NAME, NAME_STEP
    widest = size.width + GAPS.get(size, WIDEST_GAP)
    step = max(least, min(widest, width // max(1, columns)))
    left = max(1, (width - columns * step + step - size.width) // 2)
    is_low, is_flat = height < LOW, height < FLAT or size == NAME
    rows = 1 if is_flat else LOW_ROWS if is_low else size.rows
    seen = 1 + sum(height >= rows for rows in STEPS)
    seen = max(seen, LEAST_SEEN.get(size, 1))
    return Setting(
        size=size,
        step=step,
        left=left,
        top=int(height >= AIRY),
        piles=Size(size.width, rows),
        is_low=is_low and not is_flat,
        has_labels=height >= TALL and size.width > NARROW.width,
        steps=Steps(seen, seen, size.rows),
    )
