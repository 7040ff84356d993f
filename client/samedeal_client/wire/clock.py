"""The server's clock, as well as it is known here."""

import time
from collections.abc import Callable

from samedeal_protocol.rooms.boards import RoomView


def wall_ms() -> int:
    """Return this machine's clock, in ms since 1970."""
    return int(time.time() * 1000)


def match_now(room: RoomView, now_ms: int) -> int:
    """Return the time by a room's own clock, which stands in a pause."""
    standing = None if room.pause is None else room.pause.since
    return now_ms if standing is None else standing


class ServerClock:
    """A clock that runs with the server's, and stands still where that says so."""

    def __init__(self, wall: Callable[[], int] = wall_ms) -> None:
        self._wall = wall
        self._ahead_ms = 0
        self._stands_at: int | None = None

    @property
    def is_standing(self) -> bool:
        """Tell whether the clock stands still."""
        return self._stands_at is not None

    def set(self, now_ms: int) -> None:
        """Take over the server's present time."""
        self._ahead_ms = now_ms - self._wall()

    def now_ms(self) -> int:
        """Return the server's time, in ms since 1970."""
        if self._stands_at is not None:
            return self._stands_at
        return self._wall() + self._ahead_ms

    def stand_still(self) -> None:
        """Stop at the present moment, if not stopped before."""
        self._stands_at = self.now_ms()

    def run(self) -> None:
        """Go on with the server's time."""
        self._stands_at = None
