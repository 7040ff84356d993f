"""What one move has changed on a board, as far as it is seen.

Pure: two boards in, places out.
"""

from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN
from samedeal_games.game import Board

NEXT = "next"
"""The zone of the card that is to be laid, where one is."""
UNSEEN = (NEXT, "redeals", "stock")
"""Zones of which no single card is seen that lies there."""


class Place(NamedTuple):
    """The last so many cards of a zone."""

    zone: str
    cards: int


class Moved(NamedTuple):
    """What one move has changed."""

    source: Place | None
    """Where the cards lay that moved; None where they came from no single place."""
    landed: tuple[Place, ...]
    turned: tuple[Place, ...] = ()
    """Cards that were face down, and are not any more."""

    @property
    def target(self) -> Place | None:
        """Where they lie now, if that is one place."""
        return self.landed[0] if len(self.landed) == 1 else None


def moved_between(before: Board, after: Board) -> Moved | None:
    """Return what a move has changed; None where it was not exactly one."""
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
