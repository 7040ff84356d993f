"""The lists of rooms: the public ones, and when each wants to be looked at.

They are hints for people and for the sweep; a room's log is the truth.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import NamedTuple

import msgpack

from samedeal_protocol.boards import RoomSummary
from samedeal_protocol.codec import encode
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import summary
from samedeal_server.core.state import Room
from samedeal_server.people.accounts import hidden_hosts
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

ROOMS_LISTED = 200


async def list_rooms(store: Store, player: str) -> tuple[RoomSummary, ...]:
    """Return the public rooms, those that can still be joined first.

    Left out are rooms whose host has blocked the player, or is blocked by them.
    """
    lines = (await store.lobby()).values()
    listed = [RoomSummary.model_validate(msgpack.unpackb(line)) for line in lines]
    listed.sort(key=lambda room: (room.phase == "playing", room.room))
    del listed[ROOMS_LISTED:]
    hosts = {room.host_player for room in listed}
    hidden = await hidden_hosts(store, player, hosts)
    return tuple(room for room in listed if room.host_player not in hidden)


class Line(NamedTuple):
    """What the lists say of a room."""

    due: int | None
    """When it wants to be looked at, in ms; None once it is closed."""
    shown: bytes | None
    """In the list of public rooms; None for not at all."""


def line_of(room: Room) -> Line:
    """Return what the lists should say of a room."""
    due = deadline(room)
    is_shown = room.opened.public and due is not None
    return Line(due, encode(summary(room)) if is_shown else None)


async def note_rooms(store: Store, lines: Mapping[str, Line]) -> None:
    """Keep the lists in step with rooms, in one go; drop those that are closed."""
    closed = [code for code, line in lines.items() if line.due is None]
    due = {code: line.due for code, line in lines.items() if line.due is not None}
    shown = {code: line.shown for code, line in lines.items() if line.shown is not None}
    try:
        await asyncio.gather(
            store.put_deadlines(due),
            store.put_in_lobby(shown),
            store.drop_deadlines(closed),
            store.take_from_lobby(closed),
        )
    except StoreError as error:
        log.info("rooms %s: not listed: %s", " ".join(lines), error)
