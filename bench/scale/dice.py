"""Whole numbers by chance, however large, from seeded dice."""

from collections.abc import Sequence
from random import Random

FEW = 200
"""The number up to which each is drawn by itself."""


def around(dice: Random, mean: float) -> int:
    """Draw how often something comes, by its mean."""
    if mean > FEW:
        return max(0, round(dice.gauss(mean, mean**0.5)))
    count, passed = 0, dice.expovariate(1.0)
    while passed < mean:
        count += 1
        passed += dice.expovariate(1.0)
    return count


def part(dice: Random, of: int, chance: float) -> int:
    """Draw how many of a number are hit, each with this chance."""
    if chance <= 0 or of == 0:
        return 0
    if chance >= 1:
        return of
    if of <= FEW:
        return sum(dice.random() < chance for _ in range(of))
    spread = (of * chance * (1 - chance)) ** 0.5
    return min(of, max(0, round(dice.gauss(of * chance, spread))))


def split(dice: Random, of: int, chances: Sequence[float]) -> list[int]:
    """Draw how many of a number go each way; all of them go one."""
    left, rest, ways = of, sum(chances), list[int]()
    for chance in chances[:-1]:
        some = part(dice, left, chance / rest if rest > 0 else 0)
        ways.append(some)
        left, rest = left - some, rest - chance
    return [*ways, left]
