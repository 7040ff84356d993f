"""Rooms: the list of them, and the ways in."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from samedeal_protocol.limits import (
    MAX_DEALS,
    MAX_GAMES,
    MAX_ROOMS_LISTED,
    MAX_SEATS,
    MAX_TIME_LIMIT_S,
    MIN_DEALS,
    MIN_TIME_LIMIT_S,
    ROOMS_A_PAGE,
)
from samedeal_protocol.rooms.boards import RoomSummary, Snapshot, Watching
from samedeal_protocol.shapes import GameKey, Reply, Request, RoomCode, View


class Rooms(Reply):
    """Public rooms: first those that can be joined now, and in order of their codes.

    Of those that can be joined come last the ones whose hosts are away.
    """

    t: Literal["rooms"] = "rooms"
    rooms: tuple[RoomSummary, ...]
    bots: int | None = None
    """How many bots the house could send now; None where there is no house."""
    count: int | None = None
    """How many rooms are as asked for, of which these are a page; None from a server
    that knows of no pages."""
    told_ms: int | None = None
    """The time for which it is told from now on what changes of these, in ms; None for
    not at all: ask again."""


class RoomsChanged(View):
    """What is otherwise than before of the rooms that were asked for with `follow`.

    Told once a second at most, and of no rooms but those that an answer would have now.
    """

    t: Literal["rooms_changed"] = "rooms_changed"
    rooms: tuple[RoomSummary, ...]
    """The rooms that are new there, and those of which something has changed."""
    gone: tuple[RoomCode, ...]
    """The codes of the rooms that are there no more."""
    bots: int | None = None
    """The number of bots, as in `Rooms`."""
    count: int | None = None
    """The number of rooms, as in `Rooms`."""


class ListRooms(Request):
    """Ask for public rooms."""

    t: Literal["rooms"] = "rooms"
    answered_by = Rooms
    game: GameKey | None = None
    """Only those in which this is played; None for all."""
    free: bool = False
    """Only those with a free seat, and no match on."""
    start: Annotated[int, Field(ge=0, le=MAX_ROOMS_LISTED)] = 0
    """How many to pass over."""
    most: Annotated[int, Field(ge=1, le=ROOMS_A_PAGE)] = ROOMS_A_PAGE
    """How many to tell."""
    follow: Annotated[bool, Field(exclude_if=operator.not_)] = False
    """Whether to tell what changes of them from now on, in place of what this
    connection followed before; see `told_ms`, before whose end one asks again. Nothing
    is told any more to whoever enters a room. Left out where it is false: older
    servers, which refuse the request with `bad_message` if it is there, know nothing of
    it."""


class Joined(Reply):
    """The answer to host, join, watch and challenge: all that this viewer may know."""

    t: Literal["joined"] = "joined"
    snapshot: Snapshot
    apart: bool = False
    """Whether the others of this room meet in a process that this connection may not
    have come to: connect again at `/play/` and the room's code, and join with `back`.
    Whoever stays is served all the same, at a greater cost."""


class HostRoom(Request):
    """Open a room and take its first seat."""

    t: Literal["host"] = "host"
    answered_by = Joined
    game: GameKey
    public: bool = True
    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)] = 4
    time_limit_s: (
        Annotated[int, Field(ge=MIN_TIME_LIMIT_S, le=MAX_TIME_LIMIT_S)] | None
    ) = None
    """None for the game's own."""
    best_of: Literal[1, 3, 5, 7, 9] = 1
    watch: Watching = "counts"
    """What those may see who have the code and no seat."""
    rated: bool = True
    """Whether its matches count for leaderboards and ratings."""
    games: Annotated[tuple[GameKey, ...], Field(max_length=MAX_GAMES)] = ()
    """What is played in turn, if more than `game` is, which is the first of them, or
    the request is refused with `bad_message`."""
    deals: Annotated[int, Field(ge=MIN_DEALS, le=MAX_DEALS)] | None = None
    """How many deals are played and scored as duplicate bridge does; None for a
    series that goes by matches won."""
    quiet: bool = False
    """Whether nobody says anything."""
    certified: bool = False
    """Whether to deal only what is known to be winnable; patience alone can be."""
    takes_back: bool = False
    """Whether moves may be taken back as long as they showed nothing; its matches then
    never count. Refused with `no_take_back` where no game of the room could."""
    named_only: bool = False
    """Whether a seat takes a claimed name, bots and the host included. Who has none is
    refused with `name_needed`."""


class JoinRoom(Request):
    """Take a seat in a room, or come back to the one already held."""

    t: Literal["join"] = "join"
    answered_by = Joined
    room: RoomCode
    back: bool = False
    """Whether the viewer was in this room before: a room that has closed meanwhile
    then still shows its last result, for a day."""


class WatchRoom(Request):
    """Watch a room without a seat, where its host allows that.

    A room that may not be watched is as unknown as one that does not exist. Who
    watches stops by watching, hosting or joining a room, or by hanging up.
    """

    t: Literal["watch"] = "watch"
    answered_by = Joined
    room: RoomCode
    back: bool = False
    """Whether the viewer watched this room before; that is not counted again."""
