"""Sitting down in rooms of one's own and of others, and a server for friends."""

import argparse
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from samedeal_client.commands.playing.sitting import sit_at_table
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import invited, playing
from samedeal_client.identity.names import name_for
from samedeal_client.identity.seating import seat_meant, sit_again
from samedeal_client.identity.serving import friends_server
from samedeal_client.kept.seats import Seat
from samedeal_client.language import later, tr
from samedeal_client.terminal.status import INTERRUPTED
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import LOCAL_PORT
from samedeal_client.wire.reach.invitations import addresses_for_others
from samedeal_games.catalogue import find_game

SERVE_HINT = later("start one with: samedeal host --serve")
SERVER_ENDED = later(
    " Your server has stopped; its rooms wait for the next samedeal host --serve."
)
SERVER_WAITS = later(
    " Your server has stopped, and all clocks with it; join starts it again."
)
STARTING = later("Starting a server for you and your friends...")
ONLY_HERE = later(
    "a server of yours is already running, for this machine only; stop it first"
)
TWO_SERVERS = later("--serve runs a server here, --server names another: say only one")


async def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and play in it, at a server of one's own if that is asked for."""
    for key in arguments.game.split(","):
        find_game(key)
    if arguments.serve and arguments.server is not None:
        raise Failed(tr(TWO_SERVERS), USAGE)
    name = name_for(context, arguments.name)
    if not arguments.serve:
        asked = context._replace(unanswered=tr(SERVE_HINT))
        async with playing(asked, name) as player:
            await open_room(player, arguments)
            return await sit_at_table(asked, player, ghost=arguments.ghost)
    context.show((line(tr(STARTING)),))
    async with serving(context, name) as (there, player):
        await open_room(player, arguments)
        status = await sit_at_table(there, player, ghost=arguments.ghost)
    context.show(ended_lines(player, status))
    return status


async def join(context: Context, arguments: argparse.Namespace) -> int:
    """Play in a room that somebody has opened, or come back to one."""
    seat = seat_meant(context, arguments.code, arguments.name)
    if seat is not None:
        return await _come_back(context, seat, arguments.ghost)
    context, code = await invited(context, arguments.code)
    name = name_for(context, arguments.name)
    async with playing(context, name) as player:
        await player.join(code)
        return await sit_at_table(context, player, ghost=arguments.ghost)


async def _come_back(context: Context, seat: Seat, ghost: str | None) -> int:
    if not seat.is_served:
        context = context.at(seat.server)
        async with playing(context, seat.name) as player:
            await sit_again(context, player, seat)
            return await sit_at_table(context, player, ghost=ghost)
    context.show((line(tr(STARTING)),))
    async with serving(context, seat.name, seat.server) as (there, player):
        await sit_again(there, player, seat)
        status = await sit_at_table(there, player, ghost=ghost)
    context.show(ended_lines(player, status))
    return status


@asynccontextmanager
async def serving(
    context: Context, name: str, address: str = ""
) -> AsyncGenerator[tuple[Context, Player]]:
    """Yield a player at a server for friends, and the context that it is in.

    It is the one that runs, or one for the block; `address` is where friends, and who
    the player is, are known to it from before. Raises Failed.
    """
    ports = (urlsplit(address).port or LOCAL_PORT,) if address else ()
    async with friends_server(ports=ports) as served:
        there = context.at(served.url)
        async with playing(there, name) as player:
            player.is_serving, player.who_races = served.ends, served.who_races
            if served.kept is not None:
                served.kept.told = player.revived
            if not (served.ends or addresses_for_others(served.url, player.addresses)):
                raise Failed(tr(ONLY_HERE))
            yield there, player


def ended_lines(player: Player, status: int) -> Lines:
    """Return what becomes of a server and its rooms with a table that was left."""
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
