"""Learn what layouts of Poker Squares are worth: ``python -m bench.learning.squares``.

Plays itself, at deals it makes, once for each table of points, and writes what
it learned into the players' package. Needs a C compiler and some minutes of one core.

Where learning begins decides where it ends: the rows and columns have to agree
on who collects what, and there are many agreements, some better. So it begins
many times, leaning a little more or less to one of them, goes on with those that play
best, and keeps the best of these.
"""

import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.learning.program import run, scores

from samedeal_games.cards import PACK_SIZE
from samedeal_games.squares import Hand
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH
from samedeal_players.squares import values

FOLDER = Path(values.__file__).parent
TRIAL_DEALS = 20_000


class Recipe(NamedTuple):
    """How one table of points is learned."""

    leanings: tuple[int, ...]
    """In percent of a hand's points, for each card that collects towards it."""

    seeds: tuple[int, ...]
    start_games: int
    kept: int
    """How many of the starts go on."""

    games: int
    rate: int
    """In percent of an error; it falls from there."""


class Learned(NamedTuple):
    """Values, and the mean points of playing by them, without looking ahead."""

    mean: float
    raw: bytes


RECIPES = {
    "american": Recipe((30,), (1, 2, 3), 400_000, 1, 1_500_000, 10),
    "english": Recipe((10,), tuple(range(1, 17)), 60_000, 1, 2_000_000, 10),
}
POINTS: Mapping[str, Mapping[Hand, int]] = {"american": AMERICAN, "english": ENGLISH}


def main() -> None:
    """Learn all tables of points, or those that are named."""
    for name in sys.argv[1:] or RECIPES:
        learned = learn(RECIPES[name], POINTS[name])
        packed = zlib.compress(learned.raw, 9)
        (FOLDER / f"{name}.values").write_bytes(packed)
        print(f"{name}: {learned.mean:.2f} points, {len(packed)} bytes", flush=True)


def learn(recipe: Recipe, points: Mapping[Hand, int]) -> Learned:
    """Follow a recipe; the same one learns the same."""
    starts = [
        tried(run("start", recipe.start_games, seed, leaning, points=points), points)
        for leaning in recipe.leanings
        for seed in recipe.seeds
    ]
    starts.sort(reverse=True)
    return max(
        tried(
            run("learn", recipe.games, 1, recipe.rate, points=points, given=start.raw),
            points,
        )
        for start in starts[: recipe.kept]
    )


def tried(raw: bytes, points: Mapping[Hand, int]) -> Learned:
    """Play the same deals by any values."""
    dice = Random(5)  # noqa: S311 - the same deals every time
    decks = [dice.sample(range(PACK_SIZE), 25) for _ in range(TRIAL_DEALS)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "values"
        path.write_bytes(raw)
        mean = fmean(scores(path, decks, points, replies=1, touching=False))
    print(f"  {mean:.2f}", flush=True)
    return Learned(mean, raw)


if __name__ == "__main__":
    main()
