"""Points that were just made, as they stand at the tip of their maker's bar."""

from collections.abc import Iterable
from typing import NamedTuple

from samedeal_client.language import tr_n
from samedeal_client.screen.felt.felt import overlaid
from samedeal_client.view.spans import Line, Span, width_of
from samedeal_client.view.tints import Patch, Tint

GAIN_S = 3.0
"""Seconds that they are shown."""
NAMED_FROM = 16
"""Cells of a bar from which on they have their unit."""
CHIP = Patch(Tint.CHIP_TEXT, Tint.LAST, is_bold=True, is_reversed=True)
"""In the tint of the cards that made them, which no bar has."""


class _Gain(NamedTuple):
    """Points, and the time when they were seen."""

    at_s: float
    points: int


class Gains:
    """Remembers everybody's points, so that new ones can be seen."""

    def __init__(self) -> None:
        self._scores: dict[int, int] = {}
        self._gains: dict[int, _Gain] = {}

    def look(self, scores: Iterable[tuple[int, int]], now_s: float) -> None:
        """Compare everybody's points, by their number, with the last time."""
        for number, score in scores:
            made = score - self._scores.get(number, score)
            if made > 0:
                self._gains[number] = _Gain(now_s, made)
            elif made:
                self._gains.pop(number, None)
            self._scores[number] = score

    def fresh(self, number: int, now_s: float) -> int:
        """Return the points that somebody has just made, 0 for none."""
        gain = self._gains.get(number)
        return gain.points if gain and now_s - gain.at_s < GAIN_S else 0


def with_gain(bar: Line, points: int, tip: int) -> Line:
    """Return a bar with points behind its tip, or at its end if that is too near.

    Each character of a bar is one cell.
    """
    long = sum(len(span.text) for span in bar)
    unit = tr_n("+{count} pt", "+{count} pts", points)
    text = f" {unit if long >= NAMED_FROM else f'+{points}'} "
    return overlaid(bar, max(0, min(tip, long - width_of(text))), Span(text, CHIP))
