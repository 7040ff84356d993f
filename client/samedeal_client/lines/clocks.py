"""The clock of a match: told when little time is left, and when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samedeal_client.language import tr
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.times import clock

if TYPE_CHECKING:
    # No more than annotations, so practice does not wait for a connection.
    from samedeal_client.wire.player import Player

WARNED_AT_S = (300, 60, 30, 10)
"""Seconds left at which the time is told."""


class ClockTeller:
    """Tells one player how much time is left; remembers what was told."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._session = player.session
        self._warned_s = float("inf")

    def left(self) -> Lines:
        """Return the time left, of a match or for getting ready."""
        left_ms = self._player.left_ms()
        if left_ms is None:
            return (line(" " + tr("No clock runs now.")),)
        return (line(" " + tr("Time left: {time}.", time=clock(left_ms / 1000))),)

    def look(self) -> Lines:
        """Return the time left, once for each of `WARNED_AT_S`; else nothing."""
        left = self._player.left_ms()
        if left is None or not self._session.may_move:
            self._warned_s = float("inf")
            return ()
        due = [s for s in WARNED_AT_S if left <= s * 1000]
        if not due or min(due) >= self._warned_s:
            return ()
        # Not for a match that is shorter than that from its start.
        is_first, self._warned_s = self._warned_s == float("inf"), min(due)
        return () if is_first and self._is_new(left) else self.left()

    def _is_new(self, left_ms: int) -> bool:
        room = self._session.room
        return room is not None and left_ms > (room.time_limit_s - 5) * 1000
