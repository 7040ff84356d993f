"""Ratings: how good a player is held to be, from the places of rated matches.

Plackett and Luce's model as openskill has it: a player's skill is thought of as a
normal distribution with a mean `mu` and a deviation `sigma`, and a match of any
number of players moves each of them by how surprising the places were. What is
kept are whole numbers, in millionths, so that ratings computed anew from the
same matches are the same to the last bit.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MILLION = 1_000_000

START_MU = 25 * MILLION
START_SIGMA = 25 * MILLION // 3

PROVISIONAL_SIGMA = 6_600_000
"""Above it a rating is provisional.

Between two players about as good, that takes 9 matches; 12 in matches of four and 24
in matches of eight, whose places say less about each single player
(``python -m bench.ratings`` counts them)."""

SHOWN_START = 1500
SHOWN_SCALE = 48
"""Points that are shown for each unit of `mu`."""

SWAY_MOST = 40
"""Points that matches which do not count yet may add or take at most."""
SWAY_HALF = 150
"""Points that they have to be worth to make half of that."""

# With `limit_sigma` a deviation never grows again, so that who has left the
# provisional ratings does not come back to them by winning against far weaker
# players, whose matches tell next to nothing.
_MODEL = PlackettLuce(limit_sigma=True)


class Rating(NamedTuple):
    """A player's rating in a family of games."""

    mu: int = START_MU
    """The mean, in millionths."""
    sigma: int = START_SIGMA
    """The deviation, in millionths; never grows."""
    matches: int = 0
    """Rated ones, in this family."""
    leaning: int = 0
    """The suggestion beyond the mean of matches that do not count yet, in
    millionths."""

    @property
    def shown(self) -> int:
        """Return the whole number that people see; 1500 at first."""
        points = SHOWN_SCALE * (self.mu - START_MU) / MILLION
        return SHOWN_START + round(points + _swayed(self.leaning))

    @property
    def is_provisional(self) -> bool:
        """Tell whether too few matches are known; once it is not, it stays so."""
        return self.sigma > PROVISIONAL_SIGMA


def _swayed(leaning: int) -> float:
    """Return the points by which a leaning sways what is shown: ever less of more."""
    points = SHOWN_SCALE * leaning / MILLION
    return SWAY_MOST * points / (SWAY_HALF + abs(points))


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return everybody's rating after a match, in the same order.

    `places` are from 1, and equal for those who tie. Fewer than two players say
    nothing about each other: their ratings stay as they were.
    """
    if len(ratings) < 2:
        return tuple(ratings)
    teams = [
        [_MODEL.rating(mu=rating.mu / MILLION, sigma=rating.sigma / MILLION)]
        for rating in ratings
    ]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        Rating(
            round(after.mu * MILLION),
            # Rounding might bring back what the model has just left as it was.
            min(before.sigma, round(after.sigma * MILLION)),
            before.matches + 1,
        )
        for before, (after,) in zip(ratings, rated, strict=True)
    )
