"""The ground of a decision, in the marks that the store keeps of a room.

A mark is the id of the last entry about something. The store appends facts only
if the marks are those on which the decision was made, and sets them as `evolve`
does. Ids hold the time, so that a log which lost its end and grew again cannot
pass for the one that it was.
"""

from samedeal_protocol.limits import MAX_SEATS
from samedeal_server.core.facts import SEAT_FACTS, Fact, Said
from samedeal_server.core.state import Room

TALK = "talk"
"""The mark of the last thing said; talk never moves another mark but the last."""
_OF_SEAT = tuple(f"s{seat}" for seat in range(MAX_SEATS))
NOTHING_YET = ("last", "")
"""The ground of the first facts of a room."""


def guard_of(state: Room, facts: tuple[Fact, ...]) -> tuple[str, ...]:
    """Return the marks that a decision rests on: names and values in turn.

    A seat's own move rests on that seat's board and on the room being in the
    same phase; a line of talk on that phase, too, and on what was said before;
    anything else rests on all that happened so far.
    """
    first = facts[0]
    if len(facts) == 1 and isinstance(first, SEAT_FACTS):
        seat = first.seat
        return ("gen", state.marks.gen, _OF_SEAT[seat], state.marks.versions[seat])
    if len(facts) == 1 and isinstance(first, Said):
        return ("gen", state.marks.gen, TALK, state.marks.spoken)
    return ("last", state.marks.last)


def mark_of(fact: Fact) -> str:
    """Return the name of the mark that a fact sets, besides ``last``."""
    if isinstance(fact, Said):
        return TALK
    return _OF_SEAT[fact.seat] if isinstance(fact, SEAT_FACTS) else "gen"
