"""Windows of time that leaderboards have: a day, a week, a month, and all of it.

In UTC, and computed from the time of a match alone: no timer has to fire for a
window to begin or to end, and one that has ended stays under its name.
"""

import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

ALL = "all"
"""The name of the window without begin or end."""

_NAMES = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)|(?P<week>\d{4}-W\d\d)|(?P<month>\d{4}-\d\d)|(?P<all>all)",
    re.ASCII,
)


class Span(StrEnum):
    """The length of a window."""

    DAY = "day"
    WEEK = "week"
    """From Monday, as ISO 8601 counts weeks and the years that they belong to."""
    MONTH = "month"
    ALL = "all"


class Window(NamedTuple):
    """A stretch of time with a name: from `start`, and not as long as `end`."""

    name: str
    """``2026-11-21``, ``2026-W47``, ``2026-11`` or ``all``."""
    span: Span
    start: int | None
    """In ms since 1970; None for no bound."""
    end: int | None


def window_at(span: Span, at: int) -> Window:
    """Return the window of a length that a time is in, in ms since 1970."""
    return _window(span, day_of(at))


def windows_at(at: int) -> tuple[str, ...]:
    """Return the names of the windows that a time is in: day, week, month, all."""
    return _windows_on(day_of(at))


@lru_cache(8)
def _windows_on(day: date) -> tuple[str, ...]:
    return tuple(_name(span, day) for span in Span)


def read_window(name: str) -> Window:
    """Return the window of a name; raises ValueError where there is none."""
    match = _NAMES.fullmatch(name)
    if match is None:
        raise ValueError(
            f"{name!r} is no window; those are called as in 2026-11-21, 2026-W47, "
            "2026-11 or all"
        )
    span = Span(match.lastgroup or ALL)
    try:
        window = _window(span, _first_day(span, name))
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{name!r} is no window: {error}") from None
    if window.name != name:
        raise ValueError(f"{name!r} is no window")
    return window


def day_start(day: date) -> int:
    """Return the beginning of a day, in ms since 1970."""
    return (day - date(1970, 1, 1)).days * 24 * 3600 * 1000


def day_of(at: int) -> date:
    """Return the day that a time is in, in ms since 1970."""
    # In whole numbers: seconds as floats would round a last millisecond up.
    return datetime.fromtimestamp(at // 1000, UTC).date()


def _window(span: Span, day: date) -> Window:
    name = _name(span, day)
    if span is Span.ALL:
        return Window(name, span, None, None)
    first = _first_day(span, name)
    return Window(name, span, day_start(first), day_start(_day_after(span, first)))


def _name(span: Span, day: date) -> str:
    match span:
        case Span.DAY:
            return day.isoformat()
        case Span.WEEK:
            year, week, _ = day.isocalendar()
            return f"{year:04}-W{week:02}"
        case Span.MONTH:
            return f"{day.year:04}-{day.month:02}"
        case Span.ALL:
            return ALL


def _first_day(span: Span, name: str) -> date:
    match span:
        case Span.DAY:
            return date.fromisoformat(name)
        case Span.WEEK:
            year, week = name.split("-W")
            return date.fromisocalendar(int(year), int(week), 1)
        case Span.MONTH:
            return date.fromisoformat(f"{name}-01")
        case Span.ALL:
            return date.min


def _day_after(span: Span, first: date) -> date:
    match span:
        case Span.DAY:
            return first + timedelta(days=1)
        case Span.WEEK:
            return first + timedelta(weeks=1)
        case Span.MONTH:
            return (first + timedelta(days=31)).replace(day=1)
        case Span.ALL:
            return date.max
