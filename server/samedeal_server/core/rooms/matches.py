"""Matches: solo games on one deal, from the start to the result.

Players never touch one another's cards, so what one seat does depends on
nothing that another seat does, only on the match being on.
"""

from samedeal_games.catalogue import find_game, find_retraceable
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.fairness import (
    VoidRecord,
    WithheldRecord,
    candidate_seed,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import SeatState
from samedeal_protocol.rooms.playing import Finish, Move
from samedeal_records.verification import PEOPLE_RATED
from samedeal_server.core.commands import BoardCommand
from samedeal_server.core.facts import (
    ClockStood,
    Entry,
    Finished,
    GivenDeal,
    MatchOpened,
    MatchStarted,
    Moved,
    Resigned,
    RoomOpened,
    Seat,
    StartVoided,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.series import leading_seats, with_deal
from samedeal_server.core.rooms.standings import match_winners, series_is_over
from samedeal_server.core.state import (
    Match,
    Nonce,
    OpenMatch,
    Play,
    Room,
    Sitter,
    after_seat_fact,
)
from samedeal_server.core.wear import check_played

SeatFact = Moved | Finished | Resigned


def decide_for_seat(
    room: Room, seat: Seat, command: BoardCommand
) -> tuple[SeatFact, object]:
    """Check one seat's command against its own board; raises Refused.

    Return the fact, and for a move the position that it leads to.
    """
    play = room.play_of(seat)
    if play is None:
        raise Refused(ErrorCode.NOT_SEATED, "this seat takes no part in the match")
    if play.state != "playing":
        raise Refused(ErrorCode.SEAT_DONE, f"this seat is {play.state}")
    if isinstance(command, Move):
        check_played(room, seat)
        return _decide_move(room.table.game, play, seat, command)
    return Finished(seat) if isinstance(command, Finish) else Resigned(seat), None


def _decide_move(
    game: AnyGame, play: Play, seat: Seat, command: Move
) -> tuple[Moved, object]:
    if command.ply != play.plies:
        raise Refused(ErrorCode.STALE_PLY, f"the next ply is {play.plies}", play.plies)
    try:
        move = game.parse(command.move)
        after = game.apply(play.position, move)
    except InvalidMove as error:
        # Games that do not take back do not know how it is written.
        if _takes_back(command):
            text = "moves stand in this match"
            raise Refused(ErrorCode.NO_TAKE_BACK, text) from None
        raise Refused(ErrorCode.BAD_MOVE, str(error)) from None
    except IllegalMove as error:
        is_back = _takes_back(command)
        code = ErrorCode.NOTHING_TO_TAKE_BACK if is_back else ErrorCode.ILLEGAL_MOVE
        raise Refused(code, str(error)) from None
    return Moved(seat, game.format(move)), after


def _takes_back(command: Move) -> bool:
    return command.move.upper() == TAKE_BACK_TEXT


def evolve_seat(room: Room, entry: Entry, fact: SeatFact, after: object) -> Room:
    """Fold a fact about one seat's own board."""
    match = room.table.match
    play = None if match is None else match.plays[fact.seat]
    if match is None or play is None:
        marks = room.marks._replace(offset=entry.offset, last=entry.mark)
        return room._replace(marks=marks)
    if isinstance(fact, Moved):
        if after is None:
            after = room.table.game.apply(
                play.position, room.table.game.parse(fact.move)
            )
        play = _after_move(room.table.game, play, after, entry.at - match.stood_ms)
    elif isinstance(fact, Finished):
        play = play._replace(state="finished")
    else:
        play = play._replace(state="resigned")
    return after_seat_fact(room, match, fact.seat, play, entry)


def evolve_stood(room: Room, fact: ClockStood) -> Room:
    """Move every time limit on by what the clock stood still, and count it once."""
    if fact.until <= room.course.stood_to:
        return room
    ms = fact.until - max(fact.since, room.course.stood_to)
    match = room.table.match
    if match is not None and match.ended_at is None:
        # Whatever came to the log meanwhile, ahead of this fact, was done when the
        # clock stopped, so nothing comes before what was done before it.
        stopped = max(fact.since, room.course.stood_to) - match.stood_ms
        plays = tuple(
            play._replace(reached_at=min(play.reached_at, stopped)) if play else None
            for play in match.plays
        )
        match = match._replace(plays=plays, stood_ms=match.stood_ms + ms)
    seats = tuple(
        s and s._replace(away_since=s.away_since and s.away_since + ms)
        for s in room.table.seats
    )
    course = room.course
    room = room._replace(table=room.table._replace(match=match, seats=seats))
    return room._replace(
        course=course._replace(
            until=course.until + ms,
            phase_since=course.phase_since + ms,
            ready_since=course.ready_since and course.ready_since + ms,
            stood_to=fact.until,
        )
    )


def opened_match(room: Room, fact: MatchOpened) -> OpenMatch:
    """Return the open match, with the server's commitment to its seed."""
    given = given_deal(room.opened, fact.number)
    deal = fact.match if given is None else given.deal
    return OpenMatch(
        fact.match,
        fact.number,
        fact.server_seed,
        commitment_to_seed(deal, fact.server_seed),
        game_of(room.opened, fact.number, turn_of(fact)),
        given,
    )


def given_deal(opened: RoomOpened, number: int) -> GivenDeal | None:
    """Return the deal of a match that a room was given; None for one of its own."""
    return opened.given[number - 1] if opened.given else None


def turn_of(fact: MatchOpened) -> int:
    """Return the number of a match within its room, from 1."""
    return fact.turn or fact.number


def game_of(opened: RoomOpened, number: int, turn: int) -> AnyGame:
    """Return the game of a room's match, by its numbers within series and room.

    Games go round as long as the room lasts; given deals, with each series.
    """
    given = given_deal(opened, number)
    if given is not None:
        return find_game(given.game)
    games = opened.games or (opened.game,)
    key = games[(turn - 1) % len(games)]
    return find_retraceable(key) if opened.takes_back else find_game(key)


def seed_to_choose(room: Room) -> bytes | None:
    """Return the seed of which a deal is chosen, as its nonces stand in the countdown.

    None where the room's deals are not chosen, or a given deal was chosen before.
    """
    opened = room.course.next_match
    if not room.opened.certifier or opened is None or opened.given is not None:
        return None
    return _seed(opened.id, opened.server_seed, _nonces(room))


def void_of(room: Room, opened: OpenMatch, fact: StartVoided) -> VoidRecord:
    """Return the record of a start that was void, as everybody is told of it."""
    sitters = [room.table.seats[seat] for seat in fact.withheld]
    return VoidRecord(
        opened.id,
        opened.commitment,
        fact.why,
        tuple(
            WithheldRecord(s.player.id, s.player.name, s.commitment or b"")
            for s in sitters
            if s is not None
        ),
    )


def start_match(room: Room, opened: OpenMatch, fact: MatchStarted, at: int) -> Match:
    """Deal to every seat that revealed its nonce; all get the same deal."""
    game, given = opened.game, opened.given
    if given is None:
        deal, nonces = opened.id, _nonces(room)
        certifier, counter = room.opened.certifier, fact.counter
    else:
        deal, nonces = given.deal, given_nonces(given)
        certifier, counter = given.certifier, given.counter
    position = _dealt(game, _seed(deal, opened.server_seed, nonces), counter)
    plays = tuple(_first_play(game, s, position, at) for s in room.table.seats)
    return Match(
        id=opened.id,
        number=opened.number,
        server_seed=opened.server_seed,
        commitment=opened.commitment,
        nonces=nonces,
        started_at=at,
        ended_at=None,
        deal=deal,
        rated=room.opened.rated and given is None and _people(plays) >= PEOPLE_RATED,
        reveal_at=0 if given is None else given.reveal_at,
        stood_ms=0,
        certifier=certifier,
        counter=counter,
        voids=room.course.voids,
        plays=plays,
    )


def end_match(room: Room, match: Match, at: int) -> Room:
    """Close every play, count the winners, and free the seats of the departed."""
    plays = tuple(
        play._replace(state="timed_out") if play and play.state == "playing" else play
        for play in match.plays
    )
    ended = match._replace(plays=plays, ended_at=at)
    winners = match_winners(ended, room.table.game.about.contest)
    seats = tuple(
        s and s._replace(wins=s.wins + (seat in winners))
        for seat, s in enumerate(room.table.seats)
    )
    wins = tuple(s.wins for s in seats if s)
    over = series_is_over(wins, match.number, room.opened.best_of, room.opened.scoring)
    played = with_deal(room, ended)
    most = max(wins, default=0)
    champions = (
        leading_seats(played, seats)
        if room.opened.scoring == "duplicate"
        else tuple(k for k, s in enumerate(seats) if most and s and s.wins == most)
    )
    room = room._replace(
        course=room.course._replace(
            series_over=over, series_winners=champions if over else (), played=played
        )
    )
    return room._replace(table=room.table._replace(match=ended, seats=seats))


def _first_play(
    game: AnyGame, sitter: Sitter | None, position: object, at: int
) -> Play | None:
    if sitter is None or sitter.nonce is None:
        return None
    state: SeatState = "resigned" if sitter.departed else "playing"
    score = game.score(position)
    play = Play(sitter.player, position, score, 0, state, at)
    # A deal can be over before the first move, if only in theory.
    return _settled(game, play) if state == "playing" else play


def _after_move(game: AnyGame, play: Play, position: object, at: int) -> Play:
    score = game.score(position)
    reached_at = at if score != play.score else play.reached_at
    moved = Play(play.player, position, score, play.plies + 1, "playing", reached_at)
    return _settled(game, moved)


def _settled(game: AnyGame, play: Play) -> Play:
    if not game.is_over(play.position):
        return play
    state: SeatState = "out" if game.is_won(play.position) else "over"
    return play._replace(state=state)


def opening_of(game: AnyGame, match: Match) -> object:
    """Return the position that every seat of a match was dealt."""
    seed = _seed(match.deal, match.server_seed, match.nonces)
    return _dealt(game, seed, match.counter)


def given_nonces(given: GivenDeal) -> tuple[Nonce, ...]:
    """Return the nonces that a given deal was made with."""
    return tuple(Nonce(*nonce) for nonce in given.nonces)


def _seed(deal: str, server_seed: bytes, nonces: tuple[Nonce, ...]) -> bytes:
    revealed = {n.player: n.nonce for n in nonces if n.nonce is not None}
    return match_seed(deal, server_seed, revealed)


def _dealt(game: AnyGame, seed: bytes, counter: int) -> object:
    deal = deal_from_seed(candidate_seed(seed, counter), game.about.packs)
    position: object = game.setup(deal)
    return position


def _people(plays: tuple[Play | None, ...]) -> int:
    return sum(1 for play in plays if play is not None and not play.player.bot)


def _nonces(room: Room) -> tuple[Nonce, ...]:
    """Return the nonces that players committed to, revealed or not."""
    return (*_commitments(room), *room.course.no_shows)


def _commitments(room: Room) -> tuple[Nonce, ...]:
    return tuple(
        Nonce(s.player.id, s.commitment, s.nonce)
        for _, s in room.taken()
        if s.commitment is not None
    )
