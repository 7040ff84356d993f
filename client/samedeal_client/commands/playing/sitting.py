"""Sitting at a table, on the full screen or line by line, until it is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.identity.seating import kept_seat
from samedeal_client.language import tr
from samedeal_client.lines.room import RoomLines
from samedeal_client.lines.screens.screen import Screen
from samedeal_client.lines.screens.streams import open_screen
from samedeal_client.play.room.ghosts import ghosts_for
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player

if TYPE_CHECKING:
    from samedeal_client.screen.room.room import RoomScreen
    from samedeal_client.screen.room.watch import WatchScreen


class Runs(Protocol):
    """A table line by line."""

    async def run(self) -> int:
        """Stay until the table is left; return an exit status."""
        ...


async def sit_at_table(
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that the player is in; return the exit status.

    `ghost` names whose ghost to race, beside the players there.
    """
    ghosts = await ghosts_for(player, ghost)
    if ghost and ghosts is None:
        context.show(
            (line(tr(" You have no rated match of this game yet: no ghost.")),)
        )

    def full() -> RoomScreen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.screen.room.room import RoomScreen

        return RoomScreen(
            *(player, context.glyphs),
            colour=context.colour,
            is_alone=is_alone,
            ghosts=ghosts,
        )

    def lines(screen: Screen) -> RoomLines:
        return RoomLines(player, screen, is_alone=is_alone, ghosts=ghosts)

    async with kept_seat(context, player, is_alone=is_alone):
        return await stay_at(context, full, lines)


async def stay_at(
    context: Context,
    full: Callable[[], RoomScreen | WatchScreen],
    lines: Callable[[Screen], Runs],
    left: Callable[[], Lines] | None = None,
) -> int:
    """Stay at a table, on the full screen or line by line; return the exit status.

    After the full screen, `left` is shown; without it, the screen's farewell. Raises
    Failed where the connection could not be kept.
    """
    if context.fills_screen:
        from samedeal_client.screen.app import filled

        app = full()
        status = await filled(app)
        if told := app.farewell if left is None else left():
            context.show(told)
    else:
        with open_screen(context.glyphs, colour=context.colour) as screen:
            status = await lines(screen).run()
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status
