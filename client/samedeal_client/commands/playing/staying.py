"""Staying at a table, on the full screen or line by line, until it is left."""

from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.language import tr
from samedeal_client.lines.screens.streams import open_screen
from samedeal_client.tables.faces import Faces


async def stay_at(context: Context, table: Faces) -> int:
    """Stay at a table, on the full screen or line by line; return the exit status.

    Raises Failed where the connection could not be kept.
    """
    if context.fills_screen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.screen.app import filled

        full = table.full()
        status = await filled(full)
        if told := table.farewell(full):
            context.show(told)
    else:
        with open_screen(context.glyphs, colour=context.colour) as screen:
            status = await table.lines(screen).run()
    if status not in (0, INTERRUPTED):
        raise Failed(tr("the connection could not be kept"))
    return status
