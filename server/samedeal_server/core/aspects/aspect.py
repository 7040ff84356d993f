"""An aspect of a room: something that people ask for there, as one value.

Each has a module beside this one, which ends with that value; `together` lists them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from samedeal_protocol.updates import Update
from samedeal_server.core.commands import BoardCommand, Command, Now
from samedeal_server.core.facts import Entry, Fact, Seat
from samedeal_server.core.state import Phase, Room

WAITING = frozenset({Phase.GATHERING, Phase.RESULT})
PLAYING = frozenset({Phase.PLAYING})
OPEN = frozenset(Phase) - {Phase.CLOSED}
"""All phases but the last."""


class Aspect(NamedTuple):
    """All that a room has to know of an aspect, which may leave most of it out."""

    takes: Mapping[type[Command], frozenset[Phase]]
    """Commands of somebody with a seat, and the phases that take each."""
    decide: Callable[[Room, Seat, Any, Now], tuple[Fact, ...]]
    """Decides about such a command; raises Refused."""
    facts: tuple[type[Fact], ...] = ()
    """The facts of this aspect and no other."""
    evolve: Callable[[Room, Entry, Any], Room] = lambda room, entry, fact: room
    """Folds one of these facts."""
    view: Callable[[Room], Mapping[str, Any]] = lambda room: {}
    """Fields of a room's view."""
    tell: Callable[[Room, Fact, Room], list[Update]] = lambda before, fact, after: []
    """News for everybody of any fact but those of a seat's own board."""

    # How it reaches into what is not its own.
    check_board: Callable[[Room, BoardCommand], None] | None = None
    """Raises Refused for what nobody does to a board as the room is."""
    check_way_in: Callable[[Room, str], None] | None = None
    """Raises Refused for a player without a seat who may neither sit nor watch."""
    stands_since: Callable[[Room], int | None] | None = None
    """Since when it has the clock of the match stand, in ms; None while it does not."""
    due: Callable[[Room, int], int] | None = None
    """The time when a match that is on wants a Tick, which without it would be at that
    time."""
    turn: Callable[[Room, Now], tuple[Fact, ...]] | None = None
    """Acts in a match once a Tick is due; does nothing most of the time."""
    begin: Callable[[Room, Phase], Room] | None = None
    """Takes a room into a phase, out of the one that it is in."""
