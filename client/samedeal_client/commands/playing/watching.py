"""The commands about rooms of others: the public ones, and watching one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from samedeal_client.commands.playing.sitting import stay_at
from samedeal_client.context import Context
from samedeal_client.identity.connecting import invited, visitor
from samedeal_client.lines.watching import WatchLines
from samedeal_client.terminal.output import print_document
from samedeal_client.view.lists import rooms_lines
from samedeal_client.view.people.places import asked_lines

if TYPE_CHECKING:
    from samedeal_client.screen.room.watch import WatchScreen


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
    async with visitor(context, arguments.name, code) as player:
        await player.watch(code)

        def full() -> WatchScreen:
            # Slow to load, and only needed at a terminal.
            from samedeal_client.screen.room.watch import WatchScreen

            return WatchScreen(player, context.glyphs, colour=context.colour)

        return await stay_at(context, full, lambda it: WatchLines(player, it))
