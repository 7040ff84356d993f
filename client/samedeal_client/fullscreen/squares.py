"""A Poker Squares layout on the felt: cells, the next card, what every line counts."""

from collections.abc import Mapping

from samedeal_client.fullscreen.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.fullscreen.patience import CARD_WIDTH, face
from samedeal_client.view.cards import Glyphs, big_card
from samedeal_client.view.spans import Span, Style
from samedeal_client.view.squares import cell_name, shown_window
from samedeal_games.game import Board
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine

CELL_STEP = 6
LEFT = 14
"""Room for the card to lay."""
LETTERS_ROW = 0
FIRST_ROW = 1
ROOMY_ROWS = 2
"""Rows from one row of cells to the next, where there is room."""


def squares_felt(
    game: SquaresGame,
    board: Board,
    glyphs: Glyphs,
    height: int,
    marks: Marks = NO_MARKS,
    *,
    tells_worth: bool = False,
) -> Felt:
    """Draw a layout that is `height` rows high at most.

    `tells_worth` writes on each open cell what the next card would make there.
    """
    position = game.position_from(board)
    legal = game.legal_moves(position)
    columns, rows = shown_window(game, position, legal)
    brush = Brush()
    _draw_next(brush, board, glyphs)
    for index, column in enumerate(columns):
        letter = cell_name(game, Cell(column, 0))[0]
        brush.put(_x(index) + 1, LETTERS_ROW, Span(letter, Style.DIM))
    worths = {cell: worth(game, position, cell) for cell in legal if tells_worth}
    step = ROOMY_ROWS if FIRST_ROW + ROOMY_ROWS * len(rows) + 1 < height else 1
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    for index, row in enumerate(rows):
        y = FIRST_ROW + index * step
        _draw_row(brush, game, position, legal, columns, row, y, glyphs, marks, worths)
        end = _x(len(columns)) + 1
        _draw_points(brush, hands.get((Axis.ROW, row)), end, y, named=True)
    foot = FIRST_ROW + len(rows) * step
    for index, column in enumerate(columns):
        hand = hands.get((Axis.COLUMN, column))
        _draw_points(brush, hand, _x(index) - 1, foot, named=False)
    return brush.felt()


def worth(game: SquaresGame, position: SquaresPosition, cell: Cell) -> int:
    """Return what the next card adds on a cell, lines that are open still included."""

    def points(at: SquaresPosition) -> int:
        return sum(hand.points for hand in game.lines(at))

    return points(game.apply(position, cell)) - points(position)


def _x(index: int) -> int:
    return LEFT + 3 + index * CELL_STEP


def _draw_next(brush: Brush, board: Board, glyphs: Glyphs) -> None:
    if not board.zones["next"]:
        return
    brush.put(2, LETTERS_ROW, Span("to lay", Style.NEXT))
    for y, row in enumerate(big_card(board.zones["next"][0], glyphs), FIRST_ROW):
        brush.put(2, y, *row)


def _draw_row(
    brush: Brush,
    game: SquaresGame,
    position: SquaresPosition,
    legal: tuple[Cell, ...],
    columns: range,
    row: int,
    y: int,
    glyphs: Glyphs,
    marks: Marks,
    worths: Mapping[Cell, int],
) -> None:
    laid = dict(zip(position.cells, position.cards, strict=False))
    last = position.cells[-1] if position.cells else None
    number = cell_name(game, Cell(columns[0], row))[1]
    brush.put(LEFT, y, Span(number, Style.DIM))
    for index, column in enumerate(columns):
        cell, x = Cell(column, row), _x(index)
        notation = game.format(cell)
        held = notation == marks.pile
        if cell in laid:
            span = face(laid[cell], glyphs, Style.NEXT if cell == last else None)
        elif cell in legal:
            style = Style.HELD if held else Style.OPEN
            made = worths.get(cell, 0)
            text = f"{made:+3} " if made else f" {glyphs.gap}{glyphs.gap} "
            span = Span(text, style)
        else:
            span = Span("    ", Style.HELD if held else Style.PLAIN)
        brush.put(x, y, span)
        brush.spot(Spot(notation, 1, x, y, CARD_WIDTH))


def _draw_points(
    brush: Brush, hand: HandLine | None, x: int, y: int, *, named: bool
) -> None:
    """Draw what a line counts; in brackets while it is not complete."""
    if hand is None or not (hand.points or hand.is_complete):
        return
    text = f"{hand.points:>4} " if hand.is_complete else f"({hand.points})".rjust(5)
    x = brush.put(x, y, Span(text, Style.GOOD if hand.is_complete else Style.DIM))
    if named:
        brush.put(x + 1, y, Span(hand.hand.value, Style.DIM))
