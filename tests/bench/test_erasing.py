"""The bench of erasing, small: somebody is erased from some matches, and timed."""

import re

import pytest

from bench import erasing


def test_who_is_erased_was_in_matches_and_it_takes_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    erasing.main(["--matches", "20", "--in-store", "5"])
    said = capsys.readouterr().out
    told = re.match(r"(\d+) matches of 20: erased in ([\d.]+) s; of a million", said)
    assert told is not None, said
    assert 0 < int(told[1]) < 20
    assert float(told[2]) > 0
