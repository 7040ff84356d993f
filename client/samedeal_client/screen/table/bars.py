"""Everybody's progress in a match, as bars, and the changes of places."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.reader import reader
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
from samedeal_client.view.standings import is_away, state_name
from samedeal_client.view.tints import RIVAL_TINTS, Patch, Tint
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import RoomView, SeatState

WIDTHS, SHORT_WIDTHS, LEAST_WIDTHS = (16, 14), (12, 11), (12, 9)
"""Cells of a name, and of the words on a racer."""
WIDE, SHORT = 64, 46
"""Below these, widths are short, and then moves are not counted."""
FRAME_WIDTH = 8
"""Cells of a place, an arrow, a score and blanks; its unit comes to that."""
LEAST_BAR = 6
ROWS_EACH = 3
"""Rows of a bar where there is little width and much height."""
FLASH_S = 0.6
"""Seconds that a player's own row is lit after a change of places."""
SHOWN_S = 3.0
"""Seconds that a change of places is shown."""
MOST_ROWS = 4
"""More of them than this share rows, on a screen that is not tall."""
FULL, EMPTY = "█", "░"
ASCII_FULL, ASCII_EMPTY = "#", "."
EIGHTHS = " ▏▎▍▌▋▊▉"
"""Parts of a cell, from its left."""
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


class Change(NamedTuple):
    """A change of places, and the time when it was seen."""

    at_s: float
    is_up: bool


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

        Many share lines where there are few of those.
        """
        width, height = size
        places = _places(racers)
        ordered = sorted(racers, key=lambda one: (places[one.number], one.number))
        is_crowded = len(racers) > MOST_ROWS and height < 2 * len(racers)
        across = 2 if is_crowded and width >= WIDE else 1
        pen = _Pen(about, width // across - (across - 1), glyphs)
        if width < SHORT and height >= ROWS_EACH * len(racers):
            tall = [
                self._lit(row, racer, now_s)
                for racer in ordered
                for row in pen.tall(
                    racer, places[racer.number], self._fresh(racer.number, now_s)
                )
            ]
            return tuple(tall[:-1])
        drawn = [
            self._lit(
                pen.bar(racer, places[racer.number], self._fresh(racer.number, now_s)),
                *(racer, now_s),
            )
            for racer in ordered
        ]
        if across == 1:
            return tuple(drawn)
        half = (len(drawn) + 1) // 2
        blank = line(" ")
        rows = zip(drawn[:half], [*drawn[half:], ()][:half], strict=True)
        return tuple((*left, *blank, *right) for left, right in rows)

    def _lit(self, row: Line, racer: Racer, now_s: float) -> Line:
        """Return a row lit for a moment where the player has just passed, or been."""
        change = self._changes.get(racer.number)
        if change is None or not (racer.is_own and reader().motion):
            return row
        if now_s - change.at_s >= FLASH_S:
            return row
        style = Style.TARGET if change.is_up else Style.HELD
        return tuple(
            span if isinstance(span.style, Patch) else span._replace(style=style)
            for span in row
        )

    def _fresh(self, number: int, now_s: float) -> Change | None:
        change = self._changes.get(number)
        return change if change and now_s - change.at_s < SHOWN_S else None


class _Pen(NamedTuple):
    about: About
    width: int
    glyphs: Glyphs

    @property
    def _is_plain(self) -> bool:
        return self.glyphs.bar == "|"

    def bar(self, racer: Racer, place: int, change: Change | None) -> Line:
        """Return a line of exactly the width."""
        name_width, note_width = self._widths
        unit = self._unit if self.width >= SHORT else " "
        beside = name_width + note_width + width_of(unit) + FRAME_WIDTH
        # All are equally long, to be compared.
        room = max(LEAST_BAR, self.width - beside)
        style = self._tone(racer, change)
        return line(
            f" {place} ",
            Span(padded(cut_name(racer.name, name_width), name_width), style),
            self._arrow(change),
            *self._drawn(racer, room),
            Span(f"{racer.score:>4}", Style.GOOD),
            Span(f"{unit}{padded(self._note(racer), note_width)}", Style.DIM),
        )

    def tall(self, racer: Racer, place: int, change: Change | None) -> Lines:
        """Return a bar below whose it is, and a blank line, on exactly the width."""
        note = self._note(racer) or tr_n("{count} move", "{count} moves", racer.plies)
        score = f"{racer.score:>3}"
        told = f"{self._unit}{note}"
        room = self.width - width_of(told) - len(score) - len(f"{place}   ")
        return (
            line(
                f"{place} ",
                Span(cut_name(racer.name, room), self._tone(racer, change)),
                " ",
                self._arrow(change),
                " " * (room - width_of(cut_name(racer.name, room))),
                Span(score, Style.GOOD),
                Span(told, Style.DIM),
            ),
            self._drawn(racer, self.width),
            (),
        )

    @property
    def _unit(self) -> str:
        """The unit of a score, between it and the other words on a racer."""
        word = tr("up") if self.about.contest is Contest.RACE else tr("pts")
        return f" {word}, "

    @staticmethod
    def _tone(racer: Racer, change: Change | None) -> Style:
        """Return the style by which a name stands out."""
        if change is not None:
            return Style.TARGET if change.is_up else Style.HELD
        return Style.OWN if racer.is_own else Style.PLAIN

    def _drawn(self, racer: Racer, room: int) -> Line:
        """Return a bar on `room` cells; in colours it ends at an eighth of one."""
        share = min(1.0, self._share(racer))
        if not self.glyphs.halves:
            filled = round(share * room)
            full, empty = (ASCII_FULL, ASCII_EMPTY) if self._is_plain else (FULL, EMPTY)
            done = Span(full * filled, Style.GOOD)
            return line(done, Span(empty * (room - filled), Style.DIM))
        whole, part = divmod(round(share * room * len(EIGHTHS)), len(EIGHTHS))
        tint = Tint.BRASS if racer.is_own else RIVAL_TINTS[self._rank(racer)]
        end = EIGHTHS[part] if part else ""
        return line(
            Span(" " * whole, Patch(tint, tint)),
            Span(end, Patch(tint, Tint.TRACK)),
            Span(" " * (room - whole - len(end)), Patch(tint, Tint.TRACK)),
        )

    @staticmethod
    def _rank(racer: Racer) -> int:
        """Return the number of the colour that a rival has for the whole match."""
        return (racer.number - 1) % len(RIVAL_TINTS)

    @property
    def _widths(self) -> tuple[int, int]:
        if self.width >= WIDE:
            return WIDTHS
        return SHORT_WIDTHS if self.width >= SHORT else LEAST_WIDTHS

    def _share(self, racer: Racer) -> float:
        """Return the part of the way that somebody has gone, from 0 to 1."""
        if self.about.contest is Contest.RACE:
            return racer.score / self.about.top_score
        return racer.plies / self.about.ply_limit

    def _note(self, racer: Racer) -> str:
        if racer.is_away:
            return tr("away")
        if racer.state != "playing":
            return state_name(racer.state, self.about)
        if self.width < SHORT:
            return ""
        return tr_n("{count} move", "{count} moves", racer.plies)

    def _arrow(self, change: Change | None) -> Span:
        if change is None:
            return Span(" ")
        if change.is_up:
            return Span(ASCII_UP if self._is_plain else UP, Style.GOOD)
        return Span(ASCII_DOWN if self._is_plain else DOWN, Style.WARNING)


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
    place = tr("{place} of {of}", place=own, of=len(now))
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
    if len(names) == 1:
        return names[0]
    return tr("{name} and {count} more", name=names[0], count=len(names) - 1)
