"""A Poker Squares layout: the cells, the card to lay, and the points of every line.

Columns have letters and rows have numbers. Where the frame still floats, the first card
lies at ``e5``, so that every cell keeps its name while the layout grows (`cell_name`
and `cell_called` translate).
"""

import re

from samedeal_client.language import tr
from samedeal_client.view.cards import Glyphs, big_card, card_span
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded
from samedeal_client.view.standings import counted
from samedeal_games.cards import Card
from samedeal_games.game import Board
from samedeal_games.squares import (
    Axis,
    Cell,
    SquaresGame,
    SquaresPosition,
)
from samedeal_games.squares import Line as HandLine
from samedeal_games.squares.cells import HAS_NO_FRAME

MARGIN = "          "
CARDS_LAID = 25
GRID_SIZE = 5
EXAMPLE = "c4"
_LETTERS = "abcdefghi"
_FLOATING_ORIGIN = 4
_CELL_NAME = re.compile("([a-i])([1-9])|([1-9])([a-i])", re.ASCII | re.IGNORECASE)


def cell_name(game: SquaresGame, cell: Cell) -> str:
    """Return the name of a cell on the screen, such as ``c4``."""
    origin = _origin(game)
    return f"{_LETTERS[cell.column + origin]}{cell.row + origin + 1}"


def cell_called(game: SquaresGame, name: str) -> Cell | None:
    """Return the cell of a name on the screen, letter and number in either order.

    None for other text, and for a cell that is not on the grid.
    """
    match = _CELL_NAME.fullmatch(name)
    if match is None:
        return None
    letter = (match[1] or match[4]).lower()
    number = int(match[2] or match[3])
    origin = _origin(game)
    cell = Cell(_LETTERS.index(letter) - origin, number - 1 - origin)
    is_off = not HAS_NO_FRAME[game.ruleset.laying] and max(cell) >= GRID_SIZE
    return None if is_off else cell


def example_cell(game: SquaresGame, board: Board) -> str:
    """Return the name of a cell that is open, to tell how cells are named."""
    legal = game.legal_moves(game.position_from(board))
    names = [cell_name(game, cell) for cell in legal]
    return EXAMPLE if EXAMPLE in names or not names else names[0]


def squares_lines(game: SquaresGame, board: Board, glyphs: Glyphs) -> Lines:
    """Return a layout, at most 16 lines of 76 cells."""
    position = game.position_from(board)
    legal = game.legal_moves(position)
    columns, rows = shown_window(game, position, legal)
    hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
    body = [_letters(game, columns)]
    for row in rows:
        body += [_row(game, position, legal, columns, row, hands, glyphs), ()]
    body.append(_column_points(columns, hands))
    return (
        _headline(game, board, position, glyphs),
        (),
        *_beside(_to_lay(board, glyphs), body),
    )


def _origin(game: SquaresGame) -> int:
    return _FLOATING_ORIGIN if HAS_NO_FRAME[game.ruleset.laying] else 0


def shown_window(
    game: SquaresGame, position: SquaresPosition, legal: tuple[Cell, ...]
) -> tuple[range, range]:
    """Return the columns and rows to show: all that can matter now."""
    if not HAS_NO_FRAME[game.ruleset.laying]:
        return range(5), range(5)
    cells = (*position.cells, *legal)
    columns, rows = [cell.column for cell in cells], [cell.row for cell in cells]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def _headline(
    game: SquaresGame, board: Board, position: SquaresPosition, glyphs: Glyphs
) -> Line:
    score = game.score(position)
    open_points = sum(h.points for h in game.lines(position) if not h.is_complete)
    dot = f" {glyphs.dot} "
    parts = [Span(tr(game.about.title), Style.TITLE), Span(dot, Style.DIM)]
    if board.plies == CARDS_LAID:
        parts.append(Span(tr("all {count} cards laid", count=CARDS_LAID)))
    elif game.is_over(position):
        parts.append(Span(tr("caught after {count} cards", count=board.plies)))
    else:
        parts.append(
            Span(tr("card {number} of {all}", number=board.plies + 1, all=CARDS_LAID))
        )
    parts += [Span(dot, Style.DIM), Span(counted(score, game.about), Style.GOOD)]
    if open_points:
        parts.append(
            Span(tr(" (+{points} in open lines)", points=open_points), Style.DIM)
        )
    return (Span(" "), *parts)


def _letters(game: SquaresGame, columns: range) -> Line:
    names = (cell_name(game, Cell(column, 0))[0] for column in columns)
    return (Span("   " + "".join(f"  {name}  " for name in names), Style.DIM),)


def _row(
    game: SquaresGame,
    position: SquaresPosition,
    legal: tuple[Cell, ...],
    columns: range,
    row: int,
    hands: dict[tuple[Axis, int], HandLine],
    glyphs: Glyphs,
) -> Line:
    laid = dict(zip(position.cells, position.cards, strict=False))
    last = position.cells[-1] if position.cells else None
    spans = [Span(f" {cell_name(game, Cell(columns[0], row))[1]} ", Style.DIM)]
    for column in columns:
        cell = Cell(column, row)
        if cell in laid:
            spans += _card_cell(laid[cell], cell == last, glyphs)
        else:
            gap = glyphs.gap if cell in legal else " "
            spans.append(Span(f"  {gap}  ", Style.DIM))
    hand = hands.get((Axis.ROW, row))
    return (*spans, *_row_points(hand))


def _card_cell(card: Card, is_last: bool, glyphs: Glyphs) -> tuple[Span, ...]:
    opening, closing = "[]" if is_last else "  "
    return (
        Span(opening, Style.NEXT),
        card_span(card, glyphs),
        Span(closing + " ", Style.NEXT),
    )


def _row_points(hand: HandLine | None) -> Line:
    if hand is None:
        return ()
    name = f" {tr(hand.hand.value)}" if hand.points or hand.is_complete else ""
    return (Span("  "), _points(hand), Span(name, Style.DIM))


def _points(hand: HandLine) -> Span:
    """Return the points of a line, in brackets while it is not complete."""
    if hand.is_complete:
        return Span(f"{hand.points:>3} ", Style.GOOD)
    return Span(f"({hand.points})".rjust(4) if hand.points else "    ", Style.DIM)


def _column_points(columns: range, hands: dict[tuple[Axis, int], HandLine]) -> Line:
    spans = [Span("   ")]
    for column in columns:
        hand = hands.get((Axis.COLUMN, column))
        points = _points(hand) if hand else Span("    ")
        spans.append(Span(points.text + " ", points.style))
    return tuple(spans)


def _to_lay(board: Board, glyphs: Glyphs) -> Lines:
    """Return the card to lay as a picture, as wide as the margin."""
    if not board.zones["next"]:
        return ()
    picture = big_card(board.zones["next"][0], glyphs)
    caption = line("  ", Span(padded(tr("to lay"), 8), Style.NEXT))
    return ((), *(line("  ", *row, "  ") for row in picture), caption)


def _beside(left: Lines, right: list[Line]) -> Lines:
    """Set two blocks side by side; lines of the left one are as wide as the margin."""
    margin = line(MARGIN)
    return tuple(
        (*(left[index] if index < len(left) and left[index] else margin), *row)
        for index, row in enumerate(right)
    )
