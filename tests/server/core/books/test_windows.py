"""Windows of time: days, ISO weeks and months in UTC, and all of it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_server.core.books.dailies import (
    DailyDeal,
    daily_id,
    read_daily_id,
    reveal_at,
)
from samedeal_server.core.books.windows import (
    ALL,
    Span,
    day_of,
    day_start,
    read_window,
    window_at,
    windows_at,
)

DAY_MS = 24 * 3600 * 1000
MOMENTS = st.integers(0, day_start(date(2200, 1, 1)))
BOUNDED = [span for span in Span if span is not Span.ALL]


def at(text: str) -> int:
    """Return a moment in UTC, in ms since 1970."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "names"),
    [
        ("2026-11-21 12:00", ("2026-11-21", "2026-W47", "2026-11", "all")),
        ("2026-11-21 23:59:59.999", ("2026-11-21", "2026-W47", "2026-11", "all")),
        ("2026-11-22 00:00", ("2026-11-22", "2026-W47", "2026-11", "all")),
        ("2026-11-23 00:00", ("2026-11-23", "2026-W48", "2026-11", "all")),
        ("2026-11-30 23:59:59.999", ("2026-11-30", "2026-W49", "2026-11", "all")),
        ("2026-12-01 00:00", ("2026-12-01", "2026-W49", "2026-12", "all")),
        # ISO 8601 counts the first days of 2027 to the last week of 2026, and the
        # last ones of 2024 to the first week of 2025.
        ("2027-01-01 00:00", ("2027-01-01", "2026-W53", "2027-01", "all")),
        ("2024-12-30 00:00", ("2024-12-30", "2025-W01", "2024-12", "all")),
        ("2028-02-29 00:00", ("2028-02-29", "2028-W09", "2028-02", "all")),
        ("2028-02-29 23:59:59.999", ("2028-02-29", "2028-W09", "2028-02", "all")),
        ("2028-03-01 00:00", ("2028-03-01", "2028-W09", "2028-03", "all")),
    ],
)
def test_a_moment_is_in_one_window_of_each_length(
    moment: str, names: tuple[str, ...]
) -> None:
    assert windows_at(at(moment)) == names


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("2026-11-21", "2026-11-21", "2026-11-22"),
        ("2026-W53", "2026-12-28", "2027-01-04"),
        ("2028-02", "2028-02-01", "2028-03-01"),
        ("2027-02", "2027-02-01", "2027-03-01"),
        ("2026-12", "2026-12-01", "2027-01-01"),
    ],
)
def test_a_name_says_when_its_window_begins_and_ends(
    name: str, start: str, end: str
) -> None:
    window = read_window(name)
    assert (window.start, window.end) == (at(start), at(end))


@given(MOMENTS, st.sampled_from(BOUNDED))
def test_windows_follow_each_other_without_gaps(moment: int, span: Span) -> None:
    window = window_at(span, moment)
    assert window.start is not None
    assert window.end is not None
    assert window.start <= moment < window.end
    assert window_at(span, window.start) == window_at(span, window.end - 1) == window
    after = window_at(span, window.end)
    assert after.start == window.end
    assert after.name > window.name


@given(MOMENTS)
def test_a_name_read_back_is_the_same_window(moment: int) -> None:
    for span, name in zip(Span, windows_at(moment), strict=True):
        assert read_window(name) == window_at(span, moment)
        assert read_window(name).name == name


@given(st.dates(date(1971, 1, 1), date(2200, 1, 1)), st.integers(0, DAY_MS - 1))
def test_a_day_has_all_its_milliseconds_and_no_other(day: date, ms: int) -> None:
    assert day_of(day_start(day) + ms) == day
    assert day_of(day_start(day) - 1) == day - timedelta(days=1)


@given(MOMENTS, st.sampled_from([Span.WEEK, Span.MONTH]))
def test_days_lie_within_weeks_and_months(moment: int, span: Span) -> None:
    day, longer = window_at(Span.DAY, moment), window_at(span, moment)
    assert longer.start is not None
    assert longer.end is not None
    assert day.start is not None
    assert day.end is not None
    assert longer.start <= day.start < day.end <= longer.end


def test_all_time_has_no_bounds() -> None:
    window = read_window(ALL)
    assert (window.start, window.end) == (None, None)


@pytest.mark.parametrize(
    "name",
    [
        *("", "today", "2026", "2026-13", "2026-02-30", "2026-W54", "2027-W53"),
        *("2026-W00", "2026-1-1", "20261121", "all ", "2026-11-21/x", "0000-01"),
        "２０２６-11",
    ],
)
def test_what_names_no_window_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no window"):
        read_window(name)


def test_a_daily_is_revealed_an_hour_after_its_day() -> None:
    assert reveal_at(date(2028, 2, 28)) == at("2028-02-29 01:00")
    assert reveal_at(date(2026, 12, 31)) == at("2027-01-01 01:00")


@given(st.sampled_from(["russian", "westcliff/american"]), st.dates(date(1970, 1, 1)))
def test_the_id_of_a_daily_says_its_game_and_its_day(game: str, day: date) -> None:
    daily = DailyDeal(game, day)
    assert read_daily_id(daily_id(daily)) == daily


@pytest.mark.parametrize(
    "deal",
    ["m-1", "daily/russian", "daily/2026-11-21", "daily//2026-11-21", "russian/x"],
)
def test_what_is_no_daily_has_no_day(deal: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_daily_id(deal)
