"""Daily deals: their ids, and when their seeds are drawn and revealed."""

from datetime import date, timedelta
from typing import NamedTuple

from samedeal_records.timelines import point_at, timelines
from samedeal_records.transcripts import Transcript
from samedeal_server.core.books.books import Streak
from samedeal_server.core.books.windows import ALL, day_of, day_start, read_window
from samedeal_server.core.facts import GivenDeal

GRACE_MS = 3600 * 1000
"""The ms for which a deal stays hidden after its day, for attempts begun in time."""

_PREFIX = "daily/"


class DailyDeal(NamedTuple):
    """One game's deal of one day, in UTC."""

    game: str
    day: date


def daily_id(daily: DailyDeal) -> str:
    """Return the id that a daily's seed is committed under."""
    return f"{_PREFIX}{daily.game}/{daily.day.isoformat()}"


def read_daily_id(deal: str) -> DailyDeal:
    """Return the daily of a deal's id; raises ValueError where there is none."""
    game, _, day = deal.removeprefix(_PREFIX).rpartition("/")
    daily = DailyDeal(game, date.fromisoformat(day))
    if not game or daily_id(daily) != deal:
        raise ValueError(f"{deal!r} is no id of a daily")
    return daily


def reveal_at(day: date) -> int:
    """Return the time at which the seeds of a day are revealed, in ms since 1970.

    Attempts that end later do not count.
    """
    return day_start(day + timedelta(days=1)) + GRACE_MS


DRAWN_AHEAD = 2
"""How many days after today have their seeds; so each deal's commitment can be read
for more than a day before it can be played."""


def days_to_draw(now: int) -> tuple[date, ...]:
    """Return the days whose seeds there must be: today and those after it."""
    today = day_of(now)
    return tuple(today + timedelta(days=ahead) for ahead in range(DRAWN_AHEAD + 1))


def closes_at(day: date) -> int:
    """Return the end of a day, in ms since 1970; no attempt begins later."""
    return day_start(day + timedelta(days=1))


def sheet_ends_at(sheet: str) -> int | None:
    """Return from when on nothing new comes onto a sheet of the books, in ms.

    That is when its window is over, or the deal of a day is revealed; None for never.
    """
    scope, _, window = sheet.rpartition("/")
    try:
        if window == ALL:
            return reveal_at(read_daily_id(scope).day)
        return read_window(window).end
    except ValueError:
        return None


def given_daily(daily: DailyDeal, server_seed: bytes) -> GivenDeal:
    """Return the deal for a room, not to be revealed before its time."""
    return GivenDeal(
        daily_id(daily), daily.game, server_seed, reveal_at=reveal_at(daily.day)
    )


def streak_now(streak: Streak | None, today: date) -> tuple[int, int]:
    """Return the days on end as of today, and the most there ever were.

    They go on while yesterday has a result, and today still may.
    """
    if streak is None:
        return 0, 0
    goes_on = date.fromisoformat(streak.last) >= today - timedelta(days=1)
    return (streak.current if goes_on else 0), streak.longest


PARTS = 10
"""Of the progress of an attempt."""


def progress_of(transcript: Transcript) -> tuple[int, ...]:
    """Return an attempt's score at the end of each tenth of the time it took.

    Of the only seat; raises GameError for what cannot be played again.
    """
    (timeline,) = timelines(transcript)
    lasted = timeline.points[-1].at_ms
    return tuple(
        point_at(timeline.points, lasted * part // PARTS).score
        for part in range(1, PARTS + 1)
    )
