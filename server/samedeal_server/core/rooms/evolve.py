"""Rooms as folds of their logs: what each fact changes.

A fact has happened, so nothing here refuses; what makes no sense in a state
changes nothing.
"""

from collections.abc import Callable
from typing import TypeAlias

from samedeal_server.core.facts import (
    SEAT_FACTS,
    CameBack,
    ClockStood,
    CountdownBegan,
    Departed,
    Entry,
    EpochBegan,
    Fact,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Readied,
    Revealed,
    RoomClosed,
    RoomOpened,
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
    game_of,
    opened_match,
    start_match,
    void_of,
)
from samedeal_server.core.rooms.talk import say, with_breath
from samedeal_server.core.state import (
    Nonce,
    Phase,
    Player,
    Room,
    Sitter,
    Withheld,
    with_answer,
)
from samedeal_server.core.wear import with_played


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
    if isinstance(fact, Said):
        return say(room, fact, entry)
    mark = entry.mark
    folded = _EVOLVE[type(fact)](room, fact, entry)
    folded = folded._replace(offset=entry.offset, last=mark, gen=mark)
    return folded._replace(seats=with_answer(folded, entry)) if entry.n else folded


def _opened(fact: RoomOpened, entry: Entry) -> Room:
    game = game_of(fact, 1)
    return Room(
        code=fact.room,
        public=fact.public,
        game=game,
        seats_max=fact.seats_max,
        time_limit_s=fact.time_limit_s or game.about.time_limit_s,
        best_of=fact.best_of,
        limits=fact.limits,
        watch=fact.watch,
        opened=fact,
        phase=Phase.GATHERING,
        until=entry.at + fact.limits.gather_ms,
        phase_since=entry.at,
        ready_since=None,
        host=0,
        seats=(None,) * fact.seats_max,
        next_match=None,
        match=None,
        no_shows=(),
        voids=(),
        withheld=(),
        stirs={},
        played_from={},
        is_troubled=False,
        series_over=False,
        series_winners=(),
        played=(),
        closed=None,
        epoch=1,
        stood_to=entry.at,
        talk=(),
        lines=0,
        spoken="",
        offset=entry.offset,
        last=entry.mark,
        gen=entry.mark,
        versions=("",) * fact.seats_max,
    )


def _sat(room: Room, fact: SeatTaken, entry: Entry) -> Room:
    player = Player(fact.player, fact.name, fact.bot, fact.named)
    sitter = Sitter(player, fact.connection, fact.place)
    room = _stirred(_seated(room, fact.seat, sitter), fact.seat)
    return _recounted(room, entry.at)


def _left(room: Room, fact: SeatLeft, entry: Entry) -> Room:
    sitter = room.seats[fact.seat]
    if sitter is None:
        return room
    commitment = sitter.commitment
    if room.phase is Phase.COUNTDOWN and commitment and sitter.nonce is None:
        nonce = Nonce(sitter.player.id, commitment, None)
        room = room._replace(no_shows=(*room.no_shows, nonce))
        if fact.why != "away" and not room.is_troubled:
            room = _with_withheld(room, sitter, entry.at)
    room = _seated(room, fact.seat, None)
    if fact.seat == room.host:
        room = room._replace(host=min((k for k, _ in room.taken()), default=0))
    if fact.why == "not_ready":
        # Who waited for them has as long as ever to find others.
        room = room._replace(phase_since=entry.at, ready_since=None)
    return _recounted(room, entry.at)


def _departed(room: Room, fact: Departed, entry: Entry) -> Room:
    return _changed(room, fact.seat, departed=True)


def _away(room: Room, fact: WentAway, entry: Entry) -> Room:
    return _changed(_troubled(room, fact.by_service), fact.seat, away_since=entry.at)


def _back(room: Room, fact: CameBack, entry: Entry) -> Room:
    return _changed(
        _stirred(room, fact.seat),
        fact.seat,
        away_since=None,
        connection=fact.connection,
        departed=False,
    )


def _match_opened(room: Room, fact: MatchOpened, entry: Entry) -> Room:
    """Open a match; after a countdown that failed, gather again."""
    room = room._replace(next_match=opened_match(room, fact), no_shows=())
    if room.phase is Phase.COUNTDOWN:
        phase = Phase.GATHERING if room.match is None else Phase.RESULT
        room = _in_phase(room, phase, entry.at)
    cleared = tuple(s and s._replace(commitment=None, nonce=None) for s in room.seats)
    return _recounted(room._replace(seats=cleared), entry.at)


def _readied(room: Room, fact: Readied, entry: Entry) -> Room:
    sitter = room.seats[fact.seat]
    if sitter is not None and sitter.commitment is not None:
        room = _stirred(room, fact.seat)
    return _recounted(_changed(room, fact.seat, commitment=fact.commitment), entry.at)


def _unreadied(room: Room, fact: Unreadied, entry: Entry) -> Room:
    room = _stirred(room, fact.seat)
    return _recounted(_changed(room, fact.seat, commitment=None), entry.at)


def _counting(room: Room, fact: CountdownBegan, entry: Entry) -> Room:
    room = _in_phase(room, Phase.COUNTDOWN, entry.at)
    return room._replace(until=entry.at + room.limits.countdown_ms, is_troubled=False)


def _revealed(room: Room, fact: Revealed, entry: Entry) -> Room:
    return _changed(room, fact.seat, nonce=fact.nonce)


def _voided(room: Room, fact: StartVoided, entry: Entry) -> Room:
    opened = room.next_match
    if opened is None:
        return room
    return room._replace(voids=(*room.voids, void_of(room, opened, fact)))


def _troubled(room: Room, is_now: bool) -> Room:
    """Note what nobody who plays is to blame for."""
    if room.phase is not Phase.COUNTDOWN or not is_now:
        return room
    return room._replace(is_troubled=True)


def _started(room: Room, fact: MatchStarted, entry: Entry) -> Room:
    opened = room.next_match
    if opened is None:
        return room
    room = with_breath(_in_phase(room, Phase.PLAYING, entry.at))
    match = start_match(room, opened, fact, entry.at)
    time_limit_s = room.opened.time_limit_s or opened.game.about.time_limit_s
    seats = tuple(
        s
        and s._replace(
            commitment=None, nonce=None, wins=s.wins if match.number > 1 else 0
        )
        for s in room.seats
    )
    return room._replace(
        until=entry.at + time_limit_s * 1000,
        game=opened.game,
        time_limit_s=time_limit_s,
        match=match,
        next_match=None,
        no_shows=(),
        voids=(),
        ready_since=None,
        series_over=False,
        series_winners=(),
        seats=seats,
    )


def _stood(room: Room, fact: ClockStood, entry: Entry) -> Room:
    """Move every time limit on by what the clock stood still, and count it once."""
    if fact.until <= room.stood_to:
        return room
    room = _troubled(room, True)
    ms = fact.until - max(fact.since, room.stood_to)
    match = room.match
    if match is not None and match.ended_at is None:
        # Whatever came to the log meanwhile, ahead of this fact, was done when the
        # clock stopped, so nothing comes before what was done before it.
        stopped = max(fact.since, room.stood_to) - match.stood_ms
        plays = tuple(
            play._replace(reached_at=min(play.reached_at, stopped)) if play else None
            for play in match.plays
        )
        match = match._replace(plays=plays, stood_ms=match.stood_ms + ms)
    seats = tuple(
        s and s._replace(away_since=s.away_since and s.away_since + ms)
        for s in room.seats
    )
    return room._replace(
        match=match,
        seats=seats,
        until=room.until + ms,
        phase_since=room.phase_since + ms,
        ready_since=room.ready_since and room.ready_since + ms,
        stood_to=fact.until,
    )


def _epoch_began(room: Room, fact: EpochBegan, entry: Entry) -> Room:
    return _troubled(room, True)._replace(epoch=fact.epoch)


def _ended(room: Room, fact: MatchEnded, entry: Entry) -> Room:
    match = room.match
    if match is None:
        return room
    room = with_breath(end_match(with_played(room, match), match, entry.at))
    return _recounted(_in_phase(room, Phase.RESULT, entry.at), entry.at)


def _closed(room: Room, fact: RoomClosed, entry: Entry) -> Room:
    room = _in_phase(room, Phase.CLOSED, entry.at)
    return room._replace(closed=fact.why, next_match=None)


def _with_withheld(room: Room, sitter: Sitter, at: int) -> Room:
    """Note who loses a seat because they did not reveal a nonce."""
    if room.next_match is None:
        return room
    who = Withheld(room.next_match.id, sitter.player.id, sitter.place, at)
    return room._replace(withheld=(*room.withheld, who))


def _stirred(room: Room, seat: Seat) -> Room:
    """Count what makes the log longer and brings nobody nearer to a match."""
    sitter = room.seats[seat]
    if sitter is None:
        return room
    stirs = room.stirs.get(sitter.place, 0) + 1
    return room._replace(stirs={**room.stirs, sitter.place: stirs})


def _seated(room: Room, seat: Seat, sitter: Sitter | None) -> Room:
    seats = (*room.seats[:seat], sitter, *room.seats[seat + 1 :])
    return room._replace(seats=seats)


def _changed(room: Room, seat: Seat, **fields: object) -> Room:
    sitter = room.seats[seat]
    if sitter is None:
        return room
    return _seated(room, seat, sitter._replace(**fields))  # type: ignore[arg-type]


def _in_phase(room: Room, phase: Phase, at: int) -> Room:
    return room._replace(phase=phase, phase_since=at, stood_to=at)


def _recounted(room: Room, at: int) -> Room:
    """Set the waiting phases' time limit anew after seats or readiness changed.

    The ready check runs from the moment enough are ready, one of them a person: bots
    can wait. Its end is not moved by who comes, goes or thinks better of it meanwhile,
    as long as a person is ready, or one could hold everybody up.
    """
    if room.phase not in (Phase.GATHERING, Phase.RESULT):
        return room
    ready = [sitter for _, sitter in room.taken() if sitter.commitment is not None]
    is_awaited = any(not sitter.player.bot for sitter in ready)
    is_enough = is_awaited and len(ready) >= room.players_needed
    is_on = room.ready_since is not None and room.is_held_up
    if not (is_enough or is_on):
        gathering = room.phase is Phase.GATHERING
        limit = room.limits.gather_ms if gathering else room.limits.result_ms
        return room._replace(ready_since=None, until=room.phase_since + limit)
    since = at if room.ready_since is None else room.ready_since
    return room._replace(ready_since=since, until=since + room.limits.ready_ms)


_Evolver: TypeAlias = Callable[..., Room]

_EVOLVE: dict[type[Fact], _Evolver] = {
    SeatTaken: _sat,
    SeatLeft: _left,
    Departed: _departed,
    WentAway: _away,
    CameBack: _back,
    MatchOpened: _match_opened,
    Readied: _readied,
    Unreadied: _unreadied,
    CountdownBegan: _counting,
    Revealed: _revealed,
    StartVoided: _voided,
    MatchStarted: _started,
    ClockStood: _stood,
    EpochBegan: _epoch_began,
    MatchEnded: _ended,
    RoomClosed: _closed,
}
