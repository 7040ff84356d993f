"""The bench of who looks at the list of rooms, small: all three ways are looked at."""

import re

import pytest

from bench import lookers


@pytest.mark.timeout(300)
def test_who_asks_and_who_follows_is_told_and_weighed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["--lookers", "4", "--rooms", "2", "--changes", "5", "--seconds", "1"]
    lookers.main(asked)
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        *(lookers.NOBODY, lookers.ASKING, lookers.FOLLOWING)
    ]
    found = [[float(each) for each in re.findall(r"[\d.]+", line)] for line in lines]
    assert all(server > 0 and commands > 0 for server, _, commands, _ in found)
    heard = [each[-1] for each in found]
    assert heard[0] == 0
    assert heard[1] > 0
    assert heard[2] > 0
