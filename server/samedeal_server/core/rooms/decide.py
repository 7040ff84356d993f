"""Rooms: who sits where, and the way from gathering to a result and round again.

::

    GATHERING ──all ready, or enough and time is up──▶ COUNTDOWN
        ▲                                                  │
        └──not everybody revealed their nonce──────────────┤
                                                           ▼
    CLOSED ◀──nobody left, or nobody ready in time── RESULT ◀── PLAYING

`decide` turns a command into facts or raises Refused, and changes nothing;
what the facts change is in `evolve`; what ends each phase, in `phases`.
"""

from typing import TypeAlias

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Leave, Ready, Reveal, Unready
from samedeal_server.core.aspects.together import (
    OF_COMMAND,
    check_board,
    check_way_in,
    stands_since,
)
from samedeal_server.core.commands import (
    BOARD_COMMANDS,
    BeginEpoch,
    Bury,
    Come,
    Command,
    CommonCommand,
    Go,
    Now,
    Shut,
    Sit,
    StandStill,
    Tick,
)
from samedeal_server.core.connections import process_of, visit_of
from samedeal_server.core.facts import (
    CameBack,
    ClockStood,
    Departed,
    EpochBegan,
    Fact,
    Readied,
    Resigned,
    Revealed,
    RoomClosed,
    RoomShut,
    Seat,
    SeatLeft,
    SeatTaken,
    Unreadied,
    WentAway,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.matches import decide_for_seat
from samedeal_server.core.rooms.openings import check_name
from samedeal_server.core.rooms.phases import (
    PHASES,
    and_begin,
    decide_tick,
    is_too_late,
)
from samedeal_server.core.rooms.voids import (
    check_seat,
    leave_countdown,
    open_anew,
    own_match,
)
from samedeal_server.core.state import (
    Phase,
    Room,
    Sitter,
)
from samedeal_server.core.wear import (
    WAYS_BACK_MOST,
    check_played,
    check_stirs,
    is_worn,
)

Decided: TypeAlias = tuple[tuple[Fact, ...], object] | int
"""What comes of a command: facts, and for a move the position that it leads to. Or the
offset that answers it, where nothing is to happen any more."""


def decide(room: Room, command: Command, now: Now, by: str = "", n: int = 0) -> Decided:
    """Return the outcome of a command, which may be a player's; raises Refused.

    A player's command `n` that was carried out before is answered as it was then.
    """
    seat = room.seat_of(by) if by else None
    if seat is None:
        if isinstance(command, Leave):
            # Left already, by a write whose answer was lost.
            return room.marks.offset
    elif n:
        known = repeated(room, seat, n)
        if known is not None:
            return known
    if type(command) not in PHASES[room.course.phase].takes:
        raise Refused(ErrorCode.WRONG_PHASE, f"the room is {room.course.phase}")
    if isinstance(command, BOARD_COMMANDS):
        if seat is None:
            raise _not_seated()
        check_board(room, command)
        if now.ms >= room.course.until and stands_since(room) is None:
            raise Refused(ErrorCode.WRONG_PHASE, "the time is up")
        fact, after = decide_for_seat(room, seat, command)
        return (fact,), after
    facts = _decide(room, command, seat, now)
    if n and not facts:
        # Done, and its number free: the player's next command would be a gap.
        raise RuntimeError(f"nothing came of {command}")
    return (facts, None) if facts else room.marks.offset


def _decide(
    room: Room, command: CommonCommand, seat: Seat | None, now: Now
) -> tuple[Fact, ...]:
    if is_worn(room, command):
        return (RoomClosed("worn"),)
    match command:
        case Tick():
            return decide_tick(room, command, now)
        case StandStill():
            return _decide_stand_still(room, command)
        case Bury(process):
            return _decide_bury(room, process)
        case BeginEpoch():
            return _decide_epoch(room, command, now)
        case Shut(because):
            return (RoomShut(because),)
        case Sit():
            return _decide_sit(room, command, now)
        case _ if seat is None:
            raise _not_seated()
        case Come(connection):
            return _decide_come(room, seat, connection)
        case Go(connection, by_service):
            return _decide_go(room, seat, connection, by_service=by_service)
        case Leave():
            return _decide_leave(room, seat, now)
        case Ready():
            return _decide_ready(room, seat, command, now)
        case Unready():
            return _decide_unready(room, seat)
        case Reveal():
            return _decide_reveal(room, seat, command)
        case _:
            facts = OF_COMMAND[type(command)].decide(room, seat, command, now)
            has_left = any(isinstance(fact, SeatLeft) for fact in facts)
            return and_begin(room, facts, now) if has_left else facts


def repeated(room: Room, seat: Seat, n: int) -> int | None:
    """Return the offset at which command `n` of a seat was carried out before.

    None for the next command in line; raises Refused for any later one.
    """
    sitter = room.table.seats[seat]
    if sitter is None:
        raise _not_seated()
    if n == sitter.n + 1:
        return None
    if n > sitter.n + 1:
        expected = sitter.n + 1
        raise Refused(ErrorCode.COMMAND_GAP, f"the next is {expected}", expected)
    index = len(sitter.answers) - 1 - (sitter.n - n)
    return sitter.answers[max(0, index)]


def _decide_sit(room: Room, command: Sit, now: Now) -> tuple[Fact, ...]:
    if room.seat_of(command.player.id) is not None:
        # From elsewhere, or by a write whose answer was lost.
        return ()
    check_way_in(room, command.player.id)
    check_name(room.opened, command.player)
    check_seat(room, command.player.id, command.place, now)
    check_stirs(room, command.place)
    player = command.player
    seat = next((k for k, s in enumerate(room.table.seats) if s is None), None)
    yielded: tuple[Fact, ...] = ()
    if seat is None:
        seat = None if player.bot else _yielding_bot(room)
        if seat is None:
            raise Refused(
                ErrorCode.ROOM_FULL, f"all {room.opened.seats_max} seats are taken"
            )
        yielded = (SeatLeft(seat, "left"),)
    taken = SeatTaken(
        seat,
        player.id,
        player.name,
        player.bot,
        command.connection,
        named=player.named,
        place=command.place,
    )
    return (*yielded, taken)


def _yielding_bot(room: Room) -> Seat | None:
    """Return the seat of the bot that makes room for a person, if any does.

    Bots fill up a table until people come; in a series they have won what they have.
    """
    if room.course.next_match is None or room.course.next_match.number > 1:
        return None
    bots = (k for k, s in room.taken() if s.player.bot and k != room.table.host)
    return max(bots, default=None)


def _decide_come(room: Room, seat: Seat, connection: str) -> tuple[Fact, ...]:
    """Let a later connection speak for a seat, and no earlier one by the same client.

    One that a client gave up can come through late, after the one that it made next.
    """
    sitter = room.table.seats[seat]
    if sitter is not None:
        session, visit = visit_of(connection)
        known, last_visit = visit_of(sitter.connection)
        if session and session == known and visit < last_visit:
            raise Refused(ErrorCode.NOT_SEATED, "a later connection has this seat")
        if sitter.connection == connection and not _is_gone(sitter):
            # Came already, by a write whose answer was lost.
            return ()
        check_stirs(room, sitter.place, WAYS_BACK_MOST)
    return (CameBack(seat, connection),)


def _is_gone(sitter: Sitter) -> bool:
    return sitter.away_since is not None or sitter.departed


def _decide_unready(room: Room, seat: Seat) -> tuple[Fact, ...]:
    sitter = room.table.seats[seat]
    if sitter is None or sitter.commitment is None:
        raise Refused(ErrorCode.WRONG_PHASE, "you are not ready")
    check_stirs(room, sitter.place)
    return (Unreadied(seat),)


def _decide_epoch(room: Room, command: BeginEpoch, now: Now) -> tuple[Fact, ...]:
    """Begin one epoch for one loss, however many processes notice it.

    A match of which the seed is known cannot be played again, so its room closes.
    """
    lost, told = command
    begun: tuple[Fact, ...] = ()
    if room.marks.epoch <= lost:
        begun = (EpochBegan(lost + 1), *open_anew(room, now))
    is_open = room.course.next_match is not None and room.course.next_match.id == told
    match = room.table.match
    is_on = match is not None and match.id == told and match.ended_at is None
    return (*begun, RoomClosed("lost")) if is_open or is_on else begun


def _decide_go(
    room: Room, seat: Seat, connection: str, *, by_service: bool
) -> tuple[Fact, ...]:
    """Ignore the loss of a connection that another one has replaced."""
    sitter = room.table.seats[seat]
    if sitter is None or sitter.connection != connection:
        return ()
    return () if sitter.away_since is not None else (WentAway(seat, by_service),)


def _decide_stand_still(room: Room, command: StandStill) -> tuple[Fact, ...]:
    """Note an outage once; what has the clock stand already does so from its start."""
    since, until = command
    if until <= room.course.stood_to:
        return ()
    stands = stands_since(room)
    return (ClockStood(since if stands is None else min(since, stands), until),)


def _decide_bury(room: Room, process: str) -> tuple[Fact, ...]:
    return tuple(
        WentAway(seat, by_service=True)
        for seat, sitter in room.taken()
        if sitter.away_since is None and process_of(sitter.connection) == process
    )


def _decide_leave(room: Room, seat: Seat, now: Now) -> tuple[Fact, ...]:
    sitter = room.table.seats[seat]
    play = room.play_of(seat)
    if room.course.phase is Phase.PLAYING and play is not None:
        resigning = (Resigned(seat),) if play.state == "playing" else ()
        return (*resigning, Departed(seat))
    if room.course.phase is Phase.COUNTDOWN and sitter is not None and sitter.nonce:
        # The nonce is part of the seed by now; withholding it would be a choice
        # of deal. The seat starts the match resigned.
        return (Departed(seat),)
    if room.course.phase is Phase.COUNTDOWN and own_match(room) is not None:
        return leave_countdown(room, seat, now)
    return and_begin(room, (SeatLeft(seat, "left"),), now)


def _decide_ready(room: Room, seat: Seat, command: Ready, now: Now) -> tuple[Fact, ...]:
    if room.course.next_match is None or command.match != room.course.next_match.id:
        raise Refused(ErrorCode.WRONG_MATCH, "another match is open")
    if is_too_late(room, now):
        raise Refused(ErrorCode.EVENT_OVER, "no match can be begun any more")
    check_played(room, seat)
    sitter = room.table.seats[seat]
    if sitter is not None and sitter.commitment is not None:
        check_stirs(room, sitter.place)
    return and_begin(room, (Readied(seat, command.commitment),), now)


def _decide_reveal(room: Room, seat: Seat, command: Reveal) -> tuple[Fact, ...]:
    sitter = room.table.seats[seat]
    if room.course.next_match is None or sitter is None or sitter.nonce is not None:
        raise Refused(ErrorCode.WRONG_PHASE, "there is nothing to reveal")
    committed = commitment_to_nonce(
        room.course.next_match.id, sitter.player.id, command.nonce
    )
    if committed != sitter.commitment:
        raise Refused(ErrorCode.BAD_NONCE, "the nonce is not what you committed to")
    return (Revealed(seat, command.nonce),)


def _not_seated() -> Refused:
    return Refused(ErrorCode.NOT_SEATED, "you have no seat in this room")
