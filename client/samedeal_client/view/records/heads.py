"""Heads of a chain of matches, as people send them to one another."""

from typing import NamedTuple

HEAD_DIGITS = 32
"""Of a head, in hex: enough that nobody finds another chain that has them."""


class Head(NamedTuple):
    """How long the chain was when somebody saw it, and its head then."""

    length: int
    digits: str
    """In hex, or the beginning of it."""

    def __str__(self) -> str:
        return f"{self.length}:{self.digits[:HEAD_DIGITS]}"
