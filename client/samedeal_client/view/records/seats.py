"""The players of a match, as its record names them; needs no messages."""

from collections.abc import Iterable

from samedeal_client.view.names import cut_name, name_of, told_apart
from samedeal_records.transcripts import SeatRecord

MOST_NAME = 26


def seat_name(seat: SeatRecord, seats: Iterable[SeatRecord]) -> str:
    """Return a player's name among all of a match, bots labelled; it is short."""
    name = told_apart(_called(seat), seat.seat, ((s.seat, _called(s)) for s in seats))
    return cut_name(name, MOST_NAME)


def _called(seat: SeatRecord) -> str:
    return name_of(seat.name, bot=seat.bot)
