"""What a store keeps is counted, in the small."""

import re

import pytest
from bench.disk import measure


@pytest.mark.timeout(120)
async def test_what_is_kept_of_guests_rooms_and_matches_is_counted() -> None:
    lines = await measure(3)
    kept = {line.split(":")[0]: [*map(int, re.findall(r"\d+", line))] for line in lines}
    assert [*kept] == ["a guest", "a room opened", "a match of four", "a match of one"]
    assert kept["a guest"][1] > 100
    assert kept["a room opened"][0] > 50
    assert kept["a match of four"][0] > 1000
    # Of those who play alone only the chain is for good.
    assert 50 < kept["a match of one"][0] < 1000
    assert kept["a match of one"][1] > 500
