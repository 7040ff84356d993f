"""What an aspect of a room is: something that people ask for there, as one value.

Each has a module in `aspects`, which ends with that value; `rooms.aspects` lists them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from samedeal_protocol.updates import Update
from samedeal_server.core.commands import Command, Now
from samedeal_server.core.facts import CommonFact, Entry, Fact, Seat
from samedeal_server.core.state import Phase, Room

WAITING = frozenset({Phase.GATHERING, Phase.RESULT})
PLAYING = frozenset({Phase.PLAYING})
OPEN = frozenset(Phase) - {Phase.CLOSED}
"""All phases but the last."""


class Aspect(NamedTuple):
    """Something in a room that people ask for: all that there is to it, as one value.

    What comes of it, how that is folded and told stands in a module of its own.
    """

    takes: Mapping[type[Command], frozenset[Phase]]
    """What somebody with a seat asks, and in which phases."""
    decide: Callable[[Room, Seat, Any, Now], tuple[Fact, ...]]
    """What comes of it; raises Refused."""
    facts: tuple[type[CommonFact], ...] = ()
    evolve: Callable[[Room, Entry, Any], Room] = lambda room, entry, fact: room
    """Folds one of the facts."""
    view: Callable[[Room], Mapping[str, Any]] = lambda room: {}
    """Fields of a room's view."""
    tell: Callable[[Room, Fact, Room], list[Update]] = lambda before, fact, after: []
    """What everybody is told of any fact about the room as a whole."""
