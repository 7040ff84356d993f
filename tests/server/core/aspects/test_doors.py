"""The door of a room: whom its host puts out and lets in, and whether it is shut."""

from collections.abc import Callable

import pytest
from tests.server.core.table import (
    Table,
    counting,
    opened,
    playing,
    resulting,
    worn_to,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import DoorChanged, SeatLeft, WasPutOut
from samedeal_server.core.aspects.doors import NAMED_MOST
from samedeal_server.core.aspects.together import check_way_in
from samedeal_server.core.commands import DoorCommand, LetIn, PutOut, SetDoor
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.updates import room_view
from samedeal_server.core.state import Phase
from samedeal_server.core.wear import LOG_WORN_AT
from samedeal_server.rooms.room_list import listing_of


def out(name: str, *, bot: bool = False) -> PutOut:
    return PutOut(name, name.title(), bot)


def refusal(table: Table, command: DoorCommand, by: str = "ann") -> ErrorCode:
    with pytest.raises(Refused) as refused:
        table.feed(command, by)
    return refused.value.code


def test_who_is_put_out_loses_the_seat_and_is_told_by_whom() -> None:
    table = opened("ann", "bob", "cid")
    table.feed(out("bob"), "ann")
    assert table.state.seat_of("bob") is None
    told = [u for u in table.told if isinstance(u, WasPutOut | SeatLeft)]
    assert told == [
        WasPutOut(player="bob", name="Bob", by=0),
        SeatLeft(seat=1, why="left"),
    ]
    with pytest.raises(Refused, match="Ann") as refused:
        table.sit("bob")
    assert refused.value.code is ErrorCode.PUT_OUT


def test_who_is_let_in_again_may_sit_down() -> None:
    table = opened("ann", "bob")
    table.feed(out("bob"), "ann")
    table.feed(LetIn("bob", "Bob"), "ann")
    table.sit("bob")
    assert table.state.seat_of("bob") == 1


def test_when_the_last_is_put_out_who_was_not_ready_the_match_begins() -> None:
    table = opened("ann", "bob", "cid")
    table.ready("ann", "bob")
    table.feed(out("cid"), "ann")
    assert table.state.course.phase is Phase.COUNTDOWN


def test_a_shut_door_keeps_out_all_but_those_let_in_and_those_seated() -> None:
    table = opened("ann", "bob", public=True)
    assert listing_of(table.state).shown is not None
    table.feed(SetDoor(shut=True), "ann")
    table.feed(LetIn("cid", "Cid"), "ann")
    with pytest.raises(Refused) as refused:
        table.sit("dan")
    assert refused.value.code is ErrorCode.DOOR_SHUT
    table.sit("cid")
    table.drop("bob")
    table.come("bob", "c-again")
    listing = listing_of(table.state)
    assert (listing.shown, listing.is_hidden) == (None, True)
    table.feed(SetDoor(shut=False), "ann")
    table.sit("dan")
    assert listing_of(table.state).shown is not None


def test_everybody_is_told_how_the_door_is() -> None:
    table = opened("ann", "bob")
    assert room_view(table.state).door is None
    table.feed(SetDoor(shut=True), "ann")
    table.feed(out("eve"), "ann")
    changed = [u.door for u in table.told if isinstance(u, DoorChanged)]
    assert changed[-1] == (view := room_view(table.state).door)
    assert view is not None
    assert (view.shut, [one.name for one in view.put_out]) == (True, ["Eve"])
    table.feed(SetDoor(shut=False), "ann")
    table.feed(LetIn("eve", "Eve"), "ann")
    view = room_view(table.state).door
    assert view is not None
    assert ([one.name for one in view.let_in], view.put_out) == (["Eve"], ())


@pytest.mark.parametrize(
    "command", [out("eve"), LetIn("eve", "Eve"), SetDoor(shut=True)], ids=repr
)
def test_what_is_so_already_is_answered_and_changes_nothing(
    command: DoorCommand,
) -> None:
    table = opened("ann", "bob")
    assert table.feed(command, "ann")
    before = table.state
    assert table.feed(command, "ann") == ()
    assert table.state == before


def test_nobody_but_the_host_says_who_comes_in() -> None:
    table = opened("ann", "bob")
    for command in (out("eve"), LetIn("eve", "Eve"), SetDoor(shut=True)):
        assert refusal(table, command, "bob") is ErrorCode.NOT_HOST
    assert refusal(table, out("bob"), "eve") is ErrorCode.NOT_SEATED
    table.leave("ann")
    table.feed(out("eve"), "bob")


def test_neither_oneself_nor_a_bot_is_put_out() -> None:
    table = opened("ann", "bob")
    assert refusal(table, out("ann")) is ErrorCode.NOT_YOURSELF
    assert refusal(table, LetIn("ann", "Ann")) is ErrorCode.NOT_YOURSELF
    assert refusal(table, out("robot", bot=True)) is ErrorCode.PEOPLE_ONLY


@pytest.mark.parametrize("make", [counting, playing])
def test_who_plays_is_not_put_out_and_who_watches_is(
    make: Callable[..., Table],
) -> None:
    table = make("ann", "bob")
    assert refusal(table, out("bob")) is ErrorCode.WRONG_PHASE
    table.feed(out("eve"), "ann")
    with pytest.raises(Refused):
        check_way_in(table.state, "eve")


def test_between_matches_one_may_be_put_out_but_not_of_an_event() -> None:
    table = resulting("ann", "bob")
    table.feed(out("bob"), "ann")
    assert table.state.seat_of("bob") is None
    event = resulting("ann", "bob")
    opened_as = event.state.opened._replace(kind="event")
    event.state = event.state._replace(opened=opened_as)
    assert refusal(event, out("bob")) is ErrorCode.WRONG_PHASE


def test_the_lists_have_an_end_and_so_has_turning_the_door() -> None:
    table = opened("ann", "bob", public=True)
    for number in range(NAMED_MOST):
        table.feed(out(f"p{number}"), "ann")
        table.feed(LetIn(f"q{number}", "Q"), "ann")
    assert refusal(table, out("one-more")) is ErrorCode.LIST_FULL
    assert refusal(table, LetIn("one-more", "Q")) is ErrorCode.LIST_FULL
    table.state = worn_to(table.state, LOG_WORN_AT)
    assert refusal(table, SetDoor(shut=True)) is ErrorCode.RESTLESS
