"""What somebody with a seat asks of the room.

Commands that change a room carry `n`, their number for this player in this room, from
1: the same number again gets the same answer again and has no second effect.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from samedeal_protocol.rooms.boards import SeatState, Zones
from samedeal_protocol.shapes import MatchId, Reply, Request

CommandNumber: TypeAlias = Annotated[int, Field(ge=1, le=2**31)]


class RoomCommand(Request):
    """A command that changes the room this connection is in."""

    n: CommandNumber


class Done(Reply):
    """A command was carried out, or a line said, and is in the room's log."""

    t: Literal["done"] = "done"
    offset: int


class Leave(RoomCommand):
    """Give up the seat; during a match this resigns first."""

    t: Literal["leave"] = "leave"
    answered_by = Done


class Ready(RoomCommand):
    """Be ready for the open match, committed to a nonce; once more, to another one."""

    t: Literal["ready"] = "ready"
    answered_by = Done
    match: MatchId
    commitment: Annotated[bytes, Field(min_length=32, max_length=32)]


class Unready(RoomCommand):
    """Take ready back, before the countdown."""

    t: Literal["unready"] = "unready"
    answered_by = Done


class Reveal(RoomCommand):
    """Reveal the nonce, during the countdown."""

    t: Literal["reveal"] = "reveal"
    answered_by = Done
    nonce: Annotated[bytes, Field(min_length=16, max_length=16)]


class Pause(RoomCommand):
    """Ask for a pause, or agree to one.

    All clocks stand once nobody who races is against it; bots, and whoever is away,
    agree. Refused with `no_pause` where anything counts.
    """

    t: Literal["pause"] = "pause"
    answered_by = Done


class GoOn(RoomCommand):
    """End the pause, in three seconds; before it has begun, want none any more."""

    t: Literal["go_on"] = "go_on"
    answered_by = Done


class Finish(RoomCommand):
    """Stop here and keep the score that was reached."""

    t: Literal["finish"] = "finish"
    answered_by = Done


class Resign(RoomCommand):
    """Give the match up; those who did not resign are placed before."""

    t: Literal["resign"] = "resign"
    answered_by = Done


class Moved(Reply):
    """A move was made and is in the room's log; what changed on the own board."""

    t: Literal["moved"] = "moved"
    offset: int
    ply: int
    """The own board's ply after the move."""
    score: int
    state: SeatState
    """How the seat stands after the move."""
    zones: Zones
    """The zones that changed, whole; all there are if `full`."""
    full: bool = False
    """Whether the zones are in place of all that were known: for the first move after
    `started`, unless a snapshot has brought the board since; for one sent again that
    others came after; or whenever the server likes."""


class Move(RoomCommand):
    """Take one action on the own board."""

    t: Literal["move"] = "move"
    answered_by = Moved
    ply: Annotated[int, Field(ge=0, le=2**31)]
    """The own board's ply that this move is for."""
    move: Annotated[str, Field(min_length=1, max_length=16)]
    """Notation of the game; `U` takes the last action back where the room allows it
    and nothing was shown since. That is an action too, and counts a ply."""


SharedCommand: TypeAlias = Leave | Ready | Unready | Reveal | Pause | GoOn
"""What concerns the room as a whole."""
BareCommand: TypeAlias = Leave | Unready | Pause | GoOn | Finish | Resign
"""A room command that says nothing besides its name."""
PlainCommand: TypeAlias = SharedCommand | Finish | Resign
"""A room command that is answered with `Done`."""
PLAIN_COMMANDS: tuple[type[PlainCommand], ...] = get_args(PlainCommand)
BARE_COMMANDS: Mapping[str, type[BareCommand]] = {
    kind.model_fields["t"].default: kind for kind in get_args(BareCommand)
}
"""By their names on the wire."""
