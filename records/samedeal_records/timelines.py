"""Timelines: the progress of each player of a match, and its times.

Counts alone, as everybody in the room saw them during the match: no card and no
move can be told from them. They are what ghosts race by.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from samedeal_games.game import Contest
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_records.verification import game_of, positions

POINTS_MOST = 2 + 104
"""Of one timeline: the deal, every card of two packs going up, and the last action."""


class Point(NamedTuple):
    """A player's progress from some moment on."""

    at_ms: int
    """From the start, not counting what the clock stood still."""
    score: int
    plies: int


class Timeline(NamedTuple):
    """One player's way through a match, in counts."""

    seat: int
    player: str
    name: str
    bot: bool
    place: int
    score: int
    plies: int
    elapsed_ms: int
    """The time at which the score was reached."""
    state: str
    """The end of the player's match; see `SeatRecord`."""
    ended_ms: int
    """The time of that end as far as the record tells: of the last move, or for
    ``timed_out`` of the end of the match."""
    points: tuple[Point, ...]
    """In order of time, from the deal on; the last one has all actions. In games of
    points there is one for each card laid, in races one for each change of score. What
    was taken back is left out, so scores never fall."""


def timelines(transcript: Transcript) -> tuple[Timeline, ...]:
    """Return the timeline of every seat, in order of seat number.

    Raises GameError for what cannot be played again.
    """
    return tuple(timeline_of(transcript, seat) for seat in transcript.seats)


def timeline_of(transcript: Transcript, seat: SeatRecord) -> Timeline:
    """Return the timeline of one seat; raises GameError."""
    return Timeline(
        seat=seat.seat,
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        place=seat.place,
        score=seat.score,
        plies=seat.plies,
        elapsed_ms=seat.elapsed_ms,
        state=seat.state,
        ended_ms=_ended_ms(transcript, seat),
        points=tuple(_points(transcript, seat)),
    )


def point_at(points: Sequence[Point], at_ms: int) -> Point:
    """Return the point that was reached at a moment; `points` are a timeline's."""
    following = bisect_right(points, at_ms, key=lambda point: point.at_ms)
    return points[max(0, following - 1)]


def _points(transcript: Transcript, seat: SeatRecord) -> list[Point]:
    game = game_of(transcript)
    each_move_counts = game.about.contest is Contest.SCORE
    points: list[Point] = []
    for plies, position in enumerate(positions(transcript, seat)):
        score = game.score(position)
        while points and points[-1].score > score:
            points.pop()
        is_last = plies == len(seat.moves)
        if not points or each_move_counts or is_last or score != points[-1].score:
            at_ms = seat.moves[plies - 1].at_ms if plies else 0
            points.append(Point(at_ms, score, plies))
    return points


def _ended_ms(transcript: Transcript, seat: SeatRecord) -> int:
    if seat.state == "timed_out":
        return transcript.ended_at - transcript.started_at - transcript.stood_ms
    return seat.moves[-1].at_ms if seat.moves else 0
