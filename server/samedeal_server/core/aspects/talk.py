"""Talk: who may say what and when, and how much of it a room remembers.

A line is a fact in the room's log like any other, so that it is acknowledged only
when it is kept, and everybody has all lines in one order, whichever process they
are at. It rests on no board and moves no mark that a move rests on.

What players write may be about a deal that they know. So words are for times at
which nobody can use them: not while cards are dealt or played, and not in a room
whose deals are still to be played elsewhere.
"""

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.talk import (
    LINES_A_ROOM,
    LINES_A_SEAT,
    LINES_KEPT,
    LineView,
    Say,
    SayPhrase,
)
from samedeal_protocol.rooms.talk import Said as LineSaid
from samedeal_protocol.updates import Update
from samedeal_server.core.aspects.aspect import OPEN, WAITING, Aspect
from samedeal_server.core.commands import Now, TalkCommand
from samedeal_server.core.facts import Entry, Fact, Said, Seat
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase, Room, TalkLine


def _decide(room: Room, seat: Seat, command: TalkCommand, now: Now) -> tuple[Said, ...]:
    """Return a line, none if it was said before; raises Refused."""
    sitter = room.table.seats[seat]
    if sitter is None or command.number <= sitter.number:
        return ()
    if room.opened.quiet:
        raise Refused(ErrorCode.QUIET, "nobody talks in this room")
    if sitter.lines >= LINES_A_SEAT or room.course.lines >= LINES_A_ROOM:
        raise Refused(ErrorCode.SAID_ENOUGH, "that was enough for now")
    if not isinstance(command, Say):
        return (Said(seat, command.number, phrase=command.phrase),)
    if any(now.ms < deal.reveal_at for deal in room.opened.given):
        raise Refused(ErrorCode.WRONG_PHASE, "others may still play these deals")
    return (Said(seat, command.number, text=command.text),)


def _evolve(room: Room, entry: Entry, fact: Said) -> Room:
    """Fold a line; changes nothing that a match or a phase rests on."""
    sitter = room.table.seats[fact.seat]
    if sitter is None:
        return room
    line = TalkLine(
        entry.offset, entry.at, fact.seat, sitter.player, fact.phrase, fact.text
    )
    sitter = sitter._replace(number=fact.number, lines=sitter.lines + 1)
    seats, course = room.table.seats, room.course
    seats = (*seats[: fact.seat], sitter, *seats[fact.seat + 1 :])
    talk = (*course.talk, line)[-LINES_KEPT:]
    return room._replace(
        course=course._replace(talk=talk, lines=course.lines + 1),
        table=room.table._replace(seats=seats),
    )


def _begin(room: Room, phase: Phase) -> Room:
    """Let every seat say as much as at first, where a match begins or is over."""
    if Phase.PLAYING not in (room.course.phase, phase):
        return room
    seats = tuple(s and s._replace(lines=0) for s in room.table.seats)
    return room._replace(table=room.table._replace(seats=seats))


def _tell(before: Room, _: Fact, after: Room) -> list[Update]:
    if after.course.lines == before.course.lines:
        return []
    return [LineSaid(line=line_view(after.course.talk[-1]))]


def line_view(line: TalkLine) -> LineView:
    """Return a line as everybody in the room is told of it."""
    return LineView(
        offset=line.offset,
        at=line.at,
        seat=line.seat,
        player=line.player.id,
        name=line.player.name,
        named=line.player.named,
        bot=line.player.bot,
        phrase=line.phrase,
        text=line.text,
    )


TALK = Aspect(
    takes={Say: WAITING, SayPhrase: OPEN},
    decide=_decide,
    facts=(Said,),
    evolve=_evolve,
    tell=_tell,
    begin=_begin,
)
