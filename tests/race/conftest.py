"""The length of the differential test of hidden cards."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let whoever has time play more games."""
    parser.addoption("--hidden-games", type=int, default=10, help="of each game")
