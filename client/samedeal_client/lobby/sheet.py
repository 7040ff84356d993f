"""A sheet: the contents of a page of the lobby, as values apart from any terminal.

Rows that can be chosen carry a word, which the page that made them understands; the
others are there to be read.
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
"""Cells at the left of every row that can be chosen, for the cursor."""


EDGES = 2
"""Rows, and cells across, that the frame around a page takes."""
GAP = "   "
"""Blanks between the columns of a row where it is told whole."""
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
    """A line, with the word for choosing it; an empty one for a line to be read."""

    line: Line
    does: str = ""
    more: str = ""
    """The text below the page while the cursor is here, as the row is too short."""
    frame: "Frame | None" = None
    """The frame around the row, or that it is a part of."""


class Sheet(NamedTuple):
    """A page as it is now."""

    head: Lines
    """Lines that stay when the rows are scrolled."""
    rows: tuple[Row, ...]
    keys: str
    """The page's keys, for the foot of the screen."""
    has_felt: bool = False
    """Whether cards lie below it, if it leaves them room."""
    title: str = ""
    """The title of the frame around all of it; without one there is no frame."""
    note: str = ""
    """A figure beside the title."""
    below: str = ""
    """A remark in the foot of the frame."""

    @property
    def edges(self) -> int:
        """Rows, and cells across, that its frame takes."""
        return EDGES if self.title else 0

    @property
    def height(self) -> int:
        """Rows of all of it, without a frame."""
        return len(self.head) + len(self.rows)


def read(lines: Iterable[Line]) -> tuple[Row, ...]:
    """Return rows to be read."""
    return tuple(Row(row) for row in lines)


def fitted(sheet: Sheet, width: int) -> Sheet:
    """Return a sheet with everything within reach on `width` columns.

    Rows to read are folded. Rows to choose stay one line, as does the head of their
    columns; what is cut of a row stands below while the cursor is there.
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
    """Return a row with a value to change, which takes at least `least` cells."""
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
    """Return a row with a value to change, and all of its meaning.

    The meaning stands beside it as far as there is room, and goes on below.
    """
    at = MARGIN + LABEL_WIDTH + 1 + least + 2
    notes = wrapped(note, at, width - 1)
    if width_of(value) > least:
        return (field(label, value, does), *read(notes))
    first = "".join(span.text for span in notes[0]).strip()
    return (field(label, value, does, first, least=least), *read(notes[1:]))


def table_of_choices(
    header: Sequence[str],
    cells: Sequence[Sequence[str]],
    does: Sequence[str],
    *,
    own: int | None = None,
) -> tuple[Line, tuple[Row, ...]]:
    """Return the head of a table, and its rows, each of which can be chosen."""
    head, *lines = table(header, cells, own=own)
    blank = Span(" " * MARGIN)
    rows = [Row((blank, *row), d) for row, d in zip(lines, does, strict=True)]
    return (blank, *head), tuple(rows)


def acting(rows: Iterable[Row]) -> tuple[int, ...]:
    """Return the numbers of the rows that can be chosen."""
    return tuple(number for number, row in enumerate(rows) if row.does)


def next_acting(rows: tuple[Row, ...], at: int, step: int) -> int:
    """Return the next row to choose in a direction, or `at`."""
    found = [n for n in acting(rows) if (n - at) * step > 0]
    return (min(found) if step > 0 else max(found)) if found else at
