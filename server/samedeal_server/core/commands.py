"""The commands of rooms, by players and by the server itself."""

from typing import NamedTuple, TypeAlias

from samedeal_protocol.rooms.playing import (
    Finish,
    Move,
    PlainCommand,
    Resign,
    SharedCommand,
)
from samedeal_protocol.rooms.talk import Say, SayPhrase
from samedeal_server.core.state import Player

ENTROPY_BYTES = 48
"""Fresh random bytes that a command may need: 16 for a match id, 32 for a seed."""


class Sit(NamedTuple):
    """Take a seat."""

    player: Player
    connection: str
    place: str = ""
    """The place they come from; empty if that is unknown."""


class Come(NamedTuple):
    """A player who holds a seat is connected again."""

    connection: str


class Go(NamedTuple):
    """A connection was lost."""

    connection: str
    by_service: bool = False
    """Whether its server process has cut it off to stop."""


class Chosen(NamedTuple):
    """The candidate of a seed that is dealt, for whoever starts a match on it."""

    seed: bytes
    counter: int


class Tick(NamedTuple):
    """Time has passed."""

    chosen: Chosen | None = None
    """The deal, where the countdown is over and deals are chosen; see `seed_to_choose`
    in `matches`."""
    silent: frozenset[str] = frozenset()
    """Server processes that owe a nonce at the end of a countdown and were not heard
    of since: they may be dead."""


class StandStill(NamedTuple):
    """No server process could write to the room between two times, in ms."""

    since: int
    until: int


class Bury(NamedTuple):
    """A server process has died; the seats that it carried are away."""

    process: str


class BeginEpoch(NamedTuple):
    """The store has lost the end of the room's log, as it was in this epoch."""

    lost: int
    told: str = ""
    """The match whose seed players had been told before the loss."""


class Shut(NamedTuple):
    """An operator wants the room closed."""

    because: str


class PutOut(NamedTuple):
    """The host wants somebody out, and kept out."""

    player: str
    name: str
    bot: bool


class LetIn(NamedTuple):
    """The host lets somebody in, who may have been put out."""

    player: str
    name: str


class SetDoor(NamedTuple):
    """The host shuts the door to those who were not let in, or opens it."""

    shut: bool


DoorCommand: TypeAlias = PutOut | LetIn | SetDoor
"""A host's word on those who come in."""
BOARD_COMMANDS = (Move, Finish, Resign)
BoardCommand: TypeAlias = Move | Finish | Resign
"""What concerns one seat's own board: it needs no dice, and rests on nothing that
another seat does."""
NumberedCommand: TypeAlias = Move | PlainCommand
"""Commands that are carried out once, however often they are sent."""
TalkCommand: TypeAlias = Say | SayPhrase
PlayerCommand: TypeAlias = NumberedCommand | TalkCommand
RoomCommand: TypeAlias = Tick | StandStill | Bury | BeginEpoch | Shut
"""Commands about a room, whoever sits in it."""
CommonCommand: TypeAlias = (
    Sit | Come | Go | RoomCommand | SharedCommand | TalkCommand | DoorCommand
)
"""Commands that may rest on all that has happened so far."""
Command: TypeAlias = BoardCommand | CommonCommand


class Now(NamedTuple):
    """A decision's needs from outside: the time, and dice already thrown."""

    ms: int
    entropy: bytes
    """Empty where none is needed."""
