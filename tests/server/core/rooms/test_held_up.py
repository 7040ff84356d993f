"""What comes of holding a room up: seats for those from one place, and given deals."""

from collections.abc import Callable

import pytest
from tests.server.core.rooms.withholding import FAILURES, withhold
from tests.server.core.table import (
    LIMITS,
    Table,
    opened,
    seated,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.facts import GivenDeal
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.core.rooms.voids import (
    HELD_UP_MOST,
    HELD_UP_MS,
)
from samedeal_server.core.state import Phase


def held_up(table: Table, name: str, place: str = "here") -> None:
    """Have somebody sit down, be ready with the others and not reveal."""
    table.sit(name, place=place)
    table.ready(*(sitter.player.id for _, sitter in table.state.taken()))
    withhold(table, name)


def test_a_public_room_has_no_seat_for_a_place_that_held_it_up_until_later() -> None:
    table = opened("ann", "bob", public=True)
    for number in range(HELD_UP_MOST):
        held_up(table, f"p{number}")
    with pytest.raises(Wait) as refused:
        table.sit("new", place="here")
    assert refused.value.code is ErrorCode.HELD_UP
    assert HELD_UP_MS / 2 < refused.value.wait_ms <= HELD_UP_MS
    table.sit("far", place="elsewhere")
    table.now += refused.value.wait_ms
    table.sit("new", place="here")
    assert table.state.seat_of("new") is not None


def test_who_sits_in_a_room_stays_though_their_house_holds_it_up() -> None:
    table = opened("ann", "bob", public=True, seats=5)
    table.sit("eve", place="here")
    for number in range(HELD_UP_MOST + 1):
        if number == HELD_UP_MOST:
            with pytest.raises(Wait):
                table.sit("more", place="here")
            break
        held_up(table, f"p{number}")
    table.ready("ann", "bob", "eve")
    table.reveal("ann", "bob", "eve")
    table.tick_at_deadline()
    play = table.state.play_of(table.state.seat_of("eve"))
    assert play is not None
    assert play.state == "playing"


def test_a_house_that_loses_the_line_has_held_up_one_start() -> None:
    table = opened("ann", "bob", public=True, seats=8)
    house = ("cid", "dot", "eve", "fay")
    for _ in range(2):  # their second time each
        table.sit(*house, place="here")
        table.ready("ann", "bob", *house)
        withhold(table, *house)
    assert len(table.state.course.withheld) == 2 * len(house)
    table.sit("gus", place="here")
    assert table.state.seat_of("gus") is not None


def test_a_private_room_asks_nobody_where_they_come_from() -> None:
    table = opened("ann", "bob", public=False)
    for number in range(HELD_UP_MOST + 1):
        held_up(table, f"p{number}")
    table.sit("new", place="here")
    assert table.state.seat_of("new") is not None


def test_where_nobody_reveals_nobody_is_held_up_nor_to_blame() -> None:
    table = opened("ann", public=True)
    table.sit("bob", place="here")
    for _ in range(HELD_UP_MOST + 1):
        table.ready("ann", "bob")
        table.tick_at_deadline()
    assert table.state.course.withheld == ()
    assert len(table.state.taken()) == 2
    names = [who.name for who in table.state.course.voids[0].withheld]
    assert names == ["Ann", "Bob"]  # the record says so all the same
    table.sit("cid", place="here")
    assert table.state.seat_of("cid") is not None


def given_room(seats: int, *names: str) -> Table:
    given = GivenDeal("event/7KQ4PXM/1", "squares/english", bytes(32))
    wanted = room_for_one(given, "event", LIMITS)._replace(seats_max=seats, public=True)
    return seated(wanted, *names)


def test_whoever_withholds_at_a_given_deal_twice_has_no_seat_any_more() -> None:
    table = given_room(2, "ann")
    for _ in range(2):
        table.sit("bob")
        table.ready("ann", "bob")
        withhold(table, "bob")
        assert table.state.seat_of("bob") is None
    with pytest.raises(Refused) as refused:
        table.sit("bob")
    assert refused.value.code is ErrorCode.WITHHELD


def test_one_place_cannot_hold_up_a_given_deal_for_long() -> None:
    table = given_room(2, "ann")
    for number in range(HELD_UP_MOST):
        held_up(table, f"p{number}")
    with pytest.raises(Wait):
        table.sit("new", place="here")


@pytest.mark.parametrize("fail", FAILURES)
def test_at_a_given_deal_the_service_is_held_against_nobody(
    fail: Callable[[Table], None],
) -> None:
    table = given_room(3, "ann", "bob", "cid")
    table.come("cid", "p1.7")
    table.ready("ann", "bob", "cid")
    table.reveal("ann", "bob")
    fail(table)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    assert table.state.course.withheld == ()


def test_who_loses_the_line_before_an_attempt_finds_it_again() -> None:
    table = given_room(1, "ann")
    table.ready("ann")
    table.drop("ann")
    table.tick_at_deadline()
    table.come("ann", "c-ann-2")
    table.ready("ann")
    table.reveal("ann")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
