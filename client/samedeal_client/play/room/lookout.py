"""The boards of a match, for a player in the room who plays no more in it.

A server shows boards to spectators and to no seat. So the same player watches over
another connection, and is shown what any spectator is: nothing that could help those
who still play.
"""

from collections.abc import Mapping
from contextlib import AsyncExitStack

from samedeal_client.wire.player import Player
from samedeal_client.wire.session import Session
from samedeal_protocol.rooms.boards import BoardView


def may_look(session: Session) -> bool:
    """Tell whether a player with a seat may look at the boards of the others now."""
    room = session.room
    is_on = room is not None and (room.phase, room.watch) == ("playing", "boards")
    return is_on and session.seat is not None and not session.may_move


class Lookout:
    """One player's second pair of eyes; closed until it is wanted."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._eyes: Player | None = None
        self._open = AsyncExitStack()

    @property
    def is_open(self) -> bool:
        """Whether boards are looked at."""
        return self._eyes is not None

    @property
    def boards(self) -> Mapping[int, BoardView]:
        """The boards shown by now, by seat."""
        if self._eyes is None:
            return {}
        # The player hears what happens; twice would be too much.
        while not self._eyes.happenings.empty():
            self._eyes.happenings.get_nowait()
        return self._eyes.session.watched

    async def open(self) -> None:
        """Begin to watch the player's room; raises NotDone, Unreachable, Rejected."""
        room = self._player.session.room
        if self._eyes is not None or room is None:
            return
        async with AsyncExitStack() as opening:
            eyes = self._player.beside()
            await opening.enter_async_context(eyes.connected(room.room))
            await eyes.watch(room.room)
            self._open = opening.pop_all()
            self._eyes = eyes

    async def close(self) -> None:
        """Watch no more."""
        self._eyes = None
        await self._open.aclose()
