"""Who came where."""

import pytest

from samedeal_games.game import Contest
from samedeal_protocol.rooms.boards import SeatState
from samedeal_server.core.rooms.standings import (
    leaderboard_value,
    match_winners,
    series_is_over,
    standings,
)
from samedeal_server.core.state import Match, Play, Player


def play(
    score: int, reached_at: int = 1_000, plies: int = 10, state: SeatState = "over"
) -> Play:
    return Play(Player("p", "P", bot=False), None, score, plies, state, reached_at)


def match(*plays: Play | None) -> Match:
    return Match("m-1", 1, b"", b"", (), 0, 9_000, "m-1", False, 0, 0, "", 0, (), plays)


def places(contest: Contest, *plays: Play | None) -> list[tuple[int, int]]:
    return [(row.place, row.seat) for row in standings(match(*plays), contest)]


def test_at_squares_the_higher_score_is_first_and_equals_share_the_place() -> None:
    rows = places(Contest.SCORE, play(20), play(31), play(20, 1), None, play(4))
    assert rows == [(1, 1), (2, 0), (2, 2), (4, 4)]


def test_in_a_race_more_cards_come_before_less_time() -> None:
    assert places(Contest.RACE, play(51, 10), play(52, 9_000, state="out")) == [
        (1, 1),
        (2, 0),
    ]


def test_in_a_race_the_earlier_moment_breaks_a_tie() -> None:
    assert places(Contest.RACE, play(20, 500), play(20, 400)) == [(1, 1), (2, 0)]


def test_equal_in_cards_and_time_is_a_tie_however_many_actions_it_took() -> None:
    assert places(Contest.RACE, play(20, 500, 30), play(20, 500, 29)) == [
        (1, 0),
        (1, 1),
    ]


def test_to_give_up_at_once_with_nothing_is_no_better_than_to_try_in_vain() -> None:
    at_once, tried = play(0, 0, 0, "finished"), play(0, 700, 90, "timed_out")
    assert places(Contest.RACE, at_once, tried, play(1)) == [(1, 2), (2, 0), (2, 1)]


def test_what_the_deal_itself_put_up_is_equal_for_all() -> None:
    assert places(Contest.RACE, play(9, 0, 40), play(9, 0, 0)) == [(1, 0), (1, 1)]


@pytest.mark.parametrize("contest", Contest)
def test_nobody_wins_with_nothing_but_against_who_resigned(contest: Contest) -> None:
    gone = play(5, 3, state="resigned")
    assert match_winners(match(play(0, 0), gone), contest) == (0,)
    assert match_winners(match(play(0, 0), play(0, 0, 0)), contest) == ()
    assert match_winners(match(play(9, 0), play(9, 0)), Contest.RACE) == ()
    assert match_winners(match(play(0, 0), play(1)), contest) == (1,)


def test_who_resigned_is_placed_after_all_who_did_not() -> None:
    rows = places(Contest.SCORE, play(40, state="resigned"), play(0))
    assert rows == [(1, 1), (2, 0)]


def test_nobody_wins_by_resigning() -> None:
    given_up = play(9, state="resigned")
    assert match_winners(match(given_up, given_up), Contest.SCORE) == ()
    assert match_winners(match(play(3), play(3), given_up), Contest.SCORE) == (0, 1)


def test_a_series_ends_when_it_is_decided_or_over() -> None:
    assert series_is_over((1, 0), 1, 1)
    assert not series_is_over((1, 0), 1, 3)
    assert series_is_over((2, 0), 2, 3)
    assert series_is_over((1, 1), 3, 3)


def test_a_leaderboard_orders_races_by_cards_and_then_by_time() -> None:
    best_first = [(52, 10), (52, 11), (51, 1), (0, 3_600_000)]
    values = [leaderboard_value(s, t, Contest.RACE) for s, t in best_first]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
    assert all(float(value) == value and value < 2**53 for value in values)


def test_a_leaderboard_orders_squares_by_score_alone() -> None:
    assert leaderboard_value(31, 5, Contest.SCORE) == 31
