"""Coming, going, changing one's mind: as often as anybody would, and not for ever."""

from collections.abc import Callable

import pytest
from tests.server.core.table import Table, opened, worn_to

from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase
from samedeal_server.core.wear import (
    BESIDE_MOVES,
    LOG_WORN_AT,
    PLAYED_MOST,
    STIRS_MOST,
)

HERE = "here"
A_GOOD_DOZEN = 15


def by_changing_their_mind(table: Table, name: str) -> None:
    table.ready(name)
    table.unready(name)


def by_being_ready_over_and_over(table: Table, name: str) -> None:
    table.ready(name)


def by_coming_back(table: Table, name: str) -> None:
    table.drop(name)
    table.come(name, f"c-{name}-{table.state.marks.offset}")


def by_moving_to_and_fro(table: Table, name: str) -> None:
    table.move(name)
    table.move(name, "U")


def by_sitting_down_anew(table: Table, name: str) -> None:
    table.leave(name)
    table.sit(name, place=HERE)


WAYS: tuple[Callable[[Table, str], None], ...] = (
    by_changing_their_mind,
    by_being_ready_over_and_over,
    by_sitting_down_anew,
)


def worn(table: Table, stir: Callable[[Table, str], None], name: str) -> ErrorCode:
    """Stir until that is refused; return how."""
    for _ in range(LOG_WORN_AT):
        try:
            stir(table, name)
        except Refused as refused:
            return refused.code
    raise AssertionError("never refused")


@pytest.mark.parametrize("stir", WAYS)
def test_no_place_wears_the_log_of_a_public_room_out(
    stir: Callable[[Table, str], None],
) -> None:
    table = opened("ann", public=True)
    table.sit("eve", place=HERE)
    assert worn(table, stir, "eve") is ErrorCode.RESTLESS
    assert table.state.marks.offset < LOG_WORN_AT / 5
    # Nor do fresh guests from there, by coming and going.
    with pytest.raises(Refused) as refused:
        table.sit("new", place=HERE)
    assert refused.value.code is ErrorCode.RESTLESS
    # The others have noticed nothing.
    table.sit("bob", "cid")
    table.ready("ann", "bob")
    table.unready("bob")


def test_who_has_changed_their_mind_too_often_stays_ready_and_may_leave() -> None:
    table = opened("ann", public=True)
    table.sit("eve", place=HERE)
    for _ in range(STIRS_MOST - 1):
        by_changing_their_mind(table, "eve")
    table.ready("eve")
    with pytest.raises(Refused):
        table.unready("eve")
    table.ready("ann")
    assert table.state.course.phase is Phase.COUNTDOWN
    table.leave("eve")
    assert table.state.seat_of("eve") is None


def test_ways_back_count_and_come_to_an_end() -> None:
    table = opened("ann", public=True)
    table.sit("eve", place=HERE)
    for _ in range(STIRS_MOST):
        by_coming_back(table, "eve")
    assert worn(table, by_coming_back, "eve") is ErrorCode.RESTLESS
    assert table.state.marks.offset < LOG_WORN_AT / 4
    with pytest.raises(Refused):
        table.sit("new", place=HERE)


def puppets(*names: str) -> Table:
    """Return a public match of Ann and others, all from one place."""
    table = opened(
        "ann", game="capricieuse", seats=8, public=True, rated=False, takes_back=True
    )
    table.sit(*names, place=HERE)
    begin(table, "ann", *names)
    return table


def begin(table: Table, *names: str) -> None:
    table.ready(*names)
    table.reveal(*names)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING


def test_no_place_wears_the_log_of_a_public_room_out_by_moving_to_and_fro() -> None:
    names = ("eve", "mal", "pip")
    table = puppets(*names)
    # As if they had played so long already.
    played = {HERE: PLAYED_MOST - 100}
    course = table.state.course._replace(played_from=played)
    table.state = worn_to(table.state, PLAYED_MOST)._replace(course=course)
    assert worn(table, by_moving_to_and_fro, "eve") is ErrorCode.RESTLESS
    with pytest.raises(Refused):
        table.move("mal")
    assert table.state.marks.offset < PLAYED_MOST + 100
    # What they have they keep; others play on, and have the room for themselves.
    table.move("ann")
    table.finish("ann", *names)
    table.tick_at_deadline()
    assert table.state.course.played_from[HERE] >= PLAYED_MOST
    table.sit("bob", place="there")
    with pytest.raises(Refused) as refused:
        table.ready("eve")
    assert refused.value.code is ErrorCode.RESTLESS
    table.ready("ann", "bob")
    table.wait(table.state.opened.limits.ready_ms)
    assert table.state.course.phase is Phase.COUNTDOWN


def test_what_is_played_is_counted_with_the_result() -> None:
    table = puppets("eve", "mal")
    for _ in range(7):
        by_moving_to_and_fro(table, "eve")
    table.resign("ann", "eve", "mal")
    table.tick_at_deadline()
    assert table.state.course.played_from[HERE] == 2 * 7 + 2 * BESIDE_MOVES
    assert table.state.course.played_from[HERE] <= table.state.marks.offset


def test_a_family_at_one_place_changes_its_mind_and_notices_nothing() -> None:
    family = ("cid", "dot", "eve", "fay")
    table = opened("ann", public=True, seats=5)
    table.sit(*family, place=HERE)
    for name in family:
        for stir in WAYS:
            for _ in range(A_GOOD_DOZEN):
                stir(table, name)
    table.ready("ann", *family)
    assert table.state.course.phase is Phase.COUNTDOWN


def test_in_a_private_room_friends_may_be_as_restless_as_they_like() -> None:
    table = opened("ann", public=False)
    table.sit("eve", place=HERE)
    for _ in range(2 * STIRS_MOST):
        by_changing_their_mind(table, "eve")
