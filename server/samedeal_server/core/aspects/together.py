"""The aspects of a room, and what they say together."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from samedeal_server.core.aspects.aspect import Aspect
from samedeal_server.core.aspects.doors import DOORS
from samedeal_server.core.aspects.pauses import PAUSES
from samedeal_server.core.aspects.talk import TALK
from samedeal_server.core.commands import BoardCommand, Command
from samedeal_server.core.facts import Fact
from samedeal_server.core.state import Phase, Room

ASPECTS = (PAUSES, DOORS, TALK)

OF_COMMAND: Mapping[type[Command], Aspect] = {
    kind: aspect for aspect in ASPECTS for kind in aspect.takes
}
OF_FACT: Mapping[type[Fact], Aspect] = {
    kind: aspect for aspect in ASPECTS for kind in aspect.facts
}

H = TypeVar("H")
BoardCheck: TypeAlias = Callable[[Room, BoardCommand], None]


def _those_with(hook: Callable[[Aspect], H | None]) -> tuple[H, ...]:
    return tuple(found for each in ASPECTS if (found := hook(each)) is not None)


def in_turn(checks: tuple[BoardCheck, ...]) -> BoardCheck:
    """Return a check that makes all of these, and a single one as it is.

    Every move waits for it, so it goes through no list where there is none.
    """
    if len(checks) == 1:
        return checks[0]

    def check(room: Room, command: BoardCommand) -> None:
        for each in checks:
            each(room, command)

    return check


check_board = in_turn(_those_with(lambda each: each.check_board))
"""Raises Refused for what nobody does to a board as the room is."""
TURNS = _those_with(lambda each: each.turn)
"""The acts of each in a match once a Tick is due."""

_WAYS_IN = _those_with(lambda each: each.check_way_in)
_STANDING = _those_with(lambda each: each.stands_since)
_DUE = _those_with(lambda each: each.due)
_BEGINNING = _those_with(lambda each: each.begin)


def check_way_in(room: Room, player: str) -> None:
    """Raise Refused for a player without a seat who may neither sit nor watch."""
    for check in _WAYS_IN:
        check(room, player)


def stands_since(room: Room) -> int | None:
    """Return the time since which the clock of the match stands; None while it runs.

    In ms. That it stands for an outage is known only when that is over.
    """
    times = (since(room) for since in _STANDING)
    return min((at for at in times if at is not None), default=None)


def due(room: Room, at: int) -> int:
    """Return the time at which a match that is on wants a Tick, in ms.

    `at` is that time where no aspect has anything to say.
    """
    for due_by in _DUE:
        at = due_by(room, at)
    return at


def begun(room: Room, phase: Phase) -> Room:
    """Return a room that is about to go into a phase, as that is to find it."""
    for begin in _BEGINNING:
        room = begin(room, phase)
    return room
