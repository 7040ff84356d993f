"""Who comes before whom: one rule for standings, transcripts and their check.

Poker Squares: the higher score; equal scores share the place. Races: more cards
on the foundations (so whoever is out is first), then the earlier moment at
which that count was reached, then fewer actions; equal in all is a tie. Those
who resigned come after all who did not.
"""

from collections.abc import Sequence

from samedeal_games.game import Contest


def merit(
    contest: Contest, *, resigned: bool, score: int, reached_ms: int, plies: int
) -> tuple[int, ...]:
    """Return a key that sorts the better result first; equal keys tie.

    `reached_ms` is when the score was reached, on a clock that all share.
    """
    if contest is Contest.SCORE:
        return (int(resigned), -score)
    return (int(resigned), -score, reached_ms, plies)


def places(merits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return each one's place, from 1; those who tie share it."""
    return tuple(1 + sum(other < own for other in merits) for own in merits)
