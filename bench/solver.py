"""How much the solver decides in which time, on deals from a seed.

``python -m bench.solver [GAME ...] [--deals 300] [--seconds 10] [--seed TEXT]
[--python]``

Deal k of a game is that of the seed SHA-256 of ``TEXT/GAME/k``. Every deal is searched
once, on one core, timed by what it took of that core: a search does not depend on its
limit, so what is decided within a shorter one is known too. The goals are a share
decided (won, or proven lost) within 0.1, 1 and 10 seconds. With ``--python`` the search
is the one in Python, though there is a compiled one.
"""

import argparse
import hashlib
import resource
import sys
from collections.abc import Sequence
from statistics import median
from time import process_time
from unittest.mock import patch

from bench import beside
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.patience import RULESETS
from samedeal_players.solver import Limits, Outcome, Verdict, is_compiled, solve
from samedeal_players.solver.kernel import kernel

LIMITS_S = (0.1, 1.0, 10.0)
GOALS = {
    "westcliff/american": (99, 100, 100),
    "westcliff/classic": (80, 97, 97),
    "easthaven": (75, 94, 96),
    "easthaven/open": (75, 90, 96),
}


def main() -> None:
    """Search deals of each game and print a line for it."""
    asked = _arguments()
    found = None if asked.python else kernel()
    with patch("samedeal_players.solver.solving.kernel", lambda: found):
        _decide(asked)


def _decide(asked: argparse.Namespace) -> None:
    how = "compiled" if is_compiled() else "in Python"
    print(f"solver {how}; seed {asked.seed!r}, {asked.deals} deals a game, at most")
    print(f"{asked.seconds:g} s of one core and {asked.memory} MiB a deal")
    shares = "".join(f"{f'{limit:g} s':>8}" for limit in LIMITS_S)
    print(
        f"{'decided in':20}{shares}{'won':>6}{'lost':>6}{'open':>6}"
        f"{'median ms':>11}{'worst s':>9}{'positions':>11}{'a second':>10}{'line':>6}"
    )
    for key in asked.games or [rules.key for rules in RULESETS]:
        deals = [_deal(key, number, asked.seed) for number in range(asked.deals)]
        verdicts = [_verdict(key, deal, asked) for deal in deals]
        print(_summary(key, verdicts), flush=True)
        if key in GOALS:
            print(f"{'  goal':20}" + "".join(f"{goal:7}%" for goal in GOALS[key]))
        for command in asked.beside:
            print(f"  {command}")
            print(_beside(command, key, deals, verdicts, asked.seconds), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak_mib = peak / (1024 if sys.platform != "darwin" else 1 << 20)
    print(f"at most {peak_mib:.0f} MiB in use, Python included")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], metavar="GAME")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", type=int, default=256, metavar="MIB")
    parser.add_argument("--seed", default="samedeal")
    parser.add_argument("--python", action="store_true", help="not the compiled search")
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND")
    return parser.parse_args()


def _deal(key: str, number: int, text: str) -> Deal:
    seed = hashlib.sha256(f"{text}/{key}/{number}".encode()).digest()
    return deal_from_seed(seed, find_game(key).about.packs)


def _verdict(key: str, deal: Deal, asked: argparse.Namespace) -> Verdict:
    limits = Limits(seconds=asked.seconds, memory_mib=asked.memory)
    return solve(key, deal, limits, clock=process_time)


def _beside(
    command: str,
    key: str,
    deals: Sequence[Deal],
    verdicts: Sequence[Verdict],
    seconds: float,
) -> str:
    rules = next(rules for rules in RULESETS if rules.key == key)
    answers = [beside.answer(command, rules, deal, seconds) for deal in deals]
    return beside.compared(verdicts, answers)


def _summary(key: str, verdicts: list[Verdict]) -> str:
    times = [verdict.seconds for verdict in verdicts]
    counts = [
        sum(verdict.outcome is outcome for verdict in verdicts) for outcome in Outcome
    ]
    decided = [
        verdict for verdict in verdicts if verdict.outcome is not Outcome.UNDECIDED
    ]
    shares = [
        100 * sum(verdict.seconds <= limit for verdict in decided) / len(verdicts)
        for limit in LIMITS_S
    ]
    positions = sorted(verdict.positions for verdict in verdicts)
    lines = [len(verdict.line) for verdict in verdicts if verdict.line] or [0]
    return (
        f"{key:20}"
        + "".join(f"{share:7.1f}%" for share in shares)
        + "".join(f"{count:6}" for count in counts)
        + f"{1000 * median(times):11.2f}{max(times):9.2f}"
        + f"{median(positions):11.0f}{sum(positions) / sum(times):10.0f}"
        + f"{median(lines):6.0f}"
    )


if __name__ == "__main__":
    main()
