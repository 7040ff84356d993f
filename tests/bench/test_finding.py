"""The bench of what is found in a bucket, small: it takes round trips, and is told."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE

import pytest


@pytest.mark.timeout(300)
async def test_things_are_found_in_a_bucket_that_is_far_away() -> None:
    # A process of its own: a bucket is told of by the environment.
    ran = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.archive.finding", "--things", "4"),
        *("--packs", "1", "--records", "20", "--rtt", "50"),
        stdout=PIPE,
    )
    said, _ = await ran.communicate()
    told = re.search(
        r"4 found in 1 packs, 50 ms away: ([\d.]+) s one by one, ([\d.]+) s at once",
        said.decode(),
    )
    assert told is not None, said
    one_by_one, at_once = map(float, told.groups())
    assert one_by_one > 4 * 0.05
    assert at_once > 0.05
