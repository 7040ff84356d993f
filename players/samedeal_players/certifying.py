"""Certified deals: the first candidate that the solver has found a win for.

A certifier is a pure function of the deal: it searches up to a number of positions,
never to a time, so that every machine comes to the same choice, whether its solver is
compiled or not. What it decides is fixed under its name for ever, as matches are
verified by it later: a solver that searches in another way is another certifier.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import candidate_seed
from samedeal_games.patience import PatienceGame
from samedeal_players.solver import Limits, Outcome, solve


class UnknownCertifier(ValueError):
    """No certifier of this program has this name."""


class Certifier(NamedTuple):
    """A way to certify deals."""

    positions: int
    """After how many different positions a search is given up."""
    candidates: int
    """The most that are searched; if none is certified, the one after them is dealt."""


THOUGHTFUL = "thoughtful/1"
"""The certifier of new rooms."""

CERTIFIERS: Mapping[str, Certifier] = {
    # Few enough that neither of the searches best first, nor any memory, ends before
    # the positions do; a compiled search goes through them in some 10 ms.
    THOUGHTFUL: Certifier(positions=10_000, candidates=32)
}

CERTIFIABLE = frozenset(
    key for key, game in GAMES.items() if isinstance(game, PatienceGame)
)
"""The keys of the games of which deals can be certified."""


def first_certified(certifier: str, game: str, seed: bytes) -> int:
    """Return the number of the candidate that is dealt for a seed.

    Blocks for as long as it takes: a fraction of a second where the solver is compiled,
    some seconds where it is not. Raises UnknownCertifier.
    """
    known = certifier_named(certifier)
    for counter in range(known.candidates):
        if is_certified(certifier, game, candidate_seed(seed, counter)):
            return counter
    return known.candidates


def is_certified(certifier: str, game: str, seed: bytes) -> bool:
    """Tell whether the deal of a seed is one that a certifier finds a win for.

    Raises UnknownCertifier.
    """
    limits = Limits(seconds=None, positions=certifier_named(certifier).positions)
    deal = deal_from_seed(seed, find_game(game).about.packs)
    verdict = solve(game, deal, limits, clock=_no_clock)
    return verdict.outcome is Outcome.WINNABLE


def is_winnable(certifier: str, counter: int) -> bool:
    """Tell whether the candidate that was dealt is one that was certified.

    It is not where none was among all that were searched. Raises UnknownCertifier.
    """
    return counter < certifier_named(certifier).candidates


def certifier_named(name: str) -> Certifier:
    """Return a certifier; raises UnknownCertifier."""
    try:
        return CERTIFIERS[name]
    except KeyError:
        raise UnknownCertifier(f"no certifier {name!r} is known here") from None


def _no_clock() -> float:
    return 0.0
