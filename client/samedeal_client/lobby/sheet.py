"""A sheet: what a page of the lobby shows, as values that a terminal is not needed for.

Rows that do something when they are chosen carry what that is as a word, which the
page that made them understands; the others are there to be read.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    fold,
    line,
    padded,
    table,
    text_of,
    width_of,
    wrapped,
)

MARGIN = 2
"""Cells at the left of every row that does something, for the cursor."""


GAP = "   "
"""Between the columns of a row where its whole is told."""
LABEL_WIDTH, VALUE_WIDTH = 20, 20


class Frame(NamedTuple):
    """The frame of a panel: that of the panel with the cursor is marked."""

    number: int
    begin: int
    """The cell of its left edge."""
    end: int
    """The cell after its right edge."""
    is_border: bool
    """Whether the row is the top or the foot of it."""


class Row(NamedTuple):
    """A line, and what choosing it does; nothing for a line to be read."""

    line: Line
    does: str = ""
    more: str = ""
    """What stands below the page while the cursor is here, as the row is too short."""
    frame: "Frame | None" = None
    """The frame that it is within, or a part of."""


class Sheet(NamedTuple):
    """A page as it is now."""

    head: Lines
    """Stays when the rows are scrolled."""
    rows: tuple[Row, ...]
    keys: str
    """What can be pressed, for the foot of the screen."""
    has_felt: bool = False
    """Whether cards lie below it, where it leaves them room."""


def read(lines: Iterable[Line]) -> tuple[Row, ...]:
    """Return rows to be read."""
    return tuple(Row(row) for row in lines)


def fitted(sheet: Sheet, width: int) -> Sheet:
    """Return a sheet of which nothing is out of reach on so many columns.

    What is to be read is folded; rows that do something stay one line, as does the head
    of their columns, and what is cut of them stands below while the cursor is there.
    """
    columns = len(sheet.head) - 1 if acting(sheet.rows) else len(sheet.head)
    told = (part for row in sheet.head[:columns] for part in fold(row, width))
    head = (*told, *sheet.head[columns:])
    rows = tuple(part for row in sheet.rows for part in _fitted(row, width))
    return sheet._replace(head=head, rows=rows)


def _fitted(row: Row, width: int) -> Iterable[Row]:
    if row.frame is not None:
        return (row,)
    if not row.does:
        return read(fold(row.line, width))
    text = text_of((row.line,))
    if row.more or width_of(text) <= width:
        return (row,)
    return (row._replace(more=GAP.join(re.split(r"\s{2,}", text.strip()))),)


def choice(label: str, does: str, note: str = "", *, width: int = 26) -> Row:
    """Return a row to be chosen, with a note at its right."""
    name = Span(f"{' ' * MARGIN}{padded(label, width) if note else label}")
    return Row(line(name, *([Span(f"  {note}", Style.DIM)] if note else [])), does)


def field(
    label: str, value: str, does: str, note: str = "", *, least: int = VALUE_WIDTH
) -> Row:
    """Return a row whose value can be changed; values take at least so many cells."""
    name = Span(f"{' ' * MARGIN}{padded(label, LABEL_WIDTH)} ")
    shown = padded(value, max(least, width_of(value)))
    told = line(name, Span(shown, Style.TITLE), Span(f"  {note}", Style.DIM))
    return Row(told, does)


def explained(
    label: str,
    value: str,
    does: str,
    note: str,
    *,
    width: int,
    least: int = VALUE_WIDTH,
) -> tuple[Row, ...]:
    """Return a row whose value can be changed, and what it means, whole.

    What does not fit beside it stands below.
    """
    at = MARGIN + LABEL_WIDTH + 1 + least + 2
    notes = wrapped(note, at, width - 1)
    if width_of(value) > least:
        return (field(label, value, does), *read(notes))
    first = "".join(span.text for span in notes[0]).strip()
    return (field(label, value, does, first, least=least), *read(notes[1:]))


def listed(
    header: Sequence[str],
    cells: Sequence[Sequence[str]],
    does: Sequence[str],
    *,
    own: int | None = None,
) -> tuple[Line, tuple[Row, ...]]:
    """Return the head of a table, and its rows, each of which does something."""
    head, *lines = table(header, cells, own=own)
    blank = Span(" " * MARGIN)
    rows = [Row((blank, *row), d) for row, d in zip(lines, does, strict=True)]
    return (blank, *head), tuple(rows)


def acting(rows: Iterable[Row]) -> tuple[int, ...]:
    """Return the numbers of the rows that do something."""
    return tuple(number for number, row in enumerate(rows) if row.does)


def next_acting(rows: tuple[Row, ...], at: int, step: int) -> int:
    """Return the next row that does something in a direction, or `at`."""
    found = [n for n in acting(rows) if (n - at) * step > 0]
    return (min(found) if step > 0 else max(found)) if found else at
