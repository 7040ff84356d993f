"""Starts that are void: a deal is made of every nonce that was committed to, or not.

Whoever knew the server's seed and saw the others' nonces could choose among deals by
withholding some. So where one is missing nothing is dealt: another match is opened,
with another seed, and the void start is told of with the match that comes of it in the
end. Given deals are made of no nonce of their matches, and wait for nobody. Whoever
withholds one loses the seat either way.
"""

from samedeal_games.fairness import VoidReason, VoidRecord, void_proof
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.commands import Now
from samedeal_server.core.connections import process_of
from samedeal_server.core.facts import (
    Fact,
    LeaveReason,
    MatchStarted,
    RoomClosed,
    Seat,
    SeatLeft,
    StartVoided,
)
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.core.rooms.openings import open_match
from samedeal_server.core.state import OpenMatch, Room

WITHHELD_MOST = 2
"""The nonces that a player withheld after which the room has no seat for them."""
HELD_UP_MOST = 3
"""After so many starts that were held up from one place in `HELD_UP_MS`, a public room
has no seat for those who come from there; who sits in it stays."""
HELD_UP_MS = 10 * 60_000
VOIDS_MOST = 24
"""In a row; a room that comes no further closes."""
REVEAL_MS = 3_000
"""So long after a countdown began a nonce may come, however short the countdown."""
LATE_MS = 2_500
"""A countdown that ended so much later than it should was carried by no process, or
one that owed a nonce has died."""


def check_seat(room: Room, player: str, place: str, now: Now) -> None:
    """Refuse a player, or an address, that has held the room up too often.

    Addresses count in public rooms only: into others only those come who were sent
    the code.
    """
    if room.withholders.count(player) >= WITHHELD_MOST:
        raise Refused(ErrorCode.WITHHELD, "you withheld your nonce twice in this room")
    if not room.opened.public or not place:
        return
    starts = {
        each.match: each.at for each in room.course.withheld if each.place == place
    }
    lately = sorted(starts.values())[-HELD_UP_MOST:]
    if len(lately) == HELD_UP_MOST and now.ms < lately[0] + HELD_UP_MS:
        raise Wait(ErrorCode.HELD_UP, lately[0] + HELD_UP_MS - now.ms)


def own_match(room: Room) -> OpenMatch | None:
    """Return the open match, if its deal is made of its players' nonces."""
    opened = room.course.next_match
    return None if opened is None or opened.given is not None else opened


def reveals_until(room: Room) -> int:
    """Return the end of a countdown, in ms; later than told if a nonce is missing."""
    course = room.course
    if not is_nonce_missing(room):
        return course.until
    return max(course.until, course.phase_since + REVEAL_MS)


def is_nonce_missing(room: Room) -> bool:
    """Tell whether somebody has not revealed what they committed to."""
    return bool(_missing(room))


def awaited(room: Room) -> frozenset[str]:
    """Return the processes with connections from which a nonce is missing."""
    if room.course.phase != "countdown":
        return frozenset()
    sitters = [sitter for _, sitter in room.taken() if sitter.nonce is None]
    return frozenset(process_of(sitter.connection) for sitter in sitters)


def end_short(
    room: Room, now: Now, silent: frozenset[str] = frozenset()
) -> tuple[Fact, ...]:
    """End a countdown in which a nonce is missing.

    Another match is opened, unless the deal is made already and enough are there to
    play it. Not at once where processes are `silent`: one that died cannot pass a
    nonce on, and who was connected to it is not to blame. If nobody has revealed, they
    have held up nobody but themselves, and keep their seats to come back to.
    """
    is_late = now.ms - reveals_until(room) > LATE_MS
    if silent & awaited(room) and not is_late:
        return ()
    why = _why(room, is_late=is_late)
    missing = _missing(room)
    withheld = missing if why == "withheld" else ()
    if len(missing) == len(room.taken()):
        return _void(room, why, withheld, (), now)
    if own_match(room) is None and _present(room) >= room.players_needed:
        reason: LeaveReason = "no_show" if withheld else "away"
        return (*(SeatLeft(seat, reason) for seat in missing), MatchStarted())
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
    if own_match(room) is None or room.course.phase == "countdown":
        return ()
    return _void(room, "service", (), (), now)


def void_links(room: Room) -> tuple[tuple[str, bytes], ...]:
    """Return matches that were void in a room, each with the proof for the chain.

    Those before the match that is on or was last, and those since. One that no other
    was opened in place of is left out.
    """
    match, opened = room.table.match, room.course.next_match
    links: list[tuple[str, bytes]] = []
    if match is not None:
        links += _led_to(match.voids, match.id)
    if opened is not None:
        links += _led_to(room.course.voids, opened.id)
    return tuple(links)


def _led_to(voids: tuple[VoidRecord, ...], last: str) -> list[tuple[str, bytes]]:
    """Return each void start with the match that it led to: the next, or `last`."""
    following = [*(void.match for void in voids), last][1:]
    return [
        (void.match, void_proof(void, match))
        for void, match in zip(voids, following, strict=True)
    ]


def _why(room: Room, *, is_late: bool) -> VoidReason:
    """Tell whether a missing nonce is held against whoever did not reveal it."""
    return "service" if room.course.is_troubled or is_late else "withheld"


def _present(room: Room) -> int:
    """Count who has revealed and is still there."""
    return sum(s.nonce is not None and not s.departed for _, s in room.taken())


def _missing(room: Room) -> tuple[Seat, ...]:
    return tuple(seat for seat, sitter in room.taken() if sitter.nonce is None)


def _void(
    room: Room,
    why: VoidReason,
    withheld: tuple[Seat, ...],
    left: tuple[SeatLeft, ...],
    now: Now,
) -> tuple[Fact, ...]:
    """Return the facts of a start that is void; those in `left` are gone."""
    opened = room.course.next_match
    if opened is None:
        return left
    gone = {fact.seat for fact in left}
    departed = tuple(
        SeatLeft(seat, "left")
        for seat, sitter in room.taken()
        if sitter.departed and seat not in gone
    )
    facts: tuple[Fact, ...] = (*left, *departed)
    if opened.given is None:
        facts = (StartVoided(opened.id, why, withheld), *facts)
    if len(left) + len(departed) == len(room.taken()):
        return (*facts, RoomClosed("empty"))
    if len(room.course.voids) + 1 >= VOIDS_MOST:
        return (*facts, RoomClosed("worn"))
    return (*facts, open_match(room.opened, opened.number, room.course.turn, now))
