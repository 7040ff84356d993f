"""The bench of booked matches, small: both trees are told, with what books come to."""

import re
from pathlib import Path

import pytest
from bench.stores import booked


@pytest.mark.timeout(120)
async def test_matches_booked_by_turns_come_to_the_same_books(
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = str(Path(__file__).parents[2])
    await booked.main(
        ["--matches", "6", "--turns", "1", "--writers", "2", "--beside", here]
    )
    told = re.findall(
        r"(\d+) µs of the process and \d+ µs of the store for each match; the books "
        r"are ([0-9a-f]{16})",
        capsys.readouterr().out,
    )
    assert all(int(own_us) > 0 for own_us, _ in told), told
    assert len({digest for _, digest in told}) == 1, told
