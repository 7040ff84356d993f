"""Rooms that a player opens, and a server for friends that runs meanwhile."""

import argparse
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.identity.connecting import playing
from samedeal_client.identity.serving import friends_server
from samedeal_client.language import later, tr
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import LOCAL_PORT
from samedeal_client.wire.reach.invitations import addresses_for_others

SERVER_ENDED = later(
    " Your server has stopped; its rooms wait for the next samedeal host --serve."
)
SERVER_WAITS = later(
    " Your server has stopped, and all clocks with it: everybody's seat waits, and "
    "they come back by themselves once join starts it again."
)
STARTING = later("Starting a server for you and your friends...")
ONLY_HERE = later(
    "a server of yours is already running, for this machine only; stop it first"
)


@asynccontextmanager
async def serving(
    context: Context, name: str, address: str = ""
) -> AsyncGenerator[tuple[Context, Player]]:
    """Yield the context of a server for friends, and a player connected there.

    That is the server that runs already, or one that runs for the block. `address` is
    one by which friends, and this player's identity, know it from before. Raises
    Failed.
    """
    ports = (urlsplit(address).port or LOCAL_PORT,) if address else ()
    async with friends_server(ports=ports) as served:
        there = context.at(served.url)
        async with playing(there, name, served) as player:
            if served.kept is not None:
                served.kept.told = player.revived
            if not (served.ends or addresses_for_others(served.url, player.addresses)):
                raise Failed(tr(ONLY_HERE))
            yield there, player


def ended_lines(player: Player, status: int) -> Lines:
    """Return a line on the end of the player's own server; none without one."""
    if not player.is_serving:
        return ()
    return (line(tr(SERVER_WAITS if status == INTERRUPTED else SERVER_ENDED)),)


async def open_room(player: Player, arguments: argparse.Namespace) -> str:
    """Open a room as the arguments of `samedeal host` say; return its code.

    Raises NotDone.
    """
    games = arguments.game.split(",")
    return await player.host(
        games[0],
        games=tuple(games) if len(games) > 1 else (),
        deals=arguments.deals,
        public=arguments.public,
        seats=arguments.seats,
        time_limit_s=arguments.time,
        best_of=arguments.best_of,
        watch=arguments.watch,
        rated=not (arguments.casual or arguments.take_back),
        takes_back=arguments.take_back,
        quiet=arguments.quiet,
        certified=arguments.certified,
        named_only=arguments.named_only,
    )
