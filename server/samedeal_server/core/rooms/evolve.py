"""Rooms as folds of their logs: what each fact changes.

A fact has happened, so nothing here refuses; what makes no sense in a state
changes nothing.
"""

from typing import assert_never

from samedeal_server.core.aspects.together import OF_FACT, begun
from samedeal_server.core.facts import (
    ASPECT_FACTS,
    SEAT_FACTS,
    CameBack,
    ClockStood,
    CommonFact,
    CountdownBegan,
    Departed,
    Entry,
    EpochBegan,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Readied,
    Revealed,
    RoomClosed,
    RoomOpened,
    RoomShut,
    Said,
    Seat,
    SeatLeft,
    SeatTaken,
    StartVoided,
    Unreadied,
    WentAway,
)
from samedeal_server.core.rooms.matches import (
    end_match,
    evolve_seat,
    evolve_stood,
    game_of,
    opened_match,
    start_match,
    turn_of,
    void_of,
)
from samedeal_server.core.state import (
    Course,
    Marks,
    Nonce,
    Phase,
    Player,
    Room,
    Sitter,
    Table,
    Withheld,
    with_answer,
)
from samedeal_server.core.wear import stirred, with_played


def evolve(room: Room | None, entry: Entry, after: object = None) -> Room:
    """Fold the next fact of the log into the state.

    `after` is the position that a move leads to, if that is known already.
    """
    fact = entry.fact
    if room is None:
        if not isinstance(fact, RoomOpened):
            raise ValueError(f"a log begins with room_opened, not {fact!r}")
        return _opened(fact, entry)
    if isinstance(fact, SEAT_FACTS):
        return evolve_seat(room, entry, fact, after)
    room = _happened(room, entry, fact)
    room = room._replace(marks=_marked(room.marks, entry))
    return (
        room._replace(table=room.table._replace(seats=with_answer(room, entry)))
        if entry.n
        else room
    )


def _marked(marks: Marks, entry: Entry) -> Marks:
    mark = entry.mark
    if isinstance(entry.fact, Said):
        # No decision but another line's rests on it.
        return marks._replace(offset=entry.offset, last=mark, spoken=mark)
    return marks._replace(offset=entry.offset, last=mark, gen=mark)


def _happened(room: Room, entry: Entry, fact: CommonFact | Said) -> Room:
    if isinstance(fact, ASPECT_FACTS):
        return OF_FACT[type(fact)].evolve(room, entry, fact)
    match fact:
        case SeatTaken():
            return _sat(room, fact, entry)
        case SeatLeft():
            return _left(room, fact, entry)
        case Departed():
            return _departed(room, fact)
        case WentAway():
            return _away(room, fact, entry)
        case CameBack():
            return _back(room, fact)
        case MatchOpened():
            return _match_opened(room, fact, entry)
        case Readied():
            return _readied(room, fact, entry)
        case Unreadied():
            return _unreadied(room, fact, entry)
        case CountdownBegan():
            return _counting(room, entry)
        case Revealed():
            return _revealed(room, fact)
        case StartVoided():
            return _voided(room, fact)
        case MatchStarted():
            return _started(room, fact, entry)
        case ClockStood():
            is_new = fact.until > room.course.stood_to
            return evolve_stood(_troubled(room, is_new), fact)
        case EpochBegan():
            return _epoch_began(room, fact)
        case MatchEnded():
            return _ended(room, entry)
        case RoomClosed():
            return _closed(room, fact, entry)
        case RoomShut():
            return _shut(room, fact, entry)
        case RoomOpened():
            return room
        case _:
            assert_never(fact)


def _opened(fact: RoomOpened, entry: Entry) -> Room:
    game = game_of(fact, 1, 1)
    return Room(
        fact,
        Course(
            phase=Phase.GATHERING,
            until=entry.at + fact.limits.gather_ms,
            phase_since=entry.at,
            stood_to=entry.at,
        ),
        Table(
            host=0,
            game=game,
            time_limit_s=fact.time_limit_s or game.about.time_limit_s,
            match=None,
            seats=(None,) * fact.seats_max,
        ),
        Marks(entry.offset, entry.mark, entry.mark, ("",) * fact.seats_max),
    )


def _sat(room: Room, fact: SeatTaken, entry: Entry) -> Room:
    player = Player(fact.player, fact.name, fact.bot, fact.named)
    sitter = Sitter(player, fact.connection, fact.place)
    if room.opened.public and not fact.bot:
        room = _awaited_anew(room, entry.at)
    room = stirred(_seated(room, fact.seat, sitter), fact.seat)
    return _recounted(room, entry.at)


def _awaited_anew(room: Room, at: int) -> Room:
    """Count from now on how long a host is away for whom the room was kept.

    They have as long to come back to whoever came as to those who were there before.
    """
    since = at - room.opened.limits.away_ms
    for seat, sitter in room.taken():
        if sitter.away_since is not None and sitter.away_since <= since:
            room = _changed(room, seat, away_since=at)
    return room


def _left(room: Room, fact: SeatLeft, entry: Entry) -> Room:
    sitter = room.table.seats[fact.seat]
    if sitter is None:
        return room
    commitment = sitter.commitment
    if room.course.phase is Phase.COUNTDOWN and commitment and sitter.nonce is None:
        nonce = Nonce(sitter.player.id, commitment, None)
        room = room._replace(
            course=room.course._replace(no_shows=(*room.course.no_shows, nonce))
        )
        if fact.why != "away" and not room.course.is_troubled:
            room = _with_withheld(room, sitter, entry.at)
    room = _seated(room, fact.seat, None)
    if fact.seat == room.table.host:
        # Where nobody is left there is no host, and nothing to tell of one.
        host = min((k for k, _ in room.taken()), default=fact.seat)
        room = room._replace(table=room.table._replace(host=host))
    if fact.why == "not_ready":
        # Who waited for them has as long as ever to find others.
        room = room._replace(
            course=room.course._replace(phase_since=entry.at, ready_since=None)
        )
    return _recounted(room, entry.at)


def _departed(room: Room, fact: Departed) -> Room:
    return _changed(room, fact.seat, departed=True)


def _away(room: Room, fact: WentAway, entry: Entry) -> Room:
    return _changed(_troubled(room, fact.by_service), fact.seat, away_since=entry.at)


def _back(room: Room, fact: CameBack) -> Room:
    return _changed(
        stirred(room, fact.seat),
        fact.seat,
        away_since=None,
        connection=fact.connection,
        departed=False,
    )


def _match_opened(room: Room, fact: MatchOpened, entry: Entry) -> Room:
    """Open a match; after a countdown that failed, gather again."""
    course = room.course._replace(
        next_match=opened_match(room, fact), turn=turn_of(fact), no_shows=()
    )
    room = room._replace(course=course)
    if room.course.phase is Phase.COUNTDOWN:
        phase = Phase.GATHERING if room.table.match is None else Phase.RESULT
        room = _in_phase(room, phase, entry.at)
    cleared = tuple(
        s and s._replace(commitment=None, nonce=None) for s in room.table.seats
    )
    return _recounted(room._replace(table=room.table._replace(seats=cleared)), entry.at)


def _readied(room: Room, fact: Readied, entry: Entry) -> Room:
    sitter = room.table.seats[fact.seat]
    if sitter is not None and sitter.commitment is not None:
        room = stirred(room, fact.seat)
    return _recounted(_changed(room, fact.seat, commitment=fact.commitment), entry.at)


def _unreadied(room: Room, fact: Unreadied, entry: Entry) -> Room:
    room = stirred(room, fact.seat)
    return _recounted(_changed(room, fact.seat, commitment=None), entry.at)


def _counting(room: Room, entry: Entry) -> Room:
    room = _in_phase(room, Phase.COUNTDOWN, entry.at)
    until = entry.at + room.opened.limits.countdown_ms
    return room._replace(course=room.course._replace(until=until, is_troubled=False))


def _revealed(room: Room, fact: Revealed) -> Room:
    return _changed(room, fact.seat, nonce=fact.nonce)


def _voided(room: Room, fact: StartVoided) -> Room:
    opened = room.course.next_match
    if opened is None:
        return room
    voids = (*room.course.voids, void_of(room, opened, fact))
    return room._replace(course=room.course._replace(voids=voids))


def _troubled(room: Room, is_now: bool) -> Room:
    """Note what nobody who plays is to blame for."""
    if room.course.phase is not Phase.COUNTDOWN or not is_now:
        return room
    return room._replace(course=room.course._replace(is_troubled=True))


def _started(room: Room, fact: MatchStarted, entry: Entry) -> Room:
    opened = room.course.next_match
    if opened is None:
        return room
    room = _in_phase(room, Phase.PLAYING, entry.at)
    match = start_match(room, opened, fact, entry.at)
    time_limit_s = room.opened.time_limit_s or opened.game.about.time_limit_s
    seats = tuple(
        s
        and s._replace(
            commitment=None, nonce=None, wins=s.wins if match.number > 1 else 0
        )
        for s in room.table.seats
    )
    room = room._replace(
        course=room.course._replace(
            until=entry.at + time_limit_s * 1000,
            next_match=None,
            no_shows=(),
            voids=(),
            ready_since=None,
            series_over=False,
            series_winners=(),
        )
    )
    return room._replace(
        table=room.table._replace(
            game=opened.game, time_limit_s=time_limit_s, match=match, seats=seats
        )
    )


def _epoch_began(room: Room, fact: EpochBegan) -> Room:
    return _troubled(room._replace(marks=room.marks._replace(epoch=fact.epoch)), True)


def _ended(room: Room, entry: Entry) -> Room:
    match = room.table.match
    if match is None:
        return room
    room = end_match(with_played(room, match), match, entry.at)
    return _recounted(_in_phase(room, Phase.RESULT, entry.at), entry.at)


def _closed(room: Room, fact: RoomClosed, entry: Entry) -> Room:
    room = _in_phase(room, Phase.CLOSED, entry.at)
    return room._replace(course=room.course._replace(closed=fact.why, next_match=None))


def _shut(room: Room, fact: RoomShut, entry: Entry) -> Room:
    room = _in_phase(room, Phase.CLOSED, entry.at)
    return room._replace(
        course=room.course._replace(
            closed="operator", because=fact.because, next_match=None
        )
    )


def _with_withheld(room: Room, sitter: Sitter, at: int) -> Room:
    """Note who loses a seat because they did not reveal a nonce."""
    if room.course.next_match is None:
        return room
    who = Withheld(room.course.next_match.id, sitter.player.id, sitter.place, at)
    return room._replace(
        course=room.course._replace(withheld=(*room.course.withheld, who))
    )


def _seated(room: Room, seat: Seat, sitter: Sitter | None) -> Room:
    seats = (*room.table.seats[:seat], sitter, *room.table.seats[seat + 1 :])
    return room._replace(table=room.table._replace(seats=seats))


def _changed(room: Room, seat: Seat, **fields: object) -> Room:
    sitter = room.table.seats[seat]
    if sitter is None:
        return room
    return _seated(room, seat, sitter._replace(**fields))  # type: ignore[arg-type]


def _in_phase(room: Room, phase: Phase, at: int) -> Room:
    room = begun(room, phase)
    return room._replace(
        course=room.course._replace(phase=phase, phase_since=at, stood_to=at)
    )


def _recounted(room: Room, at: int) -> Room:
    """Set the waiting phases' time limit anew after seats or readiness changed.

    The ready check runs from the moment enough are ready, one of them a person: bots
    can wait. Its end is not moved by coming, going or thinking better of it meanwhile,
    as long as a person is ready, or one could hold everybody up.
    """
    if room.course.phase not in (Phase.GATHERING, Phase.RESULT):
        return room
    ready = [sitter for _, sitter in room.taken() if sitter.commitment is not None]
    is_awaited = any(not sitter.player.bot for sitter in ready)
    is_enough = is_awaited and len(ready) >= room.players_needed
    is_on = room.course.ready_since is not None and room.is_held_up
    if not (is_enough or is_on):
        gathering = room.course.phase is Phase.GATHERING
        limit = (
            room.opened.limits.gather_ms if gathering else room.opened.limits.result_ms
        )
        return room._replace(
            course=room.course._replace(
                ready_since=None, until=room.course.phase_since + limit
            )
        )
    since = at if room.course.ready_since is None else room.course.ready_since
    until = since + room.opened.limits.ready_ms
    return room._replace(course=room.course._replace(ready_since=since, until=until))
