"""A frame with a title in it, and at most one figure at its right."""

from typing import NamedTuple

from samedeal_client.screen.felt.felt import Brush
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, cut, width_of
from samedeal_client.view.tints import Patch, Tint

SIDES, EDGES = 2, 2
"""Cells that a frame takes across, and rows that it takes down."""
INSET = 4
"""Cells that a frame takes across with the blanks beside rows in it."""
LEAST_RULE = 1
"""Cells of the frame before its title, and behind its figure."""


class Box(NamedTuple):
    """The place of a frame, its edges included."""

    x: int
    y: int
    width: int
    height: int

    @property
    def within(self) -> "Box":
        """The place that the frame leaves free."""
        return Box(self.x + 1, self.y + 1, self.width - SIDES, self.height - EDGES)


class Frame(NamedTuple):
    """The words in a frame, and its tints."""

    title: str
    figure: str = ""
    is_marked: bool = False
    """Whether Enter acts on what is in it."""
    ground: Tint = Tint.PANEL
    is_own: bool = False
    """Whether it is the player's own."""
    is_open: bool = False
    """Whether it has no sides and no foot: rows in it are there to be copied."""

    @property
    def edge(self) -> Patch:
        """The look of its lines."""
        is_brass = self.is_marked or self.is_own
        if self.ground is Tint.FELT:
            tint = Tint.FELT_BRASS if is_brass else Tint.FELT_DIM
        else:
            tint = Tint.BRASS if is_brass else Tint.FRAME
        return Patch(tint, self.ground)


def draw_frame(brush: Brush, box: Box, frame: Frame, glyphs: Glyphs) -> None:
    """Draw a frame around what stands in a box."""
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    edge, x, y = frame.edge, box.x, box.y
    if frame.is_open:
        left_top = right_top = glyphs.dash
    brush.put(x, y, Span(left_top, edge), *_head(frame, box.width, glyphs))
    brush.put(x + box.width - 1, y, Span(right_top, edge))
    if frame.is_open:
        return
    for row in range(y + 1, y + box.height - 1):
        brush.put(x, row, Span(glyphs.bar, edge))
        brush.put(x + box.width - 1, row, Span(glyphs.bar, edge))
    foot = left_bottom + glyphs.dash * (box.width - SIDES) + right_bottom
    brush.put(x, y + box.height - 1, Span(foot, edge))


def _head(frame: Frame, width: int, glyphs: Glyphs) -> Line:
    """Return the line between the two upper corners."""
    room = width - SIDES - 2 * LEAST_RULE
    figure = f" {frame.figure} " if frame.figure else ""
    title = f" {cut(frame.title, max(0, room - width_of(figure) - 3))} "
    rest = room - width_of(title) - width_of(figure)
    if rest < 0:
        figure, rest = "", room - width_of(title)
    edge = frame.edge
    return (
        Span(glyphs.dash * LEAST_RULE, edge),
        Span(title, Style.TITLE),
        Span(glyphs.dash * rest, edge),
        Span(figure, Style.DIM),
        Span(glyphs.dash * LEAST_RULE, edge),
    )


def draw_in_frame(
    brush: Brush, box: Box, frame: Frame, rows: Lines, glyphs: Glyphs
) -> None:
    """Draw a frame around rows; those beyond it are cut.

    Rows are set in by a blank, but not where there are no sides.
    """
    draw_frame(brush, box, frame, glyphs)
    left = box.x if frame.is_open else box.within.x + 1
    for y, row in enumerate(rows[: box.within.height], box.within.y):
        brush.put(left, y, *row)
