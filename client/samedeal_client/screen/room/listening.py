"""Hearing of a room on its screen: happenings are seen there, told, and acted on."""

from collections.abc import Callable

from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.service import stopping_lines
from samedeal_client.screen.app import begin
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.wire.happenings import Back, Happening, Lost, Renewed
from samedeal_protocol.updates import MatchEnded, MatchStarted, SeatChanged


async def listen(
    at: TableScreen,
    play: RoomPlay,
    sight: RoomSight,
    then: Callable[[Happening], None],
) -> None:
    """Hear of everything until the connection is lost for good; `then` comes last."""
    while True:
        happening = await play.heard()
        at.say(sight.hear(happening))
        match happening:
            case MatchStarted():
                at.open_match()
            case MatchEnded():
                begin(at, sight.ask_ratings)
            case Renewed(has_new_result=False):
                at.open_board()
            case SeatChanged():
                begin(at, sight.ask_ratings)
            case Back():
                for row in stopping_lines():
                    at.unsay(row)
            case _:
                pass
        then(happening)
        at.draw_soon()
        if isinstance(happening, Lost) and not happening.again:
            at.leave(1)
            return
