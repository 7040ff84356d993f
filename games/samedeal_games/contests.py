"""The order of merit: one rule for standings, transcripts and their check.

Poker Squares: the higher score; equal scores share the place. Races: more cards
on the foundations (so whoever is out is first), then the earlier moment at
which that count was reached; with no card up there is no such moment. How many
actions it took counts for nothing. Those who resigned come after all who did not.
"""

from collections.abc import Sequence

from samedeal_games.game import Contest


def merit(
    contest: Contest, *, resigned: bool, score: int, reached_ms: int
) -> tuple[int, ...]:
    """Return a key that sorts the better result first; equal keys tie.

    `reached_ms` is when the score was reached, on a clock that all share.
    """
    if contest is Contest.SCORE:
        return (int(resigned), -score)
    return (int(resigned), -score, reached_ms if score else 0)


def former_merit(
    contest: Contest, *, resigned: bool, score: int, reached_ms: int, plies: int
) -> tuple[int, ...]:
    """Return the key by which transcripts before version 4 have their places.

    It broke what ties were left by fewer actions, so who gave up at once with no card
    up came before who had tried.
    """
    if contest is Contest.SCORE:
        return (int(resigned), -score)
    return (int(resigned), -score, reached_ms, plies)


def has_earned(score: int, elapsed_ms: int) -> bool:
    """Tell whether a result is more than the deal itself gave.

    Without that nobody wins but against somebody who resigned.

    `elapsed_ms` is from the start to when the score was reached.
    """
    return score > 0 and elapsed_ms > 0


def places(merits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return each one's place, from 1; those who tie share it."""
    return tuple(1 + sum(other < own for other in merits) for own in merits)
