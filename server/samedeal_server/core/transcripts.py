"""A finished match as a transcript, read from its room's log."""

from collections.abc import Iterable

from samedeal_games.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
)
from samedeal_server.core.facts import ClockStood, Entry, MatchStarted, Moved, Seat
from samedeal_server.core.folds import evolve
from samedeal_server.core.standings import Standing, standings
from samedeal_server.core.state import Match, Room


def transcript_of(
    entries: Iterable[Entry], match: str, server: str
) -> Transcript | None:
    """Return a match of a room's whole log; None if it has not ended there.

    `server` is the program and version that keeps it.
    """
    room: Room | None = None
    moves: dict[Seat, list[MoveRecord]] = {}
    for entry in entries:
        before, room = room, evolve(room, entry)
        if isinstance(entry.fact, MatchStarted):
            moves = {}
        elif before is not None and before.match is not None:
            _note(moves, before.match, room.match or before.match, entry)
        ended = room.match
        if ended is not None and ended.id == match and ended.ended_at is not None:
            return _transcript(room, ended, moves, server)
    return None


def _note(
    moves: dict[Seat, list[MoveRecord]], before: Match, after: Match, entry: Entry
) -> None:
    """Note a move, or move back what was noted too late on a clock that stood."""
    fact = entry.fact
    if isinstance(fact, Moved):
        at_ms = entry.at - before.stood_ms - before.started_at
        moves.setdefault(fact.seat, []).append(MoveRecord(max(0, at_ms), fact.move))
    elif isinstance(fact, ClockStood) and after.stood_ms > before.stood_ms:
        # As the fold does with the times at which scores were reached.
        late = (fact.since + fact.until) // 2 - before.stood_ms - before.started_at
        back = after.stood_ms - before.stood_ms
        for made in moves.values():
            made[:] = [
                MoveRecord(max(0, at - back) if at > late else at, move)
                for at, move in made
            ]


def _transcript(
    room: Room, match: Match, moves: dict[Seat, list[MoveRecord]], server: str
) -> Transcript:
    rows = standings(match, room.game.about.contest)
    seats = [_seat(row, moves.get(row.seat, [])) for row in rows]
    return Transcript(
        match=match.id,
        game=room.game.about.key,
        rules=room.game.about.rules_hash,
        commitment=match.commitment,
        server_seed=match.server_seed,
        nonces=tuple(NonceRecord(*nonce) for nonce in match.nonces),
        started_at=match.started_at,
        ended_at=match.ended_at or match.started_at,
        stood_ms=match.stood_ms,
        time_limit_s=room.time_limit_s,
        seats=tuple(sorted(seats)),
        server=server,
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
    )
