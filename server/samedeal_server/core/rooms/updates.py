"""News for the people in a room: facts with the secrets left out.

Everybody in a room is told the same. A player's own board goes to that player
alone, as the answer to the move; what others see of it are counts.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.fairness import VoidRecord
from samedeal_games.game import AnyGame
from samedeal_protocol.rooms.boards import (
    BoardView,
    NonceView,
    OpenMatchView,
    PlayView,
    ResultView,
    RoomSummary,
    RoomView,
    SeatView,
    Snapshot,
    StandingView,
    VoidView,
    WithheldView,
    Zones,
)
from samedeal_protocol.rooms.talk import Talk
from samedeal_protocol.updates import (
    ClockStood,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PhaseChanged,
    Progress,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    StartVoided,
    Update,
)
from samedeal_server.core import facts
from samedeal_server.core.aspects.talk import line_view
from samedeal_server.core.aspects.together import ASPECTS, stands_since
from samedeal_server.core.facts import CommonFact, Fact, Seat
from samedeal_server.core.rooms.series import series_view
from samedeal_server.core.rooms.standings import standings
from samedeal_server.core.state import Match, Phase, Play, Room, Sitter

NO_BOARD = BoardView(ply=0, score=0, zones={})
_TELLING = tuple(aspect.tell for aspect in ASPECTS if aspect.facts)


def tell(before: Room, fact: Fact, after: Room) -> list[Update]:
    """Return the updates by which everybody in the room is told of a fact."""
    if isinstance(fact, facts.SEAT_FACTS):
        return progress(after, fact.seat)
    updates = [*_told(before, fact, after), *_around(before, after)]
    for tell_more in _TELLING:
        updates += tell_more(before, fact, after)
    return updates


def _told(before: Room, fact: CommonFact | facts.Said, after: Room) -> Sequence[Update]:
    """Return the updates that a fact makes by itself."""
    if isinstance(fact, facts.ASPECT_FACTS):
        return ()
    match fact:
        case facts.SeatLeft(seat=seat, why=why):
            return [SeatLeft(seat=seat, why=why)]
        case facts.MatchOpened():
            return [*_opened(after), *_all_seats(after)]
        case facts.StartVoided():
            return [StartVoided(void=_void_view(after.course.voids[-1]))]
        case facts.MatchStarted():
            return [*_all_seats(after), *_started(after)]
        case facts.MatchEnded():
            return [*_all_seats(after), *_ended(after)]
        case facts.RoomClosed(why=why):
            return [RoomClosed(why=why)]
        case facts.RoomShut(because=because):
            # As a client may be told that knows no operators.
            return [RoomClosed(why="lost", because=because)]
        case facts.ClockStood():
            return _stood(before, after)
        case facts.RoomOpened() | facts.CountdownBegan() | facts.EpochBegan():
            return []
        case (
            facts.SeatTaken()
            | facts.Departed()
            | facts.WentAway()
            | facts.CameBack()
            | facts.Readied()
            | facts.Unreadied()
            | facts.Revealed()
        ):
            return _seat(after, fact.seat)
        case _:
            assert_never(fact)


def to_others(room: Room, updates: Sequence[Update]) -> tuple[Update, ...]:
    """Return updates as they are told to somebody who is not dealt in.

    Without the cards of a deal that is not revealed yet: they may still play it.
    """
    match = room.table.match
    if match is None or not match.reveal_at:
        return tuple(updates)
    return tuple(
        update.model_copy(update={"board": NO_BOARD})
        if isinstance(update, MatchStarted)
        else update
        for update in updates
    )


def snapshot(room: Room, player: str) -> Snapshot:
    """Return a snapshot: all that one player of a room may know."""
    seat = room.seat_of(player)
    sitter = None if seat is None else room.table.seats[seat]
    play = room.play_of(seat)
    if play is not None and play.player.id != player:
        play = None
    return Snapshot(
        offset=room.marks.offset,
        seat=seat,
        n=0 if sitter is None else sitter.n,
        said=0 if sitter is None else sitter.number,
        room=room_view(room),
        board=None if play is None else board_view(room.table.game, play),
    )


def talk_of(room: Room) -> Talk | None:
    """Return the lines that were said last; None where nothing was."""
    return (
        Talk(lines=tuple(map(line_view, room.course.talk)))
        if room.course.talk
        else None
    )


def room_view(room: Room) -> RoomView:
    """Return the view of a room: all that everybody in it may know."""
    return RoomView(
        room=room.code,
        epoch=room.marks.epoch,
        public=room.opened.public,
        host=room.table.host,
        game=room.table.game.about.key,
        seats_max=room.opened.seats_max,
        time_limit_s=room.table.time_limit_s,
        best_of=room.opened.best_of,
        watch=room.opened.watch,
        kind=room.opened.kind,
        rated=room.opened.rated,
        takes_back=room.opened.takes_back,
        named_only=room.opened.named_only,
        scoring=room.opened.scoring,
        games=room.opened.games,
        origin=room.opened.origin,
        quiet=room.opened.quiet,
        certifier=room.opened.certifier,
        phase=room.course.phase.value,
        until=_until(room),
        started=_started_at(room),
        next_match=_open_match_view(room),
        seats=tuple(_seat_view(room, k, s) for k, s in room.taken()),
        result=result_view(room),
        voids=tuple(map(_void_view, room.course.voids)),
        series=series_view(room.course.played),
        because=room.course.because,
        **{k: v for each in ASPECTS for k, v in each.view(room).items()},
    )


def summary(room: Room) -> RoomSummary:
    """Return a room's line in the public list."""
    host = room.table.seats[room.table.host]
    return RoomSummary(
        room=room.code,
        game=room.table.game.about.key,
        host="" if host is None else host.player.name,
        host_player="" if host is None else host.player.id,
        host_named=host is not None and host.player.named,
        seats_taken=len(room.taken()),
        seats_max=room.opened.seats_max,
        time_limit_s=room.table.time_limit_s,
        best_of=room.opened.best_of,
        phase=room.course.phase.value,
        scoring=room.opened.scoring,
        certified=bool(room.opened.certifier),
        takes_back=room.opened.takes_back,
        named_only=room.opened.named_only,
        host_away=host is not None and not _is_present(host),
    )


def result_view(room: Room) -> ResultView | None:
    """Return the last match's standings and reveal, None before it has ended."""
    match = room.table.match
    if match is None or match.ended_at is None:
        return None
    return ResultView(
        match=match.id,
        kind=room.opened.kind,
        deal=match.deal if match.deal != match.id else "",
        rated=match.rated,
        reveal_at=match.reveal_at,
        standings=_standing_views(room, match),
        server_seed=b"" if match.reveal_at else match.server_seed,
        commitment=match.commitment,
        nonces=tuple(
            NonceView(player=n.player, commitment=n.commitment, nonce=n.nonce)
            for n in match.nonces
        ),
        series_over=room.course.series_over,
        series_winners=room.course.series_winners,
        certifier=match.certifier,
        counter=match.counter,
        voids=tuple(map(_void_view, match.voids)),
    )


def board_view(game: AnyGame, play: Play) -> BoardView:
    """Return a player's own board, hidden cards left out by the game."""
    board = game.view(play.position)
    return BoardView(ply=play.plies, score=play.score, zones=wire_zones(board.zones))


def wire_zones(zones: Mapping[str, tuple[Card, ...]]) -> Zones:
    """Return a board's zones as they go over the wire: cards count from 1."""
    return {
        name: (0,) * len(cards)
        if cards.count(FACE_DOWN) == len(cards)  # as in every stock
        else tuple([card + 1 for card in cards])
        for name, cards in zones.items()
    }


def _around(before: Room, after: Room) -> list[Update]:
    """Return the changes that come with any fact of the room: host, phase, time."""
    updates: list[Update] = []
    if after.table.host != before.table.host:
        updates.append(HostChanged(seat=after.table.host))
    if (after.course.phase, _until(after)) != (before.course.phase, _until(before)):
        updates.append(
            PhaseChanged(phase=after.course.phase.value, until=_until(after))
        )
    return updates


def _stood(before: Room, after: Room) -> list[Update]:
    ms = after.course.until - before.course.until
    if not ms:
        return []
    paused = stands_since(before) is not None
    return [ClockStood(ms=ms, started=_started_at(after), paused=paused)]


def _started_at(room: Room) -> int | None:
    """Return the start of the match, moved on by the time that its clock stood."""
    match = room.table.match
    return None if match is None else match.started_at + match.stood_ms


def _until(room: Room) -> int | None:
    return None if room.course.phase is Phase.CLOSED else room.course.until


def progress(room: Room, seat: Seat) -> list[Update]:
    """Return the progress of a seat; nothing if it takes no part."""
    play = room.play_of(seat)
    return [] if play is None else [Progress(seat=seat, play=_play_view(play))]


def _seat(room: Room, seat: Seat) -> list[Update]:
    sitter = room.table.seats[seat]
    return [] if sitter is None else [SeatChanged(seat=_seat_view(room, seat, sitter))]


def _all_seats(room: Room) -> list[Update]:
    return [SeatChanged(seat=_seat_view(room, k, s)) for k, s in room.taken()]


def _opened(room: Room) -> list[Update]:
    opened = _open_match_view(room)
    return [] if opened is None else [MatchOpened(match=opened)]


def _started(room: Room) -> list[Update]:
    match = room.table.match
    if match is None:
        return []
    playing = [k for k, play in enumerate(match.plays) if play is not None]
    first = match.plays[playing[0]]
    if first is None:
        return []
    return [
        MatchStarted(
            at=match.started_at,
            until=room.course.until,
            seats=tuple(playing),
            board=board_view(room.table.game, first),
            game=room.table.game.about.key,
            time_limit_s=room.table.time_limit_s,
        )
    ]


def _ended(room: Room) -> list[Update]:
    result = result_view(room)
    if result is None:
        return []
    return [MatchEnded(result=result, series=series_view(room.course.played))]


def _is_present(sitter: Sitter) -> bool:
    return sitter.away_since is None and not sitter.departed


def _seat_view(room: Room, seat: Seat, sitter: Sitter) -> SeatView:
    play = room.play_of(seat)
    if play is not None and play.player.id != sitter.player.id:
        play = None
    return SeatView(
        seat=seat,
        player=sitter.player.id,
        name=sitter.player.name,
        bot=sitter.player.bot,
        named=sitter.player.named,
        present=_is_present(sitter),
        ready=sitter.commitment is not None,
        commitment=sitter.commitment or b"",
        wins=sitter.wins,
        play=None if play is None else _play_view(play),
    )


def _void_view(void: VoidRecord) -> VoidView:
    return VoidView(
        match=void.match,
        commitment=void.commitment,
        why=void.why,
        withheld=tuple(
            WithheldView(player=who.player, name=who.name, commitment=who.commitment)
            for who in void.withheld
        ),
    )


def _play_view(play: Play) -> PlayView:
    return PlayView(score=play.score, ply=play.plies, state=play.state)


def _open_match_view(room: Room) -> OpenMatchView | None:
    opened = room.course.next_match
    if opened is None:
        return None
    return OpenMatchView(
        id=opened.id,
        number=opened.number,
        commitment=opened.commitment,
        deal="" if opened.given is None else opened.given.deal,
        game=opened.game.about.key if opened.game is not room.table.game else "",
    )


def _standing_views(room: Room, match: Match) -> tuple[StandingView, ...]:
    return tuple(
        StandingView(
            place=row.place,
            seat=row.seat,
            player=row.play.player.id,
            name=row.play.player.name,
            bot=row.play.player.bot,
            named=row.play.player.named,
            score=row.play.score,
            plies=row.play.plies,
            elapsed_ms=row.elapsed_ms,
            state=row.play.state,
        )
        for row in standings(match, room.table.game.about.contest)
    )
