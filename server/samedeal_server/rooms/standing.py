"""For how long the clock of a room has stood, as far as that is not on record.

It stands while nobody can write to the store, and while the room alone cannot be
written to: its node of a cluster is away, or its slot half-way to another.
"""

from samedeal_server.core.state import Phase
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.store import redis
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.health import Health
from samedeal_server.store.readings import Outage
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Answer


class Standing:
    """Tells for how long clocks stood, and notes which rooms could not be reached."""

    def __init__(self, store: Store, health: Health) -> None:
        self._store = store
        self._health = health
        self._stuck = health.stuck

    def is_told(self, live: LiveRoom) -> bool:
        """Tell whether all times in which a room's clock has stood are on record.

        Every move asks.
        """
        if self._stuck and self._owed(live):
            return False
        return not self._health.stood_until or self._has_all_outages(live)

    def is_settled(self, live: LiveRoom) -> bool:
        """Tell the same of a room that others can write to only as this process can."""
        if self._stuck and (self.is_ours_alone(live) or self._owed(live)):
            return False
        return self._has_all_outages(live)

    def is_ours_alone(self, live: LiveRoom) -> bool:
        """Tell whether others could write to a room that this process cannot reach."""
        return self._stuck.is_ours_alone(live.state.code)

    def untold(self, live: LiveRoom) -> list[Outage]:
        """List the times in which a room's clock has stood and that are not on record.

        By when they began, so that none counts twice.
        """
        owed = self._owed(live) if self._stuck else None
        return sorted([*live.missed(self._health.outages), *([owed] if owed else ())])

    def told(self, live: LiveRoom, until: int) -> None:
        """Note that it is on record that a room's clock stood up to a time, in ms."""
        self._stuck.counted(live.state.code, until)

    def reached(self, live: LiveRoom) -> bool:
        """Note that a room was written to, or read; tell whether any cannot be."""
        if not self._stuck:
            return False
        self._stuck.reached(live.state.code, self._store.now())
        return True

    def unreached(self, live: LiveRoom, sent: int, why: object) -> None:
        """Note that a room was not to be had, if that is why, since a time in ms."""
        is_away = type(why) is StoreUnavailable and self._health.is_well
        if is_away and self._store.is_cluster:
            self._stuck.found(live.state.code, sent)

    def is_late(
        self, live: LiveRoom, sent: int, answer: Answer, *, is_own: bool
    ) -> bool:
        """Tell whether what was `sent` at a time, in ms, came behind such a time.

        What puts such a time on record `is_own`, and behind none. Notes of an answer
        whether the room was reached.
        """
        is_late = not self._health.is_well
        if isinstance(answer, StoreUnavailable):
            self.unreached(live, sent, answer)
        elif self._stuck and not is_own:
            if self._owed(live):
                return True
            if live.state.code in self._stuck.here:
                self.reached(live)
        return is_late

    def _owed(self, live: LiveRoom) -> Outage | None:
        """Return for how long a stuck room's clock has stood.

        What is no longer than what counts as an outage is not put on record.
        """
        since = self._stuck.since(live.state.code, live.state.course.stood_to)
        if since is None or live.state.course.phase is Phase.CLOSED:
            return None
        for outage in live.missed(self._health.outages):
            if outage.since <= since < outage.until:
                since = outage.until
        until = self._store.now()
        return Outage(since, until) if until - since > redis.LONGEST_GAP_MS else None

    def _has_all_outages(self, live: LiveRoom) -> bool:
        """Tell whether every outage is part of a room's state, as far as it wants one.

        The latest one tells, for the store remembers many.
        """
        course = live.state.course
        is_closed = course.phase is Phase.CLOSED
        return is_closed or course.stood_to >= self._health.stood_until
