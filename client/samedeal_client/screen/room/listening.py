"""Hearing of a room on its screen: what happens is seen there, told, and acted on."""

from collections.abc import Callable

from samedeal_client.play.sentences.service import stopping_lines
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.wire.happenings import Back, Happening, Lost, Renewed
from samedeal_protocol.updates import MatchEnded, MatchStarted, SeatChanged


async def listen(
    at: TableScreen, sight: RoomSight, then: Callable[[Happening], None]
) -> None:
    """Hear of everything until the connection is lost for good; `then` comes last."""
    while True:
        happening = await sight.play.heard()
        at.say(sight.hear(happening))
        match happening:
            case MatchStarted():
                at.shows_help = False
                at.open_board()
            case MatchEnded():
                at.hand.drop()
                at.begin_beside(sight.ask_ratings)
            case Renewed(has_new_result=False):
                at.open_board()
            case SeatChanged():
                at.begin_beside(sight.ask_ratings)
            case Back():
                for row in stopping_lines():
                    at.notes.unsay(row)
            case _:
                pass
        then(happening)
        at.draw_soon()
        if isinstance(happening, Lost) and not happening.again:
            at.leave(1)
            return
