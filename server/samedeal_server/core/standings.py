"""Who came where in a match, in a series, and on a leaderboard.

Poker Squares: the higher score; equal scores share the place. Races: more cards
on the foundations (so whoever is out is first), then the earlier moment at
which that count was reached, then fewer actions; equal in all is a tie. Those
who resigned come after all who did not.
"""

from typing import NamedTuple

from samedeal_games.game import Contest
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
    ranked = sorted(
        (_merit(play, contest), seat)
        for seat, play in enumerate(match.plays)
        if play is not None
    )
    rows: list[Standing] = []
    for index, (merit, seat) in enumerate(ranked):
        tied = index > 0 and ranked[index - 1][0] == merit
        play = match.plays[seat]
        assert play is not None  # noqa: S101 - `ranked` holds only plays
        place = rows[-1].place if tied else index + 1
        elapsed = max(0, play.reached_at - match.started_at)
        rows.append(Standing(place, seat, play, elapsed))
    return tuple(rows)


def match_winners(match: Match, contest: Contest) -> tuple[Seat, ...]:
    """Return the seats in first place that did not resign."""
    return tuple(
        row.seat
        for row in standings(match, contest)
        if row.place == 1 and row.play.state != "resigned"
    )


def series_is_over(wins: tuple[int, ...], number: int, best_of: int) -> bool:
    """Tell whether a series is decided after match `number`."""
    return number >= best_of or max(wins, default=0) > best_of // 2


RACE_CLOCK_SPAN_MS = 2**32


def leaderboard_value(score: int, elapsed_ms: int, contest: Contest) -> int:
    """Return the whole number by which a leaderboard orders a result.

    Scores alone for Poker Squares; for races more cards first, then less time.
    Exact in the 53 bits that a Redis sorted set keeps.
    """
    if contest is Contest.SCORE:
        return score
    return score * RACE_CLOCK_SPAN_MS + (RACE_CLOCK_SPAN_MS - 1 - elapsed_ms)


def _merit(play: Play, contest: Contest) -> tuple[int, ...]:
    """Return a key that sorts the better result first."""
    resigned = int(play.state == "resigned")
    if contest is Contest.SCORE:
        return (resigned, -play.score)
    return (resigned, -play.score, play.reached_at, play.plies)
