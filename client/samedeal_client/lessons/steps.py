"""What a lesson is made of."""

from typing import NamedTuple


class Step(NamedTuple):
    """One move of a lesson, with what is said about it."""

    move: str
    """In notation."""
    before: tuple[str, ...]
    """Why this move, and which."""
    after: tuple[str, ...]
    """What came of it that nobody has been told yet."""
    ideas: frozenset[str] = frozenset()
    """What the move shows of the game, by name; for choosing deals."""


def sentence(text: str) -> str:
    """Return a text with a capital first, where a language begins with a card."""
    return text[:1].upper() + text[1:]
