"""The steps that bring a player to a table and through a race, whoever takes them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from samedeal_client.context import Context
from samedeal_client.identity.hosting import (
    STARTING,
    NewRoom,
    ended_lines,
    open_room,
    serving,
)
from samedeal_client.identity.seating import kept_seat, sit_again
from samedeal_client.kept.seats import Seat
from samedeal_client.language import tr
from samedeal_client.play.room.ghosts import Ghosts
from samedeal_client.play.sentences.inviting import address_to_send
from samedeal_client.tables.faces import Faces, room_table
from samedeal_client.view.deals.daily import result_lines
from samedeal_client.view.spans import Lines
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_games.game import Contest


class Place(Protocol):
    """Where a table is shown: a terminal, or the screen of the lobby."""

    async def ghosts(self, player: Player, asked: str | None) -> Ghosts | None:
        """Return the ghosts that run along in the player's room; None for none."""
        ...

    async def stay(self, context: Context, player: Player, table: Faces) -> int:
        """Show a player's table until it is left; return an exit status."""
        ...

    def leave(self, player: Player, status: int) -> None:
        """Be done with a room whose table was left with a status."""
        ...

    def wait(self, text: str) -> None:
        """Tell what is awaited before a table is there."""
        ...

    def end(self, told: Lines, status: int) -> None:
        """Tell what becomes of a server that ended after a table."""
        ...


async def sit(
    place: Place,
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that a player is in; return an exit status.

    With `is_alone` nobody but bots is to come; `ghost` names whose ghost to race.
    """
    ghosts = await place.ghosts(player, ghost)
    table = room_table(context, player, is_alone=is_alone, ghosts=ghosts)
    async with kept_seat(context, player, is_alone=is_alone):
        status = await place.stay(context, player, table)
    place.leave(player, status)
    return status


async def serve(place: Place, context: Context, name: str, asked: NewRoom) -> int:
    """Open a room at one's own server for friends, and play in it under a name."""

    async def come(_: Context, player: Player) -> None:
        await open_room(player, asked)

    return await _serve(place, context, name, come, ghost=asked.ghost)


async def serve_again(
    place: Place, context: Context, seat: Seat, ghost: str | None = None
) -> int:
    """Come back to a seat at one's own server for friends."""

    async def come(there: Context, player: Player) -> None:
        await sit_again(there, player, seat)

    return await _serve(place, context, seat.name, come, seat.server, ghost)


async def _serve(
    place: Place,
    context: Context,
    name: str,
    come: Callable[[Context, Player], Awaitable[None]],
    address: str = "",
    ghost: str | None = None,
) -> int:
    """Run the server while the table is there."""
    place.wait(tr(STARTING))
    async with serving(context, name, address) as (there, player):
        await come(there, player)
        status = await sit(place, there, player, ghost=ghost)
    place.end(ended_lines(player, status), status)
    return status


async def open_race(player: Player, game: str) -> None:
    """Open a private casual room for a race against bots; raises NotDone."""
    # Players of skill take a while to load.
    from samedeal_client.bots import RIVALS

    await player.host(
        game,
        seats=len(RIVALS) + 1,
        public=False,
        rated=False,
        certified=is_race(game),
        watch="boards",
    )


@asynccontextmanager
async def rivals(player: Player) -> AsyncGenerator[None]:
    """Have bots race in the player's room for a block."""
    from samedeal_client.bots import RIVALS, send_bot

    bots = [asyncio.create_task(send_bot(player, *named)) for named in RIVALS]
    try:
        yield
    finally:
        for task in bots:
            task.cancel()
        await asyncio.gather(*bots, return_exceptions=True)


def is_race(key: str) -> bool:
    """Tell whether a game is a race at patience, whose deals can be certified."""
    return GAMES[key].about.contest is Contest.RACE


async def attempt_told(context: Context, player: Player, game: str, day: str) -> Lines:
    """Return the result of an attempt at the deal of a day; nothing while it is on.

    Raises NotDone.
    """
    found = await player.daily(game, day)
    if found.attempt is None or not found.attempt.is_over:
        return ()
    server = address_to_send(player)
    return result_lines(found, player.now_ms(), context.glyphs, server)
