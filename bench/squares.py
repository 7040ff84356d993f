"""How well the players of Poker Squares play, and how long they think.

``python -m bench.squares [--games 200] [--expert 10000] [--weighed 1000] [--par 200]
[--seed 1]``

Every level plays so many games of each kind, every move timed. Experts then
play many more deals in C, where it takes minutes instead of hours: the program
that learned their values (bench/learning) lays the same cells, which
tests/players shows. With tables alone they play as they do where nothing is
compiled. Means come with their standard errors. Of the first deals the same, with what
was luck in them taken off: that tells smaller differences.
"""

import argparse
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles, stdev
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bench.learning.program import compiler, scores
from bench.learning.squares import FOLDER, POINTS

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_cards, deal_from_seed
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.cells import GOES_ON_FROM_LAST, HAS_NO_FRAME
from samedeal_players import AnyPlayer, Level, players_for
from samedeal_players.squares.levels import REPLIES
from samedeal_players.squares.par import find_par

COLD_STARTS = 5

COLD_START = """
from random import Random
from time import perf_counter, process_time
began, worked = perf_counter(), process_time()
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_players import Level, players_for
game = find_game("squares/american")
player = players_for("squares/american")[Level.EXPERT]()
position = game.setup(deal_from_seed(bytes(32), 1))
player.choose(game.view(position), game.legal_moves(position), Random(1))
print(perf_counter() - began, process_time() - worked)
"""


def main() -> None:
    """Print all figures."""
    asked = read_arguments()
    print(f"seed {asked.seed}; ± is one standard error")
    cold_start()
    games = [game for game in GAMES.values() if isinstance(game, SquaresGame)]
    print(
        f"\n{'':27}{'':10}{'points':>16}{'ms a move: median':>20}{'p99':>8}{'most':>8}"
    )
    for game in games:
        for level, make in players_for(game.about.key).items():
            play_level(game, level, make(), deals(asked.seed, asked.games))
    if asked.expert and compiler():
        print("\nexperts, in C")
        for game in games:
            if not GOES_ON_FROM_LAST[game.ruleset.laying]:
                dealt = deals(asked.seed, asked.expert)
                play_twin(game, dealt, without_luck=False)
                play_twin(game, dealt[: asked.weighed], without_luck=True)
    if asked.par:
        print("\npar")
        for name in POINTS:
            par_of(name, deals(asked.seed, asked.par))


def read_arguments() -> argparse.Namespace:
    """Read the numbers of games, and the seed of the deals."""
    parser = argparse.ArgumentParser(prog="python -m bench.squares")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--expert", type=int, default=10_000)
    parser.add_argument("--weighed", type=int, default=1_000)
    parser.add_argument("--par", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def deals(seed: int, count: int) -> list[tuple[Card, ...]]:
    """Return the first cards of `count` seeded deals."""
    dice = Random(seed)  # noqa: S311 - the same deals every time
    return [deal_from_seed(dice.randbytes(32), 1).cards[:25] for _ in range(count)]


def cold_start() -> None:
    """Time a process from its first import to its first move."""
    times = [
        tuple(
            map(
                float,
                subprocess.check_output([sys.executable, "-c", COLD_START]).split(),
            )
        )
        for _ in range(COLD_STARTS)
    ]
    waited, worked = (1000 * median(each) for each in zip(*times, strict=True))
    print(f"cold: {waited:.0f} ms to the expert's first move, {worked:.0f} ms of work")


def play_level(
    game: SquaresGame,
    level: Level,
    player: AnyPlayer,
    decks: Sequence[tuple[Card, ...]],
) -> None:
    """Print a level's points, and how long it thinks, in its process's time."""
    points: list[int] = []
    times: list[float] = []
    for number, deck in enumerate(decks):
        dice = Random(number)  # noqa: S311 - the same throws every time
        position = game.setup(deal_from_cards(deck, 1, 25))
        while not game.is_over(position):
            board, moves = game.view(position), game.legal_moves(position)
            began = process_time()
            move = player.choose(board, moves, dice)
            times.append(1000 * (process_time() - began))
            assert move
            position = game.apply(position, move)
        points.append(game.score(position))
    slow = quantiles(times, n=100)[98]
    print(
        f"{game.about.key:27}{level.value:10}{mean_of(points):>16}"
        f"{median(times):20.2f}{slow:8.1f}{max(times):8.1f}",
        flush=True,
    )


def play_twin(
    game: SquaresGame, decks: Sequence[tuple[Card, ...]], *, without_luck: bool
) -> None:
    """Print what experts reach, as their twin in C plays them."""
    if not decks:
        return
    name = next(n for n, points in POINTS.items() if points == game.ruleset.points)
    touching = HAS_NO_FRAME[game.ruleset.laying]
    ways: list[tuple[str, bool, tuple[int, ...]]] = [
        ("tables, at sight", False, ()),
        ("tables, looking on", False, (REPLIES,)),
    ]
    if (FOLDER / f"{name}.net").is_file():
        ways += [
            ("net, at sight", True, ()),
            ("net, looking on", True, (REPLIES,)),
        ]
    with TemporaryDirectory() as folder:
        for kind in ("values", "net"):
            packed = FOLDER / f"{name}.{kind}"
            if packed.is_file():
                raw = zlib.decompress(packed.read_bytes())
                (Path(folder) / kind).write_bytes(raw)
        for way, with_net, replies in ways:
            points = scores(
                Path(folder) / "values",
                decks,
                game.ruleset.points,
                net=Path(folder) / "net" if with_net else None,
                replies=replies,
                touching=touching,
                without_luck=without_luck,
            )
            luck = f" without luck, {len(decks)} deals" if without_luck else ""
            spread = f"sd {stdev(points):.1f}, {min(points):.0f} to {max(points):.0f}"
            print(
                f"{game.about.key:27}{way:20}{mean_of(points):>16}  {spread}{luck}",
                flush=True,
            )


def par_of(name: str, decks: Sequence[tuple[Card, ...]]) -> None:
    """Print the mean par of the deals, and the time that one takes."""
    began = perf_counter()
    points: list[int] = []
    for number, deck in enumerate(decks):
        dice = Random(number)  # noqa: S311 - the same throws every time
        points.append(find_par(deck, POINTS[name], dice).points)
    each = (perf_counter() - began) / len(decks)
    print(f"{name:10}{mean_of(points):>16}  {each:.2f} s each", flush=True)


def mean_of(points: Sequence[float]) -> str:
    """Write a mean and its standard error."""
    return f"{fmean(points):.2f} ± {stdev(points) / len(points) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
