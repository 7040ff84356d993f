"""Who sits in a room: seats and hosts, who comes and who goes."""

import pytest
from tests.server.core.table import (
    LIMITS,
    NAMES,
    START_MS,
    Table,
    opened,
    playing,
    resulting,
    seated,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_protocol.updates import HostChanged
from samedeal_server.core import facts
from samedeal_server.core.commands import (
    Go,
    Sit,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.openings import room_asked_for
from samedeal_server.core.rooms.phases import BOTS_BACK_MS, deadline
from samedeal_server.core.rooms.updates import summary
from samedeal_server.core.state import Phase, Player


def test_seats_are_taken_in_order_until_the_room_is_full() -> None:
    table = opened(*NAMES[:4])
    assert [s.player.id for _, s in table.state.taken()] == list(NAMES[:4])
    with pytest.raises(Refused) as refused:
        table.sit("eve")
    assert refused.value.code is ErrorCode.ROOM_FULL


def test_the_last_who_leaves_makes_nobody_host() -> None:
    table = opened("ann", "bob")
    table.leave("ann")
    assert HostChanged(seat=1) in table.told
    table.leave("bob")
    assert table.state.course.phase is Phase.CLOSED
    assert not any(isinstance(update, HostChanged) for update in table.told)


def test_the_last_bot_yields_its_seat_to_a_person() -> None:
    table = opened("ann", seats=3)
    table.sit("bot", "bit", bot=True)
    table.ready("bot", "bit")
    with pytest.raises(Refused):
        table.sit("but", bot=True)
    table.sit("bob")
    assert [s.player.id for _, s in table.state.taken()] == ["ann", "bot", "bob"]
    table.sit("cid")
    assert [s.player.id for _, s in table.state.taken()] == ["ann", "cid", "bob"]
    with pytest.raises(Refused) as refused:
        table.sit("dot")
    assert refused.value.code is ErrorCode.ROOM_FULL


@pytest.mark.parametrize(("best_of", "yields"), [(1, True), (3, False)])
def test_a_bot_yields_its_seat_in_no_series_that_is_under_way(
    best_of: int, *, yields: bool
) -> None:
    table = opened("ann", seats=2, best_of=best_of)
    table.sit("bot", bot=True)
    table.ready("ann", "bot")
    table.reveal("ann", "bot")
    table.tick_at_deadline()
    with pytest.raises(Refused):
        table.sit("bob")
    table.finish("ann", "bot")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT
    if yields:
        table.sit("bob")
        assert table.state.seat_of("bob") == 1
    else:
        with pytest.raises(Refused):
            table.sit("bob")


def test_a_free_seat_is_taken_again() -> None:
    table = opened("ann", "bob", "cid")
    table.leave("bob")
    table.sit("dot")
    assert table.state.seat_of("dot") == 1


def test_when_the_host_leaves_the_next_seat_is_host() -> None:
    table = opened("ann", "bob", "cid")
    table.leave("ann")
    assert table.state.table.host == 1
    assert [u.t for u in table.told] == ["left", "host"]


def test_the_last_to_leave_closes_the_room() -> None:
    table = opened("ann")
    table.leave("ann")
    assert table.last(facts.RoomClosed("empty"))


def test_a_lost_connection_keeps_its_seat_for_a_while() -> None:
    table = opened("ann", "bob")
    table.drop("bob")
    table.wait(LIMITS.away_ms - 1)
    assert table.state.seat_of("bob") == 1
    table.wait(1)
    assert table.last(facts.SeatLeft(1, "away"))


def until_closed(table: Table) -> int:
    """Let the time pass in which nobody comes back; return how much it was, in ms."""
    since = table.now
    while table.state.course.phase is not Phase.CLOSED:
        table.tick_at_deadline()
    return table.now - since


def test_a_host_who_is_away_to_send_the_link_finds_room_and_seat() -> None:
    table = opened("ann")
    table.drop("ann")
    assert deadline(table.state) == table.state.course.until
    table.wait(LIMITS.gather_ms - 1)
    table.come("ann", "c-ann-2")
    assert table.state.seat_of("ann") == 0


def test_the_friend_who_has_the_link_sits_down_with_a_host_who_is_away() -> None:
    table = opened("ann", public=False)
    table.drop("ann")
    table.wait(10 * LIMITS.away_ms)
    table.sit("bob")
    table.ready("bob")
    table.wait(10 * LIMITS.away_ms)
    assert table.state.seat_of("ann") == table.state.table.host == 0
    table.come("ann", "c-ann-2")
    table.ready("ann")
    assert table.state.course.phase is Phase.COUNTDOWN


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("bots", [(), ("bit",)])
def test_a_room_whose_host_never_comes_back_ends(
    bots: tuple[str, ...], *, public: bool
) -> None:
    table = opened("ann", public=public)
    table.sit(*bots, bot=True)
    table.ready(*bots)
    table.drop("ann")
    assert until_closed(table) == LIMITS.gather_ms
    assert table.last(facts.RoomClosed("idle"))


def test_however_often_others_come_a_room_is_kept_no_longer_for_who_is_away() -> None:
    table = opened("ann", public=True)
    table.drop("ann")
    for _ in range(3):
        table.wait(LIMITS.gather_ms // 4)
        table.sit("eve")
        table.leave("eve")
    table.wait(LIMITS.gather_ms // 4)
    assert table.last(facts.RoomClosed("idle"))


def test_after_a_while_who_is_away_is_not_ready_and_holds_no_start_up() -> None:
    table = opened("ann")
    table.ready("ann")
    table.drop("ann")
    table.wait(LIMITS.away_ms - 1)
    assert table.state.taken()[0][1].commitment is not None
    table.wait(1)
    assert table.last(facts.Unreadied(0))
    table.sit("bob")
    table.ready("bob")
    # Else it would begin, be void, and be held against Ann.
    assert not table.says(facts.CountdownBegan())
    table.come("ann", "c-ann-2")
    table.ready("ann")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING


def test_two_who_are_ready_wait_for_no_host_who_is_away() -> None:
    table = opened("ann", "bob", "cid", public=False)
    table.drop("ann")
    table.wait(5 * LIMITS.away_ms)
    table.ready("bob", "cid")
    table.wait(LIMITS.ready_ms)
    assert table.last(facts.SeatLeft(0, "not_ready"), facts.CountdownBegan())


def test_a_friend_who_is_ready_waits_no_longer_than_the_room() -> None:
    table = opened("ann", seats=2, public=False)
    table.drop("ann")
    table.sit("bob")
    table.ready("bob")
    table.tick_at_deadline()
    assert table.now - START_MS == LIMITS.gather_ms
    assert table.state.seat_of("ann") is None
    assert table.state.table.host == table.state.seat_of("bob")


def test_a_stranger_waits_for_a_host_who_is_away_no_longer_than_for_others() -> None:
    table = opened("ann", seats=2, public=True)
    table.drop("ann")
    table.wait(10 * LIMITS.away_ms)
    table.sit("bob")
    # Ann may be on her way back to whom she has asked.
    assert deadline(table.state) == table.now + LIMITS.away_ms
    table.tick_at_deadline()
    assert table.last(facts.SeatLeft(0, "away"))
    assert table.state.table.host == table.state.seat_of("bob")


def test_the_host_stays_where_all_lose_the_line_at_once() -> None:
    table = opened("ann", "bob", public=True)
    for name in ("bob", "ann"):
        table.drop(name)
    table.wait(LIMITS.away_ms)
    assert [sitter.player.id for _, sitter in table.state.taken()] == ["ann"]
    assert deadline(table.state) == table.state.course.until


def test_where_a_bot_is_host_the_first_person_keeps_the_room() -> None:
    table = opened("ann")
    table.sit("bit", bot=True)
    table.sit("bob", "cid")
    table.leave("ann")
    assert table.state.table.host == table.state.seat_of("bit")
    for name in ("bit", "cid", "bob"):
        table.drop(name)
    table.wait(LIMITS.away_ms)
    assert [sitter.player.id for _, sitter in table.state.taken()] == ["bob"]


def test_nothing_is_kept_for_bots_nor_at_a_table_for_one_nor_after_a_match() -> None:
    alone, after = opened("ann", seats=1), resulting("ann", "bob")
    for table in (alone, after):
        table.drop("ann")
        table.wait(LIMITS.away_ms)
        assert table.says(facts.SeatLeft(0, "away"))
    table = opened("ann")
    table.sit("bit", bot=True)
    table.leave("ann")
    table.drop("bit")
    table.wait(LIMITS.away_ms)
    assert table.last(facts.RoomClosed("empty"))


def test_a_room_opened_where_too_many_are_kept_is_kept_for_nobody() -> None:
    limits = LIMITS._replace(host_away_ms=0)
    asked = HostRoom(id=1, game="squares/english", seats=4)
    table = seated(room_asked_for(asked, limits), "ann")
    table.drop("ann")
    assert until_closed(table) == LIMITS.away_ms


def test_the_list_tells_of_a_host_who_is_away() -> None:
    table = opened("ann", public=True)
    assert not summary(table.state).host_away
    table.drop("ann")
    assert summary(table.state).host_away
    assert summary(table.state).seats_taken == 1


def test_who_comes_back_in_time_is_not_away() -> None:
    table = opened("ann", "bob")
    table.drop("bob")
    table.come("bob", "c-bob-2")
    table.wait(LIMITS.away_ms)
    assert table.state.seat_of("bob") == 1


def test_losing_a_replaced_connection_means_nothing() -> None:
    table = opened("ann", "bob")
    table.come("bob", "c-bob-2")
    assert table.feed(Go("c-bob"), "bob") == ()


def test_an_idle_room_closes() -> None:
    table = opened("ann", "bob")
    table.wait(LIMITS.gather_ms)
    assert table.last(facts.RoomClosed("idle"))


def test_nobody_sits_down_twice() -> None:
    table = opened("ann", "bob")
    assert table.feed(Sit(Player("bob", "Bob", bot=False), "c-elsewhere")) == ()
    assert table.state.table.seats[2] is None


def test_a_connection_that_comes_late_replaces_none_that_was_made_after_it() -> None:
    table = opened("ann")
    table.come("ann", "p1.5#beef.7")
    with pytest.raises(Refused) as late:
        table.come("ann", "p2.9#beef.6")
    assert late.value.code is ErrorCode.NOT_SEATED
    for connection in ("p2.9#beef.8", "p2.10#f00d.1", "p2.11", "p2.12#.0"):
        table.come("ann", connection)
        sitter = table.state.table.seats[0]
        assert sitter is not None
        assert sitter.connection == connection


def with_bots(*bots: str) -> Table:
    """Return a match of Ann and bots."""
    table = opened("ann")
    table.sit(*bots, bot=True)
    table.ready("ann", *bots)
    table.reveal("ann", *bots)
    table.tick_at_deadline()
    return table


def test_nobody_waits_for_bots_that_have_gone_for_good() -> None:
    table = with_bots("gus", "hal")
    table.move("gus")
    table.drop("gus")
    table.drop("hal")
    table.wait(BOTS_BACK_MS)
    limit = table.state.course.until
    assert not table.says(facts.MatchEnded())  # Ann plays on, and they may come back
    table.finish("ann")
    table.tick_at_deadline()
    assert table.says(facts.MatchEnded())
    assert table.now < limit
    match = table.state.table.match
    assert match is not None
    assert [play and play.state for play in match.plays[:3]] == ["finished"] * 3


def test_bots_that_come_back_in_time_play_on() -> None:
    table = with_bots("gus", "hal")
    table.finish("ann")
    table.drop("gus")
    table.drop("hal")
    until = deadline(table.state)
    assert until == table.now + BOTS_BACK_MS
    table.come("hal", "c-later")
    table.wait(BOTS_BACK_MS)
    assert table.state.course.phase is Phase.PLAYING
    assert deadline(table.state) == table.state.course.until


def test_a_person_who_is_gone_is_waited_for_as_long_as_ever() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    table.drop("bob")
    assert deadline(table.state) == table.state.course.until
