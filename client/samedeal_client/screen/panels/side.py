"""The side of the felt: the race, and the notes, each in a frame."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.panels.frame import EDGES, Box, Frame, framed
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines

INSET = 4
"""Cells of a frame and of the blanks within."""
GAP = 1
"""Rows between two frames."""


class Block(NamedTuple):
    """Rows in a frame."""

    frame: Frame
    rows: Lines


def side_lines(blocks: Sequence[Block], width: int, glyphs: Glyphs) -> Lines:
    """Return frames one below the other on `width` cells; none for no rows."""
    brush, y = Brush(), 0
    for frame, rows in blocks:
        if rows:
            high = len(rows) + EDGES
            framed(brush, Box(0, y, width, high), frame, rows, glyphs)
            y += high + GAP
    return brush.felt().rows
