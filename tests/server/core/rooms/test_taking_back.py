"""Taking back in a room: where its host allowed it, and in nothing that counts."""

import msgpack
import pytest
from tests.server.core.table import LIMITS, Table, opened, playing, resulting, seated

from samedeal_games.catalogue import GAMES, can_take_back
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Move
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_records.verification import is_proven, took_back, verify
from samedeal_server.core import facts
from samedeal_server.core.facts import GivenDeal, RoomOpened
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import room_asked_for, room_for_one
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import room_view, snapshot, summary
from samedeal_server.core.state import Room

OPEN = {"game": "capricieuse", "takes_back": True}
"""All its cards are seen from the start."""


def refusal_of(table: Table, name: str) -> ErrorCode:
    with pytest.raises(Refused) as refused:
        table.move(name, "U")
    return refused.value.code


def first_pack(table: Table, name: str) -> str:
    """Return a move from column to column."""
    return next(text for text in table.legal(name) if ">" in text)


def test_a_move_is_taken_back_and_both_count_as_plies() -> None:
    table = playing("ann", "bob", **OPEN)
    before = snapshot(table.state, "ann").board
    table.move("ann", first_pack(table, "ann"))
    table.move("ann", "u")
    after = snapshot(table.state, "ann").board
    assert before is not None
    assert after is not None
    assert (after.zones, after.score) == (before.zones, before.score)
    assert (before.ply, after.ply) == (0, 2)
    assert table.last(facts.Moved(0, "U"))


def test_a_build_that_is_taken_back_is_no_score_any_more() -> None:
    table = playing("ann", "bob", **OPEN)
    while not (builds := [t for t in table.legal("ann") if t[-1] in "FK"]):
        table.move("ann")
    score = table.score("ann")
    table.move("ann", builds[0])
    assert table.score("ann") == score + 1
    table.now += 500
    table.move("ann", "U")
    play = table.state.play_of(0)
    assert play is not None
    assert (play.score, play.reached_at) == (score, table.now)


def test_it_concerns_ones_own_board_alone() -> None:
    table = playing("ann", "bob", **OPEN)
    table.move("ann", first_pack(table, "ann"))
    assert refusal_of(table, "bob") is ErrorCode.NOTHING_TO_TAKE_BACK
    bob = table.state.play_of(1)
    assert bob is not None
    assert bob.plies == 0


def test_what_showed_a_card_stays() -> None:
    table = playing("ann", "bob", game="westcliff/classic", takes_back=True)
    table.move("ann", "D")
    assert refusal_of(table, "ann") is ErrorCode.NOTHING_TO_TAKE_BACK


def test_it_is_for_the_next_ply_like_any_move() -> None:
    table = playing("ann", "bob", **OPEN)
    table.move("ann", first_pack(table, "ann"))
    with pytest.raises(Refused) as refused:
        table.feed(Move(id=1, n=4, ply=0, move="U"), "ann", 4)
    assert refused.value.code is ErrorCode.STALE_PLY


@pytest.mark.parametrize("game", GAMES)
def test_moves_stand_where_the_host_did_not_say_otherwise(game: str) -> None:
    table = playing("ann", "bob", game=game)
    table.move("ann")
    assert refusal_of(table, "ann") is ErrorCode.NO_TAKE_BACK


@pytest.mark.parametrize("kind", ["daily", "challenge", "event"])
def test_moves_stand_in_attempts_at_given_deals(kind: str) -> None:
    given = GivenDeal("a-deal", "capricieuse", bytes(32))
    wanted = room_for_one(given, kind, LIMITS)  # type: ignore[arg-type]
    table = seated(wanted, "ann")
    table.ready("ann")
    table.reveal("ann")
    table.tick_at_deadline()
    table.move("ann")
    assert refusal_of(table, "ann") is ErrorCode.NO_TAKE_BACK


@pytest.mark.parametrize("game", [key for key in GAMES if not can_take_back(key)])
def test_a_room_for_poker_squares_alone_cannot_allow_it(game: str) -> None:
    with pytest.raises(Refused) as refused:
        opened("ann", game=game, takes_back=True)
    assert refused.value.code is ErrorCode.NO_TAKE_BACK


def test_where_games_are_played_in_turn_poker_squares_keeps_its_rules() -> None:
    games = ("squares/english", "easthaven/open")
    table = playing(
        "ann", "bob", game=games[0], games=games, best_of=3, takes_back=True
    )
    table.move("ann", "a1")
    assert refusal_of(table, "ann") is ErrorCode.NO_TAKE_BACK
    table.finish("ann", "bob")
    table.tick_at_deadline()
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert table.state.table.game.about.key == "easthaven/open"
    assert refusal_of(table, "ann") is ErrorCode.NOTHING_TO_TAKE_BACK


def test_everybody_is_told_that_a_room_allows_it() -> None:
    for allowed in (False, True):
        table = opened("ann", game="capricieuse", takes_back=allowed)
        assert room_view(table.state).takes_back == allowed
        assert summary(table.state).takes_back == allowed


def test_its_matches_never_count_whatever_the_host_asks_for() -> None:
    asked = HostRoom(id=1, game="easthaven", takes_back=True, rated=True)
    assert not room_asked_for(asked, LIMITS).rated
    table = resulting("ann", "bob", **OPEN)
    assert table.state.table.match is not None
    assert not table.state.table.match.rated
    assert not room_view(table.state).rated


def test_a_transcript_with_moves_taken_back_is_proven() -> None:
    table = playing("ann", "bob", **OPEN)
    for text in (None, None, "U", None, "U", "U"):
        table.now += 100
        table.move("ann", text)
    table.finish("ann", "bob")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    assert [took_back(seat) for seat in transcript.seats] == [True, False]
    assert is_proven(verify(transcript)), verify(transcript)
    assert not is_proven(verify(transcript._replace(rated=True)))


def test_the_log_folds_to_the_same_way_back() -> None:
    table = playing("ann", "bob", **OPEN)
    table.move("ann", first_pack(table, "ann"))
    table.move("ann", first_pack(table, "ann"))
    table.move("ann", "U")
    room: Room | None = None
    for entry in table.log:
        room = evolve(room, entry)
    assert room is not None
    assert room == table.state
    table.state = room
    table.move("ann", "U")
    assert refusal_of(table, "ann") is ErrorCode.NOTHING_TO_TAKE_BACK


def test_a_log_from_before_there_was_any_taking_back_is_read() -> None:
    table = opened("ann", game="easthaven")
    fact = table.log[0].fact
    assert isinstance(fact, RoomOpened)
    packed = msgpack.packb(("open", "", 0, *fact[:-1]))
    assert facts.unpack_entry(1, 1, packed).fact == fact
