"""Learn what layouts of Poker Squares are worth: ``python -m bench.learning.squares``.

Plays itself, at deals it makes, for each table of points: first it learns tables, then
what a net is to add to them. Writes both into the players' package. Needs a C compiler
and some ten minutes of one core for each table of points.

Where learning begins may decide where it ends: the rows and columns have to agree
on who collects what, and there are many agreements, some better. So it may begin
several times, and goes on with the tables that play best.
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
    """The recipe by which one table of points is learned."""

    leaning: int
    """In percent of a hand's points, for each card that collects towards it."""

    seeds: tuple[int, ...]
    games: int
    """The number of games that the tables learn from, for each seed."""

    net_games: int


class Learned(NamedTuple):
    """The learned tables and net, and the mean points of playing by tables at sight."""

    mean: float
    tables: bytes
    net: bytes = b""


RECIPES = {
    "american": Recipe(30, (1,), 2_000_000, 80_000),
    "english": Recipe(10, (1,), 1_500_000, 60_000),
}
POINTS: Mapping[str, Mapping[Hand, int]] = {"american": AMERICAN, "english": ENGLISH}


def main() -> None:
    """Learn all tables of points, or those that are named."""
    for name in sys.argv[1:] or RECIPES:
        learned = learn(RECIPES[name], POINTS[name])
        for kind, raw in (("values", learned.tables), ("net", learned.net)):
            packed = zlib.compress(raw, 9)
            (FOLDER / f"{name}.{kind}").write_bytes(packed)
            print(f"{name}.{kind}: {len(packed)} bytes", flush=True)


def learn(recipe: Recipe, points: Mapping[Hand, int]) -> Learned:
    """Follow a recipe; the same one learns the same."""
    best = max(
        tried(
            Learned(
                0, run("tables", recipe.games, seed, recipe.leaning, points=points)
            ),
            points,
        )
        for seed in recipe.seeds
    )
    with TemporaryDirectory() as folder:
        tables = Path(folder) / "tables"
        tables.write_bytes(best.tables)
        net = run("net", recipe.net_games, 1, tables, points=points)
    return tried(best._replace(net=net), points)


def tried(learned: Learned, points: Mapping[Hand, int]) -> Learned:
    """Play the same deals at sight, whatever was learned."""
    dice = Random(5)  # noqa: S311 - the same deals every time
    decks = [dice.sample(range(PACK_SIZE), 25) for _ in range(TRIAL_DEALS)]
    with TemporaryDirectory() as folder:
        tables, net = Path(folder) / "tables", Path(folder) / "net"
        tables.write_bytes(learned.tables)
        net.write_bytes(learned.net)
        mean = fmean(scores(tables, decks, points, net=net if learned.net else None))
    print(f"  {mean:.2f} points at sight", flush=True)
    return learned._replace(mean=mean)


if __name__ == "__main__":
    main()
