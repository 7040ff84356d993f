"""The change that one move made on a board, as far as it is seen.

Pure: two boards in, places out.
"""

from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN
from samedeal_games.game import Board

NEXT = "next"
"""The zone of the card that is to be laid, where there is one."""
UNSEEN = (NEXT, "redeals", "stock")
"""Zones that show none of the cards in them singly."""


class Place(NamedTuple):
    """The last `cards` cards of a zone."""

    zone: str
    cards: int


class Moved(NamedTuple):
    """The change that one move made."""

    source: Place | None
    """The place that the moved cards came from; None where it was no single one."""
    landed: tuple[Place, ...]
    turned: tuple[Place, ...] = ()
    """Cards that were turned up."""

    @property
    def target(self) -> Place | None:
        """The place that the cards lie in now; None where it is no single one."""
        return self.landed[0] if len(self.landed) == 1 else None


def moved_between(before: Board, after: Board) -> Moved | None:
    """Return the change between two boards; None unless it was exactly one move."""
    if after.plies != before.plies + 1:
        return None
    was, now = before.zones, after.zones
    grown = {
        zone: len(cards) - len(was.get(zone, ()))
        for zone, cards in now.items()
        if zone not in UNSEEN and len(cards) > len(was.get(zone, ()))
    }
    shrunk = [zone for zone in was if len(now.get(zone, ())) < len(was[zone])]
    landed = tuple(Place(zone, count) for zone, count in grown.items())
    turned = tuple(
        Place(zone, 1)
        for zone in shrunk
        if (cards := now.get(zone, ()))
        and cards[-1] != FACE_DOWN
        and was[zone][len(cards) - 1] == FACE_DOWN
    )
    source = None
    if len(grown) == 1 and NEXT in was:
        source = Place(NEXT, 1)
    elif len(grown) == 1 and len(shrunk) == 1:
        source = Place(shrunk[0], sum(grown.values()))
    return Moved(source, landed, turned) if landed else None
