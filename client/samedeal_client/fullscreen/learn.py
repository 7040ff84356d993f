"""A game learned by playing it, on the full screen."""

import textwrap

from samedeal_client.fullscreen.picture import Picture
from samedeal_client.fullscreen.practice import PracticeApp
from samedeal_client.fullscreen.pressing import how_to
from samedeal_client.play.course import Lesson
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line, sentence


class LearnApp(PracticeApp):
    """Practice on the deal of a lesson, whose moves are asked for one by one."""

    def __init__(self, lesson: Lesson, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(
            *(lesson.game, lesson.seed, glyphs), colour=colour, lesson=lesson
        )

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture:
        """Return the board, and below it what there is to learn."""
        told = self._told(bars[0] - 2)
        return super().picture(felt, bars)._replace(bars=told)

    def _told(self, width: int) -> Lines:
        solo, step = self.solo, self.solo.step
        wrapped = textwrap.wrap(" ".join((*solo.came, *solo.said)), width)
        rows = [Span(f" {row}", Style.GOOD) for row in wrapped]
        if step is not None:
            how = how_to(solo.game, solo.board, step.move)
            rows.append(Span(f" {sentence(how)}", Style.NEXT))
        return tuple(line(row) for row in rows)
