"""Bots that somebody calls to their own room, while they wait for people."""

import asyncio
from typing import NamedTuple

from samedeal_client.language import later
from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.boards import RoomView


class Called(NamedTuple):
    """A bot: its name, how it plays, and the words on its call."""

    name: str
    kind: str
    told: str


BOTS = (
    Called("Rowan", "casual", later("Rowan joins, a casual bot.")),
    Called("Greta", "good", later("Greta joins, a good bot.")),
    Called("Gus", "expert", later("Gus joins, an expert bot.")),
)


class Company:
    """The bots of one player, which play for as long as they are not dismissed."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._playing: list[asyncio.Task[None]] = []

    def is_enough_for(self, room: RoomView) -> bool:
        """Tell whether those on their way will take every free seat of a room."""
        playing = sum(not each.done() for each in self._playing)
        coming = playing - sum(seat.bot for seat in room.seats)
        return len(room.seats) + max(0, coming) >= room.seats_max

    def call(self) -> str:
        """Send for a bot of the next kind; return what is said of it."""
        # Players of skill take a while to load, and most people wait for people.
        from samedeal_client.bots import send_bot

        bot = BOTS[len(self._playing) % len(BOTS)]
        playing = asyncio.create_task(send_bot(self._player, bot.name, bot.kind))
        self._playing.append(playing)
        return bot.told

    async def dismiss(self) -> None:
        """Send all of them away."""
        for playing in self._playing:
            playing.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
