"""What players have in C: every change of it is seen, and each text is there once."""

import ctypes
import re

import pytest

from samedeal_players.compiled.building import COMPILED, SOURCES
from samedeal_players.patience.foresight import WrittenSkill
from samedeal_players.patience.worth import Traits
from samedeal_players.solver.kernel import WrittenProblem, check_size

INCLUDED = {
    source: {
        (source.parent / name).resolve()
        for name in re.findall(r'^#include "(.+)"$', source.read_text(), re.MULTILINE)
    }
    for source in SOURCES
}


def test_what_is_compiled_includes_headers_alone() -> None:
    included = set[object]().union(*INCLUDED.values())
    assert {source.suffix for source in COMPILED} == {".c"}
    assert included.isdisjoint(COMPILED)


def test_a_library_tells_of_a_change_in_all_that_it_was_compiled_from() -> None:
    """Or one compiled before a header changed would pass for one of today."""
    included = set[object]().union(*INCLUDED.values())
    assert {*included, *COMPILED} == set(SOURCES)


def text_of(name: str) -> str:
    (source,) = [each for each in SOURCES if each.match(name)]
    return re.sub(r"/\*.*?\*/", "", source.read_text(), flags=re.DOTALL)


def fields_in_c(header: str, name: str) -> list[str]:
    """Return the names of a structure's fields, in order."""
    (body,) = re.findall(r"typedef struct {([^}]*)} " + name + ";", text_of(header))
    declared = [line.split(maxsplit=1)[1] for line in body.split(";") if line.strip()]
    return re.findall(r"(\w+)(?:\[\w+\])*(?:, |$)", ", ".join(declared))


@pytest.mark.parametrize(
    ("header", "name", "written"),
    [
        ("solver/state.h", "Problem", WrittenProblem),
        ("patience/worth.h", "Skill", WrittenSkill),
    ],
)
def test_c_and_python_describe_a_structure_alike(
    header: str, name: str, written: type[ctypes.Structure]
) -> None:
    assert fields_in_c(header, name) == [field[0] for field in written._fields_]


def test_c_and_python_count_the_same_traits() -> None:
    (body,) = re.findall(r"enum {([^}]*), TRAITS", text_of("patience/worth.h"))
    assert body.lower().split() == ", ".join(Traits._fields).split()


def test_another_size_of_a_structure_is_an_error_and_not_a_lack() -> None:
    with pytest.raises(TypeError, match=r"WrittenSkill has .* and 7 in C"):
        check_size(lambda: 7, WrittenSkill)
