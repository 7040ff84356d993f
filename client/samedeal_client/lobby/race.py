"""Races against bots, begun at once at the server or at this machine's own."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import playing
from samedeal_client.lobby.visit import Visit
from samedeal_client.tables.ways import open_race, rivals
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN

SEATED_WITHIN_S = 2.0
LOOKED_EVERY_S = 0.02


@asynccontextmanager
async def race_bots(
    visit: Visit, game: str, name: str
) -> AsyncGenerator[tuple[Context, Player]]:
    """Yield the context of a room with bots, and its player, all of them ready.

    The room is a private casual one at the server of the visit; at this machine's own
    server if that one cannot be reached or refuses it.
    """
    async with AsyncExitStack() as stack:
        player, context = await _seated_there(visit, game, name), visit.context
        if player is None:
            context = context._replace(server=OWN, is_chosen=True)
            player = await stack.enter_async_context(playing(context, name))
            await open_race(player, game)
        async with rivals(player):
            await _all_seated(player)
            await player.ready()
            yield context, player


async def _seated_there(visit: Visit, game: str, name: str) -> Player | None:
    """Return the visit's player in a room at its server, None if that cannot be."""
    try:
        player = visit.there()
        if visit.is_guest:
            player = await visit.become(name)
        await open_race(player, game)
    except (Failed, NotDone):
        return None
    return player


async def _all_seated(player: Player) -> None:
    """Wait for every bot, but not for ever: one who is ready alone begins alone."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SEATED_WITHIN_S):
            while not _is_full(player):  # noqa: ASYNC110 - nothing to wait on
                await asyncio.sleep(LOOKED_EVERY_S)


def _is_full(player: Player) -> bool:
    room = player.session.room
    return room is not None and len(room.seats) == room.seats_max
