"""Tables by the choices of a ruleset, which know every choice there is.

A choice that somebody adds is then missed as soon as the table is imported, and not
taken for another one where a game is played.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import TypeVar

Choice = TypeVar("Choice", bound=Enum)
Meaning = TypeVar("Meaning")


def for_every(
    table: Mapping[Choice, Meaning], *, but: Collection[Choice] = ()
) -> Mapping[Choice, Meaning]:
    """Return a table; raises LookupError if it lacks a choice, `but` for some."""
    kind = type(next(iter(table)))
    lacking = [each.name for each in kind if each not in table and each not in but]
    if lacking:
        raise LookupError(f"a table does not know {kind.__name__}.{', '.join(lacking)}")
    return table
