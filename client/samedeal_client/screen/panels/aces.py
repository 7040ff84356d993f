"""Cards that are looked at, not played: an ace of every suit, as large as can be."""

from collections.abc import Sequence

from samedeal_client.screen.felt.card import XL, XXL, L, M, Shown, Size, card_rows
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.ink import laid_on
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, width_of_row
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import PACK_SIZE, SUITS, Card

ACES = tuple(map(Card, range(0, PACK_SIZE, PACK_SIZE // len(SUITS))))
SIZES = (XXL, XL, L, M)
"""Sizes of the aces, the largest first."""
AIR = 2
"""Rows of felt around them, and cells between two."""


def size_on(width: int, height: int, count: int) -> Size | None:
    """Return the size of `count` cards in some cells; None where none has room.

    Around large ones there are as many rows of felt as they have.
    """
    for size in SIZES:
        air = size.rows if size.rows > L.rows else AIR
        if size.rows + air <= height and count * (size.width + AIR) <= width:
            return size
    return None


def cards_rows(cards: Sequence[Card], size: Size, glyphs: Glyphs) -> Lines:
    """Return cards beside each other."""
    brush = Brush()
    for place, card in enumerate(cards):
        for y, row in enumerate(card_rows(Shown(card, *size), glyphs)):
            brush.put(place * (size.width + AIR), y, *row)
    return brush.felt().rows


def aces_on_felt(width: int, height: int, glyphs: Glyphs) -> Lines:
    """Return a felt of that size with the aces in its middle; nothing without room."""
    size = size_on(width, height, len(ACES))
    if size is None or size.rows + AIR > height:
        return ()
    rows = centred_all(cards_rows(ACES, size, glyphs), width)
    above = (height - len(rows)) // 2
    whole = (*[()] * above, *rows, *[()] * (height - above - len(rows)))
    return tuple(_filled(row, width) for row in whole)


def _filled(row: Line, width: int) -> Line:
    blank = Span(" " * max(0, width - width_of_row(row)), Patch(Tint.TEXT, Tint.FELT))
    return (*(laid_on(Tint.FELT, span) for span in row), blank)


def centred_all(rows: Lines, width: int) -> Lines:
    """Return rows of one picture, in the middle as a whole."""
    wide = max((width_of_row(row) for row in rows), default=0)
    shift = Span(" " * max(0, (width - wide) // 2))
    return tuple((shift, *row) for row in rows)
