"""Duplicate scoring: matchpoints add up, and the luck of the deal cancels."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.game import Contest
from samedeal_records.duplicate import Result, result_of, score_deal, total

PLAYERS = [f"p-{number}" for number in range(12)]


def result(player: str, score: int, *, bot: bool = False) -> Result:
    return result_of(
        Contest.SCORE,
        player,
        bot=bot,
        state="over",
        score=score,
        elapsed_ms=0,
    )


SCORES = st.lists(st.integers(0, 5), min_size=1, max_size=12)
DEALS = st.lists(
    st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 5), min_size=1),
    min_size=1,
    max_size=8,
)


def evening(*deals: dict[str, int]) -> list[list[Result]]:
    return [[result(p, score) for p, score in deal.items()] for deal in deals]


@given(SCORES)
def test_the_matchpoints_of_a_deal_are_n_times_n_less_one(scores: list[int]) -> None:
    scored = score_deal([result(PLAYERS[k], s) for k, s in enumerate(scores)])
    count = len(scores)
    assert sum(one.matchpoints for one in scored) == count * (count - 1)
    assert all(one.most == 2 * (count - 1) for one in scored)


@given(SCORES)
def test_who_does_better_gets_more_and_equals_get_the_same(scores: list[int]) -> None:
    scored = score_deal([result(PLAYERS[k], s) for k, s in enumerate(scores)])
    for own, one in zip(scores, scored, strict=True):
        for other, another in zip(scores, scored, strict=True):
            assert (own > other) == (one.matchpoints > another.matchpoints)


@given(SCORES, st.integers(-100, 100))
def test_a_deal_that_is_as_much_better_for_all_changes_nothing(
    scores: list[int], luck: int
) -> None:
    def scored(by: int) -> list[int | None]:
        named = [result(PLAYERS[k], s + by) for k, s in enumerate(scores)]
        return [one.percentage for one in score_deal(named)]

    assert scored(0) == scored(luck)


def test_two_for_everyone_beaten_and_one_for_everyone_tied() -> None:
    deal = [result("a", 50), result("b", 40), result("c", 40), result("d", 10)]
    assert [one.matchpoints for one in score_deal(deal)] == [6, 3, 3, 0]
    assert [one.percentage for one in score_deal(deal)] == [10_000, 5_000, 5_000, 0]


def test_a_percentage_is_rounded_to_the_nearest_hundredth_a_half_up() -> None:
    deal = [result(player, k) for k, player in enumerate("abcd")]
    assert [one.percentage for one in score_deal(deal)] == [0, 3333, 6667, 10_000]
    rows = total(evening({"a": 2, "b": 1, "c": 1}, {"a": 1, "b": 0, "c": 0, "d": 1}))
    # Of 100 % and five sixths, 83.33 %: 91.665 %, and so 91.67 %.
    assert (rows[0].player, rows[0].percentage) == ("a", 9167)


def test_who_resigned_comes_after_who_did_not() -> None:
    gave_up = result_of(
        Contest.RACE, "a", bot=False, state="resigned", score=40, elapsed_ms=1
    )
    stayed = result_of(
        Contest.RACE, "b", bot=False, state="timed_out", score=1, elapsed_ms=9
    )
    assert [one.percentage for one in score_deal([gave_up, stayed])] == [0, 10_000]


def test_a_deal_that_was_missed_is_left_out_of_the_average() -> None:
    rows = total(evening({"a": 3, "b": 2, "c": 1}, {"a": 3, "b": 2}))
    assert [(r.player, r.place, r.deals, r.percentage) for r in rows] == [
        ("a", 1, 2, 10_000),
        ("b", 2, 2, 2_500),
        ("c", 3, 1, 0),
    ]
    assert rows[2].percentages == (0, None)


def test_who_has_fewer_than_half_of_the_deals_has_no_place() -> None:
    both = {"a": 3, "b": 2}
    rows = total(evening({"c": 9, **both}, both, both))
    # Of the first deal a has one of two, 50 %, and of the others all.
    assert [(r.player, r.place, r.percentage) for r in rows] == [
        ("a", 1, 8_333),
        ("b", 2, 0),
        ("c", None, 10_000),
    ]


def test_a_deal_that_one_person_played_alone_counts_for_nobody() -> None:
    rows = total(evening({"a": 3}, {"a": 1, "b": 2}))
    assert [(r.player, r.place, r.deals) for r in rows] == [("b", 1, 1), ("a", 2, 1)]
    assert rows[1].percentages == (None, 0)


def test_equal_averages_share_a_place() -> None:
    rows = total(evening({"a": 3, "b": 2, "c": 0}, {"a": 2, "b": 3, "c": 0}))
    assert [(r.player, r.place) for r in rows] == [("a", 1), ("b", 1), ("c", 3)]


def test_a_bot_takes_nothing_from_people_and_has_no_place() -> None:
    people = [result("a", 50), result("b", 40)]
    bot = result("r2", 60, bot=True)
    scored = score_deal([*people, bot])
    assert [one.percentage for one in scored] == [10_000, 0, 10_000]
    rows = total([[*people, bot]])
    assert [(r.player, r.place) for r in rows] == [("a", 1), ("b", 2), ("r2", None)]


@given(DEALS)
def test_a_total_is_the_average_of_what_it_shows(deals: list[dict[str, int]]) -> None:
    for row in total(evening(*deals)):
        shown = [each for each in row.percentages if each is not None]
        assert row.deals == len(shown)
        if shown:
            assert row.percentage is not None
            assert abs(row.percentage * len(shown) - sum(shown)) * 2 <= len(shown)
            assert 0 <= row.percentage <= 10_000
        else:
            assert (row.percentage, row.place) == (None, None)


@given(DEALS)
def test_places_go_by_percentages_alone(deals: list[dict[str, int]]) -> None:
    ranked = [row for row in total(evening(*deals)) if row.place is not None]
    shares = [row.percentage or 0 for row in ranked]
    assert shares == sorted(shares, reverse=True)
    for row, share in zip(ranked, shares, strict=True):
        assert row.place == 1 + sum(other > share for other in shares)


def test_the_better_player_wins_whatever_the_deals_are_like() -> None:
    """With deals ten times as different as players are, points alone would not tell."""
    dice = Random(7)
    won_by_duplicate = won_by_points = 0
    skills = {"best": 2, "good": 1, "fair": 0}
    for _ in range(200):
        # The best missed no deal here; the fair one came for the good deals alone.
        lucks = [dice.gauss(50, 30) for _ in range(12)]
        deals = [
            {
                player: round(luck + skill + dice.gauss(0, 3))
                for player, skill in skills.items()
                if player != "fair" or luck > 40
            }
            for luck in lucks
        ]
        rows = total(evening(*deals))
        won_by_duplicate += rows[0].player == "best"
        averages = {
            player: sum(d[player] for d in deals if player in d)
            / max(1, sum(player in d for d in deals))
            for player in skills
        }
        won_by_points += max(averages, key=lambda one: averages[one]) == "best"
    assert won_by_duplicate > 120
    assert won_by_points < 20
