"""Farms: what is won against puppets comes to nothing, and honest matches count."""

from random import Random

import pytest
from bench.finished import Came
from bench.ratings import (
    FARMED,
    FARMS,
    World,
    club,
    farmed,
    fresh,
    simulated,
)

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


def test_nor_do_they_for_a_guest() -> None:
    found = farmed(fresh(7), claimed=False)
    assert abs(found.moved) <= 60
    assert found.leads == ()


@pytest.mark.parametrize("size", [2, 4, 8])
def test_a_crowd_is_ordered_as_well_as_if_every_match_counted(size: int) -> None:
    found = [simulated(size, Random(seed)) for seed in range(2)]
    for after in (10, 20, 40, 80):
        ours = sum(each.correlations[after] for each in found) / len(found)
        plain = sum(each.plain[after] for each in found) / len(found)
        assert ours > plain - 0.03


def test_a_club_half_of_guests_is_soon_ordered_and_on_its_boards() -> None:
    found = [club(6, Random(seed)) for seed in range(4)]
    assert sum(each.correlations[24] for each in found) / 4 > 0.85
    assert all(each.shown[24] >= 5 for each in found)


def test_a_farmer_has_nothing_to_lose_to_a_friend() -> None:
    """Who has farmed is not worth more to whoever beats them."""
    world = World()
    beaten = fresh(7)(world, 0)
    for _ in range(50):
        world.play(Came("eve", 9, named=True), *next(beaten))
    for _ in range(20):
        world.play(Came("friend", 9, named=True), Came("eve", 1, named=True))
    assert world.rating("friend").shown - Rating().shown <= 60
