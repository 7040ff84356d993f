"""The door of a room: its host puts people out, lets them in, and shuts it to others.

It rests on no board. Who has a seat keeps it, whatever is said of others; and nobody is
put out of a seat once the countdown has begun, since who leads could be put out then,
and a nonce that goes would be a choice of deal.
"""

from collections.abc import Mapping

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import DoorView, GuestView
from samedeal_protocol.updates import DoorChanged, Update, WasPutOut
from samedeal_server.core.aspects.aspect import OPEN, Aspect
from samedeal_server.core.commands import (
    DoorCommand,
    LetIn,
    Now,
    PutOut,
    SetDoor,
)
from samedeal_server.core.facts import (
    DoorFact,
    DoorSet,
    Entry,
    Fact,
    GuestNamed,
    Seat,
    SeatLeft,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import OPEN_DOOR, Door, Named, Phase, Room
from samedeal_server.core.wear import LOG_WORN_AT, check_stirs, stirred

NAMED_MOST = 50
"""The most that a host lets in, and the most that are put out."""


def _check_way_in(room: Room, player: str) -> None:
    """Raise Refused for a player without a seat who may not come in."""
    door = room.course.door
    for named in door.put_out:
        if named.player == player:
            raise Refused(ErrorCode.PUT_OUT, named.by)
    if door.shut and all(named.player != player for named in door.let_in):
        raise Refused(ErrorCode.DOOR_SHUT, "the host lets nobody new in")


def _decide(room: Room, seat: Seat, command: DoorCommand, _: Now) -> tuple[Fact, ...]:
    """Return the facts of what a host asks, none if all is so; raises Refused."""
    sitter = room.table.seats[seat]
    if seat != room.table.host or sitter is None:
        raise Refused(ErrorCode.NOT_HOST, "only the host may")
    door = room.course.door
    match command:
        case SetDoor(shut):
            facts: tuple[Fact, ...] = (
                () if shut == door.shut else (DoorSet(seat, shut),)
            )
        case _ if command.player == sitter.player.id:
            raise Refused(ErrorCode.NOT_YOURSELF, "the host is in")
        case LetIn(player, name):
            is_so = _lists(door.let_in, player)
            facts = () if is_so else (GuestNamed(seat, player, name, True),)
            _check_room_for(door.let_in, facts)
        case PutOut():
            facts = _put_out(room, seat, command)
    if facts:
        check_stirs(room, sitter.place)
    if facts and room.marks.offset >= LOG_WORN_AT:
        raise Refused(ErrorCode.RESTLESS, "the room's log is long enough")
    return facts


def _put_out(room: Room, seat: Seat, command: PutOut) -> tuple[Fact, ...]:
    player, name, bot = command
    if bot:
        raise Refused(ErrorCode.PEOPLE_ONLY, "bots make room by themselves")
    theirs = room.seat_of(player)
    if theirs is not None and _is_bound(room, player):
        raise Refused(ErrorCode.WRONG_PHASE, "the match has begun for them")
    put_out = room.course.door.put_out
    is_so = _lists(put_out, player)
    facts: tuple[Fact, ...] = () if is_so else (GuestNamed(seat, player, name, False),)
    _check_room_for(put_out, facts)
    return facts if theirs is None else (*facts, SeatLeft(theirs, "left"))


def _is_bound(room: Room, player: str) -> bool:
    """Tell whether a seat is not to be taken from the player who has it."""
    if room.course.phase in (Phase.COUNTDOWN, Phase.PLAYING):
        return True
    # An event is played in one room; put out in the middle, one could not end it.
    plays = () if room.table.match is None else room.table.match.plays
    is_event = room.opened.kind == "event"
    return is_event and any(play and play.player.id == player for play in plays)


def _check_room_for(listed: tuple[Named, ...], facts: tuple[Fact, ...]) -> None:
    if facts and len(listed) >= NAMED_MOST:
        raise Refused(ErrorCode.LIST_FULL, f"{NAMED_MOST} are named already")


def _evolve(room: Room, _: Entry, fact: DoorFact) -> Room:
    room = stirred(room, fact.seat)
    door = room.course.door
    if isinstance(fact, DoorSet):
        door = door._replace(shut=fact.shut)
    else:
        host = room.table.seats[fact.seat]
        by = "" if host is None else host.player.name
        named = (Named(fact.player, fact.name, by),)
        let_in = _without(door.let_in, fact.player)
        put_out = _without(door.put_out, fact.player)
        door = (
            door._replace(let_in=let_in + named, put_out=put_out)
            if fact.let_in
            else door._replace(let_in=let_in, put_out=put_out + named)
        )
    return room._replace(course=room.course._replace(door=door))


def _lists(listed: tuple[Named, ...], player: str) -> bool:
    return any(named.player == player for named in listed)


def _without(listed: tuple[Named, ...], player: str) -> tuple[Named, ...]:
    return tuple(named for named in listed if named.player != player)


def _tell(before: Room, fact: Fact, after: Room) -> list[Update]:
    told: list[Update] = []
    if isinstance(fact, GuestNamed) and not fact.let_in:
        told = [WasPutOut(player=fact.player, name=fact.name, by=fact.seat)]
    if after.course.door is not before.course.door:
        told.append(DoorChanged(door=_view(after.course.door)))
    return told


def _shown(room: Room) -> Mapping[str, DoorView | None]:
    return {"door": _view(room.course.door)}


def _view(door: Door) -> DoorView | None:
    """Return the view of a door for everybody; None of one that was left alone."""
    if door == OPEN_DOOR:
        return None
    return DoorView(
        shut=door.shut, let_in=_views(door.let_in), put_out=_views(door.put_out)
    )


def _views(listed: tuple[Named, ...]) -> tuple[GuestView, ...]:
    return tuple(GuestView(player=one.player, name=one.name) for one in listed)


DOORS = Aspect(
    takes=dict.fromkeys((PutOut, LetIn, SetDoor), OPEN),
    decide=_decide,
    facts=(DoorSet, GuestNamed),
    evolve=_evolve,
    view=_shown,
    tell=_tell,
    check_way_in=_check_way_in,
)
