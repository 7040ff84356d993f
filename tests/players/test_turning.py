"""The move after which a deal was lost."""

from itertools import pairwise
from random import Random

import pytest
from tests.players.tables import GAMES, small_position, small_rules, solved

from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players.solver import Outcome, is_compiled
from samedeal_players.turning import Turn, find_turn


def still() -> float:
    return 0.0


def played(game: PatienceGame, seed: int, most: int = 120) -> list[PatiencePosition]:
    """Return the positions of an attempt at random."""
    dice = Random(seed)
    deal = deal_from_seed(dice.randbytes(32), game.about.packs)
    reached = [game.setup(deal)]
    while len(reached) <= most and (moves := game.legal_moves(reached[-1])):
        reached.append(game.apply(reached[-1], dice.choice(moves)))
    return reached


def turn_of(
    game: PatienceGame, positions: list[PatiencePosition], seconds: float = 60
) -> Turn:
    opening = solved(game, positions[0]).outcome
    return find_turn(game, positions, opening, seconds, still)


@pytest.mark.skipif(not is_compiled(), reason="there is no compiled solver here")
@pytest.mark.parametrize("seed", range(8))
def test_it_could_be_won_before_that_move_and_not_after_it(seed: int) -> None:
    game = GAMES["easthaven"]
    positions = played(game, seed)
    turn = turn_of(game, positions)
    if turn.lost_at == 0:
        assert solved(game, positions[0]).outcome is Outcome.UNWINNABLE
        assert turn.move is None
        return
    assert turn.won_at is not None
    assert solved(game, positions[turn.won_at]).outcome is Outcome.WINNABLE
    if turn.lost_at is None:
        assert turn.won_at == len(positions) - 1
        return
    assert turn.move == turn.lost_at == turn.won_at + 1
    assert solved(game, positions[turn.lost_at]).outcome is Outcome.UNWINNABLE


def test_halving_finds_what_looking_at_every_position_finds() -> None:
    found = 0
    for seed in range(150):
        dice = Random(seed)
        rules = small_rules(dice)
        game = PatienceGame(rules)
        reached = [small_position(rules, dice)]
        while len(reached) < 12 and (moves := game.legal_moves(reached[-1])):
            reached.append(game.apply(reached[-1], dice.choice(moves)))
        outcomes = [solved(game, position).outcome for position in reached]
        assert (Outcome.UNWINNABLE, Outcome.WINNABLE) not in set(pairwise(outcomes))
        turn = find_turn(game, reached, outcomes[0], 60, still)
        lost = [n for n, outcome in enumerate(outcomes) if outcome.name == "UNWINNABLE"]
        if Outcome.UNDECIDED in outcomes:
            continue
        assert turn.lost_at == (lost[0] if lost else None)
        if lost and lost[0]:
            assert turn.move == lost[0]
            found += 1
    assert found > 5


def test_an_attempt_that_ended_too_early_could_still_be_won() -> None:
    game = GAMES["westcliff/american"]
    positions = played(game, 1, most=3)
    assert turn_of(game, positions) == Turn(3, None)


def test_without_time_nothing_is_claimed() -> None:
    game = GAMES["easthaven"]
    positions = played(game, 1)
    assert find_turn(game, positions, Outcome.UNDECIDED, 0, still) == Turn(None, None)
    assert find_turn(game, positions, Outcome.WINNABLE, 0, still) == Turn(0, None)
    assert Turn(0, None).move is None
    assert Turn(3, 9).move is None


def test_it_ends_in_about_its_time_though_nothing_is_decided() -> None:
    now = 0.0

    def ticking() -> float:
        nonlocal now
        now += 0.5
        return now

    game = GAMES["pas-seul"]
    positions = played(game, 4)
    find_turn(game, positions, Outcome.WINNABLE, 30, ticking)
    assert now < 60
