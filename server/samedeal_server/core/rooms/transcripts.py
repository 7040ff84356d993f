"""A finished match as a transcript, from its facts: as they came, or from the log."""

from array import array
from collections.abc import Iterable
from sys import intern

from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    salted,
)
from samedeal_server.core.facts import (
    ClockStood,
    Entry,
    MatchEnded,
    MatchStarted,
    Moved,
    Seat,
)
from samedeal_server.core.rooms.standings import Standing, standings
from samedeal_server.core.state import Match, Room


class MovesMade:
    """The moves of the match that is on, noted as they come.

    Some twenty bytes for each: there may be a thousand in every room.
    """

    def __init__(self, started_at: int) -> None:
        self._started_at = started_at
        self._stood_ms, self._stood_to = 0, started_at
        self._seats = bytearray()
        self._at_ms = array("q")
        self._moves: list[str] = []

    def note(self, entry: Entry) -> None:
        """Take the next fact since the match started."""
        fact = entry.fact
        if isinstance(fact, Moved):
            self._seats.append(fact.seat)
            self._at_ms.append(max(0, entry.at - self._stood_ms - self._started_at))
            # The same few in all rooms.
            self._moves.append(intern(fact.move))
        elif isinstance(fact, ClockStood) and fact.until > self._stood_to:
            # What was noted meanwhile was done when the clock stopped, as the fold
            # has it with the times at which scores were reached.
            since = max(fact.since, self._stood_to)
            stopped = since - self._stood_ms - self._started_at
            self._at_ms = array("q", (min(at, stopped) for at in self._at_ms))
            self._stood_ms += fact.until - since
            self._stood_to = fact.until

    def by_seat(self) -> dict[Seat, list[MoveRecord]]:
        """Return each seat's moves."""
        moves: dict[Seat, list[MoveRecord]] = {}
        made = zip(self._seats, self._at_ms, self._moves, strict=True)
        for seat, at_ms, move in made:
            moves.setdefault(Seat(seat), []).append(MoveRecord(at_ms, move))
        return moves


def transcript_of(
    room: Room, entries: Iterable[Entry], server: str
) -> Transcript | None:
    """Return the last match of a room, without salts; None if it has not ended.

    `entries` are of the room's log, with all since that match started, or more;
    `server` is the program and version that keeps it.
    """
    match = room.table.match
    if match is None:
        return None
    return transcript_from(room, _made(entries, match), server)


def transcript_from(room: Room, moves: MovesMade, server: str) -> Transcript | None:
    """Return the last match of a room, of which these are all moves, without salts."""
    match = room.table.match
    if match is None or match.ended_at is None:
        return None
    return _transcript(room, match, moves.by_seat(), server)


def with_salts(made: Transcript, salting: bytes) -> Transcript:
    """Return a transcript with salts, if there is a secret of which to make them."""
    # An old one has no place for them.
    return salted(made, salting) if salting and made.voids is not None else made


def _made(entries: Iterable[Entry], match: Match) -> MovesMade:
    """Return the moves of a match as the log has them."""
    moves, is_on = MovesMade(match.started_at), False
    for entry in entries:
        if entry.at < match.started_at or isinstance(entry.fact, MatchStarted):
            moves = MovesMade(match.started_at)
            is_on = entry.at >= match.started_at
        elif not isinstance(entry.fact, MatchEnded):
            moves.note(entry)
        elif is_on:
            # And not the end of the one before, within the same millisecond.
            break
    return moves


def _transcript(
    room: Room, match: Match, moves: dict[Seat, list[MoveRecord]], server: str
) -> Transcript:
    # By a server that dealt without no-shows: the match began under an older one.
    is_old = match.deal == match.id and any(n.nonce is None for n in match.nonces)
    rows = standings(match, room.table.game.about.contest)
    seats = [_seat(row, moves.get(row.seat, [])) for row in rows]
    if is_old:
        seats = [seat._replace(named=None) for seat in seats]
    return Transcript(
        match=match.id,
        deal=match.deal,
        rated=match.rated,
        game=room.table.game.about.key,
        rules=room.table.game.about.rules_hash,
        commitment=match.commitment,
        server_seed=match.server_seed,
        nonces=tuple(NonceRecord(*nonce) for nonce in match.nonces),
        started_at=match.started_at,
        ended_at=match.ended_at or match.started_at,
        stood_ms=match.stood_ms,
        time_limit_s=room.table.time_limit_s,
        seats=tuple(sorted(seats)),
        server=server,
        certifier=match.certifier,
        counter=match.counter,
        voids=None if is_old else match.voids,
    )


def _seat(row: Standing, moves: list[MoveRecord]) -> SeatRecord:
    play = row.play
    return SeatRecord(
        seat=row.seat,
        player=play.player.id,
        name=play.player.name,
        bot=play.player.bot,
        place=row.place,
        score=play.score,
        plies=play.plies,
        elapsed_ms=row.elapsed_ms,
        state=play.state,
        moves=tuple(moves),
        named=play.player.named,
    )
