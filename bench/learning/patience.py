"""Looks for the weights by which players of patience judge a position.

``python -m bench.learning.patience GAME [--deals 600] [--minutes 10] [--seed TEXT]``

Needs a C compiler. Weights are thrown around a mean, each set of them plays the same
deals at sight, and the mean moves to the best third of them (the cross-entropy method,
Rubinstein 1999). What counts is the share of deals won, and a little the cards up. The
deals follow from the seed, and are none of those of ``bench.patience``. Prints the
weights as `samedeal_players.patience.skills` has them, and what they win on other deals
than those they were found on.
"""

import argparse
import hashlib
from random import Random
from statistics import fmean, pstdev
from time import monotonic

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import RULESETS, PatienceGame, PatiencePosition
from samedeal_players.patience.foresight import Foresight, foresight
from samedeal_players.patience.skills import Skill, good_skill
from samedeal_players.patience.worth import Traits

TRIED, TAKEN = 28, 9
LEAST_SPREAD = 1.5
CARDS_UP_COUNT = 0.2
"""The worth of getting every card up, beside 1 for a win."""


def main() -> None:
    """Look for weights, and print the best mean."""
    asked = _arguments()
    game, compiled = find_game(asked.game), foresight()
    assert isinstance(game, PatienceGame)
    if compiled is None:
        raise SystemExit("this needs the compiled library: make kernel")
    dice = Random(asked.seed)  # noqa: S311 - the same throws every time
    skill = good_skill(game.ruleset)._replace(wide=30)
    mean = [float(weight) for weight in skill.weights]
    spread = [max(8.0, abs(weight) / 3) for weight in mean]
    until = monotonic() + 60 * asked.minutes
    pool = _deals(game, f"{asked.seed}/learn", 8 * asked.deals)
    while monotonic() < until:
        deals = dice.sample(pool, asked.deals)
        others = (
            [dice.gauss(m, s) for m, s in zip(mean, spread, strict=True)]
            for _ in range(TRIED - 1)
        )
        tried = [mean, *others]
        worths = [_worth(compiled, game, skill, each, deals) for each in tried]
        order = sorted(range(TRIED), key=lambda number: -worths[number])
        best = [tried[number] for number in order[:TAKEN]]
        for number, column in enumerate(zip(*best, strict=True)):
            mean[number] += 0.7 * (fmean(column) - mean[number])
            near = 0.3 * spread[number] + 0.7 * pstdev(column)
            spread[number] = max(LEAST_SPREAD, near)
        print(f"best {max(worths):.4f}, mean {fmean(worths):.4f}", flush=True)
    print(_rounded(mean))
    fresh = _deals(game, f"{asked.seed}/check", 2 * asked.deals)
    for name, weights in (("before", [*map(float, skill.weights)]), ("now", mean)):
        print(name, f"{_worth(compiled, game, skill, weights, fresh):.4f}")


def _arguments() -> argparse.Namespace:
    keys = [rules.key for rules in RULESETS]
    parser = argparse.ArgumentParser(prog="python -m bench.learning.patience")
    parser.add_argument("game", choices=keys, metavar="GAME")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", default="learning")
    return parser.parse_args()


def _deals(game: PatienceGame, name: str, count: int) -> list[PatiencePosition]:
    seeds = (
        hashlib.sha256(f"{name}/{game.about.key}/{number}".encode()).digest()
        for number in range(count)
    )
    return [game.setup(deal_from_seed(seed, game.about.packs)) for seed in seeds]


def _worth(
    compiled: Foresight,
    game: PatienceGame,
    skill: Skill,
    weights: list[float],
    deals: list[PatiencePosition],
) -> float:
    """Return the share of deals won, and a little for the cards up."""
    playing = skill._replace(weights=_rounded(weights))
    most = game.about.top_score
    ups = [compiled.play(game, deal, playing, 0) for deal in deals]
    return fmean((up == most) + CARDS_UP_COUNT * up / most for up in ups)


def _rounded(weights: list[float]) -> Traits:
    return Traits(*map(round, weights))


if __name__ == "__main__":
    main()
