"""A game learned by playing it in lines: what to do is told first, then nothing is."""

import textwrap

from samedeal_client.language import tr
from samedeal_client.lessons import Lesson
from samedeal_client.lines.practice import SUMMARY_WIDTH, Practice
from samedeal_client.play.input import Unplayable, read_move, typed
from samedeal_client.terminal.screen import Screen
from samedeal_client.view.spans import Span, Style, line
from samedeal_games.game import Board


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

    async def _advice(self, board: Board) -> str:
        """Hint at what is asked for, even where a player of skill knows better."""
        step = self._lesson.step(self._plies)
        return await super()._advice(board) if step is None else step.move

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
