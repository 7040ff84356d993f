"""What players have in C: every change of it is seen, and each text is there once."""

import re

from samedeal_players.compiled.building import COMPILED, SOURCES

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
