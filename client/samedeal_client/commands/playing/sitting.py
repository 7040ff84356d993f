"""Sitting down at a table of a room, at the terminal of a command."""

from samedeal_client.commands.playing.staying import stay_at
from samedeal_client.context import Context
from samedeal_client.language import tr
from samedeal_client.play.room.ghosts import Ghosts, ghosts_for
from samedeal_client.tables.faces import Faces
from samedeal_client.tables.ways import sit
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.player import Player


class Terminal:
    """The terminal of a command: what is told stands before its tables and after."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def ghosts(self, player: Player, asked: str | None) -> Ghosts | None:
        """Return the ghosts that run along; tell where one was asked for in vain."""
        ghosts = await ghosts_for(player, asked)
        if asked and ghosts is None:
            told = tr(" You have no rated match of this game yet: no ghost.")
            self._context.show((line(told),))
        return ghosts

    async def stay(self, context: Context, player: Player, table: Faces) -> int:
        """Show a player's table until it is left; return an exit status."""
        return await stay_at(context, table)

    def leave(self, player: Player, status: int) -> None:
        """Do nothing: the command ends."""

    def wait(self, text: str) -> None:
        """Tell what is awaited before a table is there."""
        self._context.show((line(text),))

    def end(self, told: Lines, status: int) -> None:
        """Tell what becomes of a server that ended after a table."""
        self._context.show(told)


async def sit_at_table(
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that the player is in, as `ways.sit` has it."""
    place = Terminal(context)
    return await sit(place, context, player, is_alone=is_alone, ghost=ghost)
