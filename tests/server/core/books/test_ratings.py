"""Ratings: who gains and who loses, and when they are to be believed."""

from itertools import pairwise
from random import Random

import pytest
from bench.ratings import AFTER, simulated
from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.catalogue import GAMES
from samedeal_server.core.books.ratings import PROVISIONAL_SIGMA, Rating, rate

RATINGS = st.builds(
    Rating,
    st.integers(0, 50_000_000),
    st.integers(1_000_000, 25_000_000 // 3),
    st.integers(0, 1000),
)


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    """Draw players' ratings and their places."""
    ratings = draw(st.lists(RATINGS, min_size=2, max_size=8))
    merits = draw(st.lists(st.integers(0, 3), min_size=len(ratings)))
    merits = merits[: len(ratings)]
    return ratings, [1 + sum(other < own for other in merits) for own in merits]


def test_a_rating_begins_at_1500_and_is_provisional() -> None:
    assert Rating().shown == 1500
    assert Rating().is_provisional


def test_who_wins_gains_what_who_loses_loses() -> None:
    winner, loser = rate([Rating(), Rating()], [1, 2])
    assert winner.shown > 1500 > loser.shown
    assert winner.shown - 1500 == 1500 - loser.shown
    assert winner.sigma == loser.sigma < Rating().sigma
    assert winner.matches == loser.matches == 1


def test_places_of_a_match_of_four_give_four_ratings_in_their_order() -> None:
    rated = rate([Rating()] * 4, [3, 1, 4, 2])
    order = sorted(range(4), key=lambda seat: -rated[seat].mu)
    assert order == [1, 3, 0, 2]


def test_a_tie_of_equals_moves_nobody() -> None:
    assert [rating.shown for rating in rate([Rating()] * 3, [1, 1, 1])] == [1500] * 3


def test_one_player_alone_is_not_rated() -> None:
    assert rate([Rating()], [1]) == (Rating(),)
    assert rate([], []) == ()


def test_beating_somebody_far_weaker_gains_next_to_nothing() -> None:
    strong, weak = Rating(40_000_000, 3_000_000, 50), Rating(10_000_000, 3_000_000, 50)
    assert rate([strong, weak], [1, 2])[0].shown - strong.shown <= 1
    assert strong.shown - rate([strong, weak], [2, 1])[0].shown > 20


@given(matches())
def test_deviations_never_grow_and_every_match_counts_once(
    match: tuple[list[Rating], list[int]],
) -> None:
    ratings, places = match
    after = rate(ratings, places)
    for before, rated in zip(ratings, after, strict=True):
        assert 0 < rated.sigma <= before.sigma
        assert rated.matches == before.matches + 1
        assert before.is_provisional or not rated.is_provisional
    assert rate(ratings, places) == after


@given(matches(), st.randoms(use_true_random=False))
def test_the_first_never_loses_and_the_last_never_gains(
    match: tuple[list[Rating], list[int]], dice: Random
) -> None:
    ratings, places = match
    changes = [
        after.mu - before.mu
        for before, after in zip(ratings, rate(ratings, places), strict=True)
    ]
    if sum(place == 1 for place in places) == 1:
        assert changes[places.index(1)] >= 0
    if sum(place == max(places) for place in places) == 1:
        assert changes[places.index(max(places))] <= 0


@pytest.mark.parametrize(("size", "least", "most"), [(2, 8, 10), (4, 10, 13)])
def test_a_rating_is_provisional_for_about_ten_matches(
    size: int, least: int, most: int
) -> None:
    assert least <= simulated(size, Random(7)).plain_settled_after <= most
    assert Rating(sigma=PROVISIONAL_SIGMA + 1).is_provisional
    assert not Rating(sigma=PROVISIONAL_SIGMA).is_provisional


@pytest.mark.parametrize("size", [2, 4, 8])
def test_players_of_known_strength_come_into_their_order(size: int) -> None:
    correlations = simulated(size, Random(7)).correlations
    assert correlations[20] > 0.8
    assert correlations[80] > 0.92
    assert all(
        correlations[later] > correlations[sooner] - 0.05
        for sooner, later in pairwise(AFTER)
    )


def test_games_of_one_family_share_a_rating() -> None:
    families: dict[str, list[str]] = {}
    for key, game in GAMES.items():
        families.setdefault(game.about.family, []).append(key)
    assert families == {
        "squares": [key for key in GAMES if key.startswith("squares/")],
        "westcliff": ["westcliff/classic", "westcliff/american", "pas-seul"],
        "easthaven": ["easthaven", "easthaven/open", "westhaven"],
        "capricieuse": ["capricieuse"],
        "russian": ["russian"],
    }
