"""Certifiers: the same deal and the same choice on every machine, for ever."""

import hashlib
from pathlib import Path

import pytest

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import candidate_seed
from samedeal_games.game import Contest
from samedeal_players import certifying
from samedeal_players.certifying import (
    CERTIFIABLE,
    CERTIFIERS,
    THOUGHTFUL,
    Certifier,
    UnknownCertifier,
    first_certified,
    is_certified,
    is_winnable,
)
from samedeal_players.solver import Limits, Outcome, Verdict, is_compiled, solve
from samedeal_players.solver.search import search

CHOSEN = {
    "capricieuse": (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "easthaven": (2, 1, 0, 0, 1, 0, 0, 0, 1, 0),
    "easthaven/open": (0, 0, 0, 0, 0, 2, 0, 0, 2, 1),
    "pas-seul": (0, 1, 3, 0, 0, 1, 5, 2, 2, 0),
    "russian": (0, 0, 0, 0, 0, 0, 0, 1, 1, 0),
    "westcliff/american": (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "westcliff/classic": (0, 0, 0, 2, 0, 0, 0, 0, 0, 0),
    "westhaven": (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
}
"""What thoughtful/1 has always chosen. Where this test fails, what is certified has
changed, and matches played before would be in doubt: give the new way a new name."""

POSITIONS = {
    "capricieuse": (1370, 1460, 824, 572, 484),
    "easthaven": (10000, 3676, 4203, 610, 10000),
    "easthaven/open": (2191, 6689, 741, 456, 5052),
    "pas-seul": (1259, 10000, 10000, 324, 395),
    "russian": (3969, 5811, 4666, 6057, 3180),
    "westcliff/american": (516, 475, 521, 447, 353),
    "westcliff/classic": (568, 530, 635, 10000, 404),
    "westhaven": (497, 414, 594, 623, 360),
}
"""By game: after how many positions each of the first searches came to an end."""


def seed_of(game: str, number: int) -> bytes:
    return hashlib.sha256(f"{game} {number}".encode()).digest()


def verdict(game: str, seed: bytes, *, in_python: bool = False) -> Verdict:
    deal = deal_from_seed(seed, find_game(game).about.packs)
    limits = Limits(seconds=None, positions=CERTIFIERS[THOUGHTFUL].positions)
    searching = search if in_python else None
    return solve(game, deal, limits, clock=lambda: 0.0, searching=searching)


@pytest.mark.parametrize("game", sorted(CERTIFIABLE))
def test_the_choice_of_a_deal_never_changes(game: str) -> None:
    chosen = [first_certified(THOUGHTFUL, game, seed_of(game, k)) for k in range(10)]
    assert tuple(chosen) == CHOSEN[game]


@pytest.mark.parametrize("game", sorted(CERTIFIABLE))
def test_a_search_never_goes_another_way(game: str) -> None:
    met = [verdict(game, seed_of(game, k)).positions for k in range(5)]
    assert tuple(met) == POSITIONS[game]


@pytest.mark.skipif(not is_compiled(), reason="there is no compiled solver here")
@pytest.mark.parametrize("game", sorted(CERTIFIABLE))
def test_both_solvers_certify_the_same_deals(game: str) -> None:
    for number in range(4):
        seed = seed_of(game, number)
        assert verdict(game, seed) == verdict(game, seed, in_python=True)


@pytest.mark.parametrize("game", sorted(CERTIFIABLE))
def test_the_deal_that_is_chosen_can_be_won(game: str) -> None:
    seed = seed_of(game, 3)
    counter = first_certified(THOUGHTFUL, game, seed)
    rules = find_game(game)
    chosen = candidate_seed(seed, counter)
    position = rules.setup(deal_from_seed(chosen, rules.about.packs))
    found = verdict(game, chosen)
    assert found.outcome is Outcome.WINNABLE
    for move in found.line:
        position = rules.apply(position, rules.parse(move))
    assert rules.is_won(position)
    assert is_winnable(THOUGHTFUL, counter)


def test_only_candidates_before_it_that_were_not_certified_are_skipped() -> None:
    game, seed = "pas-seul", seed_of("pas-seul", 6)
    certified = [
        is_certified(THOUGHTFUL, game, candidate_seed(seed, counter))
        for counter in range(6)
    ]
    assert certified == [False] * 5 + [True]


def test_where_no_candidate_is_certified_the_next_is_dealt_and_not_called_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasty = {"hasty/1": Certifier(positions=1, candidates=3)}
    monkeypatch.setattr(certifying, "CERTIFIERS", hasty)
    assert first_certified("hasty/1", "easthaven", bytes(32)) == 3
    assert not is_winnable("hasty/1", 3)
    assert is_winnable("hasty/1", 2)


def test_the_choices_in_the_documentation_are_these() -> None:
    page = (Path(__file__).parents[2] / "docs/explanation/fairness.md").read_text()
    assert "candidate 0 at American\nWestcliff and candidate 1 at Easthaven" in page
    assert "for the seed 00, 01, … 1f it is 0 and 5." in page
    for seed, counters in ((bytes(32), (0, 1)), (bytes(range(32)), (0, 5))):
        games = ("westcliff/american", "easthaven")
        chosen = tuple(first_certified(THOUGHTFUL, game, seed) for game in games)
        assert chosen == counters


def test_a_certifier_from_elsewhere_is_called_unknown() -> None:
    with pytest.raises(UnknownCertifier, match="thoughtful/9"):
        first_certified("thoughtful/9", "easthaven", bytes(32))


def test_every_patience_can_be_certified_and_nothing_else() -> None:
    races = {k for k, g in GAMES.items() if g.about.contest is Contest.RACE}
    assert races == CERTIFIABLE
