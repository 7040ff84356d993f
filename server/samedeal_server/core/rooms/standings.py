"""The places of players in a match, in a series, and on a leaderboard."""

from typing import NamedTuple

from samedeal_games.contests import has_earned, merit, places
from samedeal_games.game import Contest
from samedeal_protocol.rooms.boards import Scoring
from samedeal_server.core.facts import Seat
from samedeal_server.core.state import Match, Play


class Standing(NamedTuple):
    """One row of a match's standings."""

    place: int
    seat: Seat
    play: Play
    elapsed_ms: int


def standings(match: Match, contest: Contest) -> tuple[Standing, ...]:
    """Return the standings of a match, best first, ties in order of seat."""
    plays = [(seat, play) for seat, play in enumerate(match.plays) if play is not None]
    merits = [
        merit(
            contest,
            resigned=play.state == "resigned",
            score=play.score,
            reached_ms=play.reached_at,
        )
        for _, play in plays
    ]
    rows = [
        Standing(place, seat, play, max(0, play.reached_at - match.started_at))
        for place, (seat, play) in zip(places(merits), plays, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.seat)))


def match_winners(match: Match, contest: Contest) -> tuple[Seat, ...]:
    """Return the seats in first place that have earned it.

    Nobody wins by resigning, nor with nothing, but against somebody who resigned.
    """
    rows = standings(match, contest)
    return tuple(
        row.seat
        for row in rows
        if row.place == 1
        and row.play.state != "resigned"
        and (rows[-1].place > 1 or has_earned(row.play.score, row.elapsed_ms))
    )


def series_is_over(
    wins: tuple[int, ...], number: int, best_of: int, scoring: Scoring = "wins"
) -> bool:
    """Tell whether a series is decided after match `number`."""
    if number >= best_of:
        return True
    return scoring == "wins" and max(wins, default=0) > best_of // 2


RACE_CLOCK_SPAN_MS = 2**32


def leaderboard_value(score: int, elapsed_ms: int, contest: Contest) -> int:
    """Return the whole number by which a leaderboard orders a result.

    Scores alone for Poker Squares; for races more cards first, then less time.
    Exact in the 53 bits that a Redis sorted set keeps.
    """
    if contest is Contest.SCORE:
        return score
    return score * RACE_CLOCK_SPAN_MS + (RACE_CLOCK_SPAN_MS - 1 - elapsed_ms)
