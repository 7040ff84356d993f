"""The page names weeks as the calendar does, whatever year they are of."""

import json
import subprocess
from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.web.rules.rules_of_the_page import NODE


@pytest.mark.skipif(NODE is None, reason="no Node to ask the page's modules")
def test_a_day_is_in_the_week_that_the_calendar_has_it_in() -> None:
    days = [date(2019, 12, 20) + timedelta(n) for n in range(0, 3000, 3)]
    script = Path(__file__).with_name("windows.mjs")
    said = subprocess.run(
        [NODE or "node", str(script)],
        input="\n".join(map(str, days)),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for day, told in zip(days, json.loads(said.stdout), strict=True):
        year, week, weekday = day.isocalendar()
        first = day - timedelta(weekday - 1)
        name = f"{year}-W{week:02}"
        assert told == [name, "a week", str(first), f"{day:%Y-%m}", str(day)]
