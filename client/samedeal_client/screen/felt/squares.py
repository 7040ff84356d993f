"""A Poker Squares layout on the felt: cells, the next card, what every line counts."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.card import (
    NARROW,
    XL,
    XXL,
    L,
    M,
    Place,
    S,
    Shown,
    Size,
    State,
    bracketed,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.counts import (
    NAMES_CELLS,
    Feet,
    Room,
    draw_row_count,
    draw_score,
)
from samedeal_client.screen.felt.felt import NO_MARKS, Brush, Felt, Marks, Spot
from samedeal_client.view.boards.squares import CARDS_LAID, cell_name, shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, width_of
from samedeal_games.cards import Card
from samedeal_games.game import Board
from samedeal_games.squares import Axis, Cell, SquaresGame, SquaresPosition
from samedeal_games.squares import Line as HandLine

MARGIN = 1
TIE, ASCII_TIE = "━", "="
"""Between the cards of a row just made."""
NUMBER_WIDTH = 3
"""Cells of the number of a row, with the blanks around it."""
POINTS_WIDTH, LEAST_POINTS_WIDTH = 22, 6
"""Room for what a row counts and the name of that, behind it; for the number alone."""
XM = Size(9, 6)
"""A size for Poker Squares alone, whose cells are not wanted so high as a column is."""
STEPS = (XXL.rows, XL.rows, XM.rows, L.rows, M.rows, S.rows, 2, 1)
"""Rows from one row of cells to the next."""
SIZES = (XXL, XL, XM, L)
"""Sizes of cells that have as many rows as their cards; others have fewer."""
GAP, CELL_GAP = 2, 3
"""Behind the card to lay; between two cells, where there is room."""
TALL_FROM = 80
"""Cells from which on a row more is a row for the names of hands."""


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
    top: int
    """The line of the first ones: below the letters of columns, where these are above
    and not below, with the points."""
    has_names: bool
    """Whether the names of hands have room below columns."""

    def x(self, index: int) -> int:
        """Return the cell at which a column of cells begins."""
        return self.first + index * self.column_step

    def y(self, index: int) -> int:
        """Return the line at which a row of cells begins."""
        return self.top + index * self.size.rows

    def end(self, columns: int) -> int:
        """Return the cell behind so many columns of cells, and a blank."""
        last = self.x(columns - 1) + self.size.width
        return min(last + 1, self.x(columns))

    @property
    def beside(self) -> int:
        """The cells from the card to lay to the numbers of rows."""
        return self.first - NUMBER_WIDTH - self.left

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
    behind = setting.y(len(rows))
    below = _draw_next(brush, board, glyphs, setting, max(height, behind + 1))
    room = Room(setting.left, below + 1, setting.beside, behind)
    draw_score(brush, game.score(position), room, setting.to_lay.width, glyphs)
    worths = {cell: worth(game, position, cell) for cell in legal if tells_worth}
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    following = board.zones["next"][:1]
    made = made_by_last(position, hands)
    painter = _Painter(
        game, position, legal, following, glyphs, marks, worths, setting, made
    )
    end = setting.end(len(columns))
    for index, row in enumerate(rows):
        y = setting.y(index)
        painter.draw_row(brush, columns, row, y)
        line = Axis.ROW, row
        if line in hands:
            at, is_made = (end, y + setting.middle), line in made
            is_high = setting.size.rows > setting.middle + 1
            draw_row_count(
                *(brush, hands[line], at, setting.points),
                is_made=is_made,
                is_high=is_high,
            )
    feet = _feet(setting, len(columns), len(rows))
    for index, column in enumerate(columns):
        letter, line = painter.letter(column), (Axis.COLUMN, column)
        if setting.top:
            middle = (setting.size.width - len(letter.text)) // 2
            brush.put(setting.x(index) + middle, setting.top - 1, letter)
        feet.draw(brush, index, letter, hands.get(line), is_made=line in made)
    return brush.felt()._replace(is_tall=width >= TALL_FROM)


def _feet(setting: CellSetting, columns: int, rows: int) -> Feet:
    return Feet(
        y=setting.y(rows),
        first=setting.first,
        step=setting.column_step,
        width=setting.size.width,
        end=setting.end(columns),
        room=setting.points,
        is_named=not setting.top,
        has_names=setting.has_names,
    )


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
    high = next((step for step in STEPS if step * rows < height), STEPS[-1])
    spare = height - high * rows
    sizes = [*(size for size in SIZES if size.rows <= high), M]
    cell = next(
        (size for size in sizes if _left_over(size, columns, width) >= 0), NARROW
    )
    points = LEAST_POINTS_WIDTH + max(0, _left_over(cell, columns, width))
    points = min(POINTS_WIDTH, points)
    cell = cell._replace(rows=min(cell.rows, high))
    to_lay = cell if cell.rows > S.rows else M
    beside = _beside(to_lay)
    room = width - MARGIN - beside - points
    step = max(cell.width, min(cell.width + CELL_GAP, room // columns))
    left = max(MARGIN, (room - columns * step) // 2)
    has_names = spare > 1 and max(cell.width, step - 1) >= NAMES_CELLS
    top = int(spare > 1 + has_names)
    if top:
        # In the middle between the letters above and the points below.
        top += max(0, spare - top - 1 - has_names) // 2
    return CellSetting(cell, to_lay, step, left, left + beside, points, top, has_names)


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
    brush: Brush, board: Board, glyphs: Glyphs, setting: CellSetting, height: int
) -> int:
    """Draw the card to lay, and below it which one it is; return the row behind."""
    left, top, (width, rows) = setting.left, setting.top, setting.to_lay
    below = top + rows + 2
    if not board.zones["next"]:
        return below
    shown = Shown(board.zones["next"][0], *setting.to_lay)
    brush.put_rows(left, top, card_rows(shown, glyphs))
    brush.to_lay = Spot("", 1, left, top, *setting.to_lay)
    told = Span(tr("to lay"), Style.NEXT)
    number = Span(f"{board.plies + 1}/{CARDS_LAID}", Style.DIM)
    for y, span in enumerate((told, number), top + rows):
        if y < height:
            middle = max(0, (width - width_of(span.text)) // 2)
            brush.put(left + middle, y, span)
    return below


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
            if index and (Axis.ROW, row) in self.made:
                self._tie(brush, x, y + setting.middle)
            brush.spot(Spot(self.game.format(cell), 1, x, y, *setting.size))

    def _tie(self, brush: Brush, x: int, y: int) -> None:
        """Draw what ties a card of a row just made to the one before."""
        gap = self.setting.column_step - self.setting.size.width
        sign = TIE if self.glyphs.bar != "|" else ASCII_TIE
        brush.put(x - gap, y, Span(sign * gap, Style.TITLE))

    def _card(self, cell: Cell, card: Card) -> Lines:
        is_last = cell == self.position.cells[-1]
        is_lit = {(Axis.ROW, cell.row), (Axis.COLUMN, cell.column)} & self.made
        state = State.LAST if is_last or is_lit else State.OPEN
        sign = self.glyphs.gap if is_last else ""
        return card_rows(self._shown(card, state, sign), self.glyphs)

    def letter(self, column: int) -> Span:
        """Return the letter of a column, which stands out once it was typed."""
        name = cell_name(self.game, Cell(column, 0))[0]
        is_marked = name == self.marks.letter
        return Span(f"[{name}]", Style.TARGET) if is_marked else Span(name, Style.DIM)

    def _open(self, cell: Cell) -> Lines:
        """Return a cell that may be laid on; under the cursor, with the card there.

        In a column whose letter was typed, it has the number that lays there.
        """
        name = cell_name(self.game, cell)
        letter, number = name[0], name[1]
        made = self.worths.get(cell, 0)
        told = f"{made:+}" if made else ""
        if self.game.format(cell) == self.marks.pile and self.following:
            shown = self._shown(self.following[0], State.HELD, told or "]")
            rows = card_rows(shown, self.glyphs)
            return rows if told else bracketed(rows, self.glyphs, is_low=False)
        is_marked = letter == self.marks.letter
        text = told or (number if is_marked else self.glyphs.gap)
        place = Place(self.setting.size, text, is_target=is_marked)
        return place_rows(place, self.glyphs)

    def _shown(self, card: Card, state: State, sign: str) -> Shown:
        return Shown(card, *self.setting.size, state, sign=sign)
