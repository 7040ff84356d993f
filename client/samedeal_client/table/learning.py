"""A game learned by playing it in lines: what to do is told first, then nothing is."""

import textwrap

from samedeal_client.language import tr
from samedeal_client.lessons import Lesson
from samedeal_client.table.input import Unplayable, read_move
from samedeal_client.table.practice import SUMMARY_WIDTH, Practice
from samedeal_client.terminal.screen import Screen
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.view.squares import cell_name
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame


class Learning(Practice):
    """Practice on the deal of a lesson, whose moves are asked for one by one."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        super().__init__(lesson.game, lesson.seed, screen)
        self._lesson = lesson

    def _move(self, words: list[str]) -> None:
        """Make the move that is asked for; when none is, any."""
        step = self._lesson.step(self._plies)
        if step is None:
            super()._move(words)
            return
        board = self._game.view(self._position)
        try:
            notation = read_move(self._game, board, "".join(words))
        except Unplayable as error:
            self._warn(str(error))
            return
        if notation != step.move:
            self._warn(other_move(typed(self._game, board, step.move)))
            return
        super()._move([notation])

    def _show_board(self) -> None:
        plies = self._plies
        self._tell(self._lesson.came(plies))
        super()._show_board()
        self._tell(self._lesson.said(plies))
        step = self._lesson.step(plies)
        if step is not None:
            board = self._game.view(self._position)
            text = tr("Type {move}", move=typed(self._game, board, step.move))
            self._screen.show((line(Span(f" {text}", Style.NEXT)),))

    @property
    def _plies(self) -> int:
        return self._game.plies(self._position)

    def _tell(self, sentences: tuple[str, ...]) -> None:
        if sentences:
            rows = textwrap.wrap(" ".join(sentences), SUMMARY_WIDTH)
            self._screen.show(tuple(line(Span(f" {row}", Style.GOOD)) for row in rows))


def other_move(asked: str) -> str:
    """Return why a move that could be made is not made in a lesson."""
    return tr("You could; but in this lesson, type {move}", move=asked)


def typed(game: AnyGame, board: Board, move: str) -> str:
    """Return what somebody types for a move, as short as it can be."""
    if isinstance(game, SquaresGame):
        return cell_name(game, game.parse(move))
    short = move.lower().replace(">", "")
    try:
        return short if read_move(game, board, short) == move else move
    except Unplayable:
        return move
