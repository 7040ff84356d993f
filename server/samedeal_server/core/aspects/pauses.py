"""Pauses: all clocks of a match stand, by agreement of all who race.

Only where nothing counts. Who asks for one is told to all. Once nobody who races is
against it, it begins; anybody who races ends it, after a short countdown, and so does
time. In the log its end is a clock that stood from its beginning, as in an outage, so
that whatever counts time knows of it already.
"""

from collections.abc import Mapping

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import PauseView
from samedeal_protocol.rooms.playing import Finish, GoOn, Move, Pause
from samedeal_protocol.updates import PauseChanged, Update
from samedeal_server.core.aspects.aspect import PLAYING, Aspect
from samedeal_server.core.commands import BoardCommand, Now
from samedeal_server.core.facts import (
    ClockStood,
    Entry,
    Fact,
    GoingOn,
    PauseAsked,
    PauseBegan,
    PauseEnded,
    PauseFact,
    Seat,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import NO_BREAK, Phase, Room
from samedeal_server.core.wear import check_stirs, stirred

PAUSE_MS = 15 * 60_000
"""The longest that a pause lasts."""
GOES_ON_MS = 3_000
"""From somebody's asking for it to the end of a pause."""


def _decide(room: Room, seat: Seat, command: Pause | GoOn, _: Now) -> tuple[Fact, ...]:
    """Ask for a pause, agree to one, or end it; raises Refused.

    Asked again, it is a fact again: a command that was carried out without one would
    leave its number free.
    """
    match, sitter = room.table.match, room.table.seats[seat]
    if match is None or match.rated or room.opened.kind != "match" or sitter is None:
        raise Refused(ErrorCode.NO_PAUSE, "this match counts")
    if not _races(room, seat):
        raise Refused(ErrorCode.SEAT_DONE, "only who still races may pause")
    pause = room.course.pause
    if isinstance(command, GoOn):
        if pause.since is not None and pause.by is not None:
            raise Refused(ErrorCode.WRONG_PHASE, "it goes on already")
        if pause.since is not None:
            return (GoingOn(seat),)
        if seat not in pause.asked:
            raise Refused(ErrorCode.WRONG_PHASE, "there is no pause")
        return (PauseAsked(seat, False),)
    if pause.since is not None:
        raise Refused(ErrorCode.PAUSED, "the match is paused already")
    check_stirs(room, sitter.place)
    return (PauseAsked(seat),)


def _check_board(room: Room, command: BoardCommand) -> None:
    """Raise Refused for what nobody does to a board while the clocks stand."""
    if room.course.pause.since is not None and isinstance(command, Move | Finish):
        raise Refused(ErrorCode.PAUSED, "the match is paused")


def _stands_since(room: Room) -> int | None:
    return room.course.pause.since


def _due(room: Room, at: int) -> int:
    """Return the time at which a match wants a Tick; without a pause that is `at`."""
    pause = room.course.pause
    if pause.since is None:
        return room.course.phase_since if _is_agreed(room) else at
    if room.all_done() or not _people(room):
        return room.course.phase_since
    return pause.until


def _turn(room: Room, now: Now) -> tuple[Fact, ...]:
    """Begin a pause or end it, if either is due."""
    pause = room.course.pause
    if pause.since is None:
        is_on = now.ms < room.course.until and _is_agreed(room)
        return (PauseBegan(),) if is_on else ()
    return (ClockStood(pause.since, now.ms), PauseEnded())


def _evolve(room: Room, entry: Entry, fact: PauseFact) -> Room:
    if isinstance(fact, PauseAsked):
        room = stirred(room, fact.seat)
    pause = room.course.pause
    match fact:
        case PauseAsked(seat, True):
            others = tuple(k for k in pause.asked if k != seat)
            pause = pause._replace(asked=(*others, seat))
        case PauseAsked(seat):
            pause = pause._replace(asked=tuple(k for k in pause.asked if k != seat))
        case PauseBegan():
            pause = pause._replace(since=entry.at, until=entry.at + PAUSE_MS)
        case GoingOn():
            soon = min(pause.until, entry.at + GOES_ON_MS)
            pause = pause._replace(until=soon, by=fact.seat)
        case PauseEnded():
            pause = NO_BREAK
    return room._replace(course=room.course._replace(pause=pause))


def _begin(room: Room, _: Phase) -> Room:
    """End what there is of a pause: it is of one match, and of no other phase."""
    return room._replace(course=room.course._replace(pause=NO_BREAK))


def _tell(before: Room, _: Fact, after: Room) -> list[Update]:
    pause = _view(after)
    return [] if pause == _view(before) else [PauseChanged(pause=pause)]


def _shown(room: Room) -> Mapping[str, PauseView | None]:
    return {"pause": _view(room)}


def _view(room: Room) -> PauseView | None:
    """Return the view of a pause for everybody; None where nobody wants one."""
    pause = room.course.pause
    if pause.since is None:
        return PauseView(asked=pause.asked) if pause.asked else None
    # The time up to which an outage has been counted is gone from the clock already.
    since = max(pause.since, room.course.stood_to)
    until = max(pause.until, since)
    return PauseView(asked=pause.asked, since=since, until=until, by=pause.by)


def _is_agreed(room: Room) -> bool:
    """Tell whether a person who races wants a pause, and nobody who is there does not.

    Bots can wait, and whoever is away loses nothing by it.
    """
    people = _people(room)
    wanting = [seat for seat in people if seat in room.course.pause.asked]
    against = [
        seat
        for seat in people
        if seat not in wanting and (s := room.table.seats[seat]) and not s.away_since
    ]
    return bool(wanting) and not against


def _people(room: Room) -> list[Seat]:
    """List the seats of those who race and are no bots."""
    return [
        seat
        for seat, sitter in room.taken()
        if not sitter.player.bot and _races(room, seat)
    ]


def _races(room: Room, seat: Seat) -> bool:
    play = room.play_of(seat)
    return play is not None and play.state == "playing"


PAUSES = Aspect(
    takes={Pause: PLAYING, GoOn: PLAYING},
    decide=_decide,
    facts=(PauseAsked, PauseBegan, GoingOn, PauseEnded),
    evolve=_evolve,
    view=_shown,
    tell=_tell,
    check_board=_check_board,
    stands_since=_stands_since,
    due=_due,
    turn=_turn,
    begin=_begin,
)
