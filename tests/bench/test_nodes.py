"""The bench of one node and three, small: moves and matches are weighed at both."""

import re

import pytest
from bench.stores import nodes


@pytest.mark.timeout(300)
async def test_moves_and_matches_are_weighed_at_one_node_and_at_three(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["--rooms", "4", "--seconds", "0.2", "--turns", "1", "--matches", "2"]
    await nodes.main(["--processes", "2", "--rate", "0", "50", *few])
    lines = capsys.readouterr().out.splitlines()
    told = [line.partition(":")[0] for line in lines if not line.startswith("  ")]
    how = ["2 processes, as fast as answered", "2 processes, 50 moves/s each"]
    assert told == [
        f"{what}, nodes {count}"
        for what in (*how, "ended matches", "ended matches, boards apart")
        for count in (1, 3)
    ]
    numbers = re.findall(r"([\d.]+) µs of the busiest", "\n".join(lines))
    assert all(float(number) > 0 for number in numbers)
    assert len(re.findall("three to one: [0-9.]+ times", "\n".join(lines))) == 4
