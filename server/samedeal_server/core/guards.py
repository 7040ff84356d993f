"""What a decision rests on, in the counters that the store keeps of a room.

The store appends facts only if the counters stand where they stood when the
decision was made; `evolve` counts the same way, so state and store agree.
"""

from typing import TypeAlias

from samedeal_server.core.facts import SEAT_FACTS, Fact
from samedeal_server.core.state import Room

Counters: TypeAlias = tuple[tuple[str, int], ...]
"""Names and numbers: ``offset`` facts in the log, ``gen`` of them about the room
as a whole, ``s0`` and so on about each seat's own board."""


def guard_of(state: Room, facts: tuple[Fact, ...]) -> Counters:
    """Say what a decision rests on.

    A seat's own move rests on that seat's board and on the room being in the
    same phase; anything else rests on all that happened so far.
    """
    first = facts[0]
    if len(facts) == 1 and isinstance(first, SEAT_FACTS):
        seat = first.seat
        return (("gen", state.gen), (f"s{seat}", state.versions[seat]))
    return (("offset", state.offset),)


def bumps(facts: tuple[Fact, ...]) -> Counters:
    """Count facts the way `evolve` does."""
    counts: dict[str, int] = {}
    for fact in facts:
        name = f"s{fact.seat}" if isinstance(fact, SEAT_FACTS) else "gen"
        counts[name] = counts.get(name, 0) + 1
    return tuple(counts.items())
