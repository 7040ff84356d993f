"""Boards on few cells, several of them beside each other, to be looked at."""

from samedeal_client.families import family_of
from samedeal_client.screen.felt.card import (
    NARROW,
    Place,
    Shown,
    Size,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.view.boards.squares import shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Span, Style, width_of_row
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Axis, Cell, SquaresGame

GAP = 2
"""Between two of them."""
POINTS_WIDTH = 4
LEAST_ROWS = 12
"""Rows of a patience: in fewer, columns say too little."""


def fits(felt: Felt, height: int, width: int) -> bool:
    """Tell whether a felt is no larger than a place for it."""
    widest = max((width_of_row(row) for row in felt.rows), default=0)
    return len(felt.rows) <= height and widest <= width


def small_felt(
    game: AnyGame,
    board: Board,
    glyphs: Glyphs,
    height: int,
    width: int,
    *,
    is_least: bool = False,
) -> Felt:
    """Draw a board on few cells, to be looked at; it may be larger than they are.

    The least one has cards without blanks around them where it must.
    """

    def piles(_: PatienceGame) -> Felt:
        if height < LEAST_ROWS:
            return Felt(((),) * LEAST_ROWS, ())
        felt = patience_felt(board, glyphs, height, width, is_small=is_least)
        return felt._replace(spots=())

    return family_of(game).choose(
        squares=lambda squares: _small_squares(squares, board, glyphs, height, width),
        patience=piles,
    )


def _small_squares(
    game: SquaresGame, board: Board, glyphs: Glyphs, height: int, width: int
) -> Felt:
    """Draw cells side by side, and the points of every line."""
    position = game.position_from(board)
    columns, rows = shown_window(game, position, game.legal_moves(position))
    laid = dict(zip(position.cells, position.cards, strict=False))
    size = Size(NARROW.width, NARROW.rows if NARROW.rows * len(rows) < height else 1)
    is_airy = 1 + len(columns) * (size.width + 1) + POINTS_WIDTH <= width
    step = size.width + is_airy
    points = {(hand.axis, hand.number): hand.points for hand in game.lines(position)}
    brush = Brush()
    brush.is_green = True
    empty = place_rows(Place(size, glyphs.gap), glyphs)
    for index, row in enumerate(rows):
        y = index * size.rows
        for place, column in enumerate(columns):
            cell = Cell(column, row)
            card = Shown(laid[cell], *size) if cell in laid else None
            cells = empty if card is None else card_rows(card, glyphs)
            for at, line in enumerate(cells, y):
                brush.put(1 + place * step, at, *line)
        counted = _points(points.get((Axis.ROW, row), 0), POINTS_WIDTH)
        brush.put(1 + len(columns) * step, y, counted)
    for place, column in enumerate(columns):
        text = _points(points.get((Axis.COLUMN, column), 0), size.width - 1)
        brush.put(1 + place * step, len(rows) * size.rows, text)
    return brush.felt()


def _points(count: int, width: int) -> Span:
    return Span(f"{count or '':>{width}}", Style.GOOD)
