"""A patience board on the felt: foundations, stock and waste above hanging columns."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Span, Style
from samedeal_games.cards import FACE_DOWN, SUITS, Card, is_red
from samedeal_games.game import Board

CARD_WIDTH = 4
"""A card is ``·T♥·``, so that it reads as a card on its own ground."""
SMALL_CARD_WIDTH, SMALL_STEP = 2, 3
"""Of a board beside others: ``T♥``, and a blank before the next column."""
BIG_CARD_WIDTH = 6
"""Where there is room for it: ``··T♥··``."""
BIG_STEP = 9
"""From one column of big cards to the next."""
NARROW = 60
"""Below so many cells across, stock and waste lie below the foundations."""
MARGIN = 1
FACE_ROWS = 3
"""Of a card that nothing lies on, where there is room for it."""
ROOMY_HEIGHT = 20
"""Below so many rows a card is one row high, whatever lies on it."""
SPREAD, ROOMY_ROWS = 2, 24
"""Cards that lie on each other are spread where at least so many rows are left, or
a column would move together in mid-match."""
TOP_ROW = 0
NUMBERS_ROW = 2
FIRST_ROW = 3
WASTE_SHOWN = 4


class Setting(NamedTuple):
    """How large cards are, and where the columns stand."""

    card: int
    """Cells across."""
    rows: int
    """Of a card that nothing lies on."""
    spread: int
    """Of one that lies face up below another."""
    step: int
    left: int
    is_narrow: bool
    """Whether what lies above the columns needs two rows."""


def patience_felt(
    board: Board,
    glyphs: Glyphs,
    height: int,
    width: int = 80,
    marks: Marks = NO_MARKS,
    *,
    is_small: bool = False,
) -> Felt:
    """Draw a board that is `height` rows high and `width` cells wide at most.

    Where the columns are too long, cards that lie face down share a row, and then
    the first of those that lie face up do. A small one has cards of as
    many cells as their names, if it must.
    """
    brush = Brush()
    columns = _zones(board, "column")
    setting = setting_for(columns, height, width, is_small=is_small)
    _draw_top(brush, board, glyphs, marks, setting)
    for number, cards in enumerate(columns, 1):
        place = setting._replace(left=setting.left + (number - 1) * setting.step)
        _draw_column(brush, str(number), cards, place, height, glyphs, marks)
    return brush.felt()


def setting_for(
    columns: Sequence[tuple[Card, ...]], height: int, width: int, *, is_small: bool
) -> Setting:
    """Return the largest cards that fit, in the middle of the felt."""
    count = max(1, len(columns))
    step = max(
        SMALL_STEP if is_small else CARD_WIDTH, min(BIG_STEP, (width - 1) // count)
    )
    card = BIG_CARD_WIDTH if step >= BIG_CARD_WIDTH + 2 else CARD_WIDTH
    card = SMALL_CARD_WIDTH if step < CARD_WIDTH else card
    free = height - FIRST_ROW - FACE_ROWS
    hung = [_rows_of(cards, SPREAD) for cards in columns]
    spread = SPREAD if max([*hung, ROOMY_ROWS]) <= free else 1
    tallest = max((_rows_of(cards, spread) for cards in columns), default=0)
    rows = FACE_ROWS if tallest <= free and height >= ROOMY_HEIGHT else 1
    left = max(1, (width - count * step) // 2)
    return Setting(card, rows, spread, step, left, is_small and width < NARROW)


def _rows_of(cards: tuple[Card, ...], spread: int) -> int:
    """Return how many rows the cards below the last one take."""
    return sum(1 if card == FACE_DOWN else spread for card in cards[:-1])


def _zones(board: Board, kind: str) -> list[tuple[Card, ...]]:
    """Return the zones ``kind.1`` onward, in order."""
    names = [name for name in board.zones if name.startswith(kind + ".")]
    names.sort(key=lambda name: int(name.rpartition(".")[2]))
    return [board.zones[name] for name in names]


def face(
    card: Card, glyphs: Glyphs, style: Style | None = None, width: int = CARD_WIDTH
) -> Span:
    """Return a card on a row of so many cells."""
    if card == FACE_DOWN:
        return Span(glyphs.back[0] * width, Style.HIDDEN if style is None else style)
    if style is None:
        style = Style.RED_CARD if is_red(card) else Style.BLACK_CARD
    return Span(card_name(card, glyphs).center(width), style)


def _draw_top(
    brush: Brush, board: Board, glyphs: Glyphs, marks: Marks, setting: Setting
) -> None:
    """Draw what lies above the columns, on two rows where it is narrow."""
    x = MARGIN if setting.is_narrow else setting.left
    row = TOP_ROW + 1 if setting.is_narrow else TOP_ROW
    foundations = _zones(board, "foundation")
    for first, pile in ((0, "F"), (len(SUITS), "K")):
        tops = foundations[first : first + len(SUITS)]
        if tops:
            width = min(CARD_WIDTH, setting.card)
            x = _draw_foundations(brush, tops, pile, x, width, glyphs, marks) + 2
    x = MARGIN if setting.is_narrow else x
    heaps = (("stock", tr("stock"), "D"), ("redeals", tr("redeals"), "R"))
    for zone, label, pile in heaps:
        if zone in board.zones:
            x = _draw_heap(brush, board.zones[zone], label, pile, (x, row)) + 2
    if "waste" in board.zones:
        _draw_waste(brush, board.zones["waste"], (x, row), glyphs, marks)


def _draw_foundations(
    brush: Brush,
    tops: Sequence[tuple[Card, ...]],
    pile: str,
    x: int,
    width: int,
    glyphs: Glyphs,
    marks: Marks,
) -> int:
    start = x
    is_target = pile in marks.targets
    for suit, cards in enumerate(tops):
        if cards:
            style = Style.TARGET if is_target else None
            span = face(cards[-1], glyphs, style, width)
        else:
            style = Style.TARGET if is_target else Style.OPEN
            span = Span(f"{glyphs.gap}{glyphs.suits[suit]}".center(width), style)
        x = brush.put(x, TOP_ROW, span) + 1
    brush.spot(Spot(pile, 1, start, TOP_ROW, x - start))
    return x


def _draw_heap(
    brush: Brush, cards: tuple[Card, ...], label: str, pile: str, at: tuple[int, int]
) -> int:
    """Draw cards of which only the number is to be seen."""
    x, y = at
    style = Style.HIDDEN if cards else Style.DIM
    count = Span(f" {len(cards)} ", style)
    end = brush.put(x, y, Span(f"{label} ", Style.DIM), count)
    brush.spot(Spot(pile, 1, x, y, end - x))
    return end


def _draw_waste(
    brush: Brush,
    cards: tuple[Card, ...],
    at: tuple[int, int],
    glyphs: Glyphs,
    marks: Marks,
) -> None:
    x, y = at
    end = brush.put(x, y, Span(f"{tr('waste')} ", Style.DIM))
    more = len(cards) - WASTE_SHOWN
    if more > 0:
        end = brush.put(end, y, Span(f"{more}{glyphs.ellipsis} ", Style.DIM))
    if not cards:
        brush.put(end, y, Span(f" {glyphs.gap} ", Style.OPEN))
        return
    for card in cards[-WASTE_SHOWN:-1]:
        end = brush.put(end, y, Span(card_name(card, glyphs), Style.DIM)) + 1
    style = Style.HELD if marks.pile == "W" else None
    after = brush.put(end, y, face(cards[-1], glyphs, style))
    brush.spot(Spot("W", 1, end, y, after - end))


def _draw_column(
    brush: Brush,
    pile: str,
    cards: tuple[Card, ...],
    place: Setting,
    height: int,
    glyphs: Glyphs,
    marks: Marks,
) -> None:
    """Draw a column: its key, then its cards with the last one exposed."""
    x, width = place.left, place.card
    is_target, is_held = pile in marks.targets, pile == marks.pile
    head = Style.TARGET if is_target else Style.HELD if is_held else Style.DIM
    brush.put(x, NUMBERS_ROW, Span(key_of_column(int(pile)).center(width), head))
    left = height - FIRST_ROW
    brush.spot(Spot(pile, 0, x, NUMBERS_ROW, width, max(2, left + 1)))
    if not cards:
        style = Style.TARGET if is_target else Style.OPEN
        _draw_face(brush, Span(glyphs.gap.center(width), style), x, FIRST_ROW, place)
        return
    y = FIRST_ROW
    for together, card in _stacked(cards, left - place.rows + 1):
        size = len(cards) - together.stop + 1
        held = is_held and size <= marks.size
        aimed = is_target and size == 1
        tone = Style.HELD if held else Style.TARGET if aimed else None
        span = face(card, glyphs, tone, width)
        if len(together) > 1:
            label = f"{len(together)}{glyphs.times}{glyphs.back[0]}"
            span = Span(label[:width].center(width), span.style)
        rows = 1 if card == FACE_DOWN else place.spread
        rows = place.rows if size == 1 else rows
        _draw_face(brush, span, x, y, place._replace(rows=rows))
        brush.spot(Spot(pile, size, x, y, width, rows))
        y += rows


def _draw_face(brush: Brush, span: Span, x: int, y: int, place: Setting) -> None:
    """Draw a card as many rows high as it is, its name on the first."""
    brush.put(x, y, span)
    for below in range(1, place.rows):
        brush.put(x, y + below, Span(" " * place.card, span.style))


def _stacked(cards: tuple[Card, ...], height: int) -> list[tuple[range, Card]]:
    """Return which cards share a row, by their places in the column."""
    hidden = sum(card == FACE_DOWN for card in cards)
    rows = [(range(k, k + 1), card) for k, card in enumerate(cards)]
    if len(rows) > height and hidden > 1:
        rows = [(range(hidden), FACE_DOWN), *rows[hidden:]]
    while len(rows) > max(2, height):
        first, second = rows[0][0], rows[1][0]
        rows[:2] = [(range(first.start, second.stop), rows[1][1])]
    return rows
