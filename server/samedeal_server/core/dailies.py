"""Daily deals: their ids, and when their seeds are revealed."""

from datetime import date, timedelta
from typing import NamedTuple

from samedeal_server.core.windows import day_start

GRACE_MS = 3600 * 1000
"""How long after its day a deal stays hidden, for attempts begun in time."""

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
    """Return when the seeds of a day's deals are revealed, in ms since 1970.

    Attempts that end later do not count.
    """
    return day_start(day + timedelta(days=1)) + GRACE_MS
