"""Presence: who is connected to this process whom friends may look for.

Only of players who list somebody anything is noted, once a second at most and
otherwise every 20 s: a crowd of strangers costs nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable

import msgpack

from samedeal_server.core.state import Player
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.connections.together import together
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
NOTE_EVERY_S = 20.0
AT_ONCE = 100
"""Notes that are on their way together: players' moves go between them."""


class Presence:
    """Notes in the store who is here; `run` is a task."""

    def __init__(self, store: Store, game_of: Callable[[str], str | None]) -> None:
        """Ask `game_of` what is played where a connection, by its name, sits."""
        self._store = store
        self._game_of = game_of
        self._here: dict[str, set[Viewer]] = {}
        """The connections of each player."""
        self._due: dict[str, float] = {}
        """The time when a player is to be noted, in s of a monotonic clock; 0 for
        soon."""

    def came(self, viewer: Viewer, player: Player) -> None:
        """Hear that somebody is connected whom friends may look for."""
        if player.bot:
            return
        here = self._here.setdefault(player.id, set())
        if viewer not in here:
            here.add(viewer)
            self._due[player.id] = 0.0

    def went(self, viewer: Viewer) -> None:
        """Hear that a connection has ended."""
        player = viewer.player.id
        here = self._here.get(player)
        if here is not None and viewer in here:
            here.discard(viewer)
            self._due[player] = 0.0
            if not here:
                del self._here[player]

    def moved(self, viewer: Viewer) -> None:
        """Hear that somebody came into a room, or out of one."""
        self.note_soon(viewer.player.id)

    def note_soon(self, player: str) -> None:
        """Note anew where a player is."""
        if player in self._here:
            self._due[player] = 0.0

    async def run(self) -> None:
        """Note who is here, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.look(time.monotonic())
            except StoreError as error:
                log.info("presence not noted: %s", error)

    async def look(self, now_s: float) -> None:
        """Note those whose time has come; raises StoreError."""
        due = [player for player, at_s in self._due.items() if at_s <= now_s]
        for first in range(0, len(due), AT_ONCE):
            some = due[first : first + AT_ONCE]
            await together(*(self._note(player, now_s) for player in some))

    async def _note(self, player: str, now_s: float) -> None:
        is_here = player in self._here
        packed = self._packed(player) if is_here else b""
        if is_here:
            self._due[player] = now_s + NOTE_EVERY_S
        else:
            del self._due[player]
        try:
            await self._store.presence.note(player, self._store.process, packed)
        except StoreError:
            self._due[player] = 0.0
            raise

    def _packed(self, player: str) -> bytes:
        games = map(self._game_of, (each.connection for each in self._here[player]))
        game = next(filter(None, games), "")
        noted: bytes = msgpack.packb([self._store.now(), game])
        return noted
