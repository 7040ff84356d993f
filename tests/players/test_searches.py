"""The solver's rules are those of the engine, and both its searches are one."""

import ctypes
from pathlib import Path
from random import Random

import pytest
from tests.players.tables import GAMES, plan_of, small_position, small_rules, solved

from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.patience import Move, PatienceGame, PatiencePosition, Stock
from samedeal_players.compiled import building
from samedeal_players.compiled import library as source
from samedeal_players.compiled.library import Lack, library_at, what_lacks
from samedeal_players.solver import Limits, Verdict
from samedeal_players.solver.kernel import Kernel
from samedeal_players.solver.problem import Plan, problem_of
from samedeal_players.solver.rules import Rules
from samedeal_players.solver.search import search
from samedeal_players.solver.state import State

HARD = bytes([4]) * 32
"""The seed of a deal of Pas Seul that takes more than a hundred thousand positions."""

every_game = pytest.mark.parametrize("key", GAMES)

Lying = tuple[object, ...]


@pytest.fixture(scope="session")
def compiled(library: ctypes.CDLL) -> Kernel:
    return Kernel(library)


def lying(state: State, rules: Rules) -> Lying:
    """Return where everything lies."""
    talon = rules.talon
    left = [place for place in range(len(talon)) if state.left >> place & 1]
    return (
        state.columns,
        state.hidden,
        state.heights,
        [talon[place] for place in left if place < state.turned],
        [talon[place] for place in left if place >= state.turned],
        state.redeals,
    )


def lying_by_the_rules(position: PatiencePosition) -> Lying:
    return (
        [bytes(column.cards) for column in position.columns],
        [column.hidden for column in position.columns],
        list(position.foundations),
        list(position.waste),
        list(position.stock),
        len(position.redeals),
    )


def check_moves_and_what_they_do(
    game: PatienceGame, position: PatiencePosition
) -> None:
    plan = plan_of(game, 1, plain=True)
    rules = Rules(problem_of(game, position, plan))
    root = rules.root()
    assert lying(root, rules) == lying_by_the_rules(position)
    steps = rules.steps(root)
    assert all(step.draws == 0 for step in steps)
    legal = game.legal_moves(position)
    assert sorted(step.move for step in steps) == sorted(legal)
    for move in legal:
        step = next(step for step in steps if step.move == move)
        after = lying_by_the_rules(game.apply(position, move))
        assert lying(rules.made(root, step), rules) == after


@every_game
def test_moves_and_what_they_do_are_those_of_the_rules(key: str) -> None:
    game, dice = GAMES[key], Random(key)
    looked_at = 0
    while looked_at < 400:
        position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
        for _ in range(120):
            if game.is_over(position):
                break
            if dice.random() < 0.4:
                check_moves_and_what_they_do(game, position)
                looked_at += 1
            position = game.apply(position, sensible(game, position, dice))


def sensible(game: PatienceGame, position: PatiencePosition, dice: Random) -> Move:
    """Return a move, seldom one that deals."""
    moves = game.legal_moves(position)
    rarely = [move for move in moves if move.size == 0]
    others = [move for move in moves if move.size]
    if others and (not rarely or dice.random() < 0.8):
        return dice.choice(others)
    return dice.choice(rarely)


def test_moves_in_small_positions_are_those_of_the_rules() -> None:
    for number in range(400):
        dice = Random(number)
        game = PatienceGame(small_rules(dice))
        position = small_position(game.ruleset, dice)
        if not game.is_over(position):
            check_moves_and_what_they_do(game, position)


def without_time(verdict: Verdict) -> tuple[object, ...]:
    return verdict.outcome, verdict.line, verdict.positions


def check_both(
    compiled: Kernel,
    game: PatienceGame,
    deal: Deal | PatiencePosition,
    limits: Limits,
    plan: Plan,
) -> None:
    one = solved(game, deal, limits, plan=plan, searching=compiled.search)
    other = solved(game, deal, limits, plan=plan, searching=search)
    assert without_time(one) == without_time(other)


@every_game
@pytest.mark.parametrize("plain", [False, True], ids=["sparing", "plain"])
def test_both_searches_meet_as_many_positions_and_find_the_same(
    key: str, plain: bool, compiled: Kernel
) -> None:
    game, dice = GAMES[key], Random(key)
    for number in range(12):
        deal = deal_from_seed(dice.randbytes(32), game.about.packs)
        limits = Limits(seconds=None, positions=600)
        # Few positions kept: most of the search is depth first, or all are kept.
        plan = plan_of(game, 60 if number % 2 else 10_000, plain=plain)
        check_both(compiled, game, deal, limits, plan)


def test_both_searches_agree_on_small_positions(compiled: Kernel) -> None:
    for number in range(300):
        dice = Random(number)
        game = PatienceGame(small_rules(dice))
        position = small_position(game.ruleset, dice)
        limits = Limits(seconds=None, positions=2000)
        check_both(compiled, game, position, limits, plan_of(game, 40))


def test_the_compiled_search_keeps_to_its_limits(compiled: Kernel) -> None:
    game, deal = GAMES["pas-seul"], deal_from_seed(HARD, 1)
    limits = Limits(seconds=None, memory_mib=4)
    plan = plan_of(game, 100)
    full = solved(game, deal, limits, plan=plan, searching=compiled.search)
    # Of 4 MiB, an eighth at most is not for positions of 16 bytes each.
    assert 100_000 < full.positions < 4 * (1 << 20) / 16
    few = Limits(seconds=None, positions=1000)
    for kept in (100, 10_000):
        plan = plan_of(game, kept)
        verdict = solved(game, deal, few, plan=plan, searching=compiled.search)
        assert 1000 <= verdict.positions <= 1001


def test_a_library_of_another_source_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if building.compiler() is None:
        pytest.skip("there is no C compiler")
    library = tmp_path / "other.so"
    assert building.compile_library(library) is None
    assert library_at(library) is not None
    assert what_lacks(library) is None
    monkeypatch.setattr(source, "source_digest", lambda: "0" * 16)
    assert library_at(library) is None
    assert what_lacks(library) is Lack.STALE
    assert library_at(tmp_path / "none.so") is None
    assert what_lacks(tmp_path / "none.so") is Lack.MISSING
    (tmp_path / "torn.so").write_bytes(b"torn")
    assert library_at(tmp_path / "torn.so") is None
    assert what_lacks(tmp_path / "torn.so") is Lack.STALE


def test_the_library_in_place_is_of_the_sources_in_place() -> None:
    """Or the rest of the suite would try the players in Python, and nobody know."""
    if building.compiler() is not None:
        assert what_lacks() is None, "make kernel compiles it"


def test_without_a_compiler_there_is_a_reason_and_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    library = tmp_path / "kernel.so"
    assert building.compile_library(library) == building.NO_COMPILER
    failing = tmp_path / "cc"
    failing.write_text("#!/bin/sh\nexit 1\n")
    failing.chmod(0o755)
    monkeypatch.setenv("CC", str(failing))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert building.compile_library(library) == "the C compiler failed"
    assert not library.exists()


def test_stocks_of_every_kind_are_among_the_games() -> None:
    assert {game.ruleset.stock for game in GAMES.values()} == set(Stock)
