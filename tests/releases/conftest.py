"""The older version that races with this one."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Ask for a commit to race with, in place of the releases that are kept."""
    parser.addoption("--older", default="", metavar="COMMIT", help="to race with")
