"""A chart of a few rows: a column of cells for each value, the newest at the right."""

from collections.abc import Sequence
from itertools import pairwise

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch, Tint


def chart_rows(values: Sequence[int], width: int, height: int, glyphs: Glyphs) -> Lines:
    """Return a column for each value, on at most `width` cells; none without values.

    The least of them has a cell in part, the greatest all rows.
    """
    values = values[-width:]
    if not values:
        return ()
    edges = [width * number // len(values) for number in range(len(values) + 1)]
    each = [after - before for before, after in pairwise(edges)]
    low, span, bars = min(values), max(1, max(values) - min(values)), glyphs.bars
    steps = height * len(bars)
    high = [1 + (value - low) * (steps - 1) // span for value in values]
    return tuple(
        tuple(
            span
            for filled, cells in zip(high, each, strict=True)
            for span in _cell(filled - row * len(bars), cells, glyphs)
        )
        for row in reversed(range(height))
    )


def _cell(filled: int, width: int, glyphs: Glyphs) -> Line:
    """Return one row of a column, a blank behind it where there is room."""
    wide = max(1, width - (width > 2))
    whole = len(glyphs.bars)
    sign = " " if filled <= 0 else glyphs.bars[min(filled, whole) - 1]
    blank = Span(" " * (width - wide))
    if not glyphs.halves:
        return Span(sign * wide, Style.GOOD), blank
    if filled >= whole:
        # A full cell is a ground: fonts leave hairlines around their blocks.
        return Span(" " * wide, Patch(Tint.BRASS, Tint.BRASS)), blank
    return Span(sign * wide, Patch(Tint.BRASS, Tint.PANEL)), blank


def between(values: Sequence[int], width: int) -> Line:
    """Return the first value and the last one, below the ends of a chart."""
    first, last = f"{values[0]}", f"{values[-1]}"
    room = max(1, width - len(first) - len(last))
    return (Span(first, Style.DIM), Span(" " * room), Span(last, Style.TITLE))
