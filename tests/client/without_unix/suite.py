"""Runs the client's suite with what only a Unix has taken away from the client.

`make elsewhere`. The programs that tests start lack it, too; servers keep it, and so
do the tests: they stand for another machine, and for the person at this one.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from tests.client.without_unix.elsewhere import CLIENTS, take_away

NOT_HERE: Mapping[str, str] = {
    "screens/test_edited.py": "lines are edited by this program on a Unix alone",
    "line_by_line_at_any_terminal": "lines are edited by this program on a Unix alone",
    "test_gone.py": "terminals that go are a Unix's",
    "no_line_is_eaten_by_who_has_read_before": "only a Unix can wait for a line",
    "the_process_ends_when_it_is_told_to": "SIGTERM is a Unix's",
    "a_full_disk_is_told_as_one": "the test changes another module than the client has",
    "a_light_command_loads_nothing_heavy": "taking things away has loaded them",
    "a_terminal_says_how_many_colours_it_has": "test_consoles.py has those of Windows",
}
"""Parts of the names of tests that cannot hold, and why."""


def pytest_configure() -> None:
    """Take it away here, and wherever a Python begins."""
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    take_away(CLIENTS)


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Leave out what cannot hold."""
    for item in items:
        for name, reason in NOT_HERE.items():
            if name in item.nodeid:
                item.add_marker(pytest.mark.skip(reason=reason))
