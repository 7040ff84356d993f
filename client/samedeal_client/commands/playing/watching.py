"""Rooms of others: which are public, and watching one."""

import argparse

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import invited, visitor
from samedeal_client.language import tr
from samedeal_client.lines.screens.streams import open_screen
from samedeal_client.lines.watching import WatchLines
from samedeal_client.terminal.output import print_document
from samedeal_client.terminal.status import INTERRUPTED
from samedeal_client.view.people.places import asked_lines
from samedeal_client.view.standings import rooms_lines
from samedeal_client.wire.player import Player


async def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    async with visitor(context, arguments.name) as player:
        listed = await player.rooms()
    if arguments.json:
        print_document([room.model_dump(mode="json") for room in listed])
    else:
        context.show((*rooms_lines(listed), *asked_lines(context.server)))
    return 0


async def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room without a seat in it."""
    context, code = await invited(context, arguments.code)
    async with visitor(context, arguments.name) as player:
        await player.watch(code)
        if context.fills_screen:
            status = await _watch_on_full_screen(context, player)
        else:
            with open_screen(context.glyphs, colour=context.colour) as screen:
                status = await WatchLines(player, screen).run()
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status


async def _watch_on_full_screen(context: Context, player: Player) -> int:
    # Slow to load, and only needed at a terminal.
    from samedeal_client.screen.app import filled
    from samedeal_client.screen.room.watch import WatchScreen

    app = WatchScreen(player, context.glyphs, colour=context.colour)
    status = await filled(app)
    if app.farewell:
        context.show(app.farewell)
    return status
