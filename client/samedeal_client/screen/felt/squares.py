"""A Poker Squares layout on the felt: cells, the next card, what every line counts."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.view.boards.squares import cell_name, shown_window
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Span, Style
from samedeal_games.cards import Card, is_red
from samedeal_games.game import Board
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine

CARD_WIDTH = 4
"""A card is ``·T♥·``, so that it reads as a card on its own ground."""
NEXT_WIDTH = 8
LEFT = 14
"""Room for the card to lay."""
POINTS_WIDTH = 22
"""Room for what a row counts, behind it."""
LETTERS_ROW = 0
FIRST_ROW = 1
ROOMY_ROWS, TALL_ROWS = 2, 4
"""Rows from one row of cells to the next, where there is room."""
TALL = 3
"""Rows of a cell, where there is room for that."""


class Setting(NamedTuple):
    """How large cells are, and where they stand."""

    card: int
    """Cells of the terminal across."""
    rows: int
    column_step: int
    row_step: int
    left: int
    """Where the card to lay stands; the cells come after it."""

    def x(self, index: int) -> int:
        """Return where a column of cells begins."""
        return self.left + LEFT + 3 + index * self.column_step

    def y(self, index: int) -> int:
        """Return where a row of cells begins."""
        return FIRST_ROW + index * self.row_step


def squares_felt(
    game: SquaresGame,
    board: Board,
    glyphs: Glyphs,
    height: int,
    width: int = 80,
    marks: Marks = NO_MARKS,
    *,
    tells_worth: bool = False,
) -> Felt:
    """Draw a layout that is `height` rows high and `width` cells wide at most.

    `tells_worth` writes on each open cell what the next card would make there.
    """
    position = game.position_from(board)
    legal = game.legal_moves(position)
    columns, rows = shown_window(game, position, legal)
    setting = setting_for(len(columns), len(rows), height, width)
    brush = Brush()
    brush.is_green = True
    _draw_next(brush, board, glyphs, setting.left)
    for index, column in enumerate(columns):
        letter = cell_name(game, Cell(column, 0))[0]
        text = Span(letter.center(setting.card), Style.DIM)
        brush.put(setting.x(index), LETTERS_ROW, text)
    worths = {cell: worth(game, position, cell) for cell in legal if tells_worth}
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    painter = _Painter(game, position, legal, glyphs, marks, worths, setting)
    for index, row in enumerate(rows):
        y = setting.y(index)
        painter.draw_row(brush, columns, row, y)
        end = setting.x(len(columns))
        _draw_row_points(brush, hands.get((Axis.ROW, row)), end, y + setting.rows // 2)
    for index, column in enumerate(columns):
        hand = hands.get((Axis.COLUMN, column))
        if hand is not None:
            foot = _points(hand).strip().center(setting.card)
            brush.put(setting.x(index), setting.y(len(rows)), Span(foot, _tone(hand)))
    return brush.felt()


def setting_for(columns: int, rows: int, height: int, width: int) -> Setting:
    """Return the largest cells that fit, in the middle of the felt."""
    room = width - LEFT - 3 - POINTS_WIDTH
    card, step = (6, 8) if columns * 8 <= room else (CARD_WIDTH, 6)
    tall = FIRST_ROW + TALL_ROWS * rows < height
    roomy = FIRST_ROW + ROOMY_ROWS * rows + 1 < height
    down = TALL_ROWS if tall else ROOMY_ROWS if roomy else 1
    taken = LEFT + 3 + columns * step + POINTS_WIDTH
    left = max(0, (width - taken) // 2)
    return Setting(card, TALL if tall else 1, step, down, left)


def face(
    card: Card, glyphs: Glyphs, style: Style | None = None, width: int = CARD_WIDTH
) -> Span:
    """Return a card on a row of so many cells."""
    if style is None:
        style = Style.RED_CARD if is_red(card) else Style.BLACK_CARD
    return Span(card_name(card, glyphs).center(width), style)


def worth(game: SquaresGame, position: SquaresPosition, cell: Cell) -> int:
    """Return what the next card adds on a cell, lines that are open still included."""

    def points(at: SquaresPosition) -> int:
        return sum(hand.points for hand in game.lines(at))

    return points(game.apply(position, cell)) - points(position)


def _draw_next(brush: Brush, board: Board, glyphs: Glyphs, left: int) -> None:
    if not board.zones["next"]:
        return
    brush.put(left + 2, LETTERS_ROW, Span(tr("to lay"), Style.NEXT))
    card = board.zones["next"][0]
    for y in range(FIRST_ROW, FIRST_ROW + TALL):
        is_middle = y == FIRST_ROW + TALL // 2
        span = face(card, glyphs, None, NEXT_WIDTH)
        brush.put(
            left + 2, y, span if is_middle else Span(" " * NEXT_WIDTH, span.style)
        )


class _Painter(NamedTuple):
    """Draws the cells of one layout."""

    game: SquaresGame
    position: SquaresPosition
    legal: tuple[Cell, ...]
    glyphs: Glyphs
    marks: Marks
    worths: Mapping[Cell, int]
    setting: Setting

    def draw_row(self, brush: Brush, columns: range, row: int, y: int) -> None:
        """Draw a row of cells, its number before it."""
        setting = self.setting
        number = cell_name(self.game, Cell(columns[0], row))[1]
        middle = y + setting.rows // 2
        brush.put(setting.left + LEFT, middle, Span(number, Style.DIM))
        for index, column in enumerate(columns):
            x, cell = setting.x(index), Cell(column, row)
            span = self._cell(cell)
            for at in range(y, y + setting.rows):
                blank = Span(" " * setting.card, span.style)
                brush.put(x, at, span if at == middle else blank)
            spot = Spot(self.game.format(cell), 1, x, y, setting.card, setting.rows)
            brush.spot(spot)

    def _cell(self, cell: Cell) -> Span:
        """Return what is written in the middle of a cell."""
        width = self.setting.card
        laid = dict(zip(self.position.cells, self.position.cards, strict=False))
        held = self.game.format(cell) == self.marks.pile
        if cell in laid:
            is_last = cell == self.position.cells[-1]
            style = Style.LAST if is_last else None
            return face(laid[cell], self.glyphs, style, width)
        if cell not in self.legal:
            return Span(" " * width, Style.HELD if held else Style.PLAIN)
        made = self.worths.get(cell, 0)
        text = f"{made:+}" if made else self.glyphs.gap * 2
        return Span(text.center(width), Style.HELD if held else Style.OPEN)


def _points(hand: HandLine) -> str:
    """Return what a line counts; in brackets while it is not complete."""
    if hand.is_complete:
        return f"{hand.points:>4} "
    return f"({hand.points})".rjust(5) if hand.points else ""


def _tone(hand: HandLine) -> Style:
    return Style.GOOD if hand.is_complete else Style.DIM


def _draw_row_points(brush: Brush, hand: HandLine | None, x: int, y: int) -> None:
    text = "" if hand is None else _points(hand)
    if hand is not None and text:
        end = brush.put(x, y, Span(text, _tone(hand)))
        brush.put(end + 1, y, Span(tr(hand.hand.value), Style.DIM))
