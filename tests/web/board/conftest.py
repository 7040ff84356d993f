"""The number of games of each that are played through the page, each way and size."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let more games be asked for."""
    parser.addoption("--page-plays", type=int, default=1, help="of each game")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play `--page-plays` games of each."""
    if "time" in metafunc.fixturenames:
        times = int(metafunc.config.getoption("--page-plays") or 0)
        metafunc.parametrize("time", range(times))
