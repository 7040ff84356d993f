"""Going on at another server, and back to a seat that waits there."""

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import WHOLE_LINE
from samedeal_client.identity.seating import sit_again
from samedeal_client.kept.seats import Seat
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import ServeAgain, Sit
from samedeal_client.wire.reach.addresses import OWN


async def go_to(visit: Visit, context: Context) -> None:
    """Move to the server of a context; stay here if nobody answers there.

    Raises Failed.
    """
    if context.server != visit.context.server:
        await _move(visit, context)
    elif visit.player is None or context.server == OWN:
        # Nobody else has a room here.
        raise Failed(tr(WHOLE_LINE))


async def go_back(lobby: Lobby, seat: Seat) -> None:
    """Sit down again on a seat that was held; raises Failed or NotDone."""
    if seat.is_served:
        lobby.desk.go(ServeAgain(seat))
        return
    visit = lobby.visit
    await visit.tried()
    if seat.server != visit.context.server:
        await _move(visit, visit.context.at(seat.server))
    player = await visit.soon_there()
    if visit.is_guest or player.name != seat.name:
        player = await visit.become(seat.name)
    await sit_again(visit.context, player, seat)
    lobby.desk.go(Sit())


async def _move(visit: Visit, context: Context) -> None:
    before = visit.asked
    await visit.move(context)
    try:
        visit.there()
    except Failed:
        await visit.move(before)
        raise
