"""The reports of players, until an operator is done with them."""

from typing import NamedTuple, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import REPORTS, reported_key

REPORTS_MOST = 1_000
"""That wait at the same time; each has the talk of a room, some KiB."""
TOLD_ONCE_S = 24 * 3600


class Kept(NamedTuple):
    """A report as it stands in the queue."""

    number: str
    """By which an operator names it."""
    at: int
    """ms since 1970 by the store's clock."""
    packed: bytes


class ReportStore:
    """The queue of reports; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def is_first(self, room: str, player: str, about: str) -> bool:
        """Tell whether a player has not reported another in a room already."""
        key = reported_key(room, player, about)
        done = await self._calls.write("SET", key, "1", "NX", "EX", TOLD_ONCE_S)
        return bool(done)

    async def has_room(self) -> bool:
        """Tell whether one more can wait; none that waits makes room for it."""
        waiting = await self._calls.read_one("XLEN", REPORTS)
        return cast("int", waiting) < REPORTS_MOST

    async def add(self, packed: bytes) -> None:
        """Add a report."""
        await self._calls.write("XADD", REPORTS, "*", "r", packed)

    async def read(self) -> list[Kept]:
        """Return all reports, the oldest first."""
        answer = await self._calls.read_one("XRANGE", REPORTS, "-", "+")
        entries = cast("list[tuple[bytes, tuple[bytes, bytes]]]", answer)
        return [
            Kept(number.decode(), int(number.partition(b"-")[0]), packed)
            for number, (_, packed) in entries
        ]

    async def done(self, number: str) -> bool:
        """Take a report out of the queue; tell whether it was there."""
        return bool(await self._calls.write("XDEL", REPORTS, number))
