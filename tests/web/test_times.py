"""A match has taken as long on the page as it has in a terminal."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.web.rules.rules_of_the_page import NODE

from samedeal_client.view.times import stopwatch


@pytest.mark.skipif(NODE is None, reason="no Node to ask the page's modules")
def test_the_page_tells_times_as_terminals_do() -> None:
    spans = [*range(0, 2000, 7), 59_949, 59_950, 59_999, 60_000, 115_850, 3_599_999]
    said = subprocess.run(
        [NODE or "node", str(Path(__file__).with_name("times.mjs"))],
        input="\n".join(map(str, spans)),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    told = json.loads(said.stdout)
    assert told["spans"] == [stopwatch(ms) for ms in spans]
    # No more than a match lasts, whatever the page takes for the server's time.
    assert told["clocks"] == ["5:00", "3:20", "6:40"]
