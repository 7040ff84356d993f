"""The results of a match in frames: standings, rating, best, streak, the next step."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.end.known import Came, Change, Course, End, Record, Table
from samedeal_client.screen.end.tables import table_rows
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.panels.facts import streak_rows
from samedeal_client.screen.panels.frame import EDGES, INSET, Box, Frame, draw_in_frame
from samedeal_client.view.cards import UNICODE, Glyphs
from samedeal_client.view.names import cut_name
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    fold,
    line,
    padded,
    width_of,
)
from samedeal_client.view.standings import score_name
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint

LEAST_WIDTH = 26
"""Cells of a panel beside others, at least."""
GAP = 1
NAMES_CELLS = 10
"""Cells of a name beside its course, at most."""
ASCII_BARS = "_.-=^"


class Panel(NamedTuple):
    """A frame that is not drawn yet."""

    frame: Frame
    rows: Lines
    """As they would be on cells without end."""
    came: tuple[Came, ...] = ()
    """Rows of standings, which are set for the width that there is."""
    courses: tuple[Course, ...] = ()
    """The same of courses."""
    glyphs: Glyphs = UNICODE
    table: Table | None = None
    """The same of a table."""
    is_spare: bool = False
    """Whether it goes where there is no room for all, and tables matter more."""

    def on(self, width: int) -> Lines:
        """Return its rows on `width` cells."""
        if self.came:
            return _standings(self.came, width)
        if self.courses:
            return _courses(self.courses, width, self.glyphs)
        if self.table is not None:
            return table_rows(self.table, width)
        return tuple(part for row in self.rows for part in fold(row, width))


def panels_of(end: End, glyphs: Glyphs) -> tuple[Panel, ...]:
    """Return the panels of all there is to tell, in order of worth."""
    made: list[Panel] = []
    if end.came:
        frame = Frame(tr("Result"), score_name(end.game.about))
        made.append(Panel(frame, (), end.came))
    tables = [Panel(Frame(one.title), (), table=one) for one in end.tables]
    made = [*tables, *made] if end.is_end_of_all else [*made, *tables]
    told: list[Line] = []
    if end.rating is not None:
        told.append(_rating(end.rating))
        if end.rating.is_early:
            told.append(line(Span(tr("? too few matches so far"), Style.DIM)))
    if end.record is not None:
        told += _record(end.record, glyphs)
    if end.pace:
        told.append(line(end.pace))
    if told:
        made.append(Panel(Frame(tr("You")), tuple(told), is_spare=True))
    if end.ready:
        made.append(Panel(Frame(tr("Next"), is_marked=end.is_seated), end.ready))
    if end.courses:
        frame = Frame(tr("How it went"), end.took)
        made.append(Panel(frame, (), courses=end.courses, glyphs=glyphs))
    return tuple(made)


def down_rows(made: Sequence[Panel], width: int) -> int:
    """Return the rows that panels take one below the other."""
    return sum(len(panel.on(width - INSET)) + EDGES for panel in made)


def most_down(made: Sequence[Panel], width: int, height: int) -> int:
    """Return the number of panels that have room one below the other."""
    counts = range(len(made) if width else 0, 0, -1)
    return next((n for n in counts if down_rows(made[:n], width) <= height), 0)


def draw_down(brush: Brush, made: Sequence[Panel], box: Box, glyphs: Glyphs) -> int:
    """Draw panels one below the other; return the row behind them."""
    y = box.y
    for panel in made:
        rows = panel.on(box.width - INSET)
        high = len(rows) + EDGES
        draw_in_frame(brush, Box(box.x, y, box.width, high), panel.frame, rows, glyphs)
        y += high
    return y


def across_rows(made: Sequence[Panel], width: int) -> int:
    """Return the rows that panels take beside each other."""
    return sum(high for _, _, high in _groups(made, width))


def draw_across(brush: Brush, made: Sequence[Panel], box: Box, glyphs: Glyphs) -> None:
    """Draw panels beside each other, or below if they must."""
    y = box.y
    for group, width, high in _groups(made, box.width):
        for place, panel in enumerate(group):
            x = box.x + place * (width + GAP)
            rows = panel.on(width - INSET)
            draw_in_frame(brush, Box(x, y, width, high), panel.frame, rows, glyphs)
        y += high


def _groups(
    made: Sequence[Panel], width: int
) -> Iterator[tuple[Sequence[Panel], int, int]]:
    """Yield rows of panels, with the cells of each and the rows of all."""
    across = max(1, min(len(made), (width + GAP) // (LEAST_WIDTH + GAP)))
    each = (width + GAP) // across - GAP
    for first in range(0, len(made), across):
        group = made[first : first + across]
        yield group, each, EDGES + max(len(panel.on(each - INSET)) for panel in group)


def _standings(came: tuple[Came, ...], width: int) -> Lines:
    """Return a row for everybody: place, name, score, and time where there is room."""
    scores = max(len(str(one.points)) for one in came)
    times = max(width_of(one.time) for one in came) + 1
    places = max(width_of(one.place) for one in came) + 1
    if width - places - scores - times < 8:
        times = 0
    room = width - places - scores - times
    return tuple(
        line(
            Span(padded(one.place, places), Style.DIM),
            Span(cut_name(one.name, room - 1), _tone(one)),
            " " * (room - width_of(cut_name(one.name, room - 1))),
            Span(f"{one.points:>{scores}}", Style.GOOD),
            Span(f"{one.time:>{times}}" if times else "", Style.DIM),
        )
        for one in came
    )


def _courses(courses: tuple[Course, ...], width: int, glyphs: Glyphs) -> Lines:
    """Return a row for everybody: name, score over the time, and what it came to."""
    most = max(1, *(max(one.scores) for one in courses))
    names = min(NAMES_CELLS, max(width_of(one.name) for one in courses))
    scores = len(str(most))
    room = width - names - scores - 2
    bars = glyphs.bars if glyphs.bar != "|" else ASCII_BARS
    return tuple(
        line(
            Span(padded(cut_name(one.name, names), names), _colour(one, glyphs)),
            " ",
            Span(_bars(one.scores, most, room, bars), _colour(one, glyphs)),
            Span(f" {one.scores[-1]:>{scores}}", Style.DIM),
        )
        for one in courses
    )


def _colour(one: Course, glyphs: Glyphs) -> Style | Patch:
    """Return the colour that somebody had in the race."""
    if not glyphs.halves:
        return Style.TITLE if one.is_own else Style.PLAIN
    rival = RIVAL_TINTS[one.rival % len(RIVAL_TINTS)]
    return Patch(Tint.BRASS if one.is_own else rival, Tint.PANEL)


def _bars(scores: Sequence[int], most: int, room: int, bars: str) -> str:
    """Return a sign for each cell, as high as the score was by then."""
    at = (scores[(len(scores) - 1) * (x + 1) // room] for x in range(room))
    return "".join(bars[score * (len(bars) - 1) // most] for score in at)


def _tone(one: Came) -> Style:
    return Style.OWN if one.is_own else Style.PLAIN


def _rating(change: Change) -> Line:
    """Return a rating before and after, and by how much it has changed."""
    style = Style.GOOD if change.by >= 0 else Style.WARNING
    return line(
        Span(f"{tr('rating')} ", Style.DIM),
        f"{change.before} ",
        Span("> ", Style.DIM),
        Span(change.after, Style.OWN),
        Span(f" {change.by:+}", style),
    )


def _record(record: Record, glyphs: Glyphs) -> list[Line]:
    """Return the own best, and the days on end with a daily."""
    told: list[Line] = []
    if record.is_new:
        told.append(line(Span(tr("Your best so far."), Style.GOOD)))
    elif record.best:
        told.append(line(Span(f"{tr('best')} ", Style.DIM), record.best))
    return [*told, *streak_rows(record.streak, record.longest, glyphs)]
