"""The bots, without a room: they finish every game, by legal moves alone."""

from random import Random

import pytest

from samedeal_client.bots import CHOOSERS, PACES_S, RIVALS
from samedeal_client.commands.playing.demo import THIRD
from samedeal_client.options.alone import BOT
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_players import Level


def dice_of(number: int) -> Random:
    """Return dice that fall the same way in every run."""
    return Random(number)


def played(key: str, kind: str, number: int) -> int:
    """Return the score that a bot reaches on a deal; it must stop by itself."""
    game, dice = GAMES[key], dice_of(number)
    seed = dice.randbytes(32)
    position = game.setup(deal_from_seed(seed, game.about.packs))
    for _ in range(game.about.ply_limit + 1):
        choice = CHOOSERS[kind](game, game.view(position), dice)
        if choice is None:
            return game.score(position)
        position = game.apply(position, game.parse(choice))
        if game.is_over(position):
            return game.score(position)
    raise AssertionError("the bot goes on for ever")


@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize("key", GAMES)
def test_a_bot_finishes_every_game(key: str, kind: str) -> None:
    for number in range(3):
        assert played(key, kind, number) >= 0


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("key", GAMES)
def test_a_bot_of_skill_finishes_every_game(key: str, level: Level) -> None:
    assert played(key, level.value, 1) >= 0


def test_an_expert_beats_greed() -> None:
    expert = sum(played("squares/english", "expert", number) for number in range(5))
    greedy = sum(played("squares/english", "greedy", number) for number in range(5))
    assert expert > greedy


def test_every_kind_can_be_asked_for() -> None:
    assert BOT.about["kind"].choices == tuple(CHOOSERS)


@pytest.mark.parametrize("key", GAMES)
def test_greed_beats_chance(key: str) -> None:
    greedy = sum(played(key, "greedy", number) for number in range(6))
    at_random = sum(played(key, "random", number) for number in range(6))
    assert greedy > at_random


def test_every_kind_has_a_pace_that_people_can_follow() -> None:
    assert set(PACES_S) == set(CHOOSERS)
    assert all(1 <= pace <= 5 for pace in PACES_S.values())
    assert PACES_S["casual"] > PACES_S["expert"]


def test_bots_to_race_at_once_are_players_of_skill() -> None:
    levels = {level.value for level in Level}
    assert {kind for _, kind in (*RIVALS, THIRD)} <= levels


def test_a_level_that_nobody_plays_at_is_the_one_below() -> None:
    key = "westcliff/classic"
    assert played(key, "strong", 3) == played(key, "good", 3)
