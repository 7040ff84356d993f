"""The page with all that leads to the last match of a room: a link, and commands."""

from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import back_hint, hint_of
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.screen.panels.sheet import sheet
from samedeal_client.screen.table.picture import Picture
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line

CLOSING = ("escape", "q", key_for(Order.SHARE))
"""Keys that end reading it."""


class Shared(NamedTuple):
    """All that leads to a match; each is empty where there is no such thing."""

    to_send: Lines
    """What others are sent."""
    proof: Lines
    """What it is proven by, with commands."""
    deals: Lines
    """The deals of the evening that it was a part of, with their matches."""


def share_page(
    shared: Shared,
    head: Line,
    glyphs: Glyphs,
    size: tuple[int, int],
    below: tuple[Block, ...] = (),
) -> Picture:
    """Return the page of what others are sent, and of what a match is proven by.

    More is `below`.
    """
    told = (
        (tr("To share"), shared.to_send),
        (tr("To check"), shared.proof),
        (tr("Deals"), shared.deals),
    )
    # Whoever copies a command of two rows wants no sides of a frame among them.
    blocks = tuple(
        Block(Frame(title, is_open=True), rows) for title, rows in told if rows
    )
    nothing = Block(Frame(tr("To share, and to check"), is_open=True), ())
    keys: tuple[KeyHint, ...] = (back_hint(),)
    if shared.to_send:
        keys = (*keys, hint_of(Order.COPY))
    felt = sheet((*(blocks or (nothing,)), *below), glyphs, size)
    return Picture(head=head, bars=(), foot=(*keys, hint_of(Order.LEAVE)), felt=felt)


def share_hint() -> Line:
    """Return the line that says where that page is."""
    text = tr("{key}: a link to this deal, and the proof.", key=key_for(Order.SHARE))
    return line(Span(f" {text}", Style.DIM))
