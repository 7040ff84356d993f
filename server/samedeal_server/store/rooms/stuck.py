"""Rooms whose logs cannot be written while pulses can, and since when.

In a cluster a room may be at another node than the service: that node is away, or the
room's slot is half-way to another one. A process that finds it so says it with its next
pulse, and all others hear of it with theirs. So whoever writes to the room first knows
since when its clock has stood, even if who noticed has died.
"""

import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

log = logging.getLogger(__name__)


class StuckNews(NamedTuple):
    """What a process has to say about stuck rooms with its next pulse."""

    found: Mapping[str, int]
    """Rooms by code, to since when they are stuck, in ms since 1970."""
    over: Mapping[str, int]
    """Rooms that were, to when it was seen that they are no more."""


NO_NEWS = StuckNews({}, {})


class Stuck:
    """The rooms that are stuck, as one process knows them; true while there are any.

    All times are the store's, in ms since 1970.
    """

    def __init__(self) -> None:
        self.here: set[str] = set()
        """Those that this process could not write to when it last tried."""
        self.on_change: Callable[[str, bool], None] = lambda code, is_stuck: None
        """Called with a room that is `here`, or is no more."""
        self._since: dict[str, int] = {}
        """Since when they are, by what this process has seen. Not of those that others
        could write to meanwhile."""
        self._told: dict[str, int] = {}
        """The same by what all have said."""
        self._known: set[str] = set()
        """Those of `_since` that were in what all have said."""
        self._over: dict[str, int] = {}
        self._before: set[str] = set()
        """Those that were `here` when the last pulse came through."""
        self._is_logged = False

    def __bool__(self) -> bool:
        return bool(self.here or self._told)

    def codes(self) -> set[str]:
        """Return the codes of those that anybody found stuck."""
        return self.here | self._told.keys()

    def since(self, code: str, stood_to: int) -> int | None:
        """Return since when a room is stuck; None where it is not.

        What is older than `stood_to`, the time up to which its clock's standing is on
        record, was seen to by whoever put that there.
        """
        times = (self._since.get(code), self._told.get(code))
        return min(
            (at for at in times if at is not None and at >= stood_to), default=None
        )

    def is_ours_alone(self, code: str) -> bool:
        """Tell whether others could write to a room that this process cannot reach."""
        return code in self.here and code not in self._since

    def found(self, code: str, since: int) -> None:
        """Note that what was sent to a room at a time was not answered."""
        if code not in self.here:
            self.here.add(code)
            self._since.setdefault(code, since)
            self._over.pop(code, None)
            self.on_change(code, True)

    def counted(self, code: str, until: int) -> None:
        """Note that it is on record that a room's clock stood up to a time."""
        if code in self.here or code in self._told:
            self._since[code] = until

    def reached(self, code: str, now: int) -> None:
        """Note that a room was written to."""
        if code not in self.here and code not in self._told:
            return
        self._since.pop(code, None)
        self._known.discard(code)
        self._over[code] = now
        self._told.pop(code, None)
        if code in self.here:
            self.here.discard(code)
            self.on_change(code, False)

    def news(self) -> StuckNews:
        """Return what is to be said with the next pulse."""
        if not self._since and not self._over:
            return NO_NEWS
        found = {c: at for c, at in self._since.items() if c not in self._known}
        return StuckNews(found, dict(self._over))

    def heard(self, told: Mapping[str, int], said: StuckNews) -> None:
        """Take what all have said, `told`, in answer to what this process has."""
        for code, until in said.over.items():
            if self._over.get(code) == until:
                del self._over[code]
        for code in self._known - told.keys():
            # Somebody else has written to it since.
            self._known.discard(code)
            self._since.pop(code, None)
        self._known |= self._since.keys() & told.keys()
        self._told = {
            code: at for code, at in told.items() if at > self._over.get(code, -1)
        }
        self._log()

    def _log(self) -> None:
        # Not of what the whole service's trouble has left for a moment.
        lasting, self._before = self.here & self._before, set(self.here)
        if lasting and not self._is_logged:
            self._is_logged = True
            log.warning(
                "room %s cannot be written to, and so may all rooms at its node of the "
                "cluster: their clocks stand; see that every node is up, and that no "
                "slot's move has stopped half-way",
                min(lasting),
            )
        elif self._is_logged and not self.here:
            self._is_logged = False
            log.warning("all rooms can be written to again")
