"""The bench of rings, small: once they are heard at their node none is passed on."""

import re

import pytest
from bench.stores import rings


@pytest.mark.timeout(300)
async def test_appends_are_weighed_and_what_nodes_pass_on_is_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    await rings.main(["--rooms", "4", "--appends", "20"])
    said = capsys.readouterr().out.splitlines()
    found = [
        float(number) for line in said for number in re.findall(r": ([\d.]+) ", line)
    ]
    one, several, everywhere, alone = found
    assert one > 0
    assert several > 0
    assert everywhere > 0
    assert alone == 0
