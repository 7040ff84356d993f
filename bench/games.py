"""What the rules cost: one move checked and applied, and the legal moves listed.

``python bench/games.py``

Medians and 99th percentiles in microseconds over whole games, of random play
and of play that takes points where it can; the goals are 10 µs a move for Poker
Squares, 20 µs for patience with one pack and 30 µs with two, and 50 µs for a list.
"""

from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple, TypeVar

from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame

T = TypeVar("T")

PLAYS = 40
MOST_PLIES = 200


class Times(NamedTuple):
    """Nanoseconds of each call, by what was called."""

    apply: list[int]
    legal_moves: list[int]
    is_over: list[int]
    score: list[int]
    view: list[int]


def main() -> None:
    """Print a table of all games and both kinds of play."""
    columns = "".join(f"{name:>16}" for name in Times._fields)
    print(f"{'median (p99), µs':33}{columns}")
    for key, game in GAMES.items():
        for sensible in (False, True):
            times = play_games(game, sensible=sensible)
            cells = "".join(f"{summary(each):>16}" for each in times)
            print(f"{key:27}{'sense' if sensible else 'dice':6}{cells}")


def play_games(game: AnyGame, *, sensible: bool) -> Times:
    """Time every call in a number of whole games."""
    times = Times([], [], [], [], [])
    dice = Random(7)  # noqa: S311 - the same throws every time
    for _ in range(PLAYS):
        position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
        while not game.is_over(position) and game.plies(position) < MOST_PLIES:
            moves = timed(times.legal_moves, game.legal_moves, position)
            move = dice.choice(scoring(game, position, moves) if sensible else moves)
            position = timed(times.apply, game.apply, position, move)
            timed(times.is_over, game.is_over, position)
            timed(times.score, game.score, position)
            timed(times.view, game.view, position)
    return times


def scoring(
    game: AnyGame, position: object, moves: tuple[object, ...]
) -> tuple[object, ...]:
    """Return the moves that score at once, or all of them."""
    score = game.score(position)
    found = [move for move in moves if game.score(game.apply(position, move)) > score]
    return tuple(found) or moves


def timed(into: list[int], call: Callable[..., T], *given: object) -> T:
    """Note how long a call takes, and return its value."""
    began = perf_counter_ns()
    result = call(*given)
    into.append(perf_counter_ns() - began)
    return result


def summary(times: list[int]) -> str:
    """Return a median and a 99th percentile."""
    return f"{median(times) / 1000:.1f} ({quantiles(times, n=100)[98] / 1000:.1f})"


if __name__ == "__main__":
    main()
