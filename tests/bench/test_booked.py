"""The bench of booked matches, small: both trees are told, with what books come to."""

import re
from pathlib import Path

import pytest
from bench.stores import booked, core, reading


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


@pytest.mark.timeout(120)
def test_boards_that_are_apart_are_read_by_turns_with_those_that_are_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reading.main(["--rows", "40", "--readings", "2", "--turns", "1"])
    told = re.findall(
        r"(1|3) (together|apart) +own +(\d+) nodes +(\d+) passed +(\d+)",
        capsys.readouterr().out,
    )
    assert len(told) == 4 * len(reading.READINGS)
    assert all(int(us) > 0 for _, _, *spent in told for us in spent)


@pytest.mark.timeout(120)
async def test_the_core_is_weighed_without_each_of_its_pieces(
    capsys: pytest.CaptureFixture[str],
) -> None:
    await core.main(["--matches", "3", "--turns", "1"])
    lines = capsys.readouterr().out.splitlines()
    told = [line.partition("  ")[0] for line in lines]
    assert told == [core.WHOLE, *core.PIECES, core.REST]
