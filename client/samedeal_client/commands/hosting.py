"""Opening rooms, at a server that runs anyway or at one for friends."""

import argparse

from samedeal_client.commands.online import name_for, playing, sit_at_table
from samedeal_client.commands.serving import Served, friends_server
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.language import later, tr
from samedeal_client.view.spans import line
from samedeal_client.wire.invitations import addresses_for_others
from samedeal_client.wire.player import Player

SERVE_HINT = later("start one with: samedeal host --serve")
SERVER_ENDED = later(
    " Your server has stopped; its rooms wait for the next samedeal host --serve."
)
ONLY_HERE = later(
    "a server of yours is already running, for this machine only; stop it first"
)
TWO_SERVERS = later("--serve runs a server here, --server names another: say only one")


async def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and play in it, at a server of one's own if that is asked for."""
    if arguments.serve and arguments.server is not None:
        raise Failed(tr(TWO_SERVERS), USAGE)
    if not arguments.serve:
        asked = context._replace(unanswered=tr(SERVE_HINT))
        return await _host(asked, arguments, None)
    context.show((line(tr("Starting a server for you and your friends...")),))
    async with friends_server() as served:
        status = await _host(context.at(served.url), arguments, served)
    if served.ends:
        context.show((line(tr(SERVER_ENDED)),))
    return status


async def _host(
    context: Context, arguments: argparse.Namespace, served: Served | None
) -> int:
    name = name_for(context, arguments.name)
    async with playing(context, name) as player:
        if served is not None:
            serve(player, served)
        await open_room(player, arguments)
        return await sit_at_table(context, player, ghost=arguments.ghost)


def serve(player: Player, served: Served) -> None:
    """Have a player's friends come to a server; raises Failed where they cannot."""
    player.is_serving = served.ends
    others = addresses_for_others(player.url, player.addresses)
    if not (served.ends or others):
        raise Failed(tr(ONLY_HERE))


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
