"""Tables in the frames of a result, set for the cells that there are."""

from collections.abc import Sequence

from samedeal_client.screen.end.known import Table
from samedeal_client.view.names import cut_name
from samedeal_client.view.spans import Line, Lines, Span, Style, padded, width_of

NAMES = 1
"""The column of names, which are cut; figures stand in all behind it."""
LEAST_NAME = 10
"""Cells of a name, before a column of figures goes."""
GAP = "  "


def table_rows(table: Table, width: int) -> Lines:
    """Return a table as rows of at most `width` cells."""
    kept = [*range(len(table.header))]
    for column in table.least:
        if _room(table, kept, width) >= min(LEAST_NAME, _wide(table, NAMES)):
            break
        kept.remove(column)
    room = max(1, min(_wide(table, NAMES), _room(table, kept, width)))
    head = _row(table, table.header, kept, room, Style.DIM)
    own = Style.OWN
    rows = (
        _row(table, row, kept, room, own if number == table.own else Style.PLAIN)
        for number, row in enumerate(table.rows)
    )
    return (head, *rows)


def _wide(table: Table, column: int) -> int:
    """Return the cells of a column."""
    return max(width_of(row[column]) for row in (table.header, *table.rows))


def _room(table: Table, kept: Sequence[int], width: int) -> int:
    """Return the cells that are left for names beside the columns that are kept."""
    figures = (_wide(table, column) for column in kept if column != NAMES)
    return width - sum(figures) - len(GAP) * (len(kept) - 1)


def _row(
    table: Table, cells: Sequence[str], kept: Sequence[int], room: int, style: Style
) -> Line:
    """Return a row; figures stand at the right of their column."""
    told: list[str] = []
    for column in kept:
        cell, wide = cells[column], _wide(table, column)
        if column == NAMES:
            told.append(padded(cut_name(cell, room), room))
        else:
            told.append(" " * (wide - width_of(cell)) + cell)
    return (Span(GAP.join(told).rstrip(), style),)
