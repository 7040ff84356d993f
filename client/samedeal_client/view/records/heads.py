"""Heads of a chain of matches, as people send them to one another."""

from typing import NamedTuple

HEAD_DIGITS = 32
"""Hex digits of a head: enough that nobody finds another chain that has them."""


class Head(NamedTuple):
    """The length of a chain when somebody saw it, and its head then."""

    length: int
    digits: str
    """The head in hex, or its beginning."""

    def __str__(self) -> str:
        return f"{self.length}:{self.digits[:HEAD_DIGITS]}"
