"""The commands about rooms: one's own, those of others, and watching one."""

import argparse

from samedeal_client.commands.playing.sitting import Terminal, sit_at_table
from samedeal_client.commands.playing.staying import stay_at
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import invited, playing, visitor
from samedeal_client.identity.hosting import NewRoom, open_room
from samedeal_client.identity.names import is_asked, name_for
from samedeal_client.identity.seating import seat_meant, sit_again, sit_down
from samedeal_client.kept.seats import Seat
from samedeal_client.language import later, tr
from samedeal_client.tables.faces import watched_table
from samedeal_client.tables.ways import serve, serve_again
from samedeal_client.view.lists import rooms_lines
from samedeal_client.view.people.places import asked_lines
from samedeal_games.catalogue import find_game

SERVE_HINT = later("start one with: samedeal host --serve")
TWO_SERVERS = later("--serve runs a server here, --server names another: say only one")


async def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and play in it, with `--serve` at a server of one's own."""
    asked = NewRoom.of(vars(arguments))
    for key in asked.games:
        find_game(key)
    if asked.serve and arguments.server is not None:
        raise Failed(tr(TWO_SERVERS), USAGE)
    name = name_for(context, arguments.name)
    if not asked.serve:
        context = context._replace(unanswered=tr(SERVE_HINT))
        async with playing(context, name) as player:
            await open_room(player, asked)
            return await sit_at_table(context, player, ghost=asked.ghost)
    return await serve(Terminal(context), context, name, asked)


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
    if seat.is_served:
        return await serve_again(Terminal(context), context, seat, ghost)
    context = context.at(seat.server)
    async with playing(context, seat.name, room=seat.room) as player:
        await sit_again(context, player, seat)
        return await sit_at_table(context, player, ghost=ghost)


async def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    async with visitor(context, arguments.name) as player:
        listed = await player.rooms()
    document = [room.model_dump(mode="json") for room in listed]
    told = (*rooms_lines(listed), *asked_lines(context.server))
    return context.answer(document, told)


async def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room without a seat in it."""
    context, code = await invited(context, arguments.code)
    async with visitor(context, arguments.name, code) as player:
        await player.watch(code)
        return await stay_at(context, watched_table(context, player))
