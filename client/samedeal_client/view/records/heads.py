"""Heads of a chain and other hashes, as people compare them and send them on."""

from typing import NamedTuple

SHORT = 16
"""Hex digits of a hash that people compare at a glance."""
HEAD_DIGITS = 32
"""Hex digits of a head: enough that nobody finds another chain that has them."""


def short(digest: bytes) -> str:
    """Return the first digits of a hash, in hex."""
    return digest.hex()[:SHORT]


class Head(NamedTuple):
    """The length of a chain when somebody saw it, and its head then."""

    length: int
    digits: str
    """The head in hex, or its beginning."""

    def __str__(self) -> str:
        return f"{self.length}:{self.digits[:HEAD_DIGITS]}"
