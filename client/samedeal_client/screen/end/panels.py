"""The results of a match in frames: standings, rating, best, streak, the next step."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.end.known import Came, Change, End, Record
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.panels.frame import EDGES, INSET, Box, Frame, framed
from samedeal_client.view.cards import Glyphs
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

LEAST_WIDTH = 26
"""Cells of a panel beside others, at least."""
GAP = 1
DAYS = 7
"""Days of a streak that are shown, as dots."""
FULL, EMPTY = "●○"


class Panel(NamedTuple):
    """A frame that is not drawn yet."""

    frame: Frame
    rows: Lines
    """As they would be on cells without end."""
    came: tuple[Came, ...] = ()
    """Rows of standings, which are set for the width that there is."""

    def on(self, width: int) -> Lines:
        """Return its rows on `width` cells."""
        if self.came:
            return _standings(self.came, width)
        return tuple(part for row in self.rows for part in fold(row, width))


def panels_of(end: End, glyphs: Glyphs) -> tuple[Panel, ...]:
    """Return the panels of all there is to tell, in order of worth."""
    made = [Panel(Frame(tr("Result"), score_name(end.game.about)), (), end.came)]
    told: list[Line] = []
    if end.rating is not None:
        told.append(_rating(end.rating))
    if end.record is not None:
        told += _record(end.record, glyphs)
    if end.pace:
        told.append(line(end.pace))
    if told:
        made.append(Panel(Frame(tr("You")), tuple(told)))
    if end.ready:
        made.append(Panel(Frame(tr("Next"), is_marked=True), end.ready))
    return tuple(made)


def draw_down(brush: Brush, made: Sequence[Panel], box: Box, glyphs: Glyphs) -> int:
    """Draw panels one below the other; return the row behind them."""
    y = box.y
    for panel in made:
        rows = panel.on(box.width - INSET)
        high = len(rows) + EDGES
        framed(brush, Box(box.x, y, box.width, high), panel.frame, rows, glyphs)
        y += high
    return y


def draw_across(brush: Brush, made: Sequence[Panel], box: Box, glyphs: Glyphs) -> int:
    """Draw panels beside each other, or below if they must; return the row behind."""
    across = max(1, min(len(made), (box.width + GAP) // (LEAST_WIDTH + GAP)))
    width = (box.width + GAP) // across - GAP
    y = box.y
    for first in range(0, len(made), across):
        group = made[first : first + across]
        rows = [panel.on(width - INSET) for panel in group]
        high = EDGES + max(map(len, rows))
        for place, panel in enumerate(group):
            x = box.x + place * (width + GAP)
            framed(brush, Box(x, y, width, high), panel.frame, rows[place], glyphs)
        y += high
    return y


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
            Span(
                padded(cut_name(one.name, room - 1), room),
                Style.TITLE if one.is_own else Style.PLAIN,
            ),
            Span(f"{one.points:>{scores}}", Style.GOOD),
            Span(f"{one.time:>{times}}" if times else "", Style.DIM),
        )
        for one in came
    )


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
    if record.streak:
        full, empty = (FULL, EMPTY) if glyphs.bar != "|" else "*."
        lit = min(DAYS, record.streak)
        days = tr_n("{count} day", "{count} days", record.streak)
        told.append(
            line(
                Span(f"{tr('dailies')} ", Style.DIM),
                Span(full * lit, Style.TITLE),
                Span(empty * (DAYS - lit), Style.DIM),
                f" {days}",
            )
        )
    if record.longest > record.streak:
        most = tr_n("{count} day", "{count} days", record.longest)
        told.append(line(Span(f"{tr('longest')} ", Style.DIM), most))
    return told
