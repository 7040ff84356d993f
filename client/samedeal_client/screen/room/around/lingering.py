"""The last board of a match, which stays in sight for a moment before the result."""

import math
from typing import Protocol

END_SEEN_S = 4.0
"""Seconds that the last board of a match stays in sight, unless a key is pressed."""
TURNED_S = 2.0
"""Seconds after it in which Enter is taken for the result that came by itself."""


class Timed(Protocol):
    """A place with a clock that only goes forward."""

    def now_s(self) -> float:
        """Return the time of the clock, in seconds."""
        ...


class Lingering:
    """Until when it stays, by the clock of the screen."""

    def __init__(self, at: Timed) -> None:
        self._at = at
        self._until_s = 0.0

    def begin(self) -> None:
        """Let it stay for a moment from now on."""
        self._until_s = self._at.now_s() + END_SEEN_S

    def stay(self) -> None:
        """Let it stay until it has been enough."""
        self._until_s = math.inf

    def end(self) -> None:
        """Let it go at once."""
        self._until_s = 0.0

    @property
    def is_on(self) -> bool:
        """Whether it stays now."""
        return self._at.now_s() < self._until_s

    @property
    def has_just_ended(self) -> bool:
        """Whether it has gone only now, and by itself."""
        return 0 <= self._at.now_s() - self._until_s < TURNED_S
