"""Sitting at a table, on the full screen or line by line, until it is left."""

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.seating import kept_seat
from samedeal_client.language import tr
from samedeal_client.lines.room import RoomLines
from samedeal_client.lines.screens.streams import open_screen
from samedeal_client.play.room.ghosts import Ghosts, ghosts_of, own_best
from samedeal_client.terminal.status import INTERRUPTED
from samedeal_client.view.spans import line
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode


async def sit_at_table(
    context: Context,
    player: Player,
    *,
    is_alone: bool = False,
    ghost: str | None = None,
) -> int:
    """Play in the room that the player is in; return the exit status.

    `ghost` names whom to race beside those who are there.
    """
    ghosts = await ghosts_for(player, ghost)
    if ghost and ghosts is None:
        context.show(
            (line(tr(" You have no rated match of this game yet: no ghost.")),)
        )
    async with kept_seat(context, player, is_alone=is_alone):
        status = await _play(context, player, is_alone=is_alone, ghosts=ghosts)
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status


async def _play(
    context: Context, player: Player, *, is_alone: bool, ghosts: Ghosts | None
) -> int:
    if context.fills_screen:
        return await _play_on_full_screen(
            context, player, is_alone=is_alone, ghosts=ghosts
        )
    with open_screen(context.glyphs, colour=context.colour) as screen:
        return await RoomLines(player, screen, is_alone=is_alone, ghosts=ghosts).run()


async def _play_on_full_screen(
    context: Context, player: Player, *, is_alone: bool, ghosts: Ghosts | None
) -> int:
    # Slow to load, and only needed at a terminal.
    from samedeal_client.screen.app import filled
    from samedeal_client.screen.room.room import RoomScreen

    app = RoomScreen(
        player,
        context.glyphs,
        colour=context.colour,
        is_alone=is_alone,
        ghosts=ghosts,
    )
    status = await filled(app)
    if app.farewell:
        context.show(app.farewell)
    return status


async def ghosts_for(player: Player, asked: str | None) -> Ghosts | None:
    """Return whom a player races at the table where they sit; None for nobody.

    At a challenge those who played its deal; otherwise what they asked for.
    """
    room = player.session.room
    if room is None:
        return None
    try:
        if room.kind == "challenge":
            found = await player.timelines(room.origin, rivals=True)
            return ghosts_of(found, player.id)
        return own_best(await player.own_best(room.game)) if asked else None
    except NotDone as refusal:
        if refusal.error.code is ErrorCode.UNKNOWN_MATCH:
            return None
        raise
