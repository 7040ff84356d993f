"""The row of a racer: a place, a name, a bar, a score and a note, in five shapes."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.panels.gauge import gauge
from samedeal_client.screen.table.race.changes import Change
from samedeal_client.screen.table.race.gains import with_gain
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded, width_of
from samedeal_client.view.standings import state_name
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint
from samedeal_games.game import About, Contest

WIDTHS, SHORT_WIDTHS = (16, 14), (12, 11)
"""Cells of a name, and of the words on a racer."""
WIDE, SHORT = 64, 46
"""Below these, widths are short, and then a bar has no words behind it."""
LEAST, STUB = 24, 14
"""The fewest cells of a racer with a name and a bar; and with little of either."""
FRAME_WIDTH = 7
"""Cells of a place, an arrow, a score and blanks; its unit comes to that."""
LEAST_BAR = 6
ROWS_EACH, AIRY_ROWS = 3, 4
"""Rows of a bar where there is little width and much height, one of them blank; and
where that is very little."""
TIGHT = 34
"""Cells below which the words on a racer stand beside the bar, below whose it is."""
TIGHT_NAME, TIGHT_NOTE, TIGHT_SCORE = 8, 10, 4
STUB_REST, STUB_SCORE = 9, 3
"""Cells of a stub beside its name, two of a bar among them; and of the score."""
GOOD_PART = 5
"""Where points are counted, a bar is full at this part of the most there is, near what
experts make, or at what the leader has."""
UP, DOWN = "▲", "▼"
ASCII_UP, ASCII_DOWN = "^", "v"


class Fresh(NamedTuple):
    """The news on a racer that are still shown."""

    change: Change | None
    points: int
    """The points just made, 0 for none."""


class Pen(NamedTuple):
    """Draws the rows of a match, all on one width."""

    about: About
    width: int
    glyphs: Glyphs
    full: float
    """The score at which a bar is full."""
    livery: dict[int, int]
    """The place of every opponent among the opponents, from 0."""

    @property
    def _is_plain(self) -> bool:
        return self.glyphs.bar == "|"

    def rows(self, racer: Racer, place: int, fresh: Fresh, rows: int) -> Lines:
        """Return so many rows of exactly the width, from one to four."""
        if rows == AIRY_ROWS:
            return (*self.airy(racer, place, fresh), ())
        if rows == ROWS_EACH:
            pair = self.tight if self.width < TIGHT else self.tall
            return (*pair(racer, place, fresh), ())
        if rows > 1:
            return self.tight(racer, place, fresh)
        drawn = self.bar if self.width >= SHORT else self.low
        return (drawn(racer, place, fresh),)

    def bar(self, racer: Racer, place: int, fresh: Fresh) -> Line:
        """Return a line of exactly the width."""
        name_width, note_width = self._widths
        # As wide as that of many, so the notes stand below each other.
        most = width_of(self._unit(2))
        unit = padded(self._unit(racer.score), most)
        beside = name_width + note_width + width_of(unit) + FRAME_WIDTH
        # All are equally long, to be compared.
        room = max(LEAST_BAR, self.width - beside)
        style = self._tone(racer)
        return line(
            f"{place} ",
            Span(padded(cut_name(racer.name, name_width), name_width), style),
            self._arrow(fresh.change),
            *self._drawn(racer, room, fresh.points),
            Span(f"{racer.score:>4}", Style.GOOD),
            Span(f"{unit}{padded(self._note(racer), note_width)}", Style.DIM),
        )

    def tall(self, racer: Racer, place: int, fresh: Fresh) -> Lines:
        """Return a bar below whose it is, on exactly the width."""
        note, score = self._told(racer), f"{racer.score:>3}"
        told = f"{self._unit(racer.score)}{note}"
        room = self.width - width_of(told) - len(score) - len(f"{place}   ")
        return (
            line(
                f"{place} ",
                Span(cut_name(racer.name, room), self._tone(racer)),
                " ",
                self._arrow(fresh.change),
                " " * (room - width_of(cut_name(racer.name, room))),
                Span(score, Style.GOOD),
                Span(told, Style.DIM),
            ),
            self._drawn(racer, self.width, fresh.points),
        )

    def tight(self, racer: Racer, place: int, fresh: Fresh) -> Lines:
        """Return two lines on exactly the width, which is small."""
        bar = self._drawn(racer, self.width - TIGHT_NOTE - 1, fresh.points)
        told = Span(f" {padded(self._told(racer), TIGHT_NOTE)}", Style.DIM)
        return (self._headed(racer, place, fresh), line(*bar, told))

    def airy(self, racer: Racer, place: int, fresh: Fresh) -> Lines:
        """Return three lines on exactly the width, the bar as long as that."""
        told = Span(padded(self._told(racer), self.width), Style.DIM)
        bar = self._drawn(racer, self.width, fresh.points)
        return (self._headed(racer, place, fresh), bar, line(told))

    def _headed(self, racer: Racer, place: int, fresh: Fresh) -> Line:
        """Return whose bar stands below, and their score."""
        begun = f"{place} "
        room = self.width - len(begun) - 1 - TIGHT_SCORE
        score = Span(f"{racer.score:>{TIGHT_SCORE}}", Style.GOOD)
        return line(*self._named(racer, begun, room, fresh), score)

    def low(self, racer: Racer, place: int, fresh: Fresh) -> Line:
        """Return one line on exactly the width, which is small.

        What keeps a racer from playing stands in place of the bar, if it has room.
        """
        begun = f"{place} "
        is_stub = self.width < LEAST
        wide = SHORT_WIDTHS[0] if self.width >= TIGHT else TIGHT_NAME
        cells = min(wide, self.width - STUB_REST) if is_stub else wide
        number = STUB_SCORE if is_stub else TIGHT_SCORE
        named = self._named(racer, begun, cells, fresh)
        score = Span(f"{racer.score:>{number}}", Style.GOOD)
        room = self.width - len(begun) - cells - 1 - number - is_stub
        note = self._note(racer)
        if note and width_of(note) <= room:
            bar: Line = (Span(padded(note, room), Style.DIM),)
        else:
            # Points behind a tip need more cells than a stub has.
            bar = self._drawn(racer, room, 0 if is_stub else fresh.points)
        return line(*named, score, " ", *bar) if is_stub else line(*named, *bar, score)

    def _named(self, racer: Racer, begun: str, cells: int, fresh: Fresh) -> Line:
        """Return a place, a name on so many cells, and whether they have changed."""
        name = padded(cut_name(racer.name, cells), cells)
        return line(begun, Span(name, self._tone(racer)), self._arrow(fresh.change))

    def _unit(self, score: int) -> str:
        """Return the unit of a score, between it and the other words on a racer."""
        is_race = self.about.contest is Contest.RACE
        return f" {tr('up') if is_race else tr_n('pt', 'pts', score)}, "

    def _tone(self, racer: Racer) -> Style | Patch:
        """Return the look of a name: in colours that of its bar."""
        if racer.is_own:
            return Style.OWN
        if self.glyphs.halves:
            tint = self._tint(racer)
            return Patch(tint, Tint.PANEL, is_bold=racer.is_followed)
        return Style.TITLE if racer.is_followed else Style.PLAIN

    def _drawn(self, racer: Racer, room: int, made: int) -> Line:
        """Return a bar on `room` cells, with the points just made at its tip."""
        share = min(1.0, racer.score / self.full)
        bar = self._bar(racer, room, share)
        if not made or self.about.contest is Contest.RACE:
            return bar
        return with_gain(bar, made, math.ceil(share * room))

    def _bar(self, racer: Racer, room: int, share: float) -> Line:
        """Return a share of a racer's bar."""
        tint, is_low = self._tint(racer), self._is_low(racer)
        return gauge(share, room, tint, self.glyphs, is_low=is_low)

    def _tint(self, racer: Racer) -> Tint:
        """Return the colour of a racer, for the whole match."""
        if racer.is_own:
            return Tint.BRASS
        return RIVAL_TINTS[self.livery[racer.number] % len(RIVAL_TINTS)]

    def _is_low(self, racer: Racer) -> bool:
        """Tell whether a bar is half as high, as another one has its colour."""
        return not racer.is_own and self.livery[racer.number] >= len(RIVAL_TINTS)

    @property
    def _widths(self) -> tuple[int, int]:
        return WIDTHS if self.width >= WIDE else SHORT_WIDTHS

    def _note(self, racer: Racer) -> str:
        if racer.is_away:
            return tr("away")
        if racer.state != "playing":
            return state_name(racer.state, self.about)
        if self.width < SHORT:
            return ""
        return tr_n("{count} move", "{count} moves", racer.plies)

    def _told(self, racer: Racer) -> str:
        """Return what keeps a racer from playing, or their moves."""
        moves = tr_n("{count} move", "{count} moves", racer.plies)
        return self._note(racer) or moves

    def _arrow(self, change: Change | None) -> Span:
        if change is None:
            return Span(" ")
        if change.is_up:
            return Span(ASCII_UP if self._is_plain else UP, Style.GOOD)
        return Span(ASCII_DOWN if self._is_plain else DOWN, Style.WARNING)


def full_score(about: About, racers: Sequence[Racer]) -> float:
    """Return the score at which a bar is full."""
    if about.contest is Contest.RACE:
        return about.top_score
    most = max((racer.score for racer in racers), default=0)
    return max(about.top_score / GOOD_PART, most)


def livery(racers: Sequence[Racer]) -> dict[int, int]:
    """Return the place of every opponent among the opponents, from 0."""
    rivals = sorted(racer.number for racer in racers if not racer.is_own)
    return {number: place for place, number in enumerate(rivals)}
