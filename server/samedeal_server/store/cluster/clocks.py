"""The clocks of a cluster's nodes, held against that of the node of the whole service.

What happens in a room is stamped by its own node, and everything else goes by the
service's: what is due, since when nobody could write, what players are told. So each
process tells a node by how much its clock is off. Clocks that are kept together are
left alone, for how they differ cannot be told from how long an answer takes.
"""

import logging
from collections.abc import Set as AbstractSet
from time import monotonic
from typing import cast

from samedeal_server.store.clients import Place

log = logging.getLogger(__name__)

APART_MS = 500
"""More than clocks differ that are kept together, and than an answer takes."""


def own_ms() -> int:
    """Return ms by a clock that nobody sets."""
    return round(monotonic() * 1000)


class NodeClocks:
    """By how much time is ahead of each node's clock, as this process knows it."""

    def __init__(self) -> None:
        self._clocks: dict[Place, int] = {}
        """Each node's clock, less this process's own."""
        self._ahead: dict[Place, int] = {}
        """What is told to nodes that are off."""
        self.service_ahead = 0
        """By how much time is ahead of the clock of the node of the whole service."""

    @property
    def apart(self) -> int:
        """Count the nodes whose clock is off."""
        return len(self._ahead)

    def knows(self, place: Place) -> bool:
        """Tell whether a node's clock was ever seen."""
        return place in self._clocks

    def ahead(self, place: Place) -> int:
        """Return by how many ms time is ahead of a node's clock; 0 where they agree."""
        return self._ahead.get(place, 0)

    def saw(self, place: Place, said: object, sent: int) -> None:
        """Note what a node `said` its time was, when asked at an own time in ms.

        Of an answer that came late nobody knows what time it was; so it counts only
        where nothing better is known.
        """
        if isinstance(said, Exception):
            return
        heard = own_ms()
        if heard - sent <= APART_MS or place not in self._clocks:
            seconds, micros = map(int, cast("list[bytes]", said))
            clock = seconds * 1000 + micros // 1000
            self._clocks[place] = clock - (sent + heard) // 2

    def forget_all_but(self, places: AbstractSet[Place]) -> None:
        """Forget nodes that are not there any more."""
        for gone in self._clocks.keys() - places:
            del self._clocks[gone]
            self._ahead.pop(gone, None)

    def compare(self, service: Place) -> None:
        """Hold all clocks against that of the node of the whole service."""
        if service not in self._clocks:
            return
        for place, clock in self._clocks.items():
            ahead = self._clocks[service] - clock + self.service_ahead
            if abs(ahead - self.ahead(place)) > APART_MS:
                self._tell(place, ahead if abs(ahead) > APART_MS else 0)

    def _tell(self, place: Place, ahead: int) -> None:
        if ahead:
            self._ahead[place] = ahead
            log.warning(
                "the clock of the store's node %s:%d is %.1f s %s the service's time, "
                "which rooms there go by: set the clocks of all nodes by NTP",
                *(*place, abs(ahead) / 1000, "behind" if ahead > 0 else "ahead of"),
            )
        else:
            del self._ahead[place]
            log.warning(
                "the clock of the store's node %s:%d agrees with the service's time "
                "again",
                *place,
            )
