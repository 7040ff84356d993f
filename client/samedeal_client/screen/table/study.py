"""The page of the full screen that tells what was possible."""

from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.play.studying import Study, is_lost
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.screen.panels.sheet import sheet
from samedeal_client.screen.table.picture import Picture
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line

CLOSING = ("escape", "q", key_for(Order.ANALYSE))
"""Keys that end reading it."""


def study_page(
    study: Study,
    glyphs: Glyphs,
    head: Line,
    foot: tuple[KeyHint, ...],
    size: tuple[int, int],
    below: tuple[Block, ...] = (),
    *,
    has_replay: bool = True,
) -> Picture:
    """Return the analysis, as far as it is known by now, in place of a board.

    `size` is the width and height of its felt; more is `below` it.
    """
    rows: Lines = study.lines(glyphs)
    if has_replay and is_lost(study.analysis):
        text = tr("r replays the match; there, l goes to where it was lost.")
        rows = (*rows, (), line(Span(f" {text}", Style.DIM)))
    block = Block(Frame(tr("What was possible")), rows)
    felt = sheet((block, *below), glyphs, size)
    return Picture(head=head, bars=(), foot=foot, felt=felt)
