"""How long it takes to find the deal of a certified room, and which candidate it is.

``python -m bench.certifying [GAME ...] [--seeds 300] [--python] [--seed TEXT]``

Seed k of a game is SHA-256 of ``TEXT/GAME/k``. Each is looked through for its first
certified candidate on one core, timed by what it took of that core, dealing included.
"""

import argparse
import hashlib
from statistics import mean, median
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

from samedeal_players.certifying import (
    CERTIFIABLE,
    CERTIFIERS,
    THOUGHTFUL,
    first_certified,
    is_winnable,
)
from samedeal_players.solver import is_compiled
from samedeal_players.solver.kernel import kernel


class Choice(NamedTuple):
    """The number of the chosen candidate, and the ms of a core it took."""

    counter: int
    ms: float


def main() -> None:
    """Choose the deals of each game and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *CERTIFIABLE], metavar="GAME")
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--python", action="store_true", help="not the compiled solver")
    parser.add_argument("--seed", default="samedeal")
    asked = parser.parse_args()
    compiled = is_compiled() and not asked.python
    certifier = CERTIFIERS[THOUGHTFUL]
    how = "compiled" if compiled else "in Python"
    print(
        f"{THOUGHTFUL}: {certifier.positions:,} positions a candidate, "
        f"{certifier.candidates} candidates; {how}; "
        f"seed {asked.seed!r}, {asked.seeds} a game"
    )
    print(
        f"{'':20}{'first':>8}{'none':>7}{'searched':>10}"
        f"{'mean ms':>10}{'median':>9}{'99 %':>9}{'worst':>9}"
    )
    found = kernel() if compiled else None
    with patch("samedeal_players.solver.solving.kernel", lambda: found):
        for game in asked.games or sorted(CERTIFIABLE):
            choices = [_choice(game, asked.seed, k) for k in range(asked.seeds)]
            print(_summary(game, choices), flush=True)


def _choice(game: str, text: str, number: int) -> Choice:
    seed = hashlib.sha256(f"{text}/{game}/{number}".encode()).digest()
    began = process_time()
    counter = first_certified(THOUGHTFUL, game, seed)
    return Choice(counter, (process_time() - began) * 1000)


def _summary(game: str, choices: list[Choice]) -> str:
    most = CERTIFIERS[THOUGHTFUL].candidates
    took = sorted(choice.ms for choice in choices)
    first = mean(choice.counter == 0 for choice in choices)
    none = sum(not is_winnable(THOUGHTFUL, choice.counter) for choice in choices)
    searched = mean(min(choice.counter + 1, most) for choice in choices)
    return (
        f"{game:20}{first:8.0%}{none:7}{searched:10.2f}{mean(took):10.1f}"
        f"{median(took):9.1f}{took[len(took) * 99 // 100]:9.1f}{took[-1]:9.1f}"
    )


if __name__ == "__main__":
    main()
