"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import samedeal_games

MODULES = [
    found.name
    for found in pkgutil.walk_packages(samedeal_games.__path__, "samedeal_games.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_modules_to_look_at() -> None:
    assert "samedeal_games.squares.hands" in MODULES
