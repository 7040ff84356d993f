"""How well the players of patience play, and how long they think.

``python -m bench.patience [GAME ...] [--level NAME] [--deals 200] [--whole 2000]
[--solver 1] [--workers 1] [--seed TEXT] [--log FILE]``

Deal k of a game is that of the seed SHA-256 of ``TEXT/GAME/k``, and its dice are those
of k. Players are handed what a player sees, and every move is timed. Good players and
experts then play many more deals of one pack as a whole in C, plan by plan, as they do
move by move (tests/players shows it), ten times as fast. Beside them stands what
somebody can win who knows every card: the solver, on as many deals, for so many seconds
of one core a deal (0 for none).
Shares and means come with their standard errors. With a log, every deal played is
written down there, and a run that was broken off goes on.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.patience import RULESETS, PatienceGame
from samedeal_players import AnyPlayer, Level, players_for
from samedeal_players.patience.foresight import foresight
from samedeal_players.patience.skills import expert_skill, good_skill
from samedeal_players.solver import Limits, Outcome, is_compiled, solve

THOUGHTFUL = "thoughtful"
WHOLE = {"good, in C": good_skill, "expert, in C": expert_skill}
LEVELS = (Level.CASUAL.value, Level.GOOD.value, Level.EXPERT.value)
KEYS = [rules.key for rules in RULESETS]


class Task(NamedTuple):
    """One deal for one player."""

    key: str
    level: str
    """A level, or thoughtful."""
    number: int


class Played(NamedTuple):
    """The outcome of a deal that was played."""

    won: bool
    up: int
    """Cards up; for the solver, 1 where it could not decide."""
    times: list[float]
    """Milliseconds for each move, of the process's own time."""


def main() -> None:
    """Play, and print a line for each game and player."""
    asked = _arguments()
    how = "compiled" if is_compiled() else "in Python"
    print(f"seed {asked.seed!r}; players and solver {how}")
    print("± is one standard error; ms of one core a move, the solver's a deal")
    print(
        f"{'':20}{'':13}{'deals':>6}{'won':>17}{'cards up':>14}"
        f"{'mean ms':>9}{'p99':>8}{'most':>8}"
    )
    log = Path(asked.log) if asked.log else None
    done = dict(_logged(log, asked.seed))
    work = partial(_played, seed=asked.seed, seconds=asked.solver)
    with ProcessPoolExecutor(asked.workers) as pool:
        for key in asked.games or KEYS:
            for level, deals in _plan(asked, key):
                tasks = [Task(key, level, number) for number in range(deals)]
                new = [task for task in tasks if task not in done]
                played = pool.map(work, new, chunksize=5)
                for task, each in zip(new, played, strict=True):
                    done[task] = each
                    _write(log, asked.seed, task, each)
                print(_summary(key, level, [done[task] for task in tasks]), flush=True)


def _plan(asked: argparse.Namespace, key: str) -> Iterator[tuple[str, int]]:
    """Yield the players of a game, and the number of deals for each."""
    has_whole = is_compiled() and find_game(key).about.packs == 1
    for level in asked.level or (*LEVELS, *WHOLE, THOUGHTFUL):
        if level in LEVELS and asked.deals:
            yield level, asked.deals
        if level in WHOLE and has_whole and asked.whole:
            yield level, asked.whole
        if level == THOUGHTFUL and asked.solver:
            yield level, max(asked.deals, asked.whole * has_whole)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.patience")
    parser.add_argument("games", nargs="*", choices=[[], *KEYS], metavar="GAME")
    parser.add_argument(
        "--level", action="append", choices=(*LEVELS, *WHOLE, THOUGHTFUL)
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--whole", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--solver", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--seed", default="samedeal")
    parser.add_argument("--log", metavar="FILE")
    return parser.parse_args()


def _played(task: Task, *, seed: str, seconds: float) -> Played:
    game = find_game(task.key)
    assert isinstance(game, PatienceGame)
    name = f"{seed}/{task.key}/{task.number}"
    deal = deal_from_seed(hashlib.sha256(name.encode()).digest(), game.about.packs)
    if task.level == THOUGHTFUL:
        return _solved(game, deal, seconds)
    if task.level in WHOLE:
        return _played_whole(game, deal, task)
    position, dice = game.setup(deal), Random(task.number)  # noqa: S311 - no deals
    player = _player(task.key, Level(task.level))
    times: list[float] = []
    while not game.is_over(position):
        board, moves = game.view(position), game.legal_moves(position)
        began = process_time()
        move = player.choose(board, moves, dice)
        times.append(round(1000 * (process_time() - began), 3))
        if move is None:
            break
        position = game.apply(position, move)
    return Played(game.is_won(position), game.score(position), times)


def _played_whole(game: PatienceGame, deal: Deal, task: Task) -> Played:
    compiled = foresight()
    assert compiled
    skill = WHOLE[task.level](game.ruleset)
    up = compiled.play(game, game.setup(deal), skill, task.number)
    return Played(up == game.about.top_score, up, [])


def _solved(game: PatienceGame, deal: Deal, seconds: float) -> Played:
    verdict = solve(game, deal, Limits(seconds=seconds), clock=process_time)
    return Played(
        verdict.outcome is Outcome.WINNABLE,
        verdict.outcome is Outcome.UNDECIDED,
        [1000 * verdict.seconds],
    )


@cache
def _player(key: str, level: Level) -> AnyPlayer:
    return players_for(key)[level]()


def _logged(log: Path | None, seed: str) -> Iterator[tuple[Task, Played]]:
    if log is None or not log.exists():
        return
    for line in log.read_text().splitlines():
        of_seed, task, played = json.loads(line)
        if of_seed == seed:
            yield Task(*task), Played(*played)


def _write(log: Path | None, seed: str, task: Task, played: Played) -> None:
    if log is not None:
        with log.open("a") as file:
            print(json.dumps([seed, task, played]), file=file)


def _summary(key: str, level: str, played: list[Played]) -> str:
    times = sorted(ms for each in played for ms in each.times) or [0.0]
    won = _mean([100.0 * each.won for each in played], " %")
    ups = [float(each.up) for each in played]
    up = f"{sum(ups):.0f} undecided" if level == THOUGHTFUL else _mean(ups)
    return (
        f"{key:20}{level:13}{len(played):6}{won:>17}{up:>14}"
        f"{fmean(times):9.2f}{times[len(times) * 99 // 100]:8.1f}{times[-1]:8.1f}"
    )


def _mean(numbers: list[float], unit: str = "") -> str:
    error = stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0
    return f"{fmean(numbers):.1f} ± {error:.1f}{unit}"


if __name__ == "__main__":
    main()
