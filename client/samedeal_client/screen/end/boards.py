"""A board of a match that is over, as small as it must be: its hands have names."""

from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.screen.felt.card import (
    LOW_ROWS,
    NARROW,
    L,
    M,
    Place,
    S,
    Shown,
    Size,
    State,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.small import fits
from samedeal_client.screen.ink import laid_on
from samedeal_client.view.boards.squares import cell_name, shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    cut,
    folded,
    width_of_row,
)
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import Card
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import Axis, Cell, SquaresGame
from samedeal_games.squares import Line as HandLine

SIZES = tuple(
    Size(size.width, rows)
    for size, rows in (
        *((L, L.rows), (M, LOW_ROWS), (S, LOW_ROWS), (M, 2), (S, 2), (NARROW, 2)),
        *((M, 1), (S, 1), (NARROW, 1)),
    )
)
"""Sizes of a card, the largest first; its rows are as many as lie to the next one."""
LEAST_ROWS = 8
"""Rows of a patience, at least."""
POINTS_WIDTH, NAME_WIDTH = 3, 15
"""Cells of a row's points, and of its hand's name."""
LEAST_WIDTH = 1 + 5 * (NARROW.width + 1) + POINTS_WIDTH + 1 + NAME_WIDTH
"""Cells of a board of five columns, with names."""


def board_felt(
    game: AnyGame, board: Board, glyphs: Glyphs, height: int, width: int
) -> Felt | None:
    """Draw a board that is over in some cells; None where they are too few."""

    def cells(squares: SquaresGame) -> Felt | None:
        return _squares(squares, board, glyphs, height, width)

    def piles(_: object) -> Felt | None:
        felt = patience_felt(board, glyphs, height, width, is_small=True)
        is_whole = height >= LEAST_ROWS and fits(felt, height, width)
        return felt._replace(spots=()) if is_whole else None

    return family_of(game).choose(squares=cells, patience=piles)


def filled(felt: Felt, height: int, width: int) -> Lines:
    """Return a felt as rows of exactly a size, green to its edges."""
    rows = (*felt.rows, *[()] * height)[:height]
    return tuple(_filled(row, width) for row in rows)


def _filled(row: Line, width: int) -> Line:
    left = width - width_of_row(row)
    blank = Span(" " * max(0, left), Patch(Tint.TEXT, Tint.FELT))
    return (*(laid_on(Tint.FELT, span) for span in row), blank)


# Poker Squares


class _Layout(NamedTuple):
    """A layout of Poker Squares as it is drawn, and its size."""

    laid: dict[Cell, Card]
    columns: range
    rows: range
    hands: dict[tuple[Axis, int], HandLine]
    letters: dict[int, str]
    """By the number of a column."""
    size: Size
    best: int
    """The points of the best line, 0 where none has any."""

    @property
    def step(self) -> int:
        """From a column to the next."""
        return self.size.width + 1

    @property
    def middle(self) -> int:
        """The row of a card that words beside it stand on."""
        return (self.size.rows - 1) // 2

    def is_lit(self, cell: Cell) -> bool:
        """Tell whether a cell is part of a line that counts most."""
        lines = ((Axis.ROW, cell.row), (Axis.COLUMN, cell.column))
        return self.best > 0 and any(
            self.hands[line].points == self.best for line in lines if line in self.hands
        )


def _squares(
    game: SquaresGame, board: Board, glyphs: Glyphs, height: int, width: int
) -> Felt | None:
    position = game.position_from(board)
    columns, rows = shown_window(game, position, game.legal_moves(position))
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    letters = {column: cell_name(game, Cell(column, 0))[0] for column in columns}
    below = _names_below(letters, hands, width)
    size = next(
        (
            size
            for size in SIZES
            if len(rows) * size.rows + 1 + len(below) <= height
            and _width(size, len(columns)) <= width
        ),
        SIZES[-1],
    )
    laid = dict(zip(position.cells, position.cards, strict=False))
    best = max((hand.points for hand in hands.values()), default=0)
    layout = _Layout(laid, columns, rows, hands, letters, size, best)
    felt = _drawn(layout, glyphs, below, width)
    return felt if fits(felt, height, width) else None


def _width(size: Size, columns: int) -> int:
    return 1 + columns * (size.width + 1) + POINTS_WIDTH + 1 + NAME_WIDTH


def _drawn(layout: _Layout, glyphs: Glyphs, below: Lines, width: int) -> Felt:
    brush = Brush()
    brush.is_green = True
    for y, row in enumerate(layout.rows):
        for x, column in enumerate(layout.columns):
            rows = _cell(layout, Cell(column, row), glyphs)
            for at, spans in enumerate(rows, y * layout.size.rows):
                brush.put(1 + x * layout.step, at, *spans)
        hand = layout.hands.get((Axis.ROW, row))
        if hand is not None and hand.points:
            at = y * layout.size.rows + layout.middle
            end = 1 + len(layout.columns) * layout.step
            brush.put(end, at, *_counted(layout, hand, width - end))
    foot = len(layout.rows) * layout.size.rows
    for x, column in enumerate(layout.columns):
        brush.put(1 + x * layout.step, foot, *_foot(layout, column))
    for y, spans in enumerate(below, foot + 1):
        brush.put(0, y, *spans)
    return brush.felt()


def _foot(layout: _Layout, column: int) -> Line:
    """Return the letter of a column, and its points if it has any."""
    width, letter = layout.size.width, layout.letters[column]
    hand = layout.hands.get((Axis.COLUMN, column))
    if hand is None or not hand.points:
        return (Span(letter.center(width), Style.DIM),)
    text = f"{letter} {hand.points}"
    if len(text) > width:
        text = text.replace(" ", "")
    return (Span(text.center(width), _tone(layout, hand)),)


def _cell(layout: _Layout, cell: Cell, glyphs: Glyphs) -> Lines:
    size = layout.size
    is_low = size.rows == LOW_ROWS
    if cell not in layout.laid:
        return place_rows(Place(size, glyphs.gap, is_low=is_low), glyphs)
    state = State.LAST if layout.is_lit(cell) else State.OPEN
    return card_rows(Shown(layout.laid[cell], *size, state, is_low=is_low), glyphs)


def _counted(layout: _Layout, hand: HandLine, width: int) -> Line:
    """Return the points of a row, and its hand, on at most `width` cells."""
    is_best = hand.points == layout.best
    name = cut(tr(hand.hand.value), width - POINTS_WIDTH - 1)
    return (
        Span(f"{hand.points:>{POINTS_WIDTH}} ", _tone(layout, hand)),
        Span(name, Style.TITLE if is_best else Style.PLAIN),
    )


def _tone(layout: _Layout, hand: HandLine) -> Style:
    return Style.TITLE if hand.points == layout.best else Style.GOOD


def _names_below(
    letters: dict[int, str], hands: dict[tuple[Axis, int], HandLine], width: int
) -> Lines:
    """Return the hands of the columns that count, by their letters."""
    found = ((letter, hands.get((Axis.COLUMN, n))) for n, letter in letters.items())
    told = [
        f"{letter} {tr(hand.hand.value)}"
        for letter, hand in found
        if hand is not None and hand.points
    ]
    if not told:
        return ()
    return folded(((Span(", ".join(told), Style.DIM),),), 1, width - 1)
