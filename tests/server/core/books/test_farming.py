"""Farms: what is won against puppets comes to nothing, and honest matches count."""

from random import Random
from statistics import fmean
from typing import get_args

import pytest
from bench.finished import Came
from bench.ratings import (
    EVENINGS,
    EVERYBODYS,
    FARMED,
    FARMS,
    World,
    club,
    farmed,
    fresh,
    simulated,
)

from samedeal_protocol.results.metrics import MetricName
from samedeal_server.core.books.ratings import Rating


@pytest.mark.parametrize("farm", FARMS)
def test_two_hundred_wins_against_puppets_move_no_rating_and_lead_no_board(
    farm: str,
) -> None:
    found = farmed(FARMS[farm])
    assert FARMED == 200
    assert abs(found.moved) <= 60
    assert found.is_provisional
    assert found.leads == ()


def test_a_farm_is_looked_for_on_every_board_that_everybody_sees() -> None:
    assert set(EVERYBODYS) == set(get_args(MetricName))
    # What one scores, and how fast, one shows alone: the farmer stands there as well.
    found = farmed(fresh(1))
    assert {"best all", "pace all"} <= set(found.places)


def test_nor_do_they_for_a_guest() -> None:
    found = farmed(fresh(7), claimed=False)
    assert abs(found.moved) <= 60
    assert found.leads == ()


NO_WORSE = 0.03
"""The most by which ratings may order people worse than if every match counted."""
NEW_WORSE = 0.15
"""The same of a club in its first evenings, in the mean, while nobody is known yet."""


@pytest.mark.parametrize("size", [2, 4, 8])
def test_a_crowd_is_ordered_as_well_as_if_every_match_counted(size: int) -> None:
    found = [simulated(size, Random(seed)) for seed in range(2)]
    for after in (10, 20, 40, 80):
        ours = sum(each.correlations[after] for each in found) / len(found)
        plain = sum(each.plain[after] for each in found) / len(found)
        assert ours > plain - NO_WORSE


def test_a_club_half_of_guests_is_soon_ordered_and_on_its_boards() -> None:
    found = [club(6, Random(seed)) for seed in range(4)]
    assert sum(each.correlations[24] for each in found) / 4 > 0.85
    assert all(each.shown[24] >= 5 for each in found)


@pytest.mark.parametrize("members", [4, 6])
def test_a_club_is_ordered_as_well_as_if_every_match_counted(members: int) -> None:
    """Once its guests are known; until then by as much less as is said there."""
    found = [club(members, Random(seed)) for seed in range(4)]
    less = {
        evening: fmean(
            each.plain[evening] - each.correlations[evening] for each in found
        )
        for evening in EVENINGS
    }
    assert less[12] < NO_WORSE
    assert less[24] < NO_WORSE
    assert fmean(less[evening] for evening in (1, 3, 6)) < NEW_WORSE


def test_a_farmer_has_nothing_to_lose_to_a_friend() -> None:
    """Who has farmed is not worth more to whoever beats them."""
    world = World()
    beaten = fresh(7)(world, 0)
    for _ in range(50):
        world.play(Came("eve", 9, named=True), *next(beaten))
    for _ in range(20):
        world.play(Came("friend", 9, named=True), Came("eve", 1, named=True))
    assert world.rating("friend").shown - Rating().shown <= 60
