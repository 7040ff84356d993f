"""The lists of rooms: the public ones, and when each wants to be looked at.

They are hints for people and for the sweep; a room's log is the truth.
"""

import logging

import msgpack

from samedeal_protocol.boards import RoomSummary
from samedeal_protocol.codec import encode
from samedeal_server.core.rooms import deadline
from samedeal_server.core.state import Room
from samedeal_server.core.tellings import summary
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

ROOMS_LISTED = 200


async def list_rooms(store: Store) -> tuple[RoomSummary, ...]:
    """Return the public rooms, those that can still be joined first."""
    lines = (await store.lobby()).values()
    listed = [RoomSummary.model_validate(msgpack.unpackb(line)) for line in lines]
    listed.sort(key=lambda room: (room.phase == "playing", room.room))
    return tuple(listed[:ROOMS_LISTED])


async def note_room(store: Store, room: Room) -> None:
    """Keep the lists in step with a room; drop it when it is closed."""
    due = deadline(room)
    try:
        if due is None:
            await store.drop_deadline(room.code)
            await store.take_from_lobby(room.code)
            return
        await store.put_deadline(room.code, due)
        if room.public:
            await store.put_in_lobby(room.code, encode(summary(room)))
    except StoreError as error:
        log.info("room %s: not listed: %s", room.code, error)
