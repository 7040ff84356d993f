"""Who sits in a room: seats and hosts, who comes and who goes."""

import pytest
from tests.server.core.table import (
    LIMITS,
    NAMES,
    Table,
    opened,
    playing,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import HostChanged
from samedeal_server.core import facts
from samedeal_server.core.commands import (
    Go,
    Sit,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.phases import BOTS_BACK_MS, deadline
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
