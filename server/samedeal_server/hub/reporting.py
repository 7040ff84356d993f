"""Reports of players about players: kept for an operator, with what was said."""

import logging
from collections import deque
from collections.abc import Iterable
from operator import attrgetter
from typing import Any, NamedTuple

import msgpack

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.reports import Report, Reported
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.facts import Entry, Said, SeatTaken, unpack_entry
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.core.state import Player
from samedeal_server.people.accounts import Person, find_player
from samedeal_server.people.naming.names import composed, why_not_said
from samedeal_server.rooms.room_logs import Logs
from samedeal_server.store.redis import Store

OWN_LINES_MOST = 200
"""The last that whoever is reported said in the room."""
OTHER_LINES_MOST = 50
"""The last that the others said: nobody hides what they said behind talk of others."""
FULL_WAIT_MS = 3600 * 1000
"""Until somebody may have read what waits."""

log = logging.getLogger(__name__)


class Line(NamedTuple):
    """Something that was said in the room."""

    at: int
    player: str
    text: str
    """Or the code of a phrase."""


class Complaint(NamedTuple):
    """A report by somebody."""

    by: str
    by_name: str
    about: str
    about_name: str
    room: str
    match: str
    """The match that was on or over there; empty for none."""
    why: str
    lines: tuple[Line, ...]


def pack_complaint(complaint: Complaint) -> bytes:
    """Return a complaint's bytes in the store."""
    packed: bytes = msgpack.packb(complaint)
    return packed


def unpack_complaint(packed: bytes) -> Complaint:
    """Read a complaint back."""
    found: list[Any] = msgpack.unpackb(packed)
    complaint = Complaint(*found[: len(Complaint._fields)])
    return complaint._replace(lines=tuple(Line(*line) for line in complaint.lines))


def said_in(log: Iterable[Entry], about: str) -> tuple[Line, ...]:
    """Return the lines that go with a report about a player, the oldest first."""
    own: deque[Line] = deque(maxlen=OWN_LINES_MOST)
    others: deque[Line] = deque(maxlen=OTHER_LINES_MOST)
    for entry in log:
        if isinstance(entry.fact, Said):
            said = own if entry.by == about else others
            text = entry.fact.text or entry.fact.phrase
            said.append(Line(entry.at, entry.by, text))
    return tuple(sorted([*own, *others], key=attrgetter("at")))


class Reporting:
    """Takes reports."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {Report: Question(self.report, 40, everywhere="reports")}

    async def report(self, player: Player, asked: Report) -> Reported:
        """Keep a report; raises Refused."""
        why = composed(asked.why).strip()
        if reason := why_not_said(why):
            raise Refused(ErrorCode.BAD_TEXT, reason)
        person = await find_player(self._store, asked.who)
        if person is None:
            raise Refused(ErrorCode.UNKNOWN_PLAYER, "there is nobody to report")
        if person.player == player.id:
            raise Refused(ErrorCode.NOT_YOURSELF, "that is you")
        if not await self._store.reports.has_room():
            log.warning("as many reports wait as are kept; see samedeal-server admin")
            raise Wait(ErrorCode.TOO_MANY, FULL_WAIT_MS)
        complaint = await self._complaint(player, person, asked.room, why)
        is_first = await self._store.reports.is_first(
            asked.room, player.id, person.player
        )
        if not is_first:
            return Reported(re=asked.id)
        await self._store.reports.add(pack_complaint(complaint))
        return Reported(re=asked.id)

    async def _complaint(
        self, player: Player, about: Person, room: str, why: str
    ) -> Complaint:
        """Return a complaint with the lines of the room's log; raises Refused."""
        kept = await self._store.read_log(room)
        log = [unpack_entry(each.offset, each.at, each.packed) for each in kept.entries]
        facts = (entry.fact for entry in log)
        were = {fact.player for fact in facts if isinstance(fact, SeatTaken)}
        if not {player.id, about.player} <= were:
            raise Refused(ErrorCode.UNKNOWN_ROOM, "you were not both there")
        state = await Logs(self._store).folded(room)
        match = None if state is None else state.table.match
        return Complaint(
            *(player.id, player.name, about.player, about.name),
            *(room, "" if match is None else match.id, why),
            said_in(log, about.player),
        )
