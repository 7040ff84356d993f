"""A page of words in frames, with cards on the felt below where there is room."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.panels.aces import aces_on_felt
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import INSET, Box, Frame, draw_in_frame
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Style, fold_tightly
from samedeal_client.view.tints import Tint

MOST_WIDTH = 130
"""Cells of everything on a page; the felt goes on to the edge."""
NARROW = 82
"""Cells of a page up to which frames go to its edges: lines are made for 79."""
COLUMNS_FROM = 116
"""Cells of a page from which on frames that may stand beside each other do."""
GAP = 1


@lru_cache(8)
def sheet(
    blocks: tuple[Block, ...],
    glyphs: Glyphs,
    size: tuple[int, int],
    *,
    in_columns: bool = False,
) -> Felt:
    """Return frames on a width and height, one below the other or in two columns.

    Rows that are too long are folded, and a page may be longer than the height.
    """
    width, height = size
    across = min(width if width <= NARROW else width - 2, MOST_WIDTH)
    left, brush = (width - across) // 2, Brush()
    brush.is_green = True
    columns: Sequence[Sequence[Block]] = [blocks]
    if in_columns and len(blocks) > 1 and across >= COLUMNS_FROM:
        columns = _halves(blocks, (across - GAP) // 2)
    each = (across + GAP) // len(columns) - GAP
    ends = [
        _put(brush, column, Box(left + n * (each + GAP), 0, each, 0), glyphs)
        for n, column in enumerate(columns)
    ]
    below = max(ends)
    brush.put_rows(0, below, aces_on_felt(width, height - below, glyphs))
    return brush.felt()._replace(ground=Tint.PANEL)


def read_page(rows: Lines, glyphs: Glyphs, size: tuple[int, int]) -> Felt:
    """Return rows below titles of their own as a page; frames have no foot in few rows.

    So nobody has to scroll for what had room without them.
    """
    blocks = blocks_of(rows)
    page = sheet(blocks, glyphs, size, in_columns=True)
    if len(page.rows) <= size[1]:
        return page
    bare = (
        block._replace(frame=block.frame._replace(is_open=True)) for block in blocks
    )
    return sheet(tuple(bare), glyphs, size, in_columns=True)


def blocks_of(rows: Lines) -> tuple[Block, ...]:
    """Return rows as frames, each of which begins with a title of its own."""
    blocks: list[Block] = []
    for row in rows:
        told = [span for span in row if span.text.strip()]
        if told and told[0].style is Style.TITLE:
            title, *rest = (span.text.strip() for span in told)
            blocks.append(Block(Frame(title, " ".join(rest)), ()))
        elif not blocks:
            blocks.append(Block(Frame(""), (row,)))
        elif row or blocks[-1].rows:
            blocks[-1] = blocks[-1]._replace(rows=(*blocks[-1].rows, row))
    return tuple(_trimmed(block) for block in blocks)


def _trimmed(block: Block) -> Block:
    """Return a block without empty rows at its end."""
    rows = block.rows
    while rows and not rows[-1]:
        rows = rows[:-1]
    return block._replace(rows=rows)


def _put(brush: Brush, blocks: Sequence[Block], box: Box, glyphs: Glyphs) -> int:
    """Draw frames one below the other; return the row behind them."""
    y = box.y
    for block in blocks:
        drawn = block._replace(rows=_rows(block, box.width))
        at = Box(box.x, y, box.width, drawn.height)
        draw_in_frame(brush, at, block.frame, drawn.rows, glyphs)
        y += drawn.height
    return y


def _halves(
    blocks: Sequence[Block], width: int
) -> tuple[Sequence[Block], Sequence[Block]]:
    """Return frames in two columns of a width that are as equally high as can be."""
    high = [len(_rows(block, width)) for block in blocks]
    splits = range(1, len(blocks))
    at = min(splits, key=lambda n: max(sum(high[:n]), sum(high[n:])))
    return blocks[:at], blocks[at:]


def _rows(block: Block, width: int) -> Lines:
    """Return the rows of a block as they are drawn on a width, its frame included.

    What has sides needs no blanks that set all of it in.
    """
    if block.frame.is_open:
        return tuple(_folded(block.rows, width))
    blanks = min((_indent(row) for row in block.rows if row), default=0)
    bare = (_bare(row, blanks) for row in block.rows)
    return tuple(_folded(bare, width - INSET))


def _folded(rows: Iterable[Line], width: int) -> Iterator[Line]:
    for row in rows:
        yield from fold_tightly(row, width) if row else ((),)


def _indent(row: Line) -> int:
    """Return the blanks that a row begins with, in its first words."""
    text = row[0].text
    return len(text) - len(text.lstrip(" "))


def _bare(row: Line, blanks: int) -> Line:
    """Return a row without the blanks that set all rows in from the edge."""
    return (row[0]._replace(text=row[0].text[blanks:]), *row[1:]) if row else row
