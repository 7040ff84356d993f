"""Nothing that a room is asked, and nothing that happened, is left to nobody."""

from typing import get_args

import pytest
from tests.server.core.table import playing

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Finish
from samedeal_server.core.aspects.together import (
    ASPECTS,
    BoardCheck,
    check_board,
    in_turn,
)
from samedeal_server.core.commands import BOARD_COMMANDS, BoardCommand, Command
from samedeal_server.core.facts import ASPECT_FACTS
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.phases import PHASES
from samedeal_server.core.state import Room


def test_every_command_is_taken_in_some_phase() -> None:
    taken = {kind for phase in PHASES.values() for kind in phase.takes}
    assert taken == {*get_args(Command)} >= {*BOARD_COMMANDS}


def test_every_fact_of_an_aspect_is_folded_by_one_of_them() -> None:
    folded = [kind for aspect in ASPECTS for kind in aspect.facts]
    assert sorted(folded, key=repr) == sorted(ASPECT_FACTS, key=repr)


def test_no_two_aspects_take_one_command() -> None:
    taken = [kind for aspect in ASPECTS for kind in aspect.takes]
    assert len(taken) == len({*taken})


def test_a_move_goes_through_no_list_where_one_aspect_checks_boards() -> None:
    checks = [each.check_board for each in ASPECTS if each.check_board is not None]
    assert checks == [check_board]


def refusing(code: ErrorCode) -> BoardCheck:
    def check(room: Room, command: BoardCommand) -> None:
        raise Refused(code)

    return check


def taking(room: Room, command: BoardCommand) -> None:
    """Refuse nothing."""


@pytest.mark.parametrize(
    ("checks", "code"),
    [
        ((refusing(ErrorCode.PAUSED), taking), ErrorCode.PAUSED),
        ((taking, refusing(ErrorCode.NO_PAUSE)), ErrorCode.NO_PAUSE),
        (
            (refusing(ErrorCode.PAUSED), refusing(ErrorCode.NO_PAUSE)),
            ErrorCode.PAUSED,
        ),
    ],
)
def test_where_several_check_boards_each_may_refuse(
    checks: tuple[BoardCheck, ...], code: ErrorCode
) -> None:
    room = playing("ann", "bob").state
    with pytest.raises(Refused) as refused:
        in_turn(checks)(room, Finish(id=1, n=1))
    assert refused.value.code is code


def test_where_no_aspect_checks_boards_nothing_is_refused() -> None:
    for checks in ((), (taking, taking)):
        in_turn(checks)(playing("ann", "bob").state, Finish(id=1, n=1))
