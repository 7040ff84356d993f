"""A room at the moment that it is drawn."""

from typing import NamedTuple

from samedeal_protocol.rooms.boards import RoomView


class Seen(NamedTuple):
    """A room as it is now, and the cells that there are for it; sizes are (w, h)."""

    room: RoomView
    felt: tuple[int, int]
    """The most that the felt may take."""
    bars: tuple[int, int]
    """The most that the bars may take."""
    across: int
    """The width of the screen."""
