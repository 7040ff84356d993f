"""A room before a match where no seats are seen: in words, in frames."""

from functools import lru_cache

from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.gathering.drawn import drawn
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.screen.gathering.tables import face_down
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.screen.panels.sheet import blocks_of, sheet
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, line


def room_page(rows: Lines, glyphs: Glyphs, size: tuple[int, int]) -> Felt:
    """Return what is told of a room, below its name; commands in it can be copied."""
    blocks = (
        block._replace(frame=block.frame._replace(is_open=True))
        for block in blocks_of(rows)
    )
    return sheet(tuple(blocks), glyphs, size)


@lru_cache(4)
def attempt_page(
    title: str, begins: str, game: str, glyphs: Glyphs, size: tuple[int, int]
) -> Felt:
    """Return the page before the one attempt at a deal, which lies face down below."""
    width, height = size
    block = Block(Frame(title, is_marked=True), (line(begins),))
    page = sheet((block,), glyphs, (width, 0))
    left = height - len(page.rows)
    table = drawn(Below(face_down(game)), width, left, glyphs)
    return page._replace(rows=(*page.rows, *table))
