"""Hearing of a room on its screen: happenings are seen there, told, and acted on."""

from collections.abc import Callable
from typing import Protocol

from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.service import stopping_lines
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.view.spans import Line, Lines
from samedeal_client.wire.happenings import Back, Happening, Lost, Renewed
from samedeal_protocol.updates import MatchStarted


class Seen(Protocol):
    """Where a room is seen: what is told there, and the boards that begin."""

    def say(self, lines: Lines) -> None:
        """Tell something."""
        ...

    def unsay(self, row: Line) -> None:
        """Take back what was told."""
        ...

    def open_match(self) -> None:
        """Begin on the board of a new match."""
        ...

    def open_board(self) -> None:
        """Begin on a new board."""
        ...

    def draw_soon(self) -> None:
        """Show everything as it is when what goes on now is done."""
        ...

    def leave(self, status: int) -> None:
        """See no more of it."""
        ...


async def listen(
    at: Seen,
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
            case Renewed(has_new_result=False):
                at.open_board()
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
