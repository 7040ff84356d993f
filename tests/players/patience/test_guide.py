"""A way to win that is held to."""

from random import Random

import pytest

from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players.patience.guide import Guidance, Guide
from samedeal_players.solver import Limits, Outcome, is_compiled, solve

compiled = pytest.mark.skipif(not is_compiled(), reason="there is no compiled search")
PATIENCES = [key for key, game in GAMES.items() if isinstance(game, PatienceGame)]
LOST = Guidance(Outcome.UNWINNABLE)


def dealt(key: str, number: int) -> tuple[PatienceGame, PatiencePosition]:
    """Return a game and a deal of it."""
    game = GAMES[key]
    assert isinstance(game, PatienceGame)
    return game, game.setup(deal_from_seed(bytes([number] * 32), game.about.packs))


def deal_that_is(outcome: Outcome, key: str) -> tuple[PatienceGame, PatiencePosition]:
    """Return the first deal of a game of which so much can be known."""
    for number in range(1, 100):
        game, position = dealt(key, number)
        found = solve(game, position, Limits(positions=20_000), clock=lambda: 0.0)
        if found.outcome is outcome:
            return game, position
    raise LookupError(key)


def stopped() -> float:
    """Show the time of a clock that stands still: nothing is ever late."""
    return 0.0


@compiled
@pytest.mark.parametrize("key", PATIENCES)
def test_who_follows_the_guide_wins_in_as_many_moves_as_it_said(key: str) -> None:
    game, position = deal_that_is(Outcome.WINNABLE, key)
    guide = Guide(game)
    positions = [position]
    found = guide.look(positions, stopped)
    for left in range(found.left, 0, -1):
        assert (found.outcome, found.left) == (Outcome.WINNABLE, left)
        positions.append(game.apply(positions[-1], game.parse(found.move)))
        if left > 1:
            # On the way nothing has to be looked for.
            known = guide.known(positions)
            assert known is not None
            found = known
    assert game.is_won(positions[-1])


@compiled
def test_who_leaves_the_way_has_another_looked_for_and_may_come_back() -> None:
    game, position = deal_that_is(Outcome.WINNABLE, "westcliff/classic")
    guide, dice = Guide(game), Random(5)
    told = guide.look([position], stopped)
    others = [m for m in game.legal_moves(position) if game.format(m) != told.move]
    aside = game.apply(position, dice.choice(others))
    assert guide.known([position, aside]) is None
    found = guide.look([position, aside], stopped)
    assert found.outcome is not Outcome.UNDECIDED
    assert guide.known([position, aside]) == found
    assert guide.known([position]) == told


@compiled
def test_what_was_lost_stays_lost_without_a_search() -> None:
    game, position = deal_that_is(Outcome.UNWINNABLE, "easthaven")
    guide = Guide(game)
    assert guide.look([position], stopped) == LOST
    after = game.apply(position, game.legal_moves(position)[0])
    assert guide.known([position, after]) == LOST
    assert guide.known([after]) is None


def test_what_was_not_found_in_time_is_looked_for_again() -> None:
    game, position = dealt("westcliff/classic", 1)
    guide = Guide(game)
    times = iter([0.0])
    found = guide.look([position], lambda: next(times, 1e18))
    assert found == Guidance(Outcome.UNDECIDED)
    assert guide.known([position]) is None


@compiled
def test_a_way_that_is_longer_than_the_moves_left_is_none() -> None:
    game, position = deal_that_is(Outcome.WINNABLE, "westcliff/classic")
    guide = Guide(game)
    left = guide.look([position], stopped).left
    late = position._replace(plies=game.about.ply_limit - left)
    assert guide.known([late]) == guide.known([position])
    assert guide.known([late._replace(plies=late.plies + 1)]) is None
