"""Everybody's progress in a match, as bars, and the changes of places."""

import math
from collections.abc import Sequence
from itertools import chain, zip_longest

from samedeal_client.reader import reader
from samedeal_client.screen.table.race.changes import Change, Fresh, told_of
from samedeal_client.screen.table.race.gains import Gains
from samedeal_client.screen.table.race.racers import Racer, places_of
from samedeal_client.screen.table.race.rows import (
    AIRY_ROWS,
    LEAST,
    ROWS_EACH,
    SHORT,
    STUB,
    TIGHT,
    Pen,
    full_score,
    livery,
)
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch
from samedeal_games.game import About

FLASH_S = 0.6
"""Seconds that a player's own row is lit after a change of places."""
SHOWN_S = 3.0
"""Seconds that a change of places is shown."""


class Bars:
    """Remembers who was where, so that a change of places can be seen."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._changes: dict[int, Change] = {}
        self._is_ahead: dict[int, bool | None] = {}
        """Whether the player stood before each other one when the two were last not
        level: who only draws level and moves on passes nobody. None for never."""
        self._gains = Gains()

    def look(self, racers: Sequence[Racer], now_s: float) -> Lines:
        """Compare places with the last time; return what to say, often nothing."""
        places = places_of(racers)
        told = told_of(racers, self._is_ahead, places)
        for number, place in places.items():
            before = self._places.get(number, place)
            if place != before:
                self._changes[number] = Change(now_s, place < before)
        self._places = places
        self._note(racers)
        self._gains.look(((one.number, one.score) for one in racers), now_s)
        return told

    def _note(self, racers: Sequence[Racer]) -> None:
        own = next((self._places[one.number] for one in racers if one.is_own), None)
        for number, place in self._places.items():
            if own is None or own == place:
                self._is_ahead.setdefault(number, None)
            else:
                self._is_ahead[number] = own < place

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
            fresh = self._fresh(racer.number, now_s)
            found = pen.rows(racer, places[racer.number], fresh, rows)
            return tuple(self._lit(row, racer, now_s) for row in found)

        each = _rows_each(len(racers), width, height) if across == 1 else 1
        found = [row for racer in ordered for row in drawn(racer, each)]
        if across == 1:
            return tuple(found[: len(found) - (each >= ROWS_EACH)])
        first, *rest = _columns(found, across)
        return tuple(
            tuple(chain(row, *((Span(" "), *other) for other in others)))
            for row, *others in zip_longest(first, *rest, fillvalue=())
        )

    def _lit(self, row: Line, racer: Racer, now_s: float) -> Line:
        """Return a row lit for a moment where the player has just passed, or been."""
        change = self._changes.get(racer.number)
        if change is None or not (racer.is_own and reader().motion):
            return row
        if now_s - change.at_s >= FLASH_S:
            return row
        style = Style.GOOD if change.is_up else Style.WARNING
        return tuple(
            span if isinstance(span.style, Patch) else span._replace(style=style)
            for span in row
        )

    def _fresh(self, number: int, now_s: float) -> Fresh:
        change = self._changes.get(number)
        is_fresh = change is not None and now_s - change.at_s < SHOWN_S
        points = self._gains.fresh(number, now_s)
        return Fresh(change if is_fresh else None, points)


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
