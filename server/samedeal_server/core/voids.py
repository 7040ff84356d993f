"""Starts that are void: a deal is made of every nonce that was committed to, or not.

Whoever knew the server's seed and saw the others' nonces could choose among deals by
withholding some. So where one is missing nothing is dealt: another match is opened,
with another seed, and the void start is told of with the match that comes of it in the
end. Given deals are made of no nonce of their matches, and wait for nobody.
"""

from samedeal_games.fairness import void_proof
from samedeal_games.transcripts import VoidReason, VoidRecord
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.commands import Now
from samedeal_server.core.connections import process_of
from samedeal_server.core.facts import (
    Fact,
    RoomClosed,
    Seat,
    SeatLeft,
    StartVoided,
)
from samedeal_server.core.openings import open_match
from samedeal_server.core.state import OpenMatch, Room

WITHHELD_MOST = 2
"""After so many starts that were void by a player, the room has no seat for them."""
VOIDS_MOST = 24
"""In a row; a room that comes no further closes."""
LATE_MS = 2_500
"""A countdown that ended so much later than it should was carried by no process, or
one that owed a nonce has died."""


def why_not_sit(room: Room, player: str) -> ErrorCode | None:
    """Return why a room has no seat for a player, None if it may have one."""
    withheld = room.withholders.count(player)
    return ErrorCode.WITHHELD if withheld >= WITHHELD_MOST else None


def own_match(room: Room) -> OpenMatch | None:
    """Return the open match, if its deal is made of its players' nonces."""
    opened = room.next_match
    return None if opened is None or opened.given is not None else opened


def is_ended_void(room: Room) -> bool:
    """Tell whether a nonce is missing at the end of a countdown that needs it."""
    return own_match(room) is not None and bool(_missing(room))


def awaited(room: Room) -> frozenset[str]:
    """Return the processes with connections from which a nonce is missing."""
    if room.phase != "countdown" or own_match(room) is None:
        return frozenset()
    sitters = [sitter for _, sitter in room.taken() if sitter.nonce is None]
    return frozenset(process_of(sitter.connection) for sitter in sitters)


def end_void(
    room: Room, now: Now, silent: frozenset[str] = frozenset()
) -> tuple[Fact, ...]:
    """End a countdown without a deal, and open another match in its place.

    Not at once where processes are `silent`: one that died cannot pass a nonce on,
    and who was connected to it is not to blame.
    """
    is_late = now.ms - room.until > LATE_MS
    if silent & awaited(room) and not is_late:
        return ()
    why = _why(room, is_late=is_late)
    withheld = _missing(room) if why == "withheld" else ()
    left = tuple(SeatLeft(seat, "no_show") for seat in withheld)
    return _void(room, why, withheld, left, now)


def leave_countdown(room: Room, seat: Seat, now: Now) -> tuple[Fact, ...]:
    """Free a seat whose nonce is not revealed, and so end the countdown."""
    why = _why(room, is_late=False)
    withheld = (seat,) if why == "withheld" else ()
    return _void(room, why, withheld, (SeatLeft(seat, "left"),), now)


def open_anew(room: Room, now: Now) -> tuple[Fact, ...]:
    """Open another match in place of one of which the store has lost something.

    Nonces may have been revealed that nobody here remembers. In a countdown nobody can
    commit to another one, so there it can go on.
    """
    if own_match(room) is None or room.phase == "countdown":
        return ()
    return _void(room, "service", (), (), now)


def void_links(room: Room) -> tuple[tuple[str, bytes], ...]:
    """Return matches that were void in a room, each with the proof for the chain.

    Those before the match that is on or was last, and those since. One that no other
    was opened in place of is left out.
    """
    match, opened = room.match, room.next_match
    links: list[tuple[str, bytes]] = []
    if match is not None:
        links += _led_to(match.voids, match.id)
    if opened is not None:
        links += _led_to(room.voids, opened.id)
    return tuple(links)


def _led_to(voids: tuple[VoidRecord, ...], last: str) -> list[tuple[str, bytes]]:
    """Return each void start with what it led to: the next, or the last match."""
    following = [*(void.match for void in voids), last][1:]
    return [
        (void.match, void_proof(void, match))
        for void, match in zip(voids, following, strict=True)
    ]


def _why(room: Room, *, is_late: bool) -> VoidReason:
    """Tell whether a missing nonce is held against whoever did not reveal it."""
    return "service" if room.is_troubled or is_late else "withheld"


def _missing(room: Room) -> tuple[Seat, ...]:
    return tuple(seat for seat, sitter in room.taken() if sitter.nonce is None)


def _void(
    room: Room,
    why: VoidReason,
    withheld: tuple[Seat, ...],
    left: tuple[SeatLeft, ...],
    now: Now,
) -> tuple[Fact, ...]:
    """Return what follows from a start that is void; those who have left are gone."""
    opened = room.next_match
    if opened is None:
        return left
    gone = {fact.seat for fact in left}
    departed = tuple(
        SeatLeft(seat, "left")
        for seat, sitter in room.taken()
        if sitter.departed and seat not in gone
    )
    facts: tuple[Fact, ...] = (
        StartVoided(opened.id, why, withheld),
        *left,
        *departed,
    )
    if len(left) + len(departed) == len(room.taken()):
        return (*facts, RoomClosed("empty"))
    if len(room.voids) + 1 >= VOIDS_MOST:
        return (*facts, RoomClosed("worn"))
    return (*facts, open_match(room.opened, opened.number, now))
