"""Whether the processes over one store are set alike, where players would notice.

A room is made by one process and carried by others; a player may be brought to any of
them. Nothing is lost where they differ, but who is where makes a difference that nobody
meant, so the operator is told.
"""

import logging
from collections.abc import Mapping

from samedeal_server.store.redis import DEAD_AFTER_MS, Store

log = logging.getLogger(__name__)


class Agreement:
    """The settings of this process that all should share, by their names."""

    def __init__(self, store: Store, settings: Mapping[str, str]) -> None:
        self._store = store
        self._settings = dict(settings)
        self._has_told = False

    async def look(self) -> None:
        """Tell others this process's settings; log once if another's differ.

        Of two that start at the same time one finds the other at least, as each tells
        its
        own first.
        """
        own = self._store.process
        await self._store.agreed.tell(own, self._settings)
        told = await self._store.agreed.told()
        others = [process for process in told if process != own]
        pulses = await self._store.last_pulses(others)
        alive_since = self._store.now() - DEAD_AFTER_MS
        for process in others:
            if pulses[process] >= alive_since and not self._has_told:
                self._compare(process, told[process])

    def _compare(self, process: str, theirs: Mapping[str, str]) -> None:
        differing = [
            f"{name} ({theirs[name]} there, {here} here)"
            for name, here in self._settings.items()
            if theirs.get(name, here) != here
        ]
        if differing:
            self._has_told = True
            log.warning(
                "process %s over the same store is set otherwise: %s; matches go on, "
                "but what players meet depends on the process they come to",
                process,
                ", ".join(differing),
            )
