"""The lists of rooms: the public ones, and when each wants to be looked at.

They are hints for people and for the sweep; a room's log is the truth.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import NamedTuple

import msgpack

from samedeal_protocol.codec import encode
from samedeal_protocol.rooms.boards import RoomSummary
from samedeal_protocol.rooms.rooms import ListRooms
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import summary
from samedeal_server.core.state import Room
from samedeal_server.people.accounts import hidden_hosts
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.lobby import Listed

log = logging.getLogger(__name__)

ANY = "*"
"""In place of a game; none is called so."""


async def list_rooms(
    store: Store, player: str, asked: ListRooms
) -> tuple[int, tuple[RoomSummary, ...]]:
    """Return the number of public rooms that are as asked, and a page of them.

    Those that can be joined now come first. Left out are rooms whose host has blocked
    the player, or is blocked by them.
    """
    place = f"{asked.game or ANY}|{'0|' if asked.free else ''}"
    count, lines = await store.lobby.page(place, asked.start, asked.most)
    listed = list(map(_summary, lines))
    hosts = {room.host_player for room in listed}
    hidden = await hidden_hosts(store, player, hosts)
    return count, tuple(room for room in listed if room.host_player not in hidden)


async def place_rooms(store: Store) -> None:
    """Give those rooms their places in the list that code knew nothing of."""
    lines = await store.lobby.without_places()
    await store.lobby.put({code: _listed(line) for code, line in lines.items()})


def _summary(line: bytes) -> RoomSummary:
    return RoomSummary.model_validate(msgpack.unpackb(line))


def _listed(line: bytes) -> Listed:
    room = _summary(line)
    is_free = room.phase != "playing" and room.seats_taken < room.seats_max
    last = f"{0 if is_free else 1}|"
    return Listed(line, (f"{ANY}|{last}", f"{room.game}|{last}"))


class Listing(NamedTuple):
    """A room's entry in the lists."""

    due: int | None
    """The time when it wants to be looked at, in ms; None once it is closed."""
    shown: bytes | None
    """In the list of public rooms; None for not at all."""
    is_hidden: bool = False
    """Whether it may have been shown before, and is not while its door is shut."""


def listing_of(room: Room) -> Listing:
    """Return all that the lists should say of a room."""
    due = deadline(room)
    is_public = room.opened.public and due is not None
    is_hidden = is_public and room.course.door.shut
    is_shown = is_public and not is_hidden
    return Listing(due, encode(summary(room)) if is_shown else None, is_hidden)


async def note_rooms(store: Store, rooms: Mapping[str, Listing]) -> None:
    """Keep the lists in step with rooms, in one go; drop those that are closed.

    Out of the public one go those whose door is shut, too.
    """
    closed = [code for code, room in rooms.items() if room.due is None]
    hidden = [code for code, room in rooms.items() if room.is_hidden]
    due = {code: room.due for code, room in rooms.items() if room.due is not None}
    shown = {code: _listed(room.shown) for code, room in rooms.items() if room.shown}
    try:
        await asyncio.gather(
            store.put_deadlines(due),
            store.lobby.put(shown),
            store.drop_deadlines(closed),
            store.lobby.take([*closed, *hidden]),
        )
    except StoreError as error:
        log.info("rooms %s: not listed: %s", " ".join(rooms), error)
