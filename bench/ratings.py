"""What ratings are worth: players of known strength, and how well they are ordered.

``python -m bench.ratings``

Strengths are drawn from a normal distribution, and how well somebody plays on a
day is their strength and as much luck again. Seeded, so that the figures are the
same each time; the correlation is Spearman's, between strengths and ratings.
"""

import statistics
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from samedeal_server.core.ratings import Rating, rate

PLAYERS = 48
AFTER = (5, 10, 20, 40, 80)
"""Matches of each player, more or less, after which the order is looked at."""
SEEDS = 5
SIZES = (2, 4, 8)


class Figures(NamedTuple):
    """What came of matches of one size."""

    correlations: dict[int, float]
    """By how many matches each had played, about."""
    settled_after: float
    """Matches until a rating is not provisional, the median."""


def main() -> None:
    """Print, for matches of two, four and eight, how well ratings order players."""
    for size in SIZES:
        figures = [simulated(size, Random(seed)) for seed in range(SEEDS)]  # noqa: S311
        shown = "  ".join(
            f"{n}: {statistics.mean(f.correlations[n] for f in figures):.2f}"
            for n in AFTER
        )
        settled = statistics.median(f.settled_after for f in figures)
        print(f"matches of {size}   correlation after {shown}   settled {settled:.0f}")


def simulated(size: int, dice: Random, players: int = PLAYERS) -> Figures:
    """Have players of known strength meet at random, and rate them."""
    strengths = [dice.gauss(0, 1) for _ in range(players)]
    ratings = [Rating() for _ in range(players)]
    settled: dict[int, int] = {}
    correlations: dict[int, float] = {}
    for matches in range(1, max(AFTER) * players // size + 1):
        met = dice.sample(range(players), size)
        met.sort(key=lambda player: strengths[player] + dice.gauss(0, 1), reverse=True)
        rated = rate([ratings[player] for player in met], range(1, size + 1))
        for player, rating in zip(met, rated, strict=True):
            ratings[player] = rating
            if not rating.is_provisional:
                settled.setdefault(player, rating.matches)
        each, rest = divmod(matches * size, players)
        if each in AFTER and rest < size:
            correlations[each] = _spearman(strengths, [r.mu for r in ratings])
    return Figures(correlations, statistics.median(settled.values()))


def _spearman(some: Sequence[float], others: Sequence[float]) -> float:
    return statistics.correlation(_ranks(some), _ranks(others))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda number: values[number])
    return [rank for _, rank in sorted(zip(order, range(len(order)), strict=True))]


if __name__ == "__main__":
    main()
