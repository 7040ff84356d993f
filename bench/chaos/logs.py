"""The rooms' logs as they are in the store, and what they come to.

Everything here that knows how the server keeps its logs is in this module.
"""

# redis-py leaves keyword arguments untyped; what comes back is cast.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeAlias, cast

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from samedeal_protocol.rooms.boards import Snapshot
from samedeal_server.core.facts import Entry, unpack_entry
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.updates import snapshot
from samedeal_server.core.state import Room
from samedeal_server.store.keys import room_keys

_Raw: TypeAlias = "list[tuple[bytes, dict[bytes, bytes]]]"


class Folded(NamedTuple):
    """A log, and the room that it folds to; None where it does not fold."""

    entries: tuple[Entry, ...]
    room: Room | None
    why_not: str = ""


async def read_logs(url: str, rooms: Sequence[str]) -> dict[str, tuple[Entry, ...]]:
    """Read the logs of rooms from the store; empty where there is no room."""
    async with _reader(url) as client:
        pipe = client.pipeline(transaction=False)
        for room in rooms:
            pipe.xrange(room_keys(room).log)
        answers = cast("list[_Raw]", await pipe.execute())
    return {
        room: tuple(_entry(entry_id, fields) for entry_id, fields in answer)
        for room, answer in zip(rooms, answers, strict=True)
    }


async def last_offsets(url: str, rooms: Sequence[str]) -> dict[str, int]:
    """Return the last offset in each room's log, 0 where there is no room."""
    async with _reader(url) as client:
        pipe = client.pipeline(transaction=False)
        for room in rooms:
            pipe.xrevrange(room_keys(room).log, count=1)
        answers = cast("list[_Raw]", await pipe.execute())
    return {
        room: _entry(*answer[0]).offset if answer else 0
        for room, answer in zip(rooms, answers, strict=True)
    }


def fold(entries: Sequence[Entry]) -> Folded:
    """Fold a log from its start."""
    room: Room | None = None
    for entry in entries:
        try:
            room = evolve(room, entry)
        except Exception as error:
            # Whatever it is, it is a finding.
            return Folded(tuple(entries), None, f"offset {entry.offset}: {error!r}")
    return Folded(tuple(entries), room)


def told(room: Room, player: str) -> Snapshot:
    """Return the snapshot that a player of a room may see."""
    return snapshot(room, player)


@asynccontextmanager
async def _reader(url: str) -> AsyncGenerator[Redis | RedisCluster]:
    """Connect to a store, which may be a node of a cluster."""
    async with Redis.from_url(url) as one:
        if not (await one.info("cluster"))["cluster_enabled"]:
            yield one
            return
    async with RedisCluster.from_url(url) as all_of_them:
        yield all_of_them


def _entry(entry_id: bytes, fields: dict[bytes, bytes]) -> Entry:
    at, _, offset = entry_id.partition(b"-")
    return unpack_entry(int(offset), int(at), fields[b"f"])
