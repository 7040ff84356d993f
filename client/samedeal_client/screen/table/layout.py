"""The sizes of the parts of a table's screen, and the side of the felt."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.panels.frame import EDGES, INSET, Box, Frame, framed
from samedeal_client.screen.table.notes import NOTES_SHOWN, NOTES_SHOWN_BESIDE
from samedeal_client.screen.table.picture import Picture
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines

GAP = 1
"""Rows between two frames."""
SIDE_WIDTH = 50
"""Cells of the bars and the notes, where the screen is wide enough to have a side."""
SIDE_ROOM = SIDE_WIDTH - 2 - INSET
"""Cells within a frame there."""
WIDE = 132
LEAST = (60, 15)
"""Below that no table fits; a few lines fewer than needed only squeeze it."""
ROOMY = 20
"""Rows below which one note is shown, and the board has the rest."""


class Block(NamedTuple):
    """Rows in a frame."""

    frame: Frame
    rows: Lines


def notes_shown(height: int, is_wide: bool, is_whole: bool) -> tuple[int, int]:
    """Return the rows of notes that are shown, and the rows that are kept for them."""
    below = NOTES_SHOWN if height >= ROOMY else 1
    return NOTES_SHOWN_BESIDE if is_wide else below, 1 if is_whole else below


def side_of(picture: Picture, notes: Lines, glyphs: Glyphs) -> Lines:
    """Return the race, or a lesson, and the notes, each in a frame."""
    race = Block(Frame(picture.race or tr("Advice")), picture.bars)
    return _side_lines((race, Block(Frame(tr("News")), notes)), SIDE_WIDTH - 2, glyphs)


def _side_lines(blocks: Sequence[Block], width: int, glyphs: Glyphs) -> Lines:
    """Return frames one below the other on `width` cells; none for no rows."""
    brush, y = Brush(), 0
    for frame, rows in blocks:
        if rows:
            high = len(rows) + EDGES
            framed(brush, Box(0, y, width, high), frame, rows, glyphs)
            y += high + GAP
    return brush.felt().rows
