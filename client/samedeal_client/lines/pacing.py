"""Lines of a script at a table, each held back until the room has come so far.

People see what goes on; a script only writes its lines, and means each for the moment
at which it makes sense.
"""

import asyncio
from collections.abc import Callable, Iterable

from samedeal_client.play.orders import Order
from samedeal_client.wire.player import Player


class ScriptPacing:
    """The moments that lines of a script wait for at a table; people wait for none."""

    def __init__(self, player: Player, *, is_live: bool) -> None:
        self._player = player
        self._session = player.session
        self._is_live = is_live
        self._changed = asyncio.Event()

    def look_again(self) -> None:
        """Note that something has happened."""
        self._changed.set()

    async def turn(self, order: Order | None) -> None:
        """Wait until an order makes sense; None stands for a move."""
        # In a pause nothing waits: the word that ends it may be the next line.
        waits = "start" if order is None else order.value.script_waits
        if waits == "start":
            await self._wait_while(self._is_about_to_start)
        elif waits == "result":
            await self.result()

    async def result(self) -> None:
        """Wait until the others are done, too."""
        await self._wait_while(self._is_done_before_others)

    async def proof(self, proving: Iterable[asyncio.Task[None]]) -> None:
        """Wait until a match is proven, and everything is told of it."""
        if self._is_live:
            return
        await self._wait_while(self._is_telling)
        await asyncio.gather(*proving)
        await self._wait_while(self._is_telling)

    async def _wait_while(self, holds: Callable[[], bool]) -> None:
        while not self._is_live and holds():
            self._changed.clear()
            await self._changed.wait()

    def _is_about_to_start(self) -> bool:
        room, own = self._session.room, self._session.own
        if room is None or own is None:
            return False
        waiting = room.phase in ("gathering", "result") and own.ready
        return waiting or room.phase == "countdown"

    def _is_telling(self) -> bool:
        return not self._player.happenings.empty()

    def _is_done_before_others(self) -> bool:
        room, play = self._session.room, self._session.play
        playing = room is not None and room.phase == "playing"
        return playing and play is not None and play.state != "playing"
