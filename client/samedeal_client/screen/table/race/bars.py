"""Everybody's progress in a match, as bars, and the changes of places."""

import math
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.reader import reader
from samedeal_client.screen.panels.gauge import gauge
from samedeal_client.screen.table.race.gains import Gains, with_gain
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name, sitter_name
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    padded,
    width_of,
)
from samedeal_client.view.standings import is_away, ordinal, state_name
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import RoomView, SeatState

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
FLASH_S = 0.6
"""Seconds that a player's own row is lit after a change of places."""
SHOWN_S = 3.0
"""Seconds that a change of places is shown."""
GOOD_PART = 5
"""Where points are counted, a bar is full at this part of the most there is, near what
experts make, or at what the leader has."""
UP, DOWN = "▲", "▼"
ASCII_UP, ASCII_DOWN = "^", "v"


class Racer(NamedTuple):
    """A racer's progress in a match."""

    number: int
    """Tells racers apart for as long as the match lasts."""
    name: str
    """Fit for a screen."""
    score: int
    plies: int
    state: SeatState
    is_own: bool = False
    is_away: bool = False
    is_followed: bool = False
    """Whether who only looks on has this one's board before them."""


class Change(NamedTuple):
    """A change of places, and the time when it was seen."""

    at_s: float
    is_up: bool


class Fresh(NamedTuple):
    """The news on a racer that are still shown."""

    change: Change | None
    points: int
    """The points just made, 0 for none."""


def racers_in(room: RoomView, own: int | None) -> tuple[Racer, ...]:
    """Return the racers in a room's match."""
    return tuple(
        Racer(
            seat.seat,
            tr("you") if seat.seat == own else sitter_name(seat, room.seats),
            seat.play.score,
            seat.play.ply,
            seat.play.state,
            is_own=seat.seat == own,
            is_away=is_away(seat, room.phase),
        )
        for seat in room.seats
        if seat.play is not None
    )


def race_title(about: About) -> str:
    """Return the aim of the race, as a title."""
    if about.contest is Contest.RACE:
        return tr("Race to {count}", count=about.top_score)
    return tr("Points")


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
        places = _places(racers)
        told = _told(racers, self._is_ahead, places)
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
        places = _places(racers)
        ordered = sorted(racers, key=lambda one: (places[one.number], one.number))
        across = _across(len(racers), width, height)
        pen = _Pen(
            *(about, (width - across + 1) // across, glyphs),
            *(_full(about, racers), _livery(racers)),
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


class _Pen(NamedTuple):
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


def _full(about: About, racers: Sequence[Racer]) -> float:
    """Return the score at which a bar is full."""
    if about.contest is Contest.RACE:
        return about.top_score
    most = max((racer.score for racer in racers), default=0)
    return max(about.top_score / GOOD_PART, most)


def _livery(racers: Sequence[Racer]) -> dict[int, int]:
    rivals = sorted(racer.number for racer in racers if not racer.is_own)
    return {number: place for place, number in enumerate(rivals)}


def _places(racers: Sequence[Racer]) -> dict[int, int]:
    return {
        racer.number: 1 + sum(_leads(other, racer) for other in racers)
        for racer in racers
    }


def _leads(other: Racer, racer: Racer) -> bool:
    """Tell whether somebody stands better as far as counts say."""
    if (other.state == "resigned") != (racer.state == "resigned"):
        return racer.state == "resigned"
    return other.score > racer.score


def _told(
    racers: Iterable[Racer], is_ahead: dict[int, bool | None], now: dict[int, int]
) -> Lines:
    """Return the players that the player has passed, or was passed by."""
    mine = next((racer for racer in racers if racer.is_own), None)
    if mine is None or mine.number not in is_ahead or mine.state == "resigned":
        return ()
    own = now[mine.number]
    others = [
        (one.name, is_ahead[one.number], now[one.number])
        for one in racers
        if not one.is_own and one.number in is_ahead
    ]
    passed = [name for name, was, place in others if own < place and was is not True]
    lost = [name for name, was, place in others if place < own and was is not False]
    place = tr("{place} of {of}", place=ordinal(own), of=len(now))
    if passed:
        text = tr("You pass {name}: {place}.", name=_names(passed), place=place)
        return (line(Span(f" {text}", Style.GOOD)),)
    if lost:
        text = tr_n(
            "{name} overtakes you: {place}.",
            "{name} overtake you: {place}.",
            len(lost),
            name=_names(lost),
            place=place,
        )
        return (line(Span(f" {text}", Style.WARNING)),)
    return ()


def _names(names: list[str]) -> str:
    first, *others = names
    if not others:
        return first
    count = len(others)
    return tr_n("{name} and one other", "{name} and {count} others", count, name=first)
