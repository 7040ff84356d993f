"""How much there is to gain by choosing better, where nobody knows the next card.

``python -m bench.options [GAME] [--positions 200] [--worlds 256] [--seed TEXT]``

Plays at sight up to some plan of each deal, takes the ways to turn up a card that
promise most there, and plays each on to the end in the same worlds, in which the unseen
cards lie in an order of chance. Prints the share of worlds won by what seems best at
sight, by all ways alike, and by the way that did best in the other half of the worlds;
and how far the true chances of ways of one position lie apart: what both halves of the
worlds agree on, without what chance adds to either. Needs a C compiler.
"""

import argparse
import hashlib
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players.patience.foresight import Foresight, foresight
from samedeal_players.patience.seen import laid_out, unseen_cards
from samedeal_players.patience.sight import Line, ways
from samedeal_players.patience.skills import Skill, good_skill

PLANS, MOST_WAYS, WIDE = 9, 6, 100


class Chances(NamedTuple):
    """The shares of worlds won from one position, way by way, in two halves of them."""

    one: tuple[float, ...]
    other: tuple[float, ...]


def main() -> None:
    """Play on from many positions, and print what the choice was worth."""
    asked = _arguments()
    game, compiled = find_game(asked.game), foresight()
    assert isinstance(game, PatienceGame)
    if compiled is None:
        raise SystemExit("this needs the compiled library: make kernel")
    found: list[Chances] = []
    number = 0
    while len(found) < asked.positions:
        dice = Random(f"{asked.seed}/{game.about.key}/{number}")  # noqa: S311 - a bench
        position = _position(game, compiled, dice, number % PLANS)
        lines = _best_ways(game, position) if position else []
        if position and lines[1:]:
            found.append(_chances(game, compiled, position, lines, dice, asked.worlds))
        number += 1
    print(f"{game.about.key}, seed {asked.seed!r}, {len(found)} positions,", end=" ")
    print(f"{fmean(len(each.one) for each in found):.1f} ways, {asked.worlds} worlds")
    for name, text in summary(found):
        print(f"{name:40}{text}")


def summary(found: Sequence[Chances]) -> list[tuple[str, str]]:
    """Sum up some positions for printing, name by name, in percent."""
    best = [(each.one[0] + each.other[0]) / 2 for each in found]
    alike = [fmean(each.one + each.other) for each in found]
    tried = [(_judged(each) + _judged(Chances(*each[::-1]))) / 2 for each in found]
    return [
        ("what seems best at sight", _mean(best)),
        ("any way", _mean(alike)),
        ("the best in the other half of worlds", _mean(tried)),
        ("gained by that", _mean([t - b for t, b in zip(tried, best, strict=True)])),
        ("ways of a position lie apart by", f"{100 * spread(found):.1f}"),
    ]


def spread(found: Sequence[Chances]) -> float:
    """Return the standard deviation of true chances among the ways of a position.

    What one half of the worlds adds by chance, the other knows nothing of: so the
    mean product of both halves' deviations is the variance of the chances themselves.
    """
    products = 0.0
    for one, other in found:
        products += sum(
            (a - fmean(one)) * (b - fmean(other))
            for a, b in zip(one, other, strict=True)
        )
    freedom = sum(len(each.one) - 1 for each in found)
    return float(max(0.0, products / freedom) ** 0.5)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.options")
    parser.add_argument("game", nargs="?", default="easthaven", metavar="GAME")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--seed", default="options")
    return parser.parse_args()


def _judged(chances: Chances) -> float:
    """Return the chance that a half gives to the way that the other half would take."""
    one, other = chances
    return other[max(range(len(one)), key=lambda way: one[way])]


def _position(
    game: PatienceGame, compiled: Foresight, dice: Random, plans: int
) -> PatiencePosition | None:
    """Return the view of a deal after some plans; None where it ends before."""
    name = hashlib.sha256(dice.randbytes(32)).digest()
    position, skill = game.setup(deal_from_seed(name, game.about.packs)), _skill(game)
    for _ in range(plans):
        line = compiled.foresee(game, _seen(game, position), skill, 0)
        if not line:
            return None
        position = _after(game, position, line)
    return _seen(game, position)


def _best_ways(game: PatienceGame, position: PatiencePosition) -> list[Line]:
    """Return the best ways that differ in what they leave behind."""
    found: dict[PatiencePosition, Line] = {}
    for line in ways(game, position, _skill(game)):
        left = _after(game, position, line)._replace(plies=0)
        found.setdefault(left, line)
        if len(found) == MOST_WAYS:
            break
    return list(found.values())


def _chances(
    game: PatienceGame,
    compiled: Foresight,
    position: PatiencePosition,
    lines: Sequence[Line],
    dice: Random,
    worlds: int,
) -> Chances:
    won = [[0] * len(lines), [0] * len(lines)]
    unseen = unseen_cards(game, position)
    for world in range(worlds):
        table = laid_out(position, dice.sample(unseen, len(unseen)))
        for way, line in enumerate(lines):
            after = _after(game, table, line)
            up = compiled.play(game, after, _skill(game), world)
            won[world % 2][way] += up == game.about.top_score
    one, other = (tuple(2 * count / worlds for count in half) for half in won)
    return Chances(one, other)


def _after(
    game: PatienceGame, position: PatiencePosition, line: Line
) -> PatiencePosition:
    for move in line:
        position = game.apply(position, move)
    return position


def _seen(game: PatienceGame, position: PatiencePosition) -> PatiencePosition:
    return game.position_from(game.view(position))


def _skill(game: PatienceGame) -> Skill:
    return good_skill(game.ruleset)._replace(wide=WIDE)


def _mean(shares: Sequence[float]) -> str:
    error = stdev(shares) / len(shares) ** 0.5
    return f"{100 * fmean(shares):.2f} ± {100 * error:.2f} %"


if __name__ == "__main__":
    main()
