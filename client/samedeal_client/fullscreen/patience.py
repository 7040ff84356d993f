"""A patience board on the felt: foundations, stock and waste above hanging columns."""

from collections.abc import Sequence

from samedeal_client.fullscreen.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.fullscreen.keys import key_of_column
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Span, Style
from samedeal_games.cards import FACE_DOWN, SUITS, Card, is_red
from samedeal_games.game import Board

CARD_WIDTH = 4
"""A card is ``·T♥·``, so that it reads as a card on its own ground."""
COLUMN_STEP = 6
TOP_ROW = 0
NUMBERS_ROW = 2
FIRST_ROW = 3
WASTE_SHOWN = 4


def patience_felt(
    board: Board, glyphs: Glyphs, height: int, width: int = 80, marks: Marks = NO_MARKS
) -> Felt:
    """Draw a board that is `height` rows high and `width` cells wide at most.

    Where the columns are too long, cards that lie face down share a row, and then
    the first of those that lie face up do.
    """
    brush = Brush()
    _draw_top(brush, board, glyphs, marks)
    columns = _zones(board, "column")
    step = max(CARD_WIDTH, min(COLUMN_STEP, (width - 1) // max(1, len(columns))))
    for number, cards in enumerate(columns, 1):
        x = 1 + (number - 1) * step
        _draw_column(brush, str(number), cards, x, height - FIRST_ROW, glyphs, marks)
    return brush.felt()


def _zones(board: Board, kind: str) -> list[tuple[Card, ...]]:
    """Return the zones ``kind.1`` onward, in order."""
    names = [name for name in board.zones if name.startswith(kind + ".")]
    names.sort(key=lambda name: int(name.rpartition(".")[2]))
    return [board.zones[name] for name in names]


def face(card: Card, glyphs: Glyphs, style: Style | None = None) -> Span:
    """Return a card as four cells."""
    if card == FACE_DOWN:
        back = glyphs.back[0] * CARD_WIDTH
        return Span(back, Style.HIDDEN if style is None else style)
    if style is None:
        style = Style.RED_CARD if is_red(card) else Style.BLACK_CARD
    return Span(f" {card_name(card, glyphs)} ", style)


def _draw_top(brush: Brush, board: Board, glyphs: Glyphs, marks: Marks) -> None:
    """Draw what lies above the columns."""
    x = 1
    foundations = _zones(board, "foundation")
    for first, pile in ((0, "F"), (len(SUITS), "K")):
        tops = foundations[first : first + len(SUITS)]
        if tops:
            x = _draw_foundations(brush, tops, pile, x, glyphs, marks) + 2
    for zone, label, pile in (("stock", "stock", "D"), ("redeals", "redeals", "R")):
        if zone in board.zones:
            x = _draw_heap(brush, board.zones[zone], label, pile, x, glyphs) + 2
    if "waste" in board.zones:
        _draw_waste(brush, board.zones["waste"], x, glyphs, marks)


def _draw_foundations(
    brush: Brush,
    tops: Sequence[tuple[Card, ...]],
    pile: str,
    x: int,
    glyphs: Glyphs,
    marks: Marks,
) -> int:
    start = x
    is_target = pile in marks.targets
    for suit, cards in enumerate(tops):
        if cards:
            style = Style.TARGET if is_target else None
            span = face(cards[-1], glyphs, style)
        else:
            style = Style.TARGET if is_target else Style.DIM
            span = Span(f" {glyphs.gap}{glyphs.suits[suit]} ", style)
        x = brush.put(x, TOP_ROW, span) + 1
    brush.spot(Spot(pile, 1, start, TOP_ROW, x - start))
    return x


def _draw_heap(
    brush: Brush, cards: tuple[Card, ...], label: str, pile: str, x: int, glyphs: Glyphs
) -> int:
    """Draw cards of which only the number is to be seen."""
    style = Style.HIDDEN if cards else Style.DIM
    count = Span(f" {len(cards)} ", style)
    end = brush.put(x, TOP_ROW, Span(f"{label} ", Style.DIM), count)
    brush.spot(Spot(pile, 1, x, TOP_ROW, end - x))
    return end


def _draw_waste(
    brush: Brush, cards: tuple[Card, ...], x: int, glyphs: Glyphs, marks: Marks
) -> None:
    end = brush.put(x, TOP_ROW, Span("waste ", Style.DIM))
    more = len(cards) - WASTE_SHOWN
    if more > 0:
        end = brush.put(end, TOP_ROW, Span(f"{more}{glyphs.ellipsis} ", Style.DIM))
    if not cards:
        brush.put(end, TOP_ROW, Span(f" {glyphs.gap} ", Style.DIM))
        return
    for card in cards[-WASTE_SHOWN:-1]:
        end = brush.put(end, TOP_ROW, Span(card_name(card, glyphs), Style.DIM)) + 1
    style = Style.HELD if marks.pile == "W" else None
    after = brush.put(end, TOP_ROW, face(cards[-1], glyphs, style))
    brush.spot(Spot("W", 1, end, TOP_ROW, after - end))


def _draw_column(
    brush: Brush,
    pile: str,
    cards: tuple[Card, ...],
    x: int,
    height: int,
    glyphs: Glyphs,
    marks: Marks,
) -> None:
    """Draw a column: its key, then its cards with the last one exposed."""
    is_target, is_held = pile in marks.targets, pile == marks.pile
    head = Style.TARGET if is_target else Style.HELD if is_held else Style.DIM
    brush.put(x, NUMBERS_ROW, Span(f" {key_of_column(int(pile)):<2} ", head))
    brush.spot(Spot(pile, 0, x, NUMBERS_ROW, CARD_WIDTH, max(2, height)))
    if not cards:
        style = Style.TARGET if is_target else Style.DIM
        brush.put(x, FIRST_ROW, Span(f"  {glyphs.gap} ", style))
        return
    y = FIRST_ROW
    for together, card in _stacked(cards, height):
        size = len(cards) - together.stop + 1
        held = is_held and size <= marks.size
        aimed = is_target and size == 1
        tone = Style.HELD if held else Style.TARGET if aimed else None
        span = face(card, glyphs, tone)
        if len(together) > 1:
            span = Span(
                f"{len(together)}{glyphs.times}{glyphs.back[0]} "[:4], span.style
            )
        brush.put(x, y, span)
        brush.spot(Spot(pile, size, x, y, CARD_WIDTH))
        y += 1


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
