"""Snapshots of rooms in the store, for whoever comes to a room with a long log."""

from typing import NamedTuple, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import room_keys, snapshot_key
from samedeal_server.store.readings import Log, log_of

KEPT_S = 24 * 3600
"""As long as a closed room's log; without it, all of the log is read."""


class Found(NamedTuple):
    """A room, as it was read."""

    snapshot: bytes
    """As it was kept; empty where there is none, and the log is read whole."""
    log: Log
    """The log after the snapshot."""


class SnapshotStore:
    """The last snapshot of each room; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def put(self, room: str, by: str, at: str, state: bytes) -> None:
        """Keep a snapshot that was made after an entry, in place of the one before.

        `by` says who can read it.
        """
        key = snapshot_key(room)
        await self._calls.write("HSET", key, "by", by, "at", at, "state", state)
        await self._calls.write("EXPIRE", key, KEPT_S)

    async def read(self, room: str, by: str) -> Found:
        """Read a room's snapshot, if there is one for the reader, and the log after."""
        keys = (*room_keys(room), snapshot_key(room))
        return found_of(await self._calls.read_script("read_room", keys, (by,)))


def reading_with_snapshot(room: str, by: str) -> tuple[str, ...]:
    """Return the command that reads a room, for the writer."""
    keys = (*room_keys(room), snapshot_key(room))
    return ("EVALSHA", "read_room", str(len(keys)), *keys, by)


def found_of(answer: object) -> Found:
    """Read what the script of that name answers."""
    last, snapshot, entries = cast("tuple[bytes, bytes, list[object]]", answer)
    return Found(snapshot, log_of((entries, last)))
