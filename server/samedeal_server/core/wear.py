"""Wear: a room's log is read whole, so it does not grow for ever.

Whoever carries a room reads all its facts, so after so many it closes. That nobody
closes a public room to the others that way, those from one place are held to a part of
its log together: whatever they do, it takes two places to wear one out.
"""

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Ready, Unready
from samedeal_server.core.commands import Command, Sit
from samedeal_server.core.facts import Seat
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Match, Phase, Room, Sitter

LOG_WORN_AT = 20_000
"""Facts after which a room closes at the next occasion."""

WEARING = (Sit, Ready, Unready)
"""Deeds that people could do for ever without playing."""

STIRS_MOST = 1_000
"""How often those from one place may sit down or change their minds in a public room: a
family never does."""
WAYS_BACK_MOST = 2 * STIRS_MOST
"""How many stirs there may be before they cannot come back to a seat, either; each way
back is two facts."""
PLAYED_MOST = LOG_WORN_AT // 2
"""How many facts of a public room's log they may make by playing. With the ways back,
and what a room takes of talk, that stays below `LOG_WORN_AT`."""
BESIDE_MOVES = 5
"""Facts of a match that are no moves, for each of two seats: ready, nonce and end, and
half of the four that concern the match as a whole."""


def is_worn(room: Room, command: Command) -> bool:
    """Tell whether a room closes instead of what is asked of it."""
    return room.marks.offset >= LOG_WORN_AT and isinstance(command, WEARING)


def check_stirs(room: Room, place: str, most: int = STIRS_MOST) -> None:
    """Raise Refused where those from a place have stirred in a public room enough."""
    if room.opened.public and place and room.course.stirs.get(place, 0) >= most:
        raise Refused(ErrorCode.RESTLESS, f"{most} times from your address")


def stirred(room: Room, seat: Seat) -> Room:
    """Count what makes the log longer and brings nobody nearer to a match."""
    sitter = room.table.seats[seat]
    if sitter is None:
        return room
    stirs = room.course.stirs.get(sitter.place, 0) + 1
    return room._replace(
        course=room.course._replace(stirs={**room.course.stirs, sitter.place: stirs})
    )


def check_played(room: Room, seat: Seat) -> None:
    """Raise Refused where those from a seat's place have played enough in a room."""
    sitter = room.table.seats[seat]
    if (
        room.marks.offset < PLAYED_MOST
        or not room.opened.public
        or not (sitter and sitter.place)
    ):
        return
    place = sitter.place
    played = room.course.played_from.get(place, 0)
    if room.course.phase is Phase.PLAYING and room.table.match is not None:
        played += _played(room.table.match, room.table.seats).get(place, 0)
    if played >= PLAYED_MOST:
        raise Refused(ErrorCode.RESTLESS, f"{PLAYED_MOST} facts from your address")


def with_played(room: Room, match: Match) -> Room:
    """Count what a match that ends has added to the log, by place."""
    played = dict(room.course.played_from)
    for place, facts in _played(match, room.table.seats).items():
        played[place] = played.get(place, 0) + facts
    return room._replace(course=room.course._replace(played_from=played))


def _played(match: Match, seats: tuple[Sitter | None, ...]) -> dict[str, int]:
    played: dict[str, int] = {}
    for sitter, play in zip(seats, match.plays, strict=True):
        if sitter is not None and play is not None:
            facts = play.plies + BESIDE_MOVES
            played[sitter.place] = played.get(sitter.place, 0) + facts
    return played
