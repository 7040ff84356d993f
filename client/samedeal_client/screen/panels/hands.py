"""The panel of Poker Squares: what each hand counts, and those made so far."""

from collections import Counter
from functools import lru_cache

from samedeal_client.families import family_of
from samedeal_client.language import Language, spoken, tr
from samedeal_client.screen.felt.counts import hand_name
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import EDGES, Frame
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Span, Style, line, padded
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Hand, SquaresGame, SquaresPosition

HANDS_WORTH = 4
NAME_WIDTH, POINTS_WIDTH, MARKS_WIDTH = 18, 4, 13
WIDTH = NAME_WIDTH + POINTS_WIDTH + 2 + MARKS_WIDTH + POINTS_WIDTH
"""Cells of all that; in fewer, names are shorter, and nothing is added up."""
SLIM_POINTS, SLIM_MARKS = 4, 5
TOLD_FROM = 26
"""Cells in which there is room to tell what the marks mean."""
MADE, OPEN = "●○"
ASCII_MADE, ASCII_OPEN = "*."


def slim_rows(width: int) -> int:
    """Return the rows of all hands that count on a few cells, their frame included."""
    return len(Hand) - 1 + (width >= TOLD_FROM) + EDGES


def hands_block(
    game: AnyGame, board: Board, glyphs: Glyphs, width: int = WIDTH
) -> Block | None:
    """Return the hands of a game on one board, on so many cells.

    None for a game without any.
    """

    def counted(squares: SquaresGame) -> Block | None:
        position = squares.position_from(board)
        return _counted(squares, position, glyphs, spoken(), width)

    def none(_: PatienceGame) -> Block | None:
        return None

    return family_of(game).choose(squares=counted, patience=none)


@lru_cache(8)
def _counted(
    game: SquaresGame,
    position: SquaresPosition,
    glyphs: Glyphs,
    language: Language,
    width: int,
) -> Block:
    del language  # the words are in it already
    lines = game.lines(position)
    made = Counter(one.hand for one in lines if one.is_complete)
    open_ = Counter(one.hand for one in lines if not one.is_complete)
    points = game.ruleset.points
    is_plain = glyphs.bar == "|"
    full, empty = (ASCII_MADE, ASCII_OPEN) if is_plain else (MADE, OPEN)
    counted = [hand for hand in Hand if points[hand]]
    if width < WIDTH:
        rows = [
            _slim_row(
                hand, points[hand], (full, made[hand]), (empty, open_[hand]), width
            )
            for hand in counted
        ]
        told = tr("{full} made   {empty} so far", full=full, empty=empty)
    else:
        rows = [
            _row(hand, points[hand], full * made[hand], empty * open_[hand])
            for hand in counted
        ]
        told = tr("{full} made   {empty} if it stays so", full=full, empty=empty)
    if width >= TOLD_FROM:
        rows.append(line(Span(told, Style.DIM)))
    return Block(Frame(tr("Hands"), tr("points")), tuple(rows), HANDS_WORTH)


def _slim_row(
    hand: Hand, points: int, made: tuple[str, int], is_open: tuple[str, int], width: int
) -> Line:
    """Return a hand, its points, and a mark for each line, or their number."""
    room = width - SLIM_POINTS - 1 - SLIM_MARKS
    name = hand_name(hand, room)
    marks = [sign * count for sign, count in (made, is_open)]
    if sum(map(len, marks)) > SLIM_MARKS:
        marks = [f"{count}{sign}" if count else "" for sign, count in (made, is_open)]
    return line(
        Span(padded(name, room), Style.TITLE if marks[0] else Style.PLAIN),
        Span(f"{points:>{SLIM_POINTS}} ", Style.DIM),
        Span(marks[0], Style.GOOD),
        Span(marks[1], Style.DIM),
    )


def _row(hand: Hand, points: int, made: str, is_open: str) -> Line:
    """Return a hand, its points, a mark for each line, and the points of those made."""
    total = str(points * len(made)) if made else ""
    blanks = " " * max(0, MARKS_WIDTH - len(made) - len(is_open))
    return line(
        Span(padded(tr(hand.value), NAME_WIDTH), Style.TITLE if made else Style.PLAIN),
        Span(f"{points:>{POINTS_WIDTH}}  ", Style.DIM),
        Span(made, Style.GOOD),
        Span(f"{is_open}{blanks}", Style.DIM),
        Span(f"{total:>{POINTS_WIDTH}}", Style.GOOD),
    )
