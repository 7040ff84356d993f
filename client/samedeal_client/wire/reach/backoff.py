"""Pauses before coming back to a server, and the attempts after them."""

import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import NamedTuple

FIRST_PAUSE_S = (0.05, 0.25)
"""Between these lies the first pause: short enough that a player whose server was
replaced is away for less than a second."""
LONGEST_PAUSE_S = 8.0
MOST_DOUBLINGS = 16
SETTLED_AFTER_S = 5.0
"""Seconds that a connection has to last before the next loss starts anew."""


class NextAttempt(NamedTuple):
    """The attempt to come back that comes next, after a loss."""

    attempt: int
    """The number of the attempt since the connection was lost, from 1."""
    at_s: float
    """The time of the attempt, by the monotonic clock."""


class Backoff:
    """Pauses that grow and vary: a whole server's players must not come at once."""

    def __init__(
        self,
        first_s: tuple[float, float] = FIRST_PAUSE_S,
        longest_s: float = LONGEST_PAUSE_S,
        *,
        dice: Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._first_s = first_s
        self._longest_s = longest_s
        self._dice = SystemRandom() if dice is None else dice
        self._clock = clock
        self._tries = 0
        self._connected_at: float | None = None

    def connected(self) -> None:
        """Note that a server has taken the player in."""
        self._connected_at = self._clock()

    def lost(self, *, is_handed_over: bool = False) -> None:
        """Note a loss; a server that hangs up on every greeting is no fresh start.

        One that hands its players over to another is: nothing has failed.
        """
        since, self._connected_at = self._connected_at, None
        has_settled = since is not None and self._clock() - since >= SETTLED_AFTER_S
        if has_settled or is_handed_over:
            self._tries = 0

    def pause_s(self, asked_s: float = 0.0) -> float:
        """Return the next pause; no shorter than the server asked for, if it did."""
        least, most = self._first_s
        if asked_s > 0:
            # All who were sent away at one moment were told the same time to wait.
            return asked_s * self._dice.uniform(1, 2) + self._dice.uniform(0, most)
        if self._tries:
            least = most / 2
        grown = self._dice.uniform(least, most) * 2.0**self._tries
        self._tries = min(self._tries + 1, MOST_DOUBLINGS)
        return min(self._longest_s, grown)
