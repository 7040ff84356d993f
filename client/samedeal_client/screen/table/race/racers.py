"""The racers of a match, and who of them stands before whom."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.view.names import sitter_name
from samedeal_client.view.standings import is_away
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import RoomView, SeatState


class Racer(NamedTuple):
    """A racer's progress in a match."""

    number: int
    """Tells racers apart for as long as the match lasts."""
    name: str
    """Fit for a screen."""
    score: int
    plies: int
    state: SeatState
    is_own: bool = False
    is_away: bool = False
    is_followed: bool = False
    """Whether who only looks on has this one's board before them."""


def racers_in(room: RoomView, own: int | None) -> tuple[Racer, ...]:
    """Return the racers in a room's match."""
    return tuple(
        Racer(
            seat.seat,
            tr("you") if seat.seat == own else sitter_name(seat, room.seats),
            seat.play.score,
            seat.play.ply,
            seat.play.state,
            is_own=seat.seat == own,
            is_away=is_away(seat, room.phase),
        )
        for seat in room.seats
        if seat.play is not None
    )


def race_title(about: About) -> str:
    """Return the aim of the race, as a title."""
    if about.contest is Contest.RACE:
        return tr("Race to {count}", count=about.top_score)
    return tr("Points")


def places_of(racers: Sequence[Racer]) -> dict[int, int]:
    """Return everybody's place by their number, from 1; who is level shares one."""
    return {
        racer.number: 1 + sum(_leads(other, racer) for other in racers)
        for racer in racers
    }


def _leads(other: Racer, racer: Racer) -> bool:
    """Tell whether somebody stands better as far as counts say."""
    if (other.state == "resigned") != (racer.state == "resigned"):
        return racer.state == "resigned"
    return other.score > racer.score
