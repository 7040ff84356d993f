"""The door of a room: whom its host puts out, lets in, and whether it is shut.

What is asked here says how it is to be, so it may be sent again and has no number.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.shapes import Request


class DoorRequest(Request):
    """What the host of a room asks of its door.

    Anybody else is refused with `not_host`.
    """

    answered_by = Done


class PutOut(DoorRequest):
    """Put somebody out; they neither sit nor watch there until they are let in again.

    Whoever sits there is put out before a match or after it, anybody else at any time.
    Refused with `not_yourself` of oneself, `people_only` of a bot, `unknown_player` of
    nobody, `list_full` of too many; and with `wrong_phase` of whoever has a seat once
    the countdown has begun, or in an event's room once they have played there.
    """

    t: Literal["put_out"] = "put_out"
    who: Annotated[str, Field(min_length=1, max_length=80)]
    """A claimed name, or a player's id."""


class LetIn(DoorRequest):
    """Let somebody in, though the door is shut, or they were put out."""

    t: Literal["let_in"] = "let_in"
    who: Annotated[str, Field(min_length=1, max_length=80)]
    """A claimed name, or a player's id."""


class SetDoor(DoorRequest):
    """Shut the door, or open it.

    While it is shut, nobody but those who were let in takes a seat or begins to watch,
    bots included, and no list shows the room. Who has a seat may come back.
    """

    t: Literal["door"] = "door"
    shut: bool


AnyDoorRequest: TypeAlias = PutOut | LetIn | SetDoor
