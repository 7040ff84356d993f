"""A match that is over, played back: the players watched, the place, and the speed.

Its clock is the viewer's: whoever shows it says what time it is, or gives a clock.
"""

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from samedeal_records.replays import Replay


class _Running(NamedTuple):
    """A playback that runs by itself from a moment on."""

    since_s: float
    from_ms: int


class Playback:
    """One viewer's place in a replay."""

    def __init__(
        self,
        replay: Replay,
        own: str = "",
        *,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with the player whose id is `own`, or else with the winner."""
        self.replay = replay
        self.order = replay.by_place()
        """The tracks, the winner's first."""
        self.speed = 1.0
        """The speed, in times of the match's own."""
        self._now_s = now_s
        self._running: _Running | None = None
        self.own = replay.track_of(own)
        """The track of the viewer; None for one who took no part."""
        replay.watch(self.order[:1] if self.own is None else (self.own,))

    # Stepping, which stops whatever runs

    def step(self, moves: int) -> None:
        """Go on by moves, or back."""
        self.stop()
        self.replay.go(moves)

    def to_start(self) -> None:
        """Go to the board that was dealt."""
        self.stop()
        self.replay.go(-self._length)

    def to_end(self) -> None:
        """Go to the end of all moves."""
        self.stop()
        self.replay.go(self._length)

    def to_ply(self, ply: int) -> None:
        """Go to a number of moves of the first player watched."""
        self.stop()
        self.replay.jump_to_ply(ply)

    def to_time(self, at_ms: int) -> None:
        """Go to a time in the match."""
        self.stop()
        self.replay.jump_to_time(at_ms)

    def to_loss(self) -> bool:
        """Go to where the first player watched lost; tell whether that is known."""
        self.stop()
        return self.replay.jump_to_loss()

    # Watching

    def watch(self, tracks: Iterable[int]) -> None:
        """Watch these tracks at the same moment of the match."""
        self.replay.watch(tracks)

    def watch_next(self) -> None:
        """Watch the next player in the order of places, and nobody beside them."""
        if self.order:
            watched = self.replay.watched
            at = self.order.index(watched[0]) if watched else -1
            self.watch((self.order[(at + 1) % len(self.order)],))

    def watch_beside(self, track: int | None = None) -> None:
        """Watch another track beside the first; the best of the others."""
        now = self.replay.watched[:1]
        others = self.order if track is None else [track]
        self.watch((*now, *[n for n in others if n not in now][:1]))

    def watch_alone(self) -> None:
        """Watch the first track alone."""
        self.watch(self.replay.watched[:1])

    # Running by itself

    @property
    def is_running(self) -> bool:
        """Whether it runs by itself."""
        return self._running is not None

    def run(self, speed: float | None = None) -> None:
        """Run by itself, from the start if it has ended, at a speed or the last one."""
        if self.replay.is_at_end:
            self.to_start()
        self.speed = self.speed if speed is None else speed
        if not self.replay.is_at_end:
            self._running = _Running(self._now_s(), self.replay.at_ms)

    def stop(self) -> bool:
        """Stop running; tell whether it ran."""
        was_running, self._running = self.is_running, None
        return was_running

    def change_speed(self, speed: float) -> None:
        """Run at another speed, now or once it runs."""
        self.speed = speed
        if self.is_running:
            self.run()

    def wait_s(self) -> float | None:
        """Return the seconds until the next move; None if none is to come."""
        left_ms = self.replay.next_in_ms()
        if self._running is None or left_ms is None:
            return None
        due_ms = self.replay.at_ms + left_ms - self._running.from_ms
        due_s = self._running.since_s + due_ms / 1000 / self.speed
        return max(0.0, due_s - self._now_s())

    def go_on(self) -> bool:
        """Make the next move if it is due; tell whether it was made."""
        wait_s = self.wait_s()
        if wait_s is None or wait_s > 0:
            return False
        self.replay.go(1)
        if self.replay.is_at_end:
            self.stop()
        return True

    def look(self) -> None:
        """Make all moves that are due."""
        while self.go_on():
            pass

    @property
    def _length(self) -> int:
        return sum(len(track.steps) for track in self.replay.tracks)
