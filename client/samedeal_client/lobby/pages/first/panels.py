"""Panels: lines in a frame with a title in it, one beside the other or below."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    cut,
    padded,
    text_of,
    width_of,
)

EDGES = 4
"""Cells of a panel's width that its frame takes, with a blank at either side."""
BORDERS = 2
"""Rows of a panel's height that its frame takes."""


class Panel(NamedTuple):
    """Lines under one title."""

    title: str
    rows: Lines
    note: str = ""
    """One figure, at the right of the frame's top."""
    below: str = ""
    """The effect of a key on it, at the right of the frame's foot."""


def framed(panel: Panel, width: int, height: int, glyphs: Glyphs) -> Lines:
    """Return a panel of `width` cells and `height` rows; the rest of it is cut."""
    inner = width - EDGES
    top, foot = borders(panel, width, glyphs)
    shown = [*panel.rows[: height - BORDERS]]
    shown += [()] * (height - BORDERS - len(shown))
    bar = glyphs.bar
    rows = (
        (Span(f"{bar} ", Style.DIM), *fitted_to(row, inner), Span(f" {bar}", Style.DIM))
        for row in shown
    )
    return (top, *rows, foot)


def borders(panel: Panel, width: int, glyphs: Glyphs) -> tuple[Line, Line]:
    """Return the top and the foot of a panel's frame, of exactly `width` cells.

    What has no room in them is cut, or left out beside a title.
    """
    left_top, right_top, left_low, right_low = tuple(glyphs.corners)
    most = max(0, width - EDGES - 2)
    title, note = f" {cut(panel.title, most)} ", f" {panel.note} " if panel.note else ""
    below = f" {cut(panel.below, most)} " if panel.below else ""
    room = max(0, width - 4 - width_of(title))
    note = note if width_of(note) <= room else ""
    top = (
        Span(left_top + glyphs.dash, Style.DIM),
        Span(title, Style.TITLE),
        Span(glyphs.dash * (room - width_of(note)), Style.DIM),
        Span(note),
        Span(glyphs.dash + right_top, Style.DIM),
    )
    rest = glyphs.dash * max(0, width - 3 - width_of(below))
    foot = (
        Span(left_low + rest, Style.DIM),
        Span(below),
        Span(glyphs.dash + right_low, Style.DIM),
    )
    return top, foot


def fitted_to(row: Line, width: int) -> Line:
    """Return a line of exactly `width` cells, cut where it is longer."""
    spans: list[Span] = []
    left = width
    for span in row:
        taken = width_of(span.text)
        if taken > left:
            spans.append(span._replace(text=padded(span.text, left)))
            return tuple(spans)
        spans.append(span)
        left -= taken
    return (*spans, Span(" " * left))


def at_ends(row: Line, end: Line, width: int) -> Line:
    """Return a line with an end at its right, for which the rest gives way."""
    taken = width_of(text_of([end]))
    return (*fitted_to(row, max(0, width - taken - 1)), Span(" "), *end)


def beside(left: Sequence[Line], right: Sequence[Line], gap: int) -> Lines:
    """Return two columns of lines as one; the left ones have one width."""
    blank: Line = (Span(" " * (width_of("".join(s.text for s in left[0])))),)
    pairs = zip_longest(left, right, fillvalue=None)
    return tuple(
        (*(blank if one is None else one), Span(" " * gap), *(other or ()))
        for one, other in pairs
    )
