"""The commands that sit down in one's own rooms, in others', or serve friends."""

import argparse

from samedeal_client.commands.playing.sitting import sit_at_table
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import invited, playing, visitor
from samedeal_client.identity.hosting import STARTING, ended_lines, open_room, serving
from samedeal_client.identity.names import is_asked, name_for
from samedeal_client.identity.seating import seat_meant, sit_again, sit_down
from samedeal_client.kept.seats import Seat
from samedeal_client.language import later, tr
from samedeal_client.view.spans import line
from samedeal_games.catalogue import find_game

SERVE_HINT = later("start one with: samedeal host --serve")
TWO_SERVERS = later("--serve runs a server here, --server names another: say only one")


async def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and play in it, with `--serve` at a server of one's own."""
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
    """Play in a room that somebody else has opened, or come back to one."""
    seat = seat_meant(context, arguments.code, arguments.name)
    if seat is not None:
        return await _come_back(context, seat, arguments.ghost)
    context, code = await invited(context, arguments.code)
    if is_asked(context, arguments.name):
        # Nobody thinks of a name for a server that is not there.
        async with visitor(context, room=code):
            pass
    name = name_for(context, arguments.name)
    async with playing(context, name, room=code) as player:
        await sit_down(player, code)
        return await sit_at_table(context, player, ghost=arguments.ghost)


async def _come_back(context: Context, seat: Seat, ghost: str | None) -> int:
    if not seat.is_served:
        context = context.at(seat.server)
        async with playing(context, seat.name, room=seat.room) as player:
            await sit_again(context, player, seat)
            return await sit_at_table(context, player, ghost=ghost)
    context.show((line(tr(STARTING)),))
    async with serving(context, seat.name, seat.server) as (there, player):
        await sit_again(there, player, seat)
        status = await sit_at_table(there, player, ghost=ghost)
    context.show(ended_lines(player, status))
    return status
