"""Boards on few cells, several of them beside each other, to be looked at."""

from samedeal_client.families import family_of
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.patience import patience_felt
from samedeal_client.screen.felt.squares import CARD_WIDTH, ROOMY_ROWS, face
from samedeal_client.view.boards.squares import shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Span, Style, width_of
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Axis, Cell, SquaresGame

GAP = 2
"""Between two of them."""
POINTS_WIDTH = 4
LEAST_ROWS = 12
"""Of a patience: in fewer, columns say too little."""


def fits(felt: Felt, height: int, width: int) -> bool:
    """Tell whether a felt is no larger than a place for it."""
    widest = max((_width(row) for row in felt.rows), default=0)
    return len(felt.rows) <= height and widest <= width


def _width(row: Line) -> int:
    return sum(width_of(span.text) for span in row)


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
        squares=lambda squares: _small_squares(squares, board, glyphs, height),
        patience=piles,
    )


def _small_squares(
    game: SquaresGame, board: Board, glyphs: Glyphs, height: int
) -> Felt:
    """Draw cells side by side, and what every line counts."""
    position = game.position_from(board)
    columns, rows = shown_window(game, position, game.legal_moves(position))
    laid = dict(zip(position.cells, position.cards, strict=False))
    step = ROOMY_ROWS if ROOMY_ROWS * len(rows) < height else 1
    points = {(hand.axis, hand.number): hand.points for hand in game.lines(position)}
    brush = Brush()
    brush.is_green = True
    for index, row in enumerate(rows):
        x, y = 1, index * step
        for column in columns:
            cell = Cell(column, row)
            empty = Span(glyphs.gap.center(CARD_WIDTH), Style.OPEN)
            card = face(laid[cell], glyphs) if cell in laid else empty
            x = brush.put(x, y, card)
        brush.put(x, y, _points(points.get((Axis.ROW, row), 0), POINTS_WIDTH))
    x = 1
    for column in columns:
        text = _points(points.get((Axis.COLUMN, column), 0), CARD_WIDTH - 1)
        x = brush.put(x, len(rows) * step, text, Span(" "))
    return brush.felt()


def _points(count: int, width: int) -> Span:
    return Span(f"{count or '':>{width}}", Style.GOOD)
