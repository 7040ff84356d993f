"""The parts of a lesson."""

from typing import NamedTuple


class Step(NamedTuple):
    """One move of a lesson, with what is said about it."""

    move: str
    """In notation."""
    before: tuple[str, ...]
    """The move and the reasons for it."""
    after: tuple[str, ...]
    """The consequences that are new to the learner."""
    ideas: frozenset[str] = frozenset()
    """The ideas that the move shows, by name; for choosing deals."""
