"""Sentences on one attempt at a given deal."""

from samedeal_client.language import later, tr
from samedeal_client.view.times import clock
from samedeal_protocol.rooms.boards import RoomView

RUNS_ON = later(" The clock keeps running. Come back with:  {command}")
NOT_BEGUN = later(" It has not begun. Play it with:  {command}")
BEGIN = later(
    " Enter deals the cards: {time} from then on, one attempt. {leave} puts it off."
)


def begin_text(room: RoomView, leave: str) -> str:
    """Return the words before an attempt: the key for it, and the consequences.

    `leave` is the word or the key by which one leaves.
    """
    return tr(BEGIN, time=clock(room.time_limit_s), leave=leave)


def away_text(room: RoomView | None, again: str) -> str:
    """Return the words on an attempt that its player goes away from."""
    playing = room is not None and room.phase in ("countdown", "playing")
    return tr(RUNS_ON if playing else NOT_BEGUN, command=again)


def is_attempt_over(room: RoomView | None) -> bool:
    """Tell whether nothing is left to come back to in a room for one."""
    return room is None or room.phase in ("result", "closed")
