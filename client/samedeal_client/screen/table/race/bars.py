"""Everybody's progress in a match, as bars, and the changes of places."""

import math
from collections.abc import Sequence
from itertools import chain, zip_longest

from samedeal_client.reader import reader
from samedeal_client.screen.table.race.changes import FLASH_S, Change, Changes
from samedeal_client.screen.table.race.gains import Gains
from samedeal_client.screen.table.race.racers import Racer, places_of
from samedeal_client.screen.table.race.rows import (
    AIRY_ROWS,
    LEAST,
    ROWS_EACH,
    SHORT,
    STUB,
    TIGHT,
    Fresh,
    Pen,
    full_score,
    livery,
)
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch
from samedeal_games.game import About


class Bars:
    """Draws everybody's bar, and remembers what changed, so that it can be seen."""

    def __init__(self) -> None:
        self._changes = Changes()
        self._gains = Gains()

    def look(self, racers: Sequence[Racer], now_s: float) -> Lines:
        """Compare places with the last time; return what to say, often nothing."""
        told = self._changes.look(racers, now_s)
        self._gains.look(((one.number, one.score) for one in racers), now_s)
        return told

    def lines(
        self,
        racers: Sequence[Racer],
        about: About,
        size: tuple[int, int],
        glyphs: Glyphs,
        now_s: float,
    ) -> Lines:
        """Return a line for everybody, the leader first, on a width and height.

        More of them than that share lines, as far as these are wide enough.
        """
        width, height = size
        places = places_of(racers)
        ordered = sorted(racers, key=lambda one: (places[one.number], one.number))
        across = _across(len(racers), width, height)
        pen = Pen(
            *(about, (width - across + 1) // across, glyphs),
            *(full_score(about, racers), livery(racers)),
        )

        def drawn(racer: Racer, rows: int) -> Lines:
            number = racer.number
            change = self._changes.fresh(number, now_s)
            fresh = Fresh(change, self._gains.fresh(number, now_s))
            found = pen.rows(racer, places[number], fresh, rows)
            is_lit = racer.is_own and reader().motion
            return tuple(_lit(row, change, now_s) for row in found) if is_lit else found

        each = _rows_each(len(racers), width, height) if across == 1 else 1
        found = [row for racer in ordered for row in drawn(racer, each)]
        if across == 1:
            return tuple(found[: len(found) - (each >= ROWS_EACH)])
        first, *rest = _columns(found, across)
        return tuple(
            tuple(chain(row, *((Span(" "), *other) for other in others)))
            for row, *others in zip_longest(first, *rest, fillvalue=())
        )


def _lit(row: Line, change: Change | None, now_s: float) -> Line:
    """Return a row lit for a moment where the player has just passed, or been."""
    if change is None or now_s - change.at_s >= FLASH_S:
        return row
    style = Style.GOOD if change.is_up else Style.WARNING
    return tuple(
        span if isinstance(span.style, Patch) else span._replace(style=style)
        for span in row
    )


def _across(count: int, width: int, height: int) -> int:
    """Return how many racers share a line, on a width and most height."""
    most = max(1, (width + 1) // ((LEAST if height > 1 else STUB) + 1))
    down = max(1, min(count, height), math.ceil(count / most))
    return max(1, math.ceil(count / down))


def _rows_each(count: int, width: int, height: int) -> int:
    """Return the rows of every racer where each has the whole of a width."""
    if width >= SHORT:
        return 1
    if width < TIGHT and AIRY_ROWS * count - 1 <= height:
        return AIRY_ROWS
    if ROWS_EACH * count - 1 <= height:
        return ROWS_EACH
    return 2 if width < TIGHT and 2 * count <= height else 1


def _columns(rows: Sequence[Line], across: int) -> list[Sequence[Line]]:
    """Return rows as columns of them, the first ones being full."""
    down = max(1, math.ceil(len(rows) / across))
    return [rows[at : at + down] for at in range(0, max(1, len(rows)), down)]
