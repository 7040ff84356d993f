"""Matches: one deal for all, moves checked per seat, and how they end."""

import pytest
from tests.server.core.table import counting, playing

from samedeal_games.catalogue import GAMES
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Finish, Move, Resign
from samedeal_server.core import facts
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_dealt_the_same(game: str) -> None:
    table = playing("ann", "bob", "cid", game=game)
    assert table.state.table.match is not None
    first, *others = [play for play in table.state.table.match.plays if play]
    assert len(others) == 2
    assert all(play.position == first.position for play in others)


def test_a_move_changes_ones_own_board_alone() -> None:
    table = playing("ann", "bob")
    before = table.state.play_of(1)
    table.move("ann")
    assert table.state.play_of(1) == before
    ann = table.state.play_of(0)
    assert ann is not None
    assert ann.plies == 1


def test_a_move_for_another_ply_is_refused_and_the_ply_named() -> None:
    table = playing("ann", "bob")
    with pytest.raises(Refused) as refused:
        table.feed(Move(id=1, n=3, ply=4, move="a1"), "ann", 3)
    assert (refused.value.code, refused.value.expected) == (ErrorCode.STALE_PLY, 0)


def test_an_illegal_move_says_why() -> None:
    table = playing("ann", "bob")
    table.move("ann", "a1")
    with pytest.raises(Refused) as refused:
        table.move("ann", "a1")
    assert refused.value.code is ErrorCode.ILLEGAL_MOVE
    assert refused.value.detail


def test_what_is_no_notation_is_refused() -> None:
    table = playing("ann", "bob")
    with pytest.raises(Refused) as refused:
        table.move("ann", "castle")
    assert refused.value.code is ErrorCode.BAD_MOVE


def test_moves_are_kept_in_canonical_notation() -> None:
    table = playing("ann", "bob")
    table.move("ann", "A1")
    assert table.last(facts.Moved(0, "a1"))


def test_finishing_locks_the_score() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    with pytest.raises(Refused) as refused:
        table.move("ann", "a1")
    assert refused.value.code is ErrorCode.SEAT_DONE


def test_nothing_is_left_to_resign_after_finishing() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    with pytest.raises(Refused) as refused:
        table.resign("ann")
    assert refused.value.code is ErrorCode.SEAT_DONE


def test_the_match_ends_at_once_when_all_are_done() -> None:
    table = playing("ann", "bob")
    table.resign("ann")
    table.play_all("bob")
    table.wait(0)
    assert table.state.course.phase is Phase.RESULT


def test_time_ends_the_match_for_those_still_playing() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    table.tick_at_deadline()
    states = [play.state for k in (0, 1) if (play := table.state.play_of(k))]
    assert states == ["finished", "timed_out"]


@pytest.mark.parametrize(
    "late",
    [
        Move(id=1, n=3, ply=0, move="a1"),
        Finish(id=1, n=3),
        Resign(id=1, n=3),
    ],
)
def test_nothing_counts_after_the_time_is_up(late: Move | Finish | Resign) -> None:
    table = playing("ann", "bob")
    table.now = table.state.course.until
    with pytest.raises(Refused) as refused:
        table.feed(late, "ann", 3)
    assert refused.value.code is ErrorCode.WRONG_PHASE


def test_leaving_during_play_resigns_and_frees_the_seat_at_the_end() -> None:
    table = playing("ann", "bob")
    table.leave("bob")
    assert table.last(facts.Resigned(1), facts.Departed(1))
    assert table.state.seat_of("bob") == 1
    table.finish("ann")
    table.wait(0)
    assert table.says(facts.SeatLeft(1, "left"))
    assert table.state.course.phase is Phase.RESULT


def test_leaving_after_finishing_keeps_the_result() -> None:
    table = playing("ann", "bob")
    table.finish("bob")
    table.leave("bob")
    play = table.state.play_of(1)
    assert play is not None
    assert play.state == "finished"


def test_the_room_closes_when_all_have_left_the_match() -> None:
    table = playing("ann", "bob")
    table.leave("ann")
    table.leave("bob")
    table.wait(0)
    assert table.last(facts.RoomClosed("empty"))


def test_a_lost_connection_does_not_end_a_match() -> None:
    table = playing("ann", "bob")
    table.drop("bob")
    table.wait(table.state.table.time_limit_s * 1000 - 1)
    assert table.state.course.phase is Phase.PLAYING
    assert not table.says(facts.Resigned(1))


def test_who_left_and_came_back_stays_for_the_rematch() -> None:
    table = playing("ann", "bob")
    table.leave("bob")
    table.come("bob", "c-bob-2")
    table.finish("ann")
    table.wait(0)
    assert table.state.seat_of("bob") == 1


def test_a_moment_counts_from_when_the_score_was_reached() -> None:
    table = playing("ann", "bob", game="westcliff/classic")
    play = table.state.play_of(0)
    assert play is not None
    table.now += 5_000
    table.move("ann", "D")
    after = table.state.play_of(0)
    assert after is not None
    changed = after.score != play.score
    assert after.reached_at == (table.now if changed else play.reached_at)


def test_a_departed_seat_may_return_before_the_start() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann", "bob", "cid")
    table.leave("cid")
    table.come("cid", "c-cid-2")
    table.tick_at_deadline()
    play = table.state.play_of(2)
    assert play is not None
    assert play.state == "playing"
