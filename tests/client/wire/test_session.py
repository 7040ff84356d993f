"""The session folds what it is told, numbers what it asks, and knows when it lags."""

from collections.abc import Callable

import pytest

from samedeal_client.wire.session import Behind, Session, board_of
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_protocol.rooms.boards import (
    BoardView,
    OpenMatchView,
    PlayView,
    ResultView,
    RoomView,
    SeatView,
    Snapshot,
    VoidView,
    Zones,
)
from samedeal_protocol.rooms.playing import Finish, Move, Moved, Resign, RoomCommand
from samedeal_protocol.rooms.talk import LineView, Said
from samedeal_protocol.updates import (
    Heartbeat,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    News,
    PhaseChanged,
    Progress,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    StartVoided,
    Update,
)

ADA = SeatView(seat=0, player="p-ada", name="Ada")
BOB = SeatView(seat=1, player="p-bob", name="Bob")
OPENED = OpenMatchView(id="m-1", number=1, commitment=b"c" * 32)
BOARD = BoardView(ply=0, score=0, zones={"next": (5,), "stock": (0, 0)})
ROOM = RoomView(
    room="7KQ4P",
    public=True,
    host=0,
    game="squares/english",
    seats_max=4,
    time_limit_s=300,
    best_of=1,
    phase="gathering",
    until=1000,
    started=None,
    next_match=OPENED,
    seats=(ADA, BOB),
    result=None,
)
RESULT = ResultView(
    match="m-1",
    standings=(),
    server_seed=b"",
    commitment=b"",
    nonces=(),
    series_over=True,
    series_winners=(),
)
STARTED = MatchStarted(at=5, until=300_005, seats=(0, 1), board=BOARD)


def joined(*, offset: int = 3, n: int = 0, board: BoardView | None = None) -> Session:
    """Return a session that sits in seat 0."""
    session = Session()
    session.join(Snapshot(offset=offset, seat=0, n=n, room=ROOM, board=board))
    return session


def told(*updates: Update) -> Session:
    """Return a session that has heard updates after its snapshot."""
    session = joined()
    session.hear(News(since=3, offset=3 + len(updates), updates=updates))
    return session


def playing() -> Session:
    """Return a session whose match has begun."""
    play = PlayView(score=0, ply=0)
    seats = [
        SeatChanged(seat=seat.model_copy(update={"play": play})) for seat in (ADA, BOB)
    ]
    return told(*seats, STARTED, PhaseChanged(phase="playing", until=300_005))


def room_of(session: Session) -> RoomView:
    """Return the room, which there is."""
    assert session.room is not None
    return session.room


def test_news_move_the_offset_on() -> None:
    assert told(HostChanged(seat=1), HostChanged(seat=0)).offset == 5


def test_a_hole_in_the_news_is_noticed_and_changes_nothing() -> None:
    session = joined()
    with pytest.raises(Behind):
        session.hear(News(since=4, offset=5, updates=(HostChanged(seat=1),)))
    assert (session.offset, room_of(session)) == (3, ROOM)


def test_somebody_sits_down_and_gets_up() -> None:
    eve = SeatView(seat=2, player="p-eve", name="Eve")
    assert room_of(told(SeatChanged(seat=eve))).seats == (ADA, BOB, eve)
    assert room_of(told(SeatLeft(seat=1, why="left"))).seats == (ADA,)


def test_a_seat_is_replaced_whole() -> None:
    ready = BOB.model_copy(update={"ready": True})
    assert room_of(told(SeatChanged(seat=ready))).seats == (ADA, ready)


def test_losing_the_own_seat_is_known() -> None:
    session = told(SeatLeft(seat=0, why="not_ready"))
    assert session.seat is None
    assert session.own is None


def test_a_line_that_was_lost_and_said_again_at_once_is_one() -> None:
    """By its time and place it is the same."""
    said = Said(line=LineView(offset=4, at=7, seat=1, player="p-bob", name="Bob"))
    assert told(said, said).talk == (said.line,)


def test_host_and_phase_are_set() -> None:
    room = room_of(told(HostChanged(seat=1), PhaseChanged(phase="countdown", until=9)))
    assert (room.host, room.phase, room.until) == (1, "countdown", 9)


def test_a_start_gives_the_board_and_clears_the_last_result() -> None:
    session = told(MatchEnded(result=RESULT), STARTED)
    room = room_of(session)
    assert session.board == session.opening_of("m-1") == BOARD
    assert session.opening_of("m-2") is None
    assert (room.started, room.next_match, room.result) == (5, None, None)


def test_a_match_without_the_viewer_gives_no_board() -> None:
    session = told(STARTED.model_copy(update={"seats": (1,)}))
    assert session.board is None


def test_progress_and_result_are_set() -> None:
    play = PlayView(score=7, ply=3, state="finished")
    room = room_of(told(Progress(seat=1, play=play), MatchEnded(result=RESULT)))
    assert room.seats[1].play == play
    assert room.result == RESULT


def test_progress_of_a_seat_that_is_gone_is_nothing() -> None:
    play = PlayView(score=7, ply=3)
    assert room_of(told(Progress(seat=6, play=play))) == ROOM


def test_an_open_match_is_kept_with_its_commitment() -> None:
    opened = OpenMatchView(id="m-2", number=2, commitment=b"d" * 32)
    session = told(MatchOpened(match=opened))
    assert room_of(session).next_match == opened
    assert session.memory.commitments == {"m-1": b"c" * 32, "m-2": b"d" * 32}


def test_a_closed_room_has_no_next_match() -> None:
    session = told(RoomClosed(why="idle"), PhaseChanged(phase="closed", until=None))
    assert room_of(session).next_match is None


def test_why_an_operator_has_closed_a_room_is_kept() -> None:
    session = told(RoomClosed(why="lost", because="for tonight"))
    assert room_of(session).because == "for tonight"


def moved(ply: int, *, full: bool = False) -> Moved:
    """Return the answer to the move that led to a ply."""
    zones: Zones = {"next": (6,), f"cell.c{ply}": (5,)}
    return Moved(
        re=1, offset=9, ply=ply, score=2, zones=zones, state="playing", full=full
    )


def test_a_move_changes_the_zones_it_names() -> None:
    session = playing()
    session.move(moved(1))
    assert session.board is not None
    assert session.board.zones == {"next": (6,), "stock": (0, 0), "cell.c1": (5,)}
    assert session.play == PlayView(score=2, ply=1)


def test_a_full_answer_replaces_the_board() -> None:
    session = playing()
    session.move(moved(4, full=True))
    assert session.board is not None
    assert "stock" not in session.board.zones


def test_a_move_that_was_missed_is_noticed() -> None:
    with pytest.raises(Behind):
        playing().move(moved(2))


def test_an_old_answer_changes_nothing() -> None:
    session = playing()
    session.move(moved(1))
    before = session.board
    session.move(moved(0, full=True))
    assert session.board == before


def test_moves_are_only_taken_while_playing() -> None:
    assert playing().may_move
    assert not joined().may_move


def test_commands_are_numbered_and_kept_until_answered() -> None:
    session = joined(n=4)
    first = session.number(lambda n: Move(id=1, n=n, ply=0, move="c1"))
    second = session.number(lambda n: Move(id=2, n=n, ply=1, move="c2"))
    assert (first.n, second.n) == (5, 6)
    session.accept(5)
    assert list(session.unanswered) == [6]
    assert session.n == 5


def test_a_refused_command_gives_its_number_back() -> None:
    session = joined(n=4)
    session.number(lambda n: Move(id=1, n=n, ply=0, move="c1"))
    session.number(lambda n: Move(id=2, n=n, ply=1, move="c2"))
    session.refuse(5)
    assert session.number(lambda n: Finish(id=3, n=n)).n == 5


def test_a_snapshot_tells_which_commands_to_send_again() -> None:
    session = joined(n=4)
    session.number(lambda n: Move(id=1, n=n, ply=0, move="c1"))
    second = session.number(lambda n: Move(id=2, n=n, ply=1, move="c2"))
    snapshot = Snapshot(offset=8, seat=0, n=5, room=ROOM, board=BOARD)
    session.join(snapshot)
    assert session.unanswered == {6: second}
    assert (session.offset, session.n) == (8, 5)


def test_giving_up_ends_the_own_play_at_once() -> None:
    session = playing()
    session.number(lambda n: Resign(id=1, n=n))
    session.accept(1)
    assert not session.may_move


def test_a_heartbeat_that_agrees_is_no_news() -> None:
    session = joined(board=BOARD)
    own = session.heartbeat()
    beat = Heartbeat(now=1, offset=own.offset, ply=own.ply, digest=own.digest)
    session.check(beat)
    with pytest.raises(Behind):
        session.check(beat.model_copy(update={"digest": b"other..."}))
    with pytest.raises(Behind):
        session.check(beat.model_copy(update={"offset": own.offset + 1}))


def test_whoever_has_left_knows_nothing() -> None:
    session = playing()
    session.leave()
    assert (session.room, session.board, session.seat) == (None, None, None)
    assert session.heartbeat().digest == b""


def test_cards_on_the_wire_count_from_one() -> None:
    assert board_of(BOARD).zones == {
        "next": (Card(4),),
        "stock": (FACE_DOWN, FACE_DOWN),
    }


def numbered(move: Move) -> Callable[[int], RoomCommand]:
    return lambda n: move.model_copy(update={"n": n})


def laid(session: Session, *cells: str) -> None:
    """Have moves acknowledged, from the first ply on."""
    for ply, cell in enumerate(cells):
        move = Move(id=1, n=1, ply=ply, move=cell)
        session.accept(session.number(numbered(move)).n)


def test_acknowledged_moves_are_remembered_until_the_next_start() -> None:
    session = playing()
    laid(session, "a1", "b1")
    assert session.moves_in("m-1") == {0: "a1", 1: "b1"}
    assert session.moves_in("m-2") == {}
    session.hear(
        News(since=session.offset, offset=session.offset + 1, updates=(STARTED,))
    )
    assert session.moves_in("m-1") == {}


def test_moves_that_the_store_has_lost_are_forgotten() -> None:
    session = playing()
    laid(session, "a1", "b1")
    room = room_of(session).model_copy(update={"epoch": 2})
    board = BOARD.model_copy(update={"ply": 1})
    session.join(Snapshot(offset=9, seat=0, n=1, room=room, board=board))
    assert session.moves_in("m-1") == {0: "a1"}


VOID = VoidView(match="m-0", commitment=b"v" * 32, why="service", withheld=())
SWAPPED = OPENED.model_copy(update={"commitment": b"d" * 32, "deal": "event/A/0"})


def test_what_the_server_committed_to_first_counts_whatever_it_says_later() -> None:
    """By then it knows everybody's nonce, and could try seeds until one suits."""
    session = told(MatchOpened(match=SWAPPED))
    assert session.memory.commitments["m-1"] == OPENED.commitment
    assert session.memory.deals["m-1"] == ""
    changed = ROOM.model_copy(update={"next_match": SWAPPED})
    session.join(Snapshot(offset=9, seat=0, n=0, room=changed, board=None))
    assert session.memory.commitments["m-1"] == OPENED.commitment
    assert session.memory.deals["m-1"] == ""


def test_a_void_start_takes_no_commitments_back() -> None:
    session = joined()
    session.memory.reveal(room_of(session))
    noted = dict(session.memory.committed["m-1"])
    this_one = VOID.model_copy(update={"match": "m-1"})
    session.hear(News(since=3, offset=5, updates=(StartVoided(void=this_one), STARTED)))
    assert session.memory.committed["m-1"] == noted


def test_a_snapshot_takes_no_void_start_away_that_was_heard() -> None:
    session = told(StartVoided(void=VOID))
    session.join(Snapshot(offset=9, seat=0, n=0, room=ROOM, board=None))
    session.hear(News(since=9, offset=10, updates=(STARTED,)))
    assert session.memory.heard_void("m-1") == (VOID,)


def test_a_void_start_is_of_the_match_after_it_and_of_no_other() -> None:
    session = told(StartVoided(void=VOID), STARTED)
    assert session.memory.heard_void("m-1") == (VOID,)
    after = OPENED.model_copy(update={"id": "m-2"})
    later = (MatchEnded(result=RESULT, series=None), MatchOpened(match=after), STARTED)
    session.hear(News(since=5, offset=8, updates=later))
    assert session.memory.heard_void("m-2") == ()


def test_void_starts_are_told_by_a_snapshot_to_who_was_not_there() -> None:
    room = ROOM.model_copy(update={"voids": (VOID,)})
    session = Session()
    session.join(Snapshot(offset=3, seat=0, n=0, room=room, board=None))
    session.hear(News(since=3, offset=4, updates=(STARTED,)))
    assert session.memory.heard_void("m-1") == (VOID,)
