"""A table that is looked at: drawn as large as can be, with a label beside it."""

from collections.abc import Sequence

from samedeal_client.families import family_of
from samedeal_client.screen.end.boards import board_felt, filled
from samedeal_client.screen.felt.card import (
    LOW_ROWS,
    NARROW,
    L,
    M,
    Place,
    S,
    Shown,
    Size,
    card_rows,
    place_rows,
)
from samedeal_client.screen.felt.felt import NO_FELT, Brush, Felt
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below, Lying
from samedeal_client.screen.ink import laid_on
from samedeal_client.screen.panels.aces import aces_on_felt, centred_all
from samedeal_client.screen.panels.frame import EDGES, INSET, Box, Frame, draw_in_frame
from samedeal_client.view.boards.patience import numbered
from samedeal_client.view.boards.squares import GRID_SIZE
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, text_of, width_of_row
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

LABEL_WIDTH = TOLD_WIDTH + INSET
MARGIN, AROUND = 1, 2
"""Cells of felt beside a table, and beside the label."""
WIDE = 96
"""Cells of a felt from which on it has room for a table and a label."""
WHOLE, WHOLE_ROWS = 14, 24
"""Rows of a felt from which on a whole table is seen; in fewer it lies as on so many,
and goes on below the foot of the screen."""


PRINT_ROW, HOUSE = 2, "S A M E D E A L"
"""The row of the print above a label, where that leaves it air, and its name."""


def drawn(below: Below, width: int, height: int, glyphs: Glyphs) -> Lines:
    """Return the felt as rows of exactly a size; none where it has no use for them."""
    if below.table is None:
        return aces_on_felt(width, height, glyphs)
    label = _label(below, height, glyphs) if width >= WIDE else ()
    room = width - (LABEL_WIDTH + AROUND if label else 0)
    table = _table(below.table, glyphs, height, room)
    felt = filled(table, height, room)
    if not label:
        return felt
    above = (height - len(label)) // 2
    bare = (_felt(LABEL_WIDTH),)
    beside = [*[bare] * above, *label, *[bare] * (height - above - len(label))]
    if above > PRINT_ROW + 1 and HOUSE not in text_of(table.rows):
        beside[PRINT_ROW] = _printed(glyphs)
    edge = _felt(AROUND)
    return tuple((*one, *other, edge) for one, other in zip(felt, beside, strict=True))


def _table(table: Lying, glyphs: Glyphs, height: int, width: int) -> Felt:
    """Draw a table on a width; on few rows it may be longer than they are."""
    board, is_whole = table.board, height >= WHOLE
    high = height if is_whole else WHOLE_ROWS

    def cells(squares: SquaresGame) -> Felt:
        if not squares.position_from(board).cells:
            rows = _grid(board.zones["next"], glyphs, high, width)
            return _in_the_middle(Felt(rows, ()), height, width)
        found = board_felt(squares, board, glyphs, high, width)
        return _in_the_middle(found.felt if found else NO_FELT, height, width)

    def piles(_: PatienceGame) -> Felt:
        room = width - 2 * MARGIN
        felt = patience_felt(board, glyphs, high, room)
        columns = len(numbered(board, "column"))
        first = 0 if is_whole else setting_for(columns, high, room).first_row
        margin = Span(" " * MARGIN)
        return felt._replace(rows=tuple((margin, *row) for row in felt.rows[first:]))

    return family_of(table.game).choose(squares=cells, patience=piles)


def _grid(to_come: Sequence[Card], glyphs: Glyphs, height: int, width: int) -> Lines:
    """Draw as many places as a board of squares has, with backs if cards are to come.

    Where there is no frame, nobody can tell yet where they will lie.
    """
    size = next(
        (
            size
            for size in (L, M, Size(M.width, LOW_ROWS), S, Size(S.width, 2))
            if GRID_SIZE * size.rows <= height
            and GRID_SIZE * (size.width + AROUND) <= width
        ),
        NARROW,
    )
    shown = Shown(FACE_DOWN, *size)
    card = card_rows(shown, glyphs) if to_come else place_rows(Place(size, ""), glyphs)
    brush = Brush()
    for place in range(GRID_SIZE * GRID_SIZE):
        y, x = divmod(place, GRID_SIZE)
        brush.put_rows(x * (size.width + AROUND), y * size.rows, card)
    return brush.felt().rows


def _in_the_middle(felt: Felt, height: int, width: int) -> Felt:
    above = max(0, height - len(felt.rows)) // 2
    rows = (*[()] * above, *centred_all(felt.rows, width))
    return felt._replace(rows=rows)


def _label(below: Below, height: int, glyphs: Glyphs) -> Lines:
    """Return the text, in a frame; none where it has no room."""
    told = below.rows
    if len(told) + EDGES > height:
        told = tuple(row for row in told if row)
    high = len(told) + EDGES
    if not told or high > height:
        return ()
    brush = Brush()
    frame = Frame(below.title, below.figure)
    draw_in_frame(
        brush, Box(0, 0, LABEL_WIDTH, high), frame, tuple(map(_set, told)), glyphs
    )
    return tuple(_on_panel(row) for row in brush.felt().rows)


def _printed(glyphs: Glyphs) -> Line:
    """Return the name of the house as it is printed on felt."""
    clubs, diamonds, hearts, spades = tuple(glyphs.suits)
    name = f"{clubs} {diamonds}   {HOUSE}   {hearts} {spades}"
    return (Span(name.center(LABEL_WIDTH), Patch(Tint.PRINT, Tint.FELT)),)


def _felt(width: int) -> Span:
    return Span(" " * width, Patch(Tint.TEXT, Tint.FELT))


def _set(row: Line) -> Line:
    return (*row, Span(" " * max(0, TOLD_WIDTH - width_of_row(row))))


def _on_panel(row: Line) -> Line:
    return tuple(laid_on(Tint.PANEL, span) for span in row)
