"""A finished match as a transcript, read from its room's log."""

from collections.abc import Iterable

from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
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


def transcript_of(
    room: Room, entries: Iterable[Entry], server: str
) -> Transcript | None:
    """Return the last match of a room; None if it has not ended.

    `entries` are of the room's log, with all since that match started, or more;
    `server` is the program and version that keeps it.
    """
    match = room.table.match
    if match is None or match.ended_at is None:
        return None
    return _transcript(room, match, _moves(entries, match.started_at), server)


def _moves(entries: Iterable[Entry], started_at: int) -> dict[Seat, list[MoveRecord]]:
    """Return each seat's moves in the match that was started then."""
    moves: dict[Seat, list[MoveRecord]] = {}
    stood_ms, stood_to = 0, started_at
    for entry in entries:
        fact = entry.fact
        if entry.at < started_at or isinstance(fact, MatchStarted):
            moves = {}
        elif isinstance(fact, MatchEnded):
            break
        elif isinstance(fact, Moved):
            at_ms = max(0, entry.at - stood_ms - started_at)
            moves.setdefault(fact.seat, []).append(MoveRecord(at_ms, fact.move))
        elif isinstance(fact, ClockStood) and fact.until > stood_to:
            # What was noted meanwhile was done when the clock stopped, as the fold
            # has it with the times at which scores were reached.
            since = max(fact.since, stood_to)
            back, stopped = fact.until - since, since - stood_ms - started_at
            for made in moves.values():
                made[:] = [MoveRecord(min(at, stopped), move) for at, move in made]
            stood_ms, stood_to = stood_ms + back, fact.until
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
