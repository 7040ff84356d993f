"""The deal of a certified room, found in the background.

The seed is known when the last nonce of a countdown is revealed; most searches are
over long before the countdown is. A match waits for a search that is not. The choice
depends on nothing but the seed, so any process, or one that comes after a crash, finds
the same one; the log says which it was.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from samedeal_players.certifying import UnknownCertifier, first_certified
from samedeal_players.compiled.library import what_lacks
from samedeal_server.core.commands import Chosen
from samedeal_server.core.rooms.matches import seed_to_choose
from samedeal_server.core.state import Phase, Room
from samedeal_server.meters.meters import RoomMeters

log = logging.getLogger(__name__)

REMEMBERED = 256
"""Searches whose result is kept at hand."""


class _Asked(NamedTuple):
    certifier: str
    game: str
    seed: bytes


class Certifying:
    """One process's searches, one at a time, beside the event loop.

    A thread: the compiled solver lets the loop run meanwhile. The one in Python takes
    turns with it, which costs those who play some milliseconds.
    """

    def __init__(self, meters: RoomMeters) -> None:
        self._meters = meters
        self._worker: ThreadPoolExecutor | None = None
        self._searches: OrderedDict[_Asked, Future[int]] = OrderedDict()

    @property
    def searching(self) -> int:
        """Count the searches that are on, or wait for those."""
        return sum(not search.done() for search in self._searches.values())

    def begin(self, room: Room) -> None:
        """Begin the search that a room will need, once everybody has revealed."""
        asked = _asked_by(room)
        if asked is not None and all(s.nonce is not None for _, s in room.taken()):
            self._search(asked)

    async def chosen(self, room: Room) -> Chosen | None:
        """Return the deal of the countdown's seed, having waited for the search.

        None for a room that needs none, and where the search has failed.
        """
        asked = _asked_by(room)
        if asked is None:
            return None
        try:
            search = asyncio.wrap_future(self._search(asked))
            return Chosen(asked.seed, await asyncio.shield(search))
        except (UnknownCertifier, MemoryError) as error:
            log.warning("room %s: no deal chosen: %s", room.code, error)
        except Exception:
            # What fails here, as a thread that the machine has no room for, must
            # not keep the clock of this room, or of others, from being looked at.
            log.exception("room %s: no deal chosen", room.code)
        self._meters.failed_searches += 1
        self._searches.pop(asked, None)
        return None

    def stop(self) -> None:
        """Begin no further search; one that is on ends by itself."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None

    def _search(self, asked: _Asked) -> Future[int]:
        search = self._searches.get(asked)
        if search is None:
            search = self._working().submit(self._find, asked)
            self._searches[asked] = search
            if len(self._searches) > REMEMBERED:
                self._searches.popitem(last=False)
        return search

    def _find(self, asked: _Asked) -> int:
        """Search; in the thread, which alone notes how long searches take."""
        began_s = time.monotonic()
        try:
            return first_certified(*asked)
        finally:
            self._meters.certifying.note(time.monotonic() - began_s)

    def _working(self) -> ThreadPoolExecutor:
        """Return the thread that searches, begun with the first search."""
        if self._worker is None:
            lack = what_lacks()
            if lack is not None:
                log.warning("certified deals are searched for in Python: %s", lack)
            self._worker = ThreadPoolExecutor(1, "certifying")
        return self._worker


def _asked_by(room: Room) -> _Asked | None:
    """Return the search that a room needs in its countdown, by the nonces revealed."""
    opened, seed = room.course.next_match, seed_to_choose(room)
    if room.course.phase is not Phase.COUNTDOWN or opened is None or seed is None:
        return None
    return _Asked(room.opened.certifier, opened.game.about.key, seed)
