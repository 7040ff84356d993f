"""A board of a match that is over, as small as it must be: its hands have names."""

from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.screen.felt.card import (
    LOW_ROWS,
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
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.counts import NAMES_CELLS, hand_name
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.small import fits
from samedeal_client.screen.felt.squares import XM
from samedeal_client.screen.ink import laid_on
from samedeal_client.view.boards.squares import cell_name, shown_window
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    width_of,
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
        *((XXL, XXL.rows), (XL, XL.rows), (XM, XM.rows), (L, L.rows), (L, M.rows)),
        *((M, M.rows), (L, LOW_ROWS), (M, LOW_ROWS), (S, LOW_ROWS)),
        *((NARROW, LOW_ROWS), (M, 2), (S, 2), (NARROW, 2)),
        *((M, 1), (S, 1), (NARROW, 1)),
    )
)
"""Sizes of a card, the largest first; its rows are as many as lie to the next one."""
LEAST_ROWS = 8
"""Rows of a patience, at least."""
POINTS_WIDTH, NAME_WIDTH = 2, 6
"""Cells of a row's points, and of its hand's shortest name."""
AROUND = 4
"""Blanks before the cards, before a name and behind it, and before the points."""
MOST_NAMES_ROWS = 2
"""Rows of the names of columns, unless short ones have more."""
LEAST_WIDTH = 5 * (NARROW.width + 1) + AROUND + POINTS_WIDTH + NAME_WIDTH
"""Cells of a board of five columns, with names."""


class Drawn(NamedTuple):
    """A board as it is drawn."""

    felt: Felt
    area: int
    """Cells of one of its cards, or rows of a whole patience."""
    is_square: bool = False
    """Whether it lies in the middle of more rows, and does not hang from the first."""


def board_felt(
    game: AnyGame, board: Board, glyphs: Glyphs, height: int, width: int
) -> Drawn | None:
    """Draw a board that is over in some cells; None where they are too few."""

    def cells(squares: SquaresGame) -> Drawn | None:
        return _squares(squares, board, glyphs, height, width)

    def piles(_: object) -> Drawn | None:
        felt = patience_felt(board, glyphs, height, width, is_small=True)
        is_whole = height >= LEAST_ROWS and fits(felt, height, width)
        if not is_whole:
            return None
        return Drawn(felt._replace(spots=()), len(felt.rows))

    return family_of(game).choose(squares=cells, patience=piles)


def in_frame(drawn: Drawn, height: int, width: int) -> Lines:
    """Return a board in the middle of rows of exactly a size, green to their edges."""
    felt = drawn.felt
    above = (height - len(felt.rows)) // 2 if drawn.is_square else 0
    left = (width - max(map(width_of_row, felt.rows), default=0)) // 2
    shift = Span(" " * max(0, left))
    rows = (*[()] * above, *((shift, *row) for row in felt.rows))
    return filled(felt._replace(rows=rows), height, width)


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
    points: int
    """Cells of the points of a row."""

    @property
    def end(self) -> int:
        """The first cell behind the cards and a blank."""
        return 1 + len(self.columns) * self.step

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
) -> Drawn | None:
    position = game.position_from(board)
    columns, rows = shown_window(game, position, game.legal_moves(position))
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    letters = {column: cell_name(game, Cell(column, 0))[0] for column in columns}
    named = _names_below(letters, hands, width)
    best = max((hand.points for hand in hands.values()), default=0)
    points = max(POINTS_WIDTH, len(str(best)))
    laid = dict(zip(position.cells, position.cards, strict=False))
    for size in SIZES:
        below = ((),) * bool(named) if _names_fit(hands, size) else named
        layout = _Layout(laid, columns, rows, hands, letters, size, best, points)
        high = len(rows) * size.rows + 1 + len(below)
        if high <= height and layout.end + points + 2 + NAME_WIDTH <= width:
            felt = _drawn(layout, glyphs, below, width)
            return Drawn(felt, size.width * size.rows, is_square=True)
    return None


def _names_fit(hands: dict[tuple[Axis, int], HandLine], size: Size) -> bool:
    """Tell whether every hand of a column has its name below it."""
    if size.rows == 1:
        return False
    made = (hand for hand in hands.values() if hand.axis is Axis.COLUMN and hand.points)
    return all(hand_name(hand.hand, size.width) for hand in made)


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
            told = _counted(layout, hand, width - layout.end)
            brush.put(layout.end, at, *told)
    foot = len(layout.rows) * layout.size.rows
    for x, column in enumerate(layout.columns):
        brush.put(1 + x * layout.step, foot, *_foot(layout, column))
        if below == ((),):
            brush.put(1 + x * layout.step, foot + 1, *_named(layout, column))
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


def _named(layout: _Layout, column: int) -> Line:
    """Return the hand of a column that counts, below it."""
    hand = layout.hands.get((Axis.COLUMN, column))
    if hand is None or not hand.points:
        return ()
    name = hand_name(hand.hand, layout.size.width)
    return (Span(name.center(layout.size.width), _tint(layout, hand)),)


def _cell(layout: _Layout, cell: Cell, glyphs: Glyphs) -> Lines:
    size = layout.size
    is_low = size.rows == LOW_ROWS
    if cell not in layout.laid:
        return place_rows(Place(size, glyphs.gap, is_low=is_low), glyphs)
    state = State.LAST if layout.is_lit(cell) else State.OPEN
    return card_rows(Shown(layout.laid[cell], *size, state, is_low=is_low), glyphs)


def _counted(layout: _Layout, hand: HandLine, width: int) -> Line:
    """Return the points of a row, and its hand, on at most `width` cells."""
    # A blank is left before the frame. Names are short for all, or for none.
    room = width - layout.points - 2
    made = [one for one in layout.hands.values() if one.axis is Axis.ROW]
    whole = max(width_of(tr(one.hand.value)) for one in made if one.points)
    name = hand_name(hand.hand, room if whole <= room else NAME_WIDTH)
    return (
        Span(f"{hand.points:>{layout.points}} ", _tone(layout, hand)),
        Span(name, _tint(layout, hand)),
    )


def _tint(layout: _Layout, hand: HandLine) -> Style:
    return Style.TITLE if hand.points == layout.best else Style.PLAIN


def _tone(layout: _Layout, hand: HandLine) -> Style:
    return Style.TITLE if hand.points == layout.best else Style.GOOD


def _names_below(
    letters: dict[int, str], hands: dict[tuple[Axis, int], HandLine], width: int
) -> Lines:
    """Return the hands of the columns that count, by their letters.

    Names are short where they would need too many rows, and never broken.
    """
    found = ((letter, hands.get((Axis.COLUMN, n))) for n, letter in letters.items())
    counted = [(letter, hand) for letter, hand in found if hand and hand.points]

    def named(most: int) -> list[str]:
        told = [f"{letter} {hand_name(hand.hand, most)}" for letter, hand in counted]
        return _packed(told, width - 2)

    rows = named(width)
    if len(rows) > MOST_NAMES_ROWS:
        rows = named(NAMES_CELLS)
    return tuple((Span(f" {row}", Style.DIM),) for row in rows)


def _packed(told: list[str], width: int) -> list[str]:
    """Return rows of words with commas, none of them broken."""
    rows: list[str] = []
    for each in told:
        if rows and width_of(f"{rows[-1]}, {each},") <= width:
            rows[-1] += f", {each}"
        else:
            rows.append(each)
    return [*(f"{row}," for row in rows[:-1]), *rows[-1:]]
