"""The compiled library: that in place, or one made for the tests of players."""

import ctypes

import pytest

from samedeal_players.compiled import building
from samedeal_players.compiled.library import library_at


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    in_place = library_at(building.LIBRARY)
    if in_place:
        return in_place
    if building.compiler() is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("compiled") / building.LIBRARY.name
    assert building.compile_library(path) is None
    found = library_at(path)
    assert found
    return found
