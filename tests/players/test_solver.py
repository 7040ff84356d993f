"""The solver: what it finds wins, what it denies cannot be won, and it stops."""

import hashlib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from enum import Enum
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.games.layouts import (
    AMERICAN_LOST_SEED,
    CAPRICIEUSE_WON_SEED,
    CLASSIC_LOST,
    CLASSIC_WON,
    EASTHAVEN_LOST,
    EASTHAVEN_OPEN_LOST,
    EASTHAVEN_WON,
    RUSSIAN_WON_SEED,
    deal_of,
)
from tests.players.tables import (
    GAMES,
    can_be_won,
    plan_of,
    small_position,
    small_rules,
    solved,
)

from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import UnknownGame
from samedeal_games.patience import PatienceGame, Space
from samedeal_games.patience.rulesets import Aces
from samedeal_players.solver import Limits, Outcome, UnsolvableRules, solve
from samedeal_players.solver.lines import replayed, shortened
from samedeal_players.solver.problem import TAUGHT, problem_of
from samedeal_players.solver.search import search

HARD = bytes([4]) * 32
"""The seed of a deal of Pas Seul that takes more than a hundred thousand positions."""

every_game = pytest.mark.parametrize("key", GAMES)


def ticking(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


@every_game
def test_every_line_found_wins_by_the_rules(key: str) -> None:
    game, dice = GAMES[key], Random(key)
    won = 0
    for _ in range(12):
        deal = deal_from_seed(dice.randbytes(32), game.about.packs)
        verdict = solved(key, deal, Limits(seconds=None, positions=3000))
        position = game.setup(deal)
        for text in verdict.line:
            assert not game.is_over(position)
            position = game.apply(position, game.parse(text))
        assert game.is_won(position) is (verdict.outcome is Outcome.WINNABLE)
        won += verdict.outcome is Outcome.WINNABLE
    assert won


@pytest.mark.parametrize(
    ("key", "layout"),
    [
        ("westcliff/classic", CLASSIC_LOST),
        ("easthaven", EASTHAVEN_LOST),
        ("easthaven/open", EASTHAVEN_OPEN_LOST),
    ],
)
def test_deals_known_to_be_lost_are_unwinnable(key: str, layout: str) -> None:
    verdict = solved(key, deal_of(layout))
    assert verdict.outcome is Outcome.UNWINNABLE
    assert verdict.line == ()


def test_a_lost_deal_of_a_game_that_nearly_always_comes_out_is_found() -> None:
    deal = deal_from_seed(AMERICAN_LOST_SEED, 1)
    for searching in (None, search):
        verdict = solved("westcliff/american", deal, searching=searching)
        assert verdict.outcome is Outcome.UNWINNABLE


@pytest.mark.parametrize(
    ("key", "layout"),
    [
        ("westcliff/classic", CLASSIC_WON),
        ("easthaven", EASTHAVEN_WON),
        ("easthaven/open", EASTHAVEN_WON),
    ],
)
def test_deals_known_to_be_won_are_winnable(key: str, layout: str) -> None:
    verdict = solved(key, deal_of(layout))
    assert verdict.outcome is Outcome.WINNABLE


@pytest.mark.parametrize(
    ("key", "seed"),
    [("capricieuse", CAPRICIEUSE_WON_SEED), ("russian", RUSSIAN_WON_SEED)],
)
def test_deals_of_two_packs_known_to_be_won_are_winnable(key: str, seed: bytes) -> None:
    verdict = solved(key, deal_from_seed(seed, 2))
    assert verdict.outcome is Outcome.WINNABLE


# Counted by two programs of other people's making, with aces as any other card.
@pytest.mark.parametrize(
    ("key", "layout", "reached"),
    [
        ("easthaven/open", EASTHAVEN_OPEN_LOST, 41),
        ("easthaven", EASTHAVEN_LOST, 550),
        ("westcliff/classic", CLASSIC_LOST, 8166),
    ],
)
def test_a_plain_search_meets_each_position_of_a_known_count(
    key: str, layout: str, reached: int
) -> None:
    game = PatienceGame(replace(GAMES[key].ruleset, aces=Aces.BY_HAND))
    plan = plan_of(game, 10_000, plain=True)
    verdict = solved(game, deal_of(layout), plan=plan)
    assert verdict.outcome is Outcome.UNWINNABLE
    assert verdict.positions == reached


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(st.integers(0, 1 << 32), st.sampled_from((1, 50_000)))
def test_small_positions_are_decided_as_by_trying_everything(
    number: int, kept: int
) -> None:
    dice = Random(number)
    game = PatienceGame(small_rules(dice))
    position = small_position(game.ruleset, dice)
    expected = can_be_won(game, position, most=1500)
    assume(expected is not None)
    plan = plan_of(game, kept)
    verdict = solved(game, position, plan=plan)
    assert verdict.outcome is (Outcome.WINNABLE if expected else Outcome.UNWINNABLE)


def test_small_positions_are_of_both_kinds_in_every_family() -> None:
    seen = set[tuple[object, ...]]()
    for number in range(600):
        dice = Random(number)
        rules = small_rules(dice)
        position = small_position(rules, dice)
        verdict = solved(PatienceGame(rules), position)
        seen.add((rules.stock, rules.space, rules.redeal, verdict.outcome))
    families = {(rules[0], rules[1], rules[2]) for rules in seen}
    for family in families:
        if family[1] is Space.ANY:
            assert (*family, Outcome.WINNABLE) in seen, family
        assert (*family, Outcome.UNWINNABLE) in seen, family


def test_a_search_ends_after_so_many_positions() -> None:
    deal = deal_from_seed(HARD, 1)
    verdict = solved("pas-seul", deal, Limits(seconds=None, positions=100))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.line == ()
    assert 100 <= verdict.positions <= 101


def test_a_search_ends_when_its_time_is_over() -> None:
    ticks = ticking(1.0)
    deal = deal_from_seed(HARD, 1)
    clock = ticks.__next__
    verdict = solve("pas-seul", deal, Limits(seconds=3.0), clock=clock)
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.positions <= 3 * 256
    assert verdict.seconds >= 3.0


def test_a_search_ends_when_its_memory_is_full() -> None:
    deal = deal_from_seed(HARD, 1)
    limits = Limits(seconds=None, memory_mib=4)
    game = GAMES["pas-seul"]
    plan = plan_of(game, 100)
    verdict = solved(game, deal, limits, plan=plan, searching=search)
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.positions < 20_000
    with pytest.raises(ValueError, match="needs 4 MiB"):
        Limits(memory_mib=3)


def test_a_position_in_the_middle_of_a_game_can_be_asked_about() -> None:
    game, deal = GAMES["westcliff/american"], deal_from_seed(bytes([7]) * 32, 1)
    first = solved("westcliff/american", deal)
    half = len(first.line) // 2
    moves = [game.parse(text) for text in first.line]
    middle = replayed(game, game.setup(deal), moves[:half])[-1]
    rest = solved("westcliff/american", middle)
    assert rest.outcome is Outcome.WINNABLE
    last = replayed(game, middle, [game.parse(text) for text in rest.line])[-1]
    assert game.is_won(last)
    assert solved("westcliff/american", last).line == ()


def test_a_line_never_takes_more_actions_than_are_left() -> None:
    game, deal = GAMES["westcliff/american"], deal_from_seed(bytes([7]) * 32, 1)
    late = game.setup(deal)._replace(plies=game.about.ply_limit - 20)
    assert solved(game, late).outcome is Outcome.UNDECIDED


def test_a_line_is_shortened_by_what_it_did_for_nothing() -> None:
    game, deal = GAMES["westcliff/american"], deal_from_seed(bytes([7]) * 32, 1)
    line = [game.parse(text) for text in solved(game, deal).line]
    opening = game.setup(deal)
    shorter = shortened(game, opening, line)
    assert len(shorter) <= len(line)
    assert shortened(game, opening, line, lambda: True) == tuple(line)
    assert game.is_won(replayed(game, opening, shorter)[-1])


class Odd(Enum):
    """A choice that nobody has made yet."""

    NEW = "as nowhere else"


@pytest.mark.parametrize("name", TAUGHT)
def test_a_choice_that_the_solver_was_not_taught_is_refused(name: str) -> None:
    game = GAMES["easthaven"]
    position = game.setup(deal_from_seed(HARD, 1))
    rules = deepcopy(game.ruleset)
    # Past the type and the freeze: a member that the enum does not have yet.
    object.__setattr__(rules, name, Odd.NEW)
    other = PatienceGame(game.ruleset)
    other.ruleset = rules
    with pytest.raises(UnsolvableRules, match=f"not taught {name}: as nowhere else"):
        problem_of(other, position, plan_of(game, 100))


def test_what_cannot_be_solved_is_refused_with_a_sentence() -> None:
    deal = deal_from_seed(bytes(32), 1)
    game = GAMES["westcliff/classic"]
    seen = game.position_from(game.view(game.setup(deal)))
    with pytest.raises(UnsolvableRules, match="must know every card"):
        solved(game, seen)
    with pytest.raises(UnsolvableRules, match="is no patience"):
        solved("squares/english", deal)
    with pytest.raises(UnknownGame):
        solved("westclif", deal)
    wide = PatienceGame(replace(game.ruleset, columns=17))
    with pytest.raises(UnsolvableRules, match="at most 16 columns"):
        solved(wide, deal)


def test_finds_a_win_that_the_first_two_ways_to_look_at_positions_do_not() -> None:
    seed = hashlib.sha256(b"teach-tune/westcliff/classic/239").digest()
    few = Limits(seconds=None, positions=60_000)
    verdict = solved("westcliff/classic", deal_from_seed(seed, packs=1), few)
    assert verdict.outcome is Outcome.WINNABLE
    assert verdict.positions > 40_000


def test_finds_a_win_that_only_a_quick_last_look_does() -> None:
    seed = hashlib.sha256(b"check18/westcliff/classic/57").digest()
    few = Limits(seconds=None, positions=250_000)
    verdict = solved("westcliff/classic", deal_from_seed(seed, packs=1), few)
    assert verdict.outcome is Outcome.WINNABLE
    assert verdict.positions > 240_000
