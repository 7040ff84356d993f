"""A player's seat, kept in mind however the program ends."""

import asyncio
import shlex
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.called import CalledBots
from samedeal_client.kept.seats import Seat, Seats
from samedeal_client.language import later, tr
from samedeal_client.play.sentences.inviting import code_here
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import NoInvitation, read_invitation
from samedeal_protocol.errors import ErrorCode

MATCH_IS_ON = later(
    "A match is on. You can sit down for the next one when it is over; meanwhile watch "
    "it with: samedeal watch {code}"
)
LOOKED_EVERY_S = 0.2
KEPT_KINDS = ("match", "event", "challenge")
"""Kinds of rooms that players come back to by code."""
OPEN_PHASES = ("gathering", "countdown", "playing", "result")
GONE = (ErrorCode.ROOM_FULL, ErrorCode.UNKNOWN_ROOM, ErrorCode.WRONG_PHASE)
"""Refusals that mean that the seat does not exist any more."""


@asynccontextmanager
async def kept_seat(
    context: Context, player: Player, *, is_alone: bool = False
) -> AsyncGenerator[None]:
    """Keep the player's seat in mind for as long as they hold it.

    It stays known where they hang up within the block, or are cut off in it. Among
    bots, with `is_alone`, it is worth keeping during a match only. Bots that were
    called before, and left when the player hung up, come back for as long.
    """
    keeper = _Keeper(context, player, is_alone=is_alone)
    keeper.look()
    tasks = [asyncio.create_task(keeper.run()), *_call_back(context, player)]
    try:
        yield
    finally:
        player.coming = frozenset()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        keeper.look()


def _call_back(context: Context, player: Player) -> list[asyncio.Task[None]]:
    """Call the bots back that were called to the room before, and play on there."""
    room = player.session.room
    if room is None or room.phase != "playing":
        return []
    away = {
        seat.name
        for seat in room.seats
        if seat.bot and not seat.present
        if seat.play is not None and seat.play.state == "playing"
    }
    known = CalledBots(context.identity, context.server).to(room.room)
    coming = [bot for bot in known if bot.name in away]
    player.coming = frozenset(bot.name for bot in coming)
    if not coming:
        return []
    # Players of skill take a while to load, and most people play people.
    from samedeal_client.bots import send_bot

    return [
        asyncio.create_task(send_bot(player, bot.name, bot.kind, bot.token))
        for bot in coming
    ]


def way_back(seat: Seat) -> str:
    """Return the command that leads back to a seat."""
    return f"samedeal join {seat.room} --name {shlex.quote(seat.name)}"


def seat_meant(context: Context, text: str, name: str | None = None) -> Seat | None:
    """Return the waiting seat that an invitation leads to, None if there is none.

    A code alone finds it; where the player ran the server, any address does.
    """
    try:
        found = read_invitation(text)
    except NoInvitation:
        return None
    for seat in waiting_seats(context):
        is_there = seat.is_served or found.server in ("", seat.server)
        if is_there and seat.room == found.code and name in (None, seat.name):
            return seat
    return None


async def sit_down(player: Player, code: str) -> None:
    """Take a seat in a room; raises NotDone, and Failed while a match is on there."""
    try:
        await player.join(code)
    except NotDone as refusal:
        if refusal.error.code is not ErrorCode.WRONG_PHASE:
            raise
        raise Failed(tr(MATCH_IS_ON, code=code_here(player, code))) from None


async def sit_again(context: Context, player: Player, seat: Seat) -> None:
    """Take a seat that was held; forget one that is gone. Raises NotDone."""
    try:
        await player.join(seat.room)
    except NotDone as refusal:
        if refusal.error.code in GONE:
            Seats(context.identity).drop(seat)
        raise


def waiting_seats(context: Context) -> tuple[Seat, ...]:
    """Return this user's waiting seats, the one taken last first."""
    return Seats(context.identity).waiting(int(time.time() * 1000))


class _Keeper:
    """Writes the seat down whenever it changes, or is held until another time."""

    def __init__(self, context: Context, player: Player, *, is_alone: bool) -> None:
        self._seats = Seats(context.identity)
        self._server = context.server
        self._player = player
        self._phases = ("playing",) if is_alone else OPEN_PHASES
        self._known: tuple[str, int | None] | None = None
        self._kept: Seat | None = None

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOKED_EVERY_S)

    def look(self) -> None:
        """Write a changed seat down, and drop the one before it."""
        room = self._player.session.room
        is_held = (
            room is not None
            and self._player.session.seat is not None
            and room.kind in KEPT_KINDS
            and room.phase in self._phases
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
        name, is_served = self._player.name, self._player.is_serving
        return Seat(self._server, name, room.room, room.game, until_ms, is_served)
