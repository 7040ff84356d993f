"""A Poker Squares layout on the felt: cells, the next card, what every line counts."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.card import (
    LOW_ROWS,
    NARROW,
    XL,
    XXL,
    L,
    M,
    Place,
    Shown,
    Size,
    State,
    bracketed,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.view.boards.squares import cell_name, shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, width_of
from samedeal_games.cards import Card
from samedeal_games.game import Board
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine

LETTERS_ROW, FIRST_ROW = 0, 1
MARGIN = 1
NUMBER_WIDTH = 3
"""Cells of the number of a row, with the blanks around it."""
POINTS_WIDTH, LEAST_POINTS_WIDTH = 22, 6
"""Room for what a row counts and the name of that, behind it; for the number alone."""
STEPS = (XXL.rows, XL.rows, L.rows, M.rows, LOW_ROWS, 2, 1)
"""Rows from one row of cells to the next."""
SIZES = (XXL, XL, L)
"""Sizes of cells that have as many rows as their cards; others have fewer."""
GAP = 2
"""Between two cells, where there is room."""


class CellSetting(NamedTuple):
    """The size of cells, and their places."""

    size: Size
    """The size of a cell; its rows are as many as lie between it and the next one."""
    to_lay: Size
    """The size of the card to lay."""
    column_step: int
    left: int
    """The left end of the card to lay."""
    first: int
    """The left end of the cells."""
    points: int
    """Room behind them."""

    def x(self, index: int) -> int:
        """Return the cell at which a column of cells begins."""
        return self.first + index * self.column_step

    def y(self, index: int) -> int:
        """Return the line at which a row of cells begins."""
        return FIRST_ROW + index * self.size.rows

    @property
    def middle(self) -> int:
        """The row of a cell that words beside it stand on."""
        return (self.size.rows - 1) // 2


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
    setting = cells_for(len(columns), len(rows), height, width)
    brush = Brush()
    brush.is_green = True
    _draw_next(brush, board, glyphs, setting)
    for index, column in enumerate(columns):
        letter = cell_name(game, Cell(column, 0))[0]
        text = Span(letter.center(setting.size.width), Style.DIM)
        brush.put(setting.x(index), LETTERS_ROW, text)
    worths = {cell: worth(game, position, cell) for cell in legal if tells_worth}
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    following = board.zones["next"][:1]
    made = made_by_last(position, hands)
    painter = _Painter(
        game, position, legal, following, glyphs, marks, worths, setting, made
    )
    for index, row in enumerate(rows):
        y = setting.y(index)
        painter.draw_row(brush, columns, row, y)
        hand = hands.get((Axis.ROW, row))
        at = (setting.x(len(columns)), y + setting.middle)
        is_made = (Axis.ROW, row) in made
        _draw_row_points(brush, hand, at, setting.points, is_made=is_made)
    feet = _Feet(setting, setting.y(len(rows)), len(columns), height, width)
    for index, column in enumerate(columns):
        line = Axis.COLUMN, column
        if line in hands:
            feet.draw(brush, index, hands[line], is_made=line in made)
    return brush.felt()


class _Feet(NamedTuple):
    """Draws what columns count below them."""

    setting: CellSetting
    y: int
    columns: int
    height: int
    width: int

    def draw(self, brush: Brush, index: int, hand: HandLine, *, is_made: bool) -> None:
        """Write the points of a column; points just made stand out."""
        x, wide = self.setting.x(index), self.setting.size.width
        tone = Style.NEXT if is_made else _tone(hand)
        brush.put(x, self.y, Span(_points(hand).strip().center(wide), tone))
        if is_made:
            self._name(brush, f" {tr(hand.hand.value)} ", x + wide // 2)

    def _name(self, brush: Brush, name: str, middle: int) -> None:
        """Write the name of the new hand: behind the last column, or else below."""
        if width_of(name) <= self.setting.points:
            brush.put(self.setting.x(self.columns), self.y, Span(name, Style.NEXT))
        elif self.y + 1 < self.height:
            start = min(middle - width_of(name) // 2, self.width - width_of(name))
            brush.put(max(0, start), self.y + 1, Span(name, Style.NEXT))


def made_by_last(
    position: SquaresPosition, hands: Mapping[tuple[Axis, int], HandLine]
) -> frozenset[tuple[Axis, int]]:
    """Return the lines that the last card has completed and that count."""
    if not position.cells:
        return frozenset()
    last = position.cells[-1]
    through = ((Axis.ROW, last.row), (Axis.COLUMN, last.column))
    return frozenset(
        line
        for line in through
        if line in hands and hands[line].is_complete and hands[line].points
    )


def cells_for(columns: int, rows: int, height: int, width: int) -> CellSetting:
    """Return the largest cells that fit, in the middle of the felt."""
    room = height - FIRST_ROW - 1
    high = next((step for step in STEPS if step * rows <= room), STEPS[-1])
    sizes = [*(size for size in SIZES if size.rows <= high), M]
    cell = next(
        (size for size in sizes if _left_over(size, columns, width) >= 0), NARROW
    )
    points = LEAST_POINTS_WIDTH + max(0, _left_over(cell, columns, width))
    points = min(POINTS_WIDTH, points)
    cell = cell._replace(rows=min(cell.rows, high))
    to_lay = cell if cell.rows > LOW_ROWS else M
    beside = _beside(to_lay)
    room = width - MARGIN - beside - points
    step = max(cell.width, min(cell.width + GAP, room // columns))
    left = max(MARGIN, (room - columns * step) // 2)
    return CellSetting(cell, to_lay, step, left, left + beside, points)


def _beside(to_lay: Size) -> int:
    """Return the cells before a layout, beside which the card to lay stands."""
    return max(to_lay.width, width_of(tr("to lay"))) + GAP + NUMBER_WIDTH


def _left_over(size: Size, columns: int, width: int) -> int:
    """Return the cells that are left where everything has its least room."""
    taken = MARGIN + _beside(max(size, M)) + LEAST_POINTS_WIDTH
    return width - taken - columns * (size.width + 1)


def worth(game: SquaresGame, position: SquaresPosition, cell: Cell) -> int:
    """Return the points that the next card adds on a cell, open lines included."""

    def points(at: SquaresPosition) -> int:
        return sum(hand.points for hand in game.lines(at))

    return points(game.apply(position, cell)) - points(position)


def _draw_next(
    brush: Brush, board: Board, glyphs: Glyphs, setting: CellSetting
) -> None:
    if not board.zones["next"]:
        return
    brush.put(setting.left, LETTERS_ROW, Span(tr("to lay"), Style.NEXT))
    shown = Shown(board.zones["next"][0], *setting.to_lay)
    brush.put_rows(setting.left, FIRST_ROW, card_rows(shown, glyphs))
    brush.to_lay = Spot("", 1, setting.left, FIRST_ROW, *setting.to_lay)


class _Painter(NamedTuple):
    """Draws the cells of one layout."""

    game: SquaresGame
    position: SquaresPosition
    legal: tuple[Cell, ...]
    following: tuple[Card, ...]
    """The card to lay, if there is one."""
    glyphs: Glyphs
    marks: Marks
    worths: Mapping[Cell, int]
    setting: CellSetting
    made: frozenset[tuple[Axis, int]]
    """The lines that the last card has completed, which are lit."""

    def draw_row(self, brush: Brush, columns: range, row: int, y: int) -> None:
        """Draw a row of cells, its number before it."""
        setting = self.setting
        number = cell_name(self.game, Cell(columns[0], row))[1]
        before = setting.first - NUMBER_WIDTH + 1
        brush.put(before, y + setting.middle, Span(number, Style.DIM))
        laid = dict(zip(self.position.cells, self.position.cards, strict=False))
        for index, column in enumerate(columns):
            x, cell = setting.x(index), Cell(column, row)
            if cell in laid:
                brush.put_rows(x, y, self._card(cell, laid[cell]))
            elif cell in self.legal:
                brush.put_rows(x, y, self._open(cell))
            brush.spot(Spot(self.game.format(cell), 1, x, y, *setting.size))

    def _card(self, cell: Cell, card: Card) -> Lines:
        is_last = cell == self.position.cells[-1]
        is_lit = {(Axis.ROW, cell.row), (Axis.COLUMN, cell.column)} & self.made
        state = State.LAST if is_last or is_lit else State.OPEN
        sign = self.glyphs.gap if is_last else ""
        return card_rows(self._shown(card, state, sign), self.glyphs)

    def _open(self, cell: Cell) -> Lines:
        """Return a cell that may be laid on; under the cursor, with the card there."""
        made = self.worths.get(cell, 0)
        told = f"{made:+}" if made else ""
        if self.game.format(cell) == self.marks.pile and self.following:
            shown = self._shown(self.following[0], State.HELD, told or "]")
            rows = card_rows(shown, self.glyphs)
            return rows if told else bracketed(rows, self.glyphs, is_low=shown.is_low)
        text = told or self.glyphs.gap
        place = Place(self.setting.size, text, is_low=self._is_low)
        return place_rows(place, self.glyphs)

    @property
    def _is_low(self) -> bool:
        """Whether cells lie between half rows."""
        return self.setting.size.rows == LOW_ROWS

    def _shown(self, card: Card, state: State, sign: str) -> Shown:
        size, is_low = self.setting.size, self._is_low
        return Shown(card, *size, state, is_low=is_low, sign=sign)


def _points(hand: HandLine) -> str:
    """Return the count of a line; in brackets while it is not complete."""
    if hand.is_complete:
        return f"{hand.points:>4} "
    return f"({hand.points})".rjust(5) if hand.points else ""


def _tone(hand: HandLine) -> Style:
    return Style.GOOD if hand.is_complete else Style.DIM


def _draw_row_points(
    brush: Brush,
    hand: HandLine | None,
    at: tuple[int, int],
    room: int,
    *,
    is_made: bool,
) -> None:
    """Write the points of a row, and its hand if there is room for that.

    Points just made stand out.
    """
    text = "" if hand is None else _points(hand)
    if hand is None or not text:
        return
    name = tr(hand.hand.value)
    has_name = len(text) + 1 + width_of(name) <= room
    if is_made:
        told = f" {hand.points} {name} " if has_name else f" {hand.points} "
        brush.put(*at, Span(told, Style.NEXT))
        return
    end = brush.put(*at, Span(text, _tone(hand)))
    if has_name:
        brush.put(end + 1, at[1], Span(name, Style.DIM))
