"""What was possible in a match, looked up in the lobby."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.client.lobby.lobbies import NOWHERE, Entered, context_at, visiting
from tests.conditions import eventually
from tests.golden.lobby.still import StillPlayer, StillVisit
from tests.javascript.test_second_opinion import played_on

from samedeal_client.lobby.leaf import Leaf
from samedeal_client.view.cards import ASCII
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

LOST = seal(to_plain(played_on("easthaven/open", 6)))
"""A match of three who all lose, which is soon seen without a compiled solver, too."""


def _foot(here: Entered) -> str:
    return here.shown().splitlines()[-1]


@asynccontextmanager
async def among_matches(folder: Path) -> AsyncGenerator[Entered]:
    """Yield somebody who has just seen the list of their matches, all of them lost."""

    async def transcript(player: StillPlayer, match: str) -> bytes:
        return LOST

    context = context_at(NOWHERE, folder, glyphs=ASCII, colour=False)
    visit = StillVisit(context, is_there=True)
    with patch.object(StillPlayer, "transcript", transcript):
        async with visiting(visit) as here:
            await here.press("7")
            await here.sees("Enter replay   a analyse")
            await here.settled()
            yield here


async def test_a_on_a_match_tells_what_was_possible_in_it(tmp_path: Path) -> None:
    async with among_matches(tmp_path) as here:
        await here.press("a")
        await here.sees("What was possible")
        await here.sees("This deal could be won.")
        await here.sees("; lost with move ")
        await here.press("escape")
        await here.sees("Enter replay   a analyse")
        await here.press("enter")
        await here.sees("could still be won")
        await here.press("l")
        await here.sees("lost with this move")


@pytest.mark.parametrize("way", ["enter", "a", "?"])
@pytest.mark.parametrize("from_profile", [False, True])
async def test_who_comes_back_to_the_list_is_on_the_row_they_came_from(
    tmp_path: Path, way: str, *, from_profile: bool
) -> None:
    async with among_matches(tmp_path) as here:
        leaf = here.screen.query_one(Leaf)
        if from_profile:
            await here.press("6", "m")
            await here.settled()
        first = leaf.does
        await here.press("down", "down")
        row = leaf.does
        assert row not in ("", first)
        await here.press(way)
        await eventually(lambda: "Enter replay   a analyse" not in _foot(here))
        await here.press("escape")
        await eventually(lambda: "Enter replay   a analyse" in _foot(here))
        assert leaf.does == row
        if not from_profile:
            await here.press("1", "7")
            await here.settled()
            assert leaf.does == row


async def test_a_replay_there_marks_where_the_deal_was_lost(tmp_path: Path) -> None:
    async with among_matches(tmp_path) as here:
        await here.press("enter")
        await here.sees("move 0 of")
        assert "could still be won" not in here.shown()
        await here.press("a")
        await here.sees("This deal could be won.")
        await here.press("escape")
        await here.sees("could still be won")
        await here.press("l")
        await here.sees("lost with this move")
        await here.press("right")
        await here.sees("already lost")
        await here.press("left", "left")
        await eventually(lambda: "could still be won" in here.shown())
