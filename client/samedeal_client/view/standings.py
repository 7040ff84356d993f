"""Standings of a match: places, scores with their units, and states of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.names import placed_name
from samedeal_client.view.spans import Lines, table
from samedeal_client.view.times import reached
from samedeal_games.game import About, Contest

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from samedeal_protocol.rooms.boards import (
        Phase,
        ResultView,
        RoomView,
        Scoring,
        SeatState,
        SeatView,
        StandingView,
    )


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


def ordinal(number: int) -> str:
    """Return a number as a place: 1st, 2nd, 3rd, 4th."""
    if number % 100 in (11, 12, 13):
        return tr("{number}th", number=number)
    return tr(ORDINALS.get(number % 10, "{number}th"), number=number)


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
    """Return the standings of a match as a table, the viewer's row marked.

    Nothing for a match that nobody has a place in.
    """
    if not result.standings:
        return ()
    rows = [_standing(row, result.standings, about) for row in result.standings]
    own = next(
        (k for k, row in enumerate(result.standings) if row.seat == own_seat), None
    )
    header = ("", tr("player"), score_name(about), tr("moves"), tr("time"), "")
    return table(header, rows, own=own)


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
