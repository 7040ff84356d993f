"""Rooms' logs, from facts to bytes and back."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from samedeal_server import __version__
from samedeal_server.core.facts import (
    LAST_FACTS,
    Entry,
    Fact,
    MatchEnded,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.guards import NOTHING_YET, mark_of
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.snapshots import SHAPE, pack_room, unpack_room
from samedeal_server.core.state import Room
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.readings import LogEntry
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.snapshots import Found
from samedeal_server.store.writer import Answer, Append

log = logging.getLogger(__name__)

CLOSED_ROOM_TTL_S = 24 * 3600
"""The seconds for which a closed room's log is kept, for those back for the result."""

READABLE = f"{__version__} {SHAPE}"
"""The mark of snapshots that are read: the same code's, for another might fold
otherwise."""
SNAPSHOT_EVERY = 250
"""Facts; a snapshot is made in as long as three of them are folded."""
SNAPSHOT_BYTES_MOST = 128 * 1024
"""Where moves can be taken back, what they can be taken back to is part of a state."""

FOLDED_AT_ONCE = 250
"""Facts; as many take some 10 ms."""


class FactsLost(Exception):
    """The log does not continue what was read of it before."""


class Opened(NamedTuple):
    """A room as its log says by now."""

    room: Room | None
    """None where there is none."""
    was_long: bool
    """Whether to read it took more than one turn of the loop."""
    ended: tuple[Room, ...] = ()
    """It as it was after each match, from the last one before a snapshot on."""


class Logs:
    """The logs of all rooms in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def append(
        self,
        code: str,
        facts: tuple[Fact, ...],
        guard: tuple[str, ...],
        answered: Callable[[Answer], None],
        by: str = "",
        n: int = 0,
        known: Callable[[], str] | None = None,
    ) -> None:
        """Append facts; `answered` is called once, in the log's order.

        It is told what others have appended after the mark that is `known` by then.
        Raises StoreUnavailable, and appends nothing, when too much waits already.
        """
        entries: list[str | bytes] = []
        for fact in facts:
            entries += (mark_of(fact), pack_fact(fact, by, n))
        ttl_s = CLOSED_ROOM_TTL_S if isinstance(facts[-1], LAST_FACTS) else 0
        self._store.append(Append(code, guard, tuple(entries), ttl_s, known), answered)

    async def begin(self, code: str, facts: tuple[Fact, ...]) -> bool:
        """Begin a room's log; tell whether it begins with these facts.

        They must be nobody else's. Raises StoreError; after that, or if cancelled, it
        may have been begun.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.append(
            *(code, facts, NOTHING_YET),
            lambda got: None if answer.done() else answer.set_result(got),
        )
        mark = await answer
        if isinstance(mark, StoreError):
            raise mark
        if mark is not None:
            return True
        # There was one; or this very one, by a call whose first answer was lost.
        begun = await self.read(code)
        return tuple(entry.fact for entry in begun[: len(facts)]) == facts

    async def read(self, code: str, after: str = "") -> list[Entry]:
        """Read a room's log, or what comes after a mark; raises StoreError."""
        return [unpacked(e) for e in (await self._store.read_log(code, after)).entries]

    async def open(self, code: str) -> Opened:
        """Watch a room and return it."""
        found = await self._store.open_log(code, READABLE)
        is_long = len(found.log.entries) >= FOLDED_AT_ONCE
        ended = list[Room]()
        return Opened(await self._folded(code, found, ended), is_long, tuple(ended))

    async def folded(self, code: str) -> Room | None:
        """Return a room as its log says; None where there is none."""
        return await self._folded(
            code, await self._store.snapshots.read(code, READABLE)
        )

    async def folded_whole(self, code: str) -> Room | None:
        """Return a room by its log alone, whatever snapshots say."""
        return await fold((await self._store.read_log(code)).entries)

    async def keep_snapshot(self, state: Room) -> None:
        """Keep a state, so that a later reader need not fold all; raises StoreError."""
        packed = pack_room(state)
        if len(packed) <= SNAPSHOT_BYTES_MOST:
            await self._store.snapshots.put(
                *(state.code, READABLE, state.marks.last, packed)
            )

    async def _folded(
        self, code: str, found: Found, ended: list[Room] | None = None
    ) -> Room | None:
        state: Room | None = None
        if found.snapshot:
            try:
                state = unpack_room(found.snapshot)
            except ValueError as error:
                log.warning("room %s: its snapshot cannot be read: %s", code, error)
                return await self.folded_whole(code)
            match = state.table.match
            if ended is not None and match is not None and match.ended_at is not None:
                ended.append(state)
        return await fold(found.log.entries, state, ended)


async def fold(
    entries: Iterable[LogEntry],
    state: Room | None = None,
    ended: list[Room] | None = None,
) -> Room | None:
    """Fold a log from its start, or from a state on.

    The states after matches that ended on the way are added to `ended`. That is done a
    little at a time: others are waiting.
    """
    for number, entry in enumerate(entries, 1):
        read = unpacked(entry)
        state = evolve(state, read)
        if ended is not None and isinstance(read.fact, MatchEnded):
            ended.append(state)
        if not number % FOLDED_AT_ONCE:
            await asyncio.sleep(0)
    return state


class Unreadable(StoreUnavailable):
    """A log has what this version cannot read, as a newer one may have written it.

    Whoever asks is to ask again: at a process that can read it, or at this one once it
    is replaced.
    """


def unpacked(entry: LogEntry) -> Entry:
    """Read an entry as it stands in a log; raises Unreadable."""
    try:
        return unpack_entry(entry.offset, entry.at, entry.packed)
    except (ValueError, TypeError) as error:
        raise Unreadable(f"is its writer's version newer? {error}") from None


def is_later(mark: str, than: str) -> bool:
    """Tell whether an entry comes after another in one log; "" comes first."""
    return _numbers(mark) > _numbers(than)


def _numbers(mark: str) -> tuple[int, int]:
    ms, _, offset = (mark or "0-0").partition("-")
    return int(ms), int(offset)
