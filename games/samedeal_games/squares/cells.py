"""Cells, where they may be laid on, and the text people write them in.

On the grid a cell is a column letter and a row number, row 1 at the top
(``c4``). Where cards only have to touch there is no frame yet to number, so a
cell is its signed offset from the first card, column then row, right and down
being plus (``+1-2``).
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from samedeal_games.choices import for_every
from samedeal_games.errors import InvalidMove
from samedeal_games.squares.hands import LINE_SIZE
from samedeal_games.squares.rulesets import Laying
from samedeal_games.wording import Wording

MOST_MOVE_CHARACTERS = 16
COLUMN_LETTERS = "abcde"


class Cell(NamedTuple):
    """A place for one card; on the grid both numbers run from 0 to 4."""

    column: int
    row: int


FIRST_CELL = Cell(0, 0)
"""The cell of the first card of a touching layout, by definition."""

FIRST_GOES = Wording(
    "the first card goes to +0+0: cells are counted from the first card, "
    "columns right, rows down"
)

GRID = tuple(Cell(column, row) for row in range(5) for column in range(5))

_ON_GRID = frozenset(GRID)

_OFFSET_CELL = re.compile("([+-][0-9]{1,2})([+-][0-9]{1,2})", re.ASCII)


def legal_cells(laying: Laying, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """List the cells where the next card may lie, row by row from the top."""
    return _LEGAL_CELLS[laying](cells)


def parse_cell(laying: Laying, text: str) -> Cell:
    """Read a cell in the notation of a laying; raises InvalidMove."""
    if len(text) > MOST_MOVE_CHARACTERS:
        raise InvalidMove(
            Wording(
                "a move has at most {most} characters, not {count}",
                most=MOST_MOVE_CHARACTERS,
                count=len(text),
            )
        )
    return _PARSE[laying](text)


def format_cell(laying: Laying, cell: Cell) -> str:
    """Write a cell in the notation of a laying."""
    return _FORMAT[laying](cell)


def _legal_on_grid(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    taken = set(cells)
    return tuple([cell for cell in GRID if cell not in taken])


def _why_not_on_grid(cells: tuple[Cell, ...], cell: Cell) -> Wording | None:
    if cell in _ON_GRID:
        return None
    return Wording("the grid has columns a to e and rows 1 to 5")


def _legal_touching(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """List the free neighbours that keep the layout within five by five.

    That is enough: whatever frame holds the layout can be filled one by one
    next to cards already there, so no layout is ever stuck.
    """
    if not cells:
        return (FIRST_CELL,)
    columns, rows = zip(*cells, strict=True)
    left, right = max(columns) - LINE_SIZE, min(columns) + LINE_SIZE
    top, bottom = max(rows) - LINE_SIZE, min(rows) + LINE_SIZE
    touching = set[Cell]().union(*[_NEIGHBOURS[cell] for cell in cells])
    return tuple(
        sorted(
            [
                cell
                for cell in touching.difference(cells)
                if left < cell[0] < right and top < cell[1] < bottom
            ],
            key=_row_then_column,
        )
    )


def _why_not_touching(cells: tuple[Cell, ...], cell: Cell) -> Wording | None:
    if not cells:
        return None if cell == FIRST_CELL else FIRST_GOES
    apart = _APART.get(cell)
    if apart is None or not apart.isdisjoint(cells):
        return _why_not_within_five(cells, cell)
    if _NEIGHBOURS[cell].isdisjoint(cells):
        return Wording("a card must touch one already laid")
    return None


def _why_not_within_five(cells: tuple[Cell, ...], cell: Cell) -> Wording:
    columns = [column for column, _ in (*cells, cell)]
    if max(columns) - min(columns) >= LINE_SIZE:
        return Wording("that would make the layout more than five columns wide")
    return Wording("that would make the layout more than five rows high")


def _legal_for_serpent(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if not cells:
        return GRID
    return tuple([cell for cell in _BESIDE[cells[-1]] if cell not in cells])


def _why_not_for_serpent(cells: tuple[Cell, ...], cell: Cell) -> Wording | None:
    reason = _why_not_on_grid(cells, cell)
    if reason is not None or not cells or cell in _BESIDE[cells[-1]]:
        return reason
    return Wording("a card must lie beside the one laid last, not corner to corner")


def _row_then_column(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _parse_on_grid(text: str) -> Cell:
    cell = _GRID_CELLS.get(text.lower())
    if cell is None:
        raise InvalidMove(
            Wording(
                "{text!r} is not a cell: write a column a to e and a row 1 to 5, "
                "row 1 at the top, as in c4",
                text=text,
            )
        )
    return cell


def _parse_touching(text: str) -> Cell:
    match = _OFFSET_CELL.fullmatch(text)
    if match is None:
        raise InvalidMove(
            Wording(
                "{text!r} is not a cell: write how far it is from the first card, "
                "columns to the right then rows down, each with its sign, as in +1-2",
                text=text,
            )
        )
    column, row = match.groups()
    return Cell(int(column), int(row))


def _format_on_grid(cell: Cell) -> str:
    return f"{COLUMN_LETTERS[cell.column]}{cell.row + 1}"


def _format_touching(cell: Cell) -> str:
    return f"{cell.column:+d}{cell.row:+d}"


_GRID_CELLS = {_format_on_grid(cell): cell for cell in GRID}

# Every cell that a layout of five by five can reach from its first card.
_REACH = range(1 - LINE_SIZE, LINE_SIZE)
_NEIGHBOURS = {
    Cell(column, row): frozenset(
        Cell(column + right, row + down)
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
        if right or down
    )
    for column in _REACH
    for row in _REACH
}

# Cells that no layout has together with one.
_APART = {
    cell: frozenset(
        other
        for other in _NEIGHBOURS
        if abs(other.column - cell.column) >= LINE_SIZE
        or abs(other.row - cell.row) >= LINE_SIZE
    )
    for cell in _NEIGHBOURS
}

# Cells of the grid that share a side, row by row from the top.
_BESIDE = {
    cell: tuple(
        other
        for other in GRID
        if abs(other.column - cell.column) + abs(other.row - cell.row) == 1
    )
    for cell in GRID
}

CELLS: Mapping[Laying, tuple[Cell, ...]] = for_every(
    {
        Laying.GRID: GRID,
        Laying.TOUCHING: tuple(_NEIGHBOURS),
        Laying.SERPENT: GRID,
    }
)
"""Every cell that can ever be laid on."""

MAY_BE_STUCK = for_every(
    {Laying.GRID: False, Laying.TOUCHING: False, Laying.SERPENT: True}
)
"""Whether a card can find no cell to lie on."""

GOES_ON_FROM_LAST = for_every(
    {Laying.GRID: False, Laying.TOUCHING: False, Laying.SERPENT: True}
)
"""Whether it matters which card was laid last."""

HAS_NO_FRAME = for_every(
    {Laying.GRID: False, Laying.TOUCHING: True, Laying.SERPENT: False}
)
"""Whether the frame takes shape by and by, and cells are told from the first one."""

_LEGAL_CELLS: Mapping[Laying, Callable[[tuple[Cell, ...]], tuple[Cell, ...]]] = (
    for_every(
        {
            Laying.GRID: _legal_on_grid,
            Laying.TOUCHING: _legal_touching,
            Laying.SERPENT: _legal_for_serpent,
        }
    )
)
WHY_NOT_LAY: Mapping[Laying, Callable[[tuple[Cell, ...], Cell], Wording | None]] = (
    for_every(
        {
            Laying.GRID: _why_not_on_grid,
            Laying.TOUCHING: _why_not_touching,
            Laying.SERPENT: _why_not_for_serpent,
        }
    )
)
"""Returns the reason why a card may not lie on a free cell, or None."""

_PARSE: Mapping[Laying, Callable[[str], Cell]] = for_every(
    {
        Laying.GRID: _parse_on_grid,
        Laying.TOUCHING: _parse_touching,
        Laying.SERPENT: _parse_on_grid,
    }
)
_FORMAT: Mapping[Laying, Callable[[Cell], str]] = for_every(
    {
        Laying.GRID: _format_on_grid,
        Laying.TOUCHING: _format_touching,
        Laying.SERPENT: _format_on_grid,
    }
)
