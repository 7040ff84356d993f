"""Standings of a match, and lists of rooms and games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr, tr_n
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import NAMED
from samedeal_client.view.phases import PHASES
from samedeal_client.view.spans import Lines, cut, line, printable, table, width_of
from samedeal_games.contests import has_earned
from samedeal_games.game import About, Contest

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from samedeal_protocol.rooms.boards import (
        Phase,
        ResultView,
        RoomSummary,
        RoomView,
        Scoring,
        SeatState,
        SeatView,
        StandingView,
    )

MOST_NAME = 40
"""Terminal cells of a name: twenty characters may be wide ones."""

STATES: dict[SeatState, str] = {
    "playing": later("playing"),
    "out": later("all up"),
    "over": later("no moves left"),
    "finished": later("finished"),
    "resigned": later("resigned"),
    "timed_out": later("out of time"),
}
ORDINALS = {
    1: later("{number}st"),
    2: later("{number}nd"),
    3: later("{number}rd"),
}
ROOM_HEADER = (
    *(later("room"), later("game"), later("host")),
    *(later("seats"), later("time"), later("series")),
)

LATE_MS = 60_000


def clock(seconds: float) -> str:
    """Return a time as ``m:ss``, never below zero."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def stopwatch(ms: int) -> str:
    """Return a time taken as ``m:ss.t``."""
    return f"{clock(ms / 1000)}.{ms % 1000 // 100}"


def is_late(left_ms: int) -> bool:
    """Tell whether the time left is so short that a clock should stand out."""
    return left_ms <= LATE_MS


def reached(score: int, ms: int) -> str:
    """Return the time of a score, a dash for one that nobody played for.

    The deal itself may give a card or two, at the start.
    """
    return stopwatch(ms) if has_earned(score, ms) else "-"


def ordinal(number: int) -> str:
    """Return a number as a place: 1st, 2nd, 3rd, 4th."""
    if number % 100 in (11, 12, 13):
        return tr("{number}th", number=number)
    return tr(ORDINALS.get(number % 10, "{number}th"), number=number)


def name_of(name: str, *, bot: bool = False, named: bool = False) -> str:
    """Return a player's name fit for a screen; claimed names and bots are marked."""
    return cut(called(name), MOST_NAME) + (f" {NAMED}" * named) + (" [bot]" * bot)


def called(name: str) -> str:
    """Return a name that can be shown, also for a player who was erased."""
    return printable(name) or tr("somebody erased")


def sitter_name(seat: SeatView, seats: Iterable[SeatView]) -> str:
    """Return the name of the player in a seat, told apart among those there."""
    others = [(other.seat, _name_in(other)) for other in seats]
    return told_apart(_name_in(seat), seat.seat, others)


def told_apart(name: str, seat: int, others: Iterable[tuple[int, str]]) -> str:
    """Return a name, with its seat's number where one before it looks the same.

    No name has brackets of its own.
    """
    is_later = any(number < seat and other == name for number, other in others)
    return f"{name} ({seat + 1})" if is_later else name


def cut_name(name: str, width: int) -> str:
    """Return as much of a name as fits, and the number that tells it apart."""
    bare, bracket, number = name.rpartition(" (")
    if not bracket or not number.removesuffix(")").isdecimal():
        return cut(name, width)
    mark = bracket + number
    return cut(bare, width - width_of(mark)) + mark


def _name_in(row: SeatView | StandingView) -> str:
    return name_of(row.name, bot=row.bot, named=row.named)


def won_notes(room: RoomView, seat: SeatView) -> list[str]:
    """Return the matches that a seat has won of a series; nothing for a single one."""
    if room.best_of == 1 or not seat.wins:
        return []
    return [tr_n("{count} won", "{count} won", seat.wins)]


def is_away(seat: SeatView, phase: Phase) -> bool:
    """Tell whether a player is missed; nobody waits for one whose match is over."""
    is_done = seat.play is not None and seat.play.state != "playing"
    return not seat.present and not (is_done and phase == "playing")


def state_name(state: SeatState, about: About) -> str:
    """Return the state of a seat's match; laying every square is being done."""
    if state == "over" and about.contest is Contest.SCORE:
        return tr("done")
    return tr(STATES[state])


def counted(score: int, about: About) -> str:
    """Return a score with its unit."""
    if about.contest is Contest.SCORE:
        return tr_n("{count} point", "{count} points", score)
    return tr_n("{count} card up", "{count} cards up", score)


def score_name(about: About) -> str:
    """Return the unit of a score: points, or cards up."""
    return tr("points") if about.contest is Contest.SCORE else tr("cards up")


def series_text(best_of: int, scoring: Scoring) -> str:
    """Return the length of a series, after a comma; nothing for one match."""
    if scoring == "duplicate":
        return tr(", {count} deals", count=best_of)
    return tr(", best of {count}", count=best_of) if best_of > 1 else ""


def standings_lines(
    result: ResultView, about: About, own_seat: int | None = None
) -> Lines:
    """Return the standings of a match as a table, the viewer's row marked."""
    rows = [_standing(row, result.standings, about) for row in result.standings]
    own = next(
        (k for k, row in enumerate(result.standings) if row.seat == own_seat), None
    )
    header = ("", tr("player"), score_name(about), tr("moves"), tr("time"), "")
    return table(header, rows, own=own)


def rooms_lines(rooms: Sequence[RoomSummary]) -> Lines:
    """Return the public rooms as a table."""
    if not rooms:
        return (
            line(tr("No public room is open. Open one:  samedeal host GAME --public")),
        )
    cells = [
        (
            room.room,
            _played_in(room),
            name_of(room.host, named=room.host_named),
            _seats_cell(room),
            clock(room.time_limit_s),
            _series_cell(room),
            tr(PHASES[room.phase].in_table),
        )
        for room in rooms
    ]
    header = tuple(map(tr, ROOM_HEADER))
    return table((*header, ""), cells)


def _series_cell(room: RoomSummary) -> str:
    said = series_text(room.best_of, room.scoring).removeprefix(", ")
    series = said or tr("one match")
    return tr("{series}, winnable", series=series) if room.certified else series


def _seats_cell(room: RoomSummary) -> str:
    """Return the seats taken of all, with a mark where claimed names alone may sit."""
    seats = tr("{part} of {whole}", part=room.seats_taken, whole=room.seats_max)
    if not room.named_only:
        return seats
    if is_linear():
        return tr("{seats}, names only", seats=seats)
    return f"{room.seats_taken}/{room.seats_max} {NAMED}"  # no wider than the others


def _played_in(room: RoomSummary) -> str:
    """Return the game; the series' column has no room for more."""
    return tr("{game}, undo", game=room.game) if room.takes_back else room.game


def games_lines(games: Iterable[About]) -> Lines:
    """Return the catalogue as a table with a summary under each game."""
    lines: list[Lines] = []
    for about in games:
        limit = f"{about.time_limit_s // 60} min"
        if is_linear():
            lines.append(
                (
                    line(f"{about.key}: {tr(about.title)}, {limit}."),
                    line(tr(about.summary)),
                )
            )
            continue
        head = f"{about.key:<26}{tr(about.title)}"
        lines.append((line(f"{head:<68}{limit:>8}"), *_indented(tr(about.summary))))
    return tuple(row for block in lines for row in block)


def _standing(
    row: StandingView, rows: Sequence[StandingView], about: About
) -> tuple[str, ...]:
    shared = sum(other.place == row.place for other in rows) > 1
    return (
        f"{row.place}{'=' if shared else ''}",
        placed_name(row, rows),
        str(row.score),
        str(row.plies),
        reached(row.score, row.elapsed_ms),
        state_name(row.state, about),
    )


def placed_name(row: StandingView, rows: Iterable[StandingView]) -> str:
    """Return the name in a row of standings, told apart among all of them."""
    others = [(other.seat, _name_in(other)) for other in rows]
    return told_apart(_name_in(row), row.seat, others)


def _indented(text: str, width: int = 74) -> Lines:
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > width - 4:
            rows.append("")
        rows[-1] += " " + word
    return tuple(line("   " + row) for row in rows)
