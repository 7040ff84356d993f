"""Nothing that a room is asked, and nothing that happened, is left to nobody."""

from typing import get_args

from samedeal_server.core.commands import BOARD_COMMANDS, Command
from samedeal_server.core.facts import ASPECT_FACTS
from samedeal_server.core.rooms.aspects import ASPECTS
from samedeal_server.core.rooms.phases import PHASES


def test_every_command_is_taken_in_some_phase() -> None:
    taken = {kind for phase in PHASES.values() for kind in phase.takes}
    assert taken == {*get_args(Command)} >= {*BOARD_COMMANDS}


def test_every_fact_of_an_aspect_is_folded_by_one_of_them() -> None:
    folded = [kind for aspect in ASPECTS for kind in aspect.facts]
    assert sorted(folded, key=repr) == sorted(ASPECT_FACTS, key=repr)


def test_no_two_aspects_take_one_command() -> None:
    taken = [kind for aspect in ASPECTS for kind in aspect.takes]
    assert len(taken) == len({*taken})
