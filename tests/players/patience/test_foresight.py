"""Both ways to look around are one, and worlds of chance are what they seem."""

import ctypes
from random import Random

import pytest
from tests.players.tables import GAMES

from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players import Level, players_for
from samedeal_players.patience.foresight import Foresight
from samedeal_players.patience.sight import foresee, ways
from samedeal_players.patience.skills import Skill, expert_skill, good_skill
from samedeal_players.patience.worth import Traits
from samedeal_players.solver.kernel import Kernel

every_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(scope="session")
def compiled(library: ctypes.CDLL) -> Foresight:
    return Foresight(Kernel(library))


def seen(game: PatienceGame, position: PatiencePosition) -> PatiencePosition:
    return game.position_from(game.view(position))


def random_skill(skill: Skill, dice: Random) -> Skill:
    """Return a skill that finds other things worth something."""
    weights = Traits(*(dice.randrange(-200, 200) for _ in Traits._fields))
    return skill._replace(weights=weights, wide=dice.choice((1, 5, 20)))


@every_game
def test_both_look_around_alike(key: str, compiled: Foresight) -> None:
    game, dice = GAMES[key], Random(key)
    for number in range(4):
        skill = good_skill(game.ruleset)._replace(wide=15)
        if number % 2:
            skill = random_skill(skill, dice)
        position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
        for _ in range(25):
            if game.is_over(position):
                break
            line = foresee(game, seen(game, position), skill)
            assert line == compiled.foresee(game, seen(game, position), skill, 1)
            for move in line:
                position = game.apply(position, move)
            if not line:
                break


def test_the_first_of_all_ways_is_the_one_that_is_taken() -> None:
    game, dice = GAMES["easthaven"], Random(3)
    skill = good_skill(game.ruleset)
    for _ in range(5):
        position = seen(game, game.setup(deal_from_seed(dice.randbytes(32), 1)))
        found = ways(game, position, skill)
        assert found[0] == foresee(game, position, skill)
        assert len(found) > 1
        assert len(set(found)) == len(found)


@every_game
def test_a_line_goes_up_to_the_next_card_that_is_turned_up(
    key: str, compiled: Foresight
) -> None:
    game, dice = GAMES[key], Random(key)
    skill = expert_skill(game.ruleset)._replace(worlds=2, choices=6)
    position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
    for seed in range(8):
        table = seen(game, position)
        line = compiled.foresee(game, table, skill, seed)
        for number, move in enumerate(line, 1):
            position, table = game.apply(position, move), game.apply(table, move)
            if number < len(line):
                assert seen(game, position) == table
        if game.is_over(position):
            break


def test_what_worlds_show_follows_from_the_seed(compiled: Foresight) -> None:
    game = GAMES["easthaven"]
    skill = expert_skill(game.ruleset)._replace(worlds=2, choices=6)
    table = seen(game, game.setup(deal_from_seed(bytes(32), 1)))
    lines = {
        seed: compiled.foresee(game, table, skill, seed) for seed in (1, 2, 3, 4, 5, 6)
    }
    for seed, line in lines.items():
        assert compiled.foresee(game, table, skill, seed) == line


@pytest.mark.parametrize("key", ["westcliff/classic", "easthaven", "westhaven"])
def test_a_whole_game_is_played_as_its_plans_are(key: str, compiled: Foresight) -> None:
    game = GAMES[key]
    skill = good_skill(game.ruleset)
    for number in range(6):
        start = game.setup(deal_from_seed(Random(number).randbytes(32), 1))
        assert compiled.play(game, start, skill, 1) == score(game, start, number)


def score(game: PatienceGame, position: PatiencePosition, seed: int) -> int:
    """Return what a good player reaches, move by move."""
    player, dice = players_for(game.about.key)[Level.GOOD](), Random(seed)
    while not game.is_over(position):
        moves = game.legal_moves(position)
        move = player.choose(game.view(position), moves, dice)
        if move is None:
            break
        position = game.apply(position, move)
    return game.score(position)
