"""Daily deals by the calendar: ids, what is drawn when, and streaks; in UTC."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.records.test_transcripts import played

from samedeal_games.fairness import commitment_to_seed, match_seed
from samedeal_server.core.books.books import Streak
from samedeal_server.core.books.dailies import (
    DRAWN_AHEAD,
    PARTS,
    DailyDeal,
    closes_at,
    daily_id,
    days_to_draw,
    given_daily,
    progress_of,
    read_daily_id,
    reveal_at,
    streak_now,
)
from samedeal_server.core.books.windows import day_of, day_start

ROOT = Path(__file__).parents[4]
DAY_MS = 24 * 3600 * 1000
GAME = "squares/english"
times = st.integers(0, 4_000_000_000_000)
days = st.dates(date(1971, 1, 1), date(2200, 1, 1))


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_day_begins_at_midnight_and_its_seeds_are_told_an_hour_after_it() -> None:
    last, first = ms("2026-11-20T23:59:59.999"), ms("2026-11-21T00:00:00")
    assert (day_of(last), day_of(first)) == (date(2026, 11, 20), date(2026, 11, 21))
    assert closes_at(day_of(last)) == first
    assert reveal_at(day_of(last)) == ms("2026-11-21T01:00:00")


@given(times)
def test_at_any_moment_the_next_days_are_drawn_for(now: int) -> None:
    drawn = days_to_draw(now)
    assert drawn[0] == day_of(now)
    assert len(drawn) == DRAWN_AHEAD + 1
    assert all(b - a == timedelta(days=1) for a, b in pairwise(drawn))
    # Even in a day's last moment, the next day but one is drawn for already.
    assert day_start(drawn[2]) - now > DAY_MS


@given(days)
def test_an_attempt_begun_in_a_days_last_moment_has_an_hour_to_end(day: date) -> None:
    assert reveal_at(day) - closes_at(day) == 3600 * 1000
    assert closes_at(day) == day_start(day + timedelta(days=1))


@given(days)
def test_a_daily_is_read_back_from_its_id(day: date) -> None:
    daily = DailyDeal(GAME, day)
    assert read_daily_id(daily_id(daily)) == daily
    assert given_daily(daily, bytes(32)).reveal_at == reveal_at(day)


@pytest.mark.parametrize(
    "deal", ["daily/2026-11-21", "daily/easthaven/2026-11-31", "daily/easthaven/x", ""]
)
def test_what_is_no_id_of_a_daily_is_refused(deal: str) -> None:
    with pytest.raises(ValueError, match=r"is|Invalid|day"):
        read_daily_id(deal)


def test_a_streak_goes_on_while_today_may_still_be_played() -> None:
    streak = Streak(3, 5, "2026-11-20")
    assert streak_now(streak, date(2026, 11, 20)) == (3, 5)
    assert streak_now(streak, date(2026, 11, 21)) == (3, 5)
    assert streak_now(streak, date(2026, 11, 22)) == (0, 5)
    assert streak_now(None, date(2026, 11, 22)) == (0, 0)


def test_a_streak_goes_over_the_end_of_a_month_and_a_leap_day() -> None:
    assert streak_now(Streak(2, 2, "2028-02-29"), date(2028, 3, 1)) == (2, 2)
    assert streak_now(Streak(2, 2, "2027-12-31"), date(2028, 1, 1)) == (2, 2)


@pytest.mark.parametrize("game", [GAME, "easthaven"])
def test_progress_is_counts_that_end_with_the_score(game: str) -> None:
    transcript = played(game, 5)
    transcript = transcript._replace(seats=transcript.seats[:1])
    progress = progress_of(transcript)
    assert len(progress) == PARTS
    assert progress[-1] == transcript.seats[0].score


def test_an_attempt_without_a_move_made_no_progress() -> None:
    transcript = played(GAME, 5)
    idle = transcript.seats[0]._replace(moves=(), plies=0, score=0)
    assert progress_of(transcript._replace(seats=(idle,))) == (0,) * PARTS


def test_the_example_in_the_explanation_is_so() -> None:
    deal, seed = f"daily/{GAME}/2026-11-21", bytes(range(32))
    page = (ROOT / "docs/explanation/fairness.md").read_text("utf-8")
    assert f"commitment        {commitment_to_seed(deal, seed).hex()}" in page
    assert f"seed of the deal  {match_seed(deal, seed, {}).hex()}" in page
