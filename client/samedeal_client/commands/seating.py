"""The seat that somebody sits on is kept in mind, however the program ends."""

import asyncio
import shlex
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from samedeal_client.context import Context
from samedeal_client.kept.seats import Seat, Seats
from samedeal_client.wire.addresses import OWN
from samedeal_client.wire.invitations import written
from samedeal_client.wire.player import Player

LOOKED_EVERY_S = 0.2
KEPT_KINDS = ("match", "event", "challenge")
"""Rooms that one comes back to by their codes."""


@asynccontextmanager
async def kept_seat(
    context: Context, player: Player, *, is_lasting: bool
) -> AsyncGenerator[None]:
    """Keep the player's seat in mind for as long as they hold it.

    It stays known where they hang up within the block, or are cut off in it; nothing
    is kept of a server that does not outlive the program.
    """
    if not is_lasting:
        yield
        return
    keeper = _Keeper(context, player)
    keeping = asyncio.create_task(keeper.run())
    try:
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping
        keeper.look()


def way_back(context: Context, seat: Seat) -> str:
    """Return what somebody types to sit down there again."""
    code = written(seat.room, seat.server)
    where = seat.room if seat.server in (context.server, OWN) else code
    return f"samedeal join {where} --name {shlex.quote(seat.name)}"


def waiting_seats(context: Context) -> tuple[Seat, ...]:
    """Return the seats that may wait for whoever is here, the one taken last first."""
    return Seats(context.identity).waiting(int(time.time() * 1000))


class _Keeper:
    """Writes down the seat whenever it is another, or held until another time."""

    def __init__(self, context: Context, player: Player) -> None:
        self._seats = Seats(context.identity)
        self._server = context.server
        self._player = player
        self._known: tuple[str, int | None] | None = None
        self._kept: Seat | None = None

    async def run(self) -> None:
        """Look again and again."""
        while True:
            self.look()
            await asyncio.sleep(LOOKED_EVERY_S)

    def look(self) -> None:
        """Write down what has changed."""
        room = self._player.session.room
        is_held = (
            room is not None
            and self._player.session.seat is not None
            and room.kind in KEPT_KINDS
            and room.phase != "closed"
            and not self._player.is_serving
        )
        now = None if room is None or not is_held else (room.room, room.until)
        if now == self._known:
            return
        self._known = now
        before, self._kept = self._kept, self._seat()
        if self._kept is not None:
            self._seats.keep(self._kept)
        if before is not None and (
            self._kept is None or self._kept.place != before.place
        ):
            self._seats.drop(before)

    def _seat(self) -> Seat | None:
        room, left_ms = self._player.session.room, self._player.left_ms()
        if self._known is None or room is None or left_ms is None:
            return None
        until_ms = int(time.time() * 1000) + left_ms
        name = self._player.name
        return Seat(self._server, name, room.room, room.game, until_ms)
