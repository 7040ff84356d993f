"""The bench of links, small: all that are wanted are made."""

import re

import pytest
from bench.stores import links


@pytest.mark.timeout(120)
async def test_links_of_two_processes_at_once_are_counted_and_timed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    await links.main(["--processes", "2", "--at-once", "3", "--links", "12"])
    [line] = capsys.readouterr().out.splitlines()
    told = re.search(
        r"2 processes, 3 at once: ([\d,]+) links a second, 0 of 12 .* (\d+) µs", line
    )
    assert told is not None, line
    assert all(int(each.replace(",", "")) > 0 for each in told.groups())
