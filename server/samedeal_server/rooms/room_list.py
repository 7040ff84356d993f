"""The lists of rooms: the public ones, for those who look, and when each is looked at.

They are hints for people and for the sweep; a room's log is the truth.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

import msgpack

from samedeal_protocol.codec import encode
from samedeal_protocol.rooms.boards import RoomSummary
from samedeal_protocol.rooms.rooms import ListRooms, Rooms, RoomsChanged
from samedeal_server.core.answerers import Answerer, Answerers
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import summary
from samedeal_server.core.state import Room
from samedeal_server.people.accounts import blocked_by, hidden_hosts
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.connections.together import together
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.lobby import Listed

log = logging.getLogger(__name__)

ANY = "*"
"""In place of a game; none is called so."""


AFTER = "~"
"""Before a code, what sets a room behind all that have none."""

LOOK_EVERY_S = 1.0
FOLLOWED_S = 60.0
"""The time for which changes are told; who looks on asks again."""
FOLLOWING_WEIGHT = 4
"""The small questions that one counts as with which somebody follows the list."""
PARTS_MOST = 64
"""The most parts of the list that are looked at for those who follow them."""
TOLD_AT_ONCE = 100
"""The followers told in one turn of the loop; players' moves go between them."""

Page: TypeAlias = Mapping[bytes, RoomSummary]
"""The rooms of a part of the list, by the lines that they have there."""


class _Part(NamedTuple):
    """A part of the list, as it can be asked for."""

    place: str
    start: int
    most: int

    @classmethod
    def of(cls, asked: ListRooms) -> Self:
        place = f"{asked.game or ANY}|{'0|' if asked.free else ''}"
        return cls(place, asked.start, asked.most)


@dataclass(slots=True)
class _Follower:
    """Somebody who is told what changes of a part of the list."""

    viewer: Viewer
    until_s: float
    page: Page
    """The rooms that they know, with those of hosts who are hidden."""
    bots: int | None
    hidden: frozenset[str]
    """The hosts of whose rooms they are not told."""
    blocked: frozenset[str]
    """The players whom they blocked when they asked."""

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more is to be told."""
        return not self.viewer.is_here or time.monotonic() >= self.until_s


class OpenRooms:
    """The public rooms for those who ask, and who follow what changes; `run` is a task.

    What somebody follows is read once a second for all who look at the same, and each
    is told what is otherwise there than before.
    """

    def __init__(
        self,
        store: Store,
        bots: Callable[[], Awaitable[int | None]],
        check_game: Callable[[str], object],
        is_in_room: Callable[[Viewer], bool],
    ) -> None:
        """Ask `bots` how many the house could send; `check_game` raises Refused.

        Who `is_in_room` looks at no list, and is told of none.
        """
        self._check_game = check_game
        self._is_in_room = is_in_room
        self._store = store
        self._bots = bots
        self._following: dict[_Part, dict[str, _Follower]] = {}
        """The followers, by what they look at and by their connections."""

    @property
    def answerers(self) -> Answerers[Viewer]:
        """The requests answered here."""
        return {ListRooms: Answerer(self.rooms, _weight)}

    async def rooms(self, viewer: Viewer, asked: ListRooms) -> Rooms:
        """Return some public rooms, and the number of bots that could come.

        Those that can be joined now come first, and of these last those whose hosts are
        away. Left out are rooms whose host has
        blocked the player, or is blocked by them. Raises Refused.
        """
        if asked.game is not None:
            self._check_game(asked.game)
        part, player = _Part.of(asked), viewer.player.id
        count, lines = await self._store.lobby.page(*part)
        page = {line: _summary(line) for line in lines}
        hidden = frozenset(await hidden_hosts(self._store, player, _hosts(page)))
        bots = await self._bots()
        told_ms: int | None = None
        if asked.follow and not self._is_in_room(viewer):
            blocked = (await blocked_by(self._store, [player]))[player]
            until_s = time.monotonic() + FOLLOWED_S
            follower = _Follower(viewer, until_s, page, bots, hidden, blocked)
            told_ms = self._follow(part, follower)
        rooms = tuple(_shown(page, hidden).values())
        return Rooms(re=asked.id, rooms=rooms, bots=bots, count=count, told_ms=told_ms)

    async def run(self) -> None:
        """Tell those who follow the list what has changed, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.look()
            except StoreError as error:
                log.info("nobody is told of rooms: %s", error)
            except Exception:
                log.exception("nobody is told of rooms")

    def _follow(self, part: _Part, follower: _Follower) -> int | None:
        """Have somebody told of a part of the list; return for how long, in ms.

        None where too much is looked at already: they may ask again as often as others.
        """
        connection = follower.viewer.connection
        for followers in self._following.values():
            followers.pop(connection, None)
        if part not in self._following and len(self._following) >= PARTS_MOST:
            return None
        self._following.setdefault(part, {})[connection] = follower
        return int(FOLLOWED_S * 1000)

    async def look(self) -> None:
        """Tell those who follow the list what has changed; raises StoreError."""
        if not self._following:
            return
        bots = await self._bots()
        for part, followers in list(self._following.items()):
            for connection, follower in list(followers.items()):
                if follower.is_over or self._is_in_room(follower.viewer):
                    del followers[connection]
            if followers:
                await self._look_at(part, list(followers.values()), bots)
            else:
                del self._following[part]

    async def _look_at(
        self, part: _Part, followers: list[_Follower], bots: int | None
    ) -> None:
        """Tell those what has changed who have followed a part so far."""
        # Mostly they know the same: what was read for all of them the last time.
        pages = {id(each.page): each.page for each in followers}.values()
        known = {line: room for page in pages for line, room in page.items()}
        count, lines = await self._store.lobby.page(*part)
        now = {line: known.get(line) or _summary(line) for line in lines}
        new = {host for page in pages for host in _hosts(now) - _hosts(page)}
        blocked = await blocked_by(self._store, sorted(new)) if new else {}
        frames: dict[object, bytes | None] = {}
        for number, follower in enumerate(followers):
            if number % TOLD_AT_ONCE == TOLD_AT_ONCE - 1:
                await asyncio.sleep(0)
            hidden = _hidden_from(follower, blocked)
            knows = (id(follower.page), follower.bots, follower.hidden, hidden)
            if knows not in frames:
                frames[knows] = _change(follower, _shown(now, hidden), count, bots)
            follower.page, follower.bots, follower.hidden = now, bots, hidden
            frame = frames[knows]
            if frame is not None and self._is_following(part, follower):
                follower.viewer.send(frame)

    def _is_following(self, part: _Part, follower: _Follower) -> bool:
        there = self._following.get(part, {}).get(follower.viewer.connection)
        return there is follower and follower.viewer.is_here


def _weight(asked: ListRooms) -> int:
    return FOLLOWING_WEIGHT if asked.follow else 1


def _hosts(page: Page) -> set[str]:
    return {room.host_player for room in page.values() if room.host_player}


def _hidden_from(
    follower: _Follower, blocked: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Return the hidden, with those of some hosts who have blocked, or are."""
    if not blocked:
        return follower.hidden
    player = follower.viewer.player.id
    return follower.hidden | {
        host
        for host, others in blocked.items()
        if host != player and (player in others or host in follower.blocked)
    }


def _shown(page: Page, hidden: AbstractSet[str]) -> dict[str, RoomSummary]:
    """Return the rooms of a page that are told, by their codes and in order."""
    rooms = page.values()
    return {room.room: room for room in rooms if room.host_player not in hidden}


def _change(
    follower: _Follower, now: Mapping[str, RoomSummary], count: int, bots: int | None
) -> bytes | None:
    """Return the news of rooms, by their codes; None where all are as before."""
    before = _shown(follower.page, follower.hidden)
    rooms = tuple(room for code, room in now.items() if before.get(code) != room)
    gone = tuple(code for code in before if code not in now)
    if not rooms and not gone and bots == follower.bots:
        return None
    return encode(RoomsChanged(rooms=rooms, gone=gone, bots=bots, count=count))


async def place_rooms(store: Store) -> None:
    """Give those rooms their places in the list that code knew nothing of."""
    lines = await store.lobby.without_places()
    await store.lobby.put({code: _listed(line) for code, line in lines.items()})


def _summary(line: bytes) -> RoomSummary:
    return RoomSummary.model_validate(msgpack.unpackb(line))


def _listed(line: bytes) -> Listed:
    room = _summary(line)
    is_free = room.phase != "playing" and room.seats_taken < room.seats_max
    last = "1|"
    if is_free:
        last = f"0|{AFTER}|" if room.host_away else "0|"
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
        await together(
            store.put_deadlines(due),
            store.lobby.put(shown),
            store.drop_deadlines(closed),
            store.lobby.take([*closed, *hidden]),
        )
    except StoreError as error:
        log.info("rooms %s: not listed: %s", " ".join(rooms), error)
