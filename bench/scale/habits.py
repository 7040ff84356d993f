"""How people are taken to play, which nobody has measured: suppositions, in one place.

Whoever knows better says so to `python -m bench.scale`, or changes them here. All live
in one country, which is the worst case: with players all over the world the evening
peak is lower, and everything that follows from it.
"""

from typing import NamedTuple

SHARE_BY_HOUR = (
    *(0.45, 0.33, 0.25, 0.20, 0.18, 0.18, 0.22, 0.30),
    *(0.36, 0.40, 0.44, 0.48, 0.52, 0.52, 0.52, 0.54),
    *(0.58, 0.66, 0.78, 0.90, 0.98, 1.00, 0.88, 0.66),
)
"""The share of the most players who are ever there at once, from midnight on; none
between hours is more than its neighbours."""
WORKING_DAY = 0.85
"""A working day's players, as a share of a day's at the weekend; the week begins on a
Monday."""
WEEKEND = (5, 6)


class Habits(NamedTuple):
    """The habits of people, and the failures of machines."""

    pace_s: float = 2.0
    """A move of one player."""
    seats: int = 4
    matches_a_visit: float = 4.0
    """Matches of a visit, on average; after each match so many of the players go."""
    filling: float = 0.6
    """The share of a core that a process or a node of the store may use at the peak."""
    process_days: float = 30.0
    """On average, from one death of a process to its next."""
    node_days: float = 90.0
    """The same of a node of the store."""
    visits_a_week: float = 7.0
    """By the same person, each on a day of its own."""


def share_at(minute: int) -> float:
    """Return the players at a minute, as a share of the most."""
    day, of_day = divmod(minute % 10_080, 1440)
    hour, after = divmod(of_day, 60)
    now, then = SHARE_BY_HOUR[hour], SHARE_BY_HOUR[(hour + 1) % 24]
    share = now + (then - now) * after / 60
    return share if day in WEEKEND else share * WORKING_DAY
