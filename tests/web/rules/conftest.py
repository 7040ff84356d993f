"""The number of games that the page is compared on."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let somebody compare more games than a run of the suite has time for."""
    parser.addoption("--page-games", type=int, default=12, help="of each game")
