"""What a decision rests on, in the marks that the store keeps of a room.

A mark is the id of the last entry about something. The store appends facts only
if the marks are those on which the decision was made, and sets them as `evolve`
does. Ids hold the time, so that a log which lost its end and grew again cannot
pass for the one that it was.
"""

from samedeal_server.core.facts import SEAT_FACTS, Fact
from samedeal_server.core.state import Room


def guard_of(state: Room, facts: tuple[Fact, ...]) -> tuple[str, ...]:
    """Say what a decision rests on: names and values of marks in turn.

    A seat's own move rests on that seat's board and on the room being in the
    same phase; anything else rests on all that happened so far.
    """
    first = facts[0]
    if len(facts) == 1 and isinstance(first, SEAT_FACTS):
        seat = first.seat
        return ("gen", state.gen, f"s{seat}", state.versions[seat])
    return ("last", state.last)


def mark_of(fact: Fact) -> str:
    """Return the name of the mark that a fact sets, besides ``last``."""
    return f"s{fact.seat}" if isinstance(fact, SEAT_FACTS) else "gen"
