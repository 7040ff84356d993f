"""Boards on few cells, several of them beside each other, to be looked at."""

from collections.abc import Sequence

from samedeal_client.families import family_of
from samedeal_client.screen.felt.card import (
    LINES_WIDTH,
    NARROW,
    XL,
    L,
    M,
    Place,
    S,
    Shown,
    Size,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.felt.places import Measure, Small
from samedeal_client.screen.felt.squares import XM, cells_for
from samedeal_client.view.boards.patience import numbered
from samedeal_client.view.boards.squares import shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Span, Style, width_of_row
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Axis, Cell, SquaresGame

POINTS_WIDTH = 4
CELLS = (
    *(XL, XM, L, M, M._replace(rows=3), S, M._replace(rows=2), NARROW),
    *(M._replace(rows=1), NARROW._replace(rows=1)),
)
"""Sizes of cells of Poker Squares, the largest first."""
LEAST_ROWS, EASY_ROWS = 12, 16
"""Rows of a patience: in fewer, columns say too little; and of each of some alike."""


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
    size = _cells(len(columns), len(rows), height, width)
    if size.rows == 1 and not glyphs.halves:
        # A row of lines around names would be all that is seen.
        size = size._replace(width=LINES_WIDTH - 1)
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
            touches = not is_airy and Cell(column - 1, row) in laid
            card = None
            if cell in laid:
                card = Shown(laid[cell], *size, has_side=touches)
            cells = empty if card is None else card_rows(card, glyphs)
            for at, line in enumerate(cells, y):
                brush.put(1 + place * step, at, *line)
        counted = _points(points.get((Axis.ROW, row), 0), POINTS_WIDTH)
        brush.put(1 + len(columns) * step, y + (size.rows - 1) // 2, counted)
    for place, column in enumerate(columns):
        text = _points(points.get((Axis.COLUMN, column), 0), size.width - 1)
        brush.put(1 + place * step, len(rows) * size.rows, text)
    return brush.felt()


def _cells(columns: int, rows: int, height: int, width: int) -> Size:
    """Return the largest cells that fit with a blank between them, or the least."""
    room = width - 1 - POINTS_WIDTH
    return next(
        (
            size
            for size in CELLS
            if size.rows * rows < height and (size.width + 1) * columns <= room
        ),
        NARROW._replace(rows=NARROW.rows if NARROW.rows * rows < height else 1),
    )


# Of several boards


def small_needs(game: AnyGame, boards: Sequence[Board]) -> Small:
    """Return the needs of small boards beside a large one."""
    return Small(_least_room(game, boards), _small_measure(game, boards, LEAST_ROWS))


def alike_measure(game: AnyGame, boards: Sequence[Board]) -> Measure:
    """Return the measure of the cards of boards that are all alike."""
    return _small_measure(game, boards, EASY_ROWS)


def _least_room(game: AnyGame, boards: Sequence[Board]) -> tuple[int, int]:
    """Return the rows and cells in which each of some small boards fits."""

    def cells(squares: SquaresGame) -> tuple[int, int]:
        columns, rows = _windows(squares, boards)
        return 1 + rows, 1 + columns * NARROW.width + POINTS_WIDTH

    def piles(_: PatienceGame) -> tuple[int, int]:
        return LEAST_ROWS, 1 + _columns(boards) * NARROW.width

    return family_of(game).choose(squares=cells, patience=piles)


def _small_measure(game: AnyGame, boards: Sequence[Board], least: int) -> Measure:
    """Return the measure of the cards of small boards, in a room for each of them.

    A patience has the `least` rows or more.
    """

    def cells(squares: SquaresGame) -> Measure:
        columns, rows = _windows(squares, boards)

        def measured(height: int, width: int) -> Size | None:
            size = _cells(columns, rows, height, width)
            has_room = 1 + size.width * columns + POINTS_WIDTH <= width
            return size if has_room and size.rows * rows < height else None

        return measured

    return family_of(game).choose(
        squares=cells, patience=lambda _: _piles_measure(boards, least)
    )


def large_measure(game: AnyGame, board: Board) -> Measure:
    """Return the measure of the cards of a whole board."""

    def cells(squares: SquaresGame) -> Measure:
        columns, rows = _windows(squares, (board,))
        return lambda height, width: cells_for(columns, rows, height, width).size

    return family_of(game).choose(
        squares=cells, patience=lambda _: _piles_measure((board,), LEAST_ROWS)
    )


def _piles_measure(boards: Sequence[Board], least: int) -> Measure:
    columns = _columns(boards)

    def measured(height: int, width: int) -> Size | None:
        size = setting_for(columns, height, width).size
        return size if height >= least and size.width * columns < width else None

    return measured


def _windows(game: SquaresGame, boards: Sequence[Board]) -> tuple[int, int]:
    """Return the most columns and rows of cells that any of some boards shows."""
    shown = [
        shown_window(game, position, game.legal_moves(position))
        for position in map(game.position_from, boards)
    ]
    return max(len(columns) for columns, _ in shown), max(len(r) for _, r in shown)


def _columns(boards: Sequence[Board]) -> int:
    return max(len(numbered(board, "column")) for board in boards)


def _points(count: int, width: int) -> Span:
    return Span(f"{count or '':>{width}}", Style.GOOD)
