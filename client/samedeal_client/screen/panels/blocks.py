"""Frames one below the other, as many as have room: what stands beside a table."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.panels.frame import EDGES, Box, Frame, draw_in_frame
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines

GAP = 1
"""Rows between two frames, where there are enough."""


class Block(NamedTuple):
    """Rows in a frame."""

    frame: Frame
    rows: Lines
    worth: int = 0
    """Where there is too little room, blocks of less worth go first."""
    least: int = 0
    """Rows that it takes even if it has fewer."""

    @property
    def height(self) -> int:
        """Its rows, edges included."""
        return max(len(self.rows), self.least) + EDGES


class Stack(NamedTuple):
    """Blocks that have room below each other, and the rows between two."""

    blocks: tuple[Block, ...]
    gap: int

    @property
    def height(self) -> int:
        """All rows, with a gap below the last one."""
        return sum(block.height + self.gap for block in self.blocks)


def stacked(blocks: Sequence[Block], height: int) -> Stack:
    """Return as many blocks as have room in some rows; those without rows never do.

    They stand close before any of them goes.
    """
    kept = [block for block in blocks if block.rows]
    while True:
        for gap in (GAP, 0):
            stack = Stack(tuple(kept), gap)
            if stack.height <= height or not kept:
                return stack
        least = min(block.worth for block in kept)
        last = max(n for n, block in enumerate(kept) if block.worth == least)
        del kept[last]


def stack_rows(stack: Stack, width: int, glyphs: Glyphs) -> Lines:
    """Return the frames on `width` cells."""
    brush, y = Brush(), 0
    for block in stack.blocks:
        box = Box(0, y, width, block.height)
        draw_in_frame(brush, box, block.frame, block.rows, glyphs)
        y += block.height + stack.gap
    return brush.felt().rows
