"""Ways for a serpent to go on: those that still lead through every empty cell."""

from functools import lru_cache

from samedeal_games.squares import Cell
from samedeal_games.squares.cells import GRID

_NUMBERS = {cell: number for number, cell in enumerate(GRID)}
_BESIDE = tuple(
    tuple(
        _NUMBERS[beside]
        for beside in GRID
        if abs(beside.column - cell.column) + abs(beside.row - cell.row) == 1
    )
    for cell in GRID
)
_WHOLE = (1 << len(GRID)) - 1


def ways_through(laid: tuple[Cell, ...], cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the cells from which a serpent can still fill the grid.

    All of them, where it can from none.
    """
    taken = sum(1 << _NUMBERS[cell] for cell in laid)
    found = tuple(
        cell for cell in cells if _can_fill(_NUMBERS[cell], taken | 1 << _NUMBERS[cell])
    )
    return found or cells


@lru_cache(maxsize=1 << 16)
def _can_fill(head: int, taken: int) -> bool:
    """Tell whether a way leads from a cell through all that are not taken."""
    if taken == _WHOLE:
        return True
    if not _may_fill(head, taken):
        return False
    ways = [cell for cell in _BESIDE[head] if not taken >> cell & 1]
    # The cell with the fewest ways out is the first to be cut off.
    ways.sort(key=lambda cell: _ways_out(cell, taken))
    return any(_can_fill(cell, taken | 1 << cell) for cell in ways)


def _may_fill(head: int, taken: int) -> bool:
    """Rule out what cannot be for its colours or its dead ends.

    A way changes colour with each step, as on a chessboard; and of the cells
    left, only the last may have a single neighbour to come from.
    """
    left = [cell for cell in range(len(GRID)) if not taken >> cell & 1]
    own = sum(1 for cell in left if cell % 2 == head % 2)
    if len(left) - own not in (own, own + 1):
        return False
    free = taken & ~(1 << head)
    ends = [cell for cell in left if _ways_out(cell, free) < 2]
    return len(ends) < 2 and not any(_ways_out(cell, free) == 0 for cell in left)


def _ways_out(cell: int, taken: int) -> int:
    return sum(1 for beside in _BESIDE[cell] if not taken >> beside & 1)
