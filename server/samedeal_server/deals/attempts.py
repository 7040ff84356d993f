"""Attempts: whoever plays a deal that is given to many plays it once.

An attempt is a room of one's own. Its code is reserved for the player and the deal
before the room is opened, so that whoever asks, at whichever process and however
often, is led to one room: if it does not exist yet it is opened under that very code,
if it does its player comes back to it. A process that dies between the two leaves
nothing behind that would lock anybody out. A room that closed before its match began
was no attempt; then another code takes the place of its own.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.rooms import Joined, JoinRoom
from samedeal_server.core.facts import RoomOpened
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase, Room
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

TRIES_MOST = 16
"""The most looks at what became of a reserved room."""


def is_over(room: Room) -> bool:
    """Tell whether an attempt is over, or can never be.

    In a room that the store has lost its player may have seen the deal, and in one that
    an operator closed in the middle of the match has.
    """
    match, closed = room.table.match, room.course.closed
    ended = match is not None and match.ended_at is not None
    return ended or closed == "lost" or (closed == "operator" and match is not None)


def is_void(room: Room) -> bool:
    """Tell whether a room closed before its match began."""
    closed = room.course.phase is Phase.CLOSED
    return closed and room.table.match is None and room.course.closed != "lost"


def is_of(room: Room, deal: str, player: str) -> bool:
    """Tell whether a room is this player's attempt at this deal.

    By chance somebody else's room may have got the code that was reserved.
    """
    plays = () if room.table.match is None else room.table.match.plays
    takes_part = room.seat_of(player) is not None or any(
        play is not None and play.player.id == player for play in plays
    )
    return takes_part and any(given.deal == deal for given in room.opened.given)


class Doors(Protocol):
    """The way into rooms."""

    async def open_as(
        self, viewer: Viewer, re: int, wanted: RoomOpened, code: str
    ) -> Joined | None:
        """Open a room with this code; None if there is one already."""
        ...

    async def join(self, viewer: Viewer, asked: JoinRoom) -> Joined:
        """Take a seat, or come back to the one already held."""
        ...


class Attempts:
    """The way into attempts; `new_code` makes codes of rooms."""

    def __init__(
        self,
        store: Store,
        carrier: Carrier,
        doors: Doors,
        new_code: Callable[[], str],
    ) -> None:
        self._store = store
        self._carrier = carrier
        self._doors = doors
        self._new_code = new_code

    async def enter(
        self,
        viewer: Viewer,
        re: int,
        wanted: RoomOpened,
        has_result: Callable[[], Awaitable[bool]],
        ttl_s: int = 0,
    ) -> Joined:
        """Begin the viewer's one attempt at the deal that a room is given.

        Or come back to it; raises Refused with ALREADY_PLAYED if it is over. As a
        closed room's log is forgotten after a day, `has_result` tells whether a
        result stands in the books where there is no such room.
        """
        deal, player = wanted.given[0].deal, viewer.player.id
        given_up = ""
        for _ in range(TRIES_MOST):
            code = await self._store.attempts.reserve(
                *(deal, player, self._new_code()), given_up=given_up, ttl_s=ttl_s
            )
            given_up = ""
            room = await self._carrier.look(code)
            if room is None:
                if await has_result():
                    raise already_played(deal)
                joined = await self._doors.open_as(viewer, re, wanted, code)
                if joined is not None:
                    return joined
            elif is_void(room) or not is_of(room, deal, player):
                given_up = code
            elif is_over(room):
                raise already_played(deal)
            else:
                joined = await self._come_back(viewer, re, code)
                if joined is not None:
                    return joined
        raise StoreUnavailable(f"the attempt at {deal} always changed meanwhile")

    async def _come_back(self, viewer: Viewer, re: int, code: str) -> Joined | None:
        """Take the own seat again; None if the room has closed meanwhile."""
        try:
            return await self._doors.join(viewer, JoinRoom(id=re, room=code))
        except Refused as refusal:
            if refusal.code is not ErrorCode.UNKNOWN_ROOM:
                raise
            return None


def already_played(deal: str) -> Refused:
    """Return the refusal of a second attempt."""
    return Refused(ErrorCode.ALREADY_PLAYED, f"{deal} is played once")
