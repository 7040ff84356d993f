"""A game learned by playing it, on the full screen."""

import textwrap

from samedeal_client.fullscreen.base import Picture
from samedeal_client.fullscreen.practice import PracticeApp
from samedeal_client.fullscreen.pressing import how_to
from samedeal_client.language import tr
from samedeal_client.lessons import Lesson, Step
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line, sentence


class LearnApp(PracticeApp):
    """Practice on the deal of a lesson, whose moves are asked for one by one."""

    def __init__(self, lesson: Lesson, glyphs: Glyphs, *, colour: bool) -> None:
        self._lesson = lesson
        super().__init__(lesson.game, lesson.seed, glyphs, colour=colour)

    def _make(self, move: str) -> bool:
        """Make the move that is asked for; when none is, any."""
        step = self._step
        if step is not None and step.move != move:
            how = how_to(self._game, self.board, step.move)
            self.warn(tr("You could; but in this lesson {how}.", how=how))
            return False
        self.notes.unwarn()
        return super()._make(move)

    async def _advice(self) -> str:
        """Hint at what is asked for, even where a player of skill knows better."""
        step = self._step
        return await super()._advice() if step is None else step.move

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture:
        """Return the board, and below it what there is to learn."""
        lesson = self._lesson
        is_lesson = self.seed == lesson.seed
        told = self._told(bars[0] - 2) if is_lesson else ()
        return super().picture(felt, bars)._replace(bars=told)

    def _told(self, width: int) -> Lines:
        plies, step = self.board.plies, self._step
        said = (*self._lesson.came(plies), *self._lesson.said(plies))
        wrapped = textwrap.wrap(" ".join(said), width)
        rows = [Span(f" {row}", Style.GOOD) for row in wrapped]
        if step is not None:
            how = how_to(self._game, self.board, step.move)
            rows.append(Span(f" {sentence(how)}", Style.NEXT))
        return tuple(line(row) for row in rows)

    @property
    def _step(self) -> Step | None:
        is_lesson = self.seed == self._lesson.seed
        return self._lesson.step(self.board.plies) if is_lesson else None
