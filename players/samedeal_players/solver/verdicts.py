"""The questions for a solver, and its answers."""

from dataclasses import dataclass
from enum import Enum

MEBIBYTE = 1 << 20


class Outcome(Enum):
    """The outcome of a position, every card of it known."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a search; whichever is reached first ends it."""

    seconds: float | None = 10.0
    """By the clock that the solver is given; None for as long as it takes."""
    positions: int | None = None
    memory_mib: int = 256
    """Memory for the positions met; at least 4."""

    def __post_init__(self) -> None:
        if self.memory_mib < LEAST_MEMORY_MIB:
            raise ValueError(
                f"a search needs {LEAST_MEMORY_MIB} MiB, not {self.memory_mib}"
            )


LEAST_MEMORY_MIB = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings of a search."""

    outcome: Outcome
    line: tuple[str, ...]
    """Moves in notation that win from the position asked about; empty unless it is
    winnable. They have been replayed through the rules."""
    positions: int
    """Different positions met; those met in two phases count twice."""
    seconds: float
    """By the clock that the solver was given."""
