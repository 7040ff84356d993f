"""Nobody waits for bots: once people are done, they play on as fast as they can."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.bots import CHOOSERS, play_as_bot
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES

FOR_EVER_S = 10_000.0
"""A pace at which no match would end while a test runs."""
WITHIN_S = 30


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    settings = {
        "SAMEDEAL_COUNTDOWN_MS": "50",
        "SAMEDEAL_COMMAND_BURST": "1000",
        "SAMEDEAL_COMMANDS_PER_S": "1000",
        "SAMEDEAL_JOINS_PER_MINUTE": "1000",
    }
    async with running_server(embedded_url, **settings) as running:
        yield running.url


def playing_of(player: Player) -> list[str]:
    """Return who plays on, as far as a player knows."""
    room = player.session.room
    seats = () if room is None else room.seats
    return [s.name for s in seats if s.play and s.play.state == "playing"]


def phase_of(player: Player) -> str:
    room = player.session.room
    return "" if room is None else room.phase


async def plays(player: Player, kind: str) -> None:
    dice = Random(1)
    await play_as_bot(player, CHOOSERS[kind], dice, pace_s=FOR_EVER_S)


@pytest.mark.parametrize(
    ("game", "kind"),
    [*((game, "casual") for game in GAMES), ("easthaven", "random")],
)
async def test_bots_are_done_soon_after_the_last_person(
    server: str, game: str, kind: str
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Greta", bot=True).connected() as greta,
        asyncio.TaskGroup() as tasks,
    ):
        code = await ada.host(game, seats=3, rated=False)
        await bob.join(code)
        await greta.join(code)
        bot = tasks.create_task(plays(greta, kind))
        await ada.ready()
        await bob.ready()
        await eventually(lambda: len(playing_of(ada)) == 3)
        await ada.finish()
        await eventually(lambda: len(playing_of(greta)) == 2)
        assert not bot.done()
        await bob.resign()
        await eventually(lambda: phase_of(ada) == "result", WITHIN_S)
        room = ada.session.room
        assert room is not None
        assert room.result is not None
        last = room.result.standings[-1]
        assert (last.name, last.state) == ("Bob", "resigned")
        await ada.leave()
        await bob.leave()


async def test_a_bot_whose_owner_has_left_ends_its_match_and_goes(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Greta", bot=True).connected() as greta,
    ):
        await greta.join(await ada.host("easthaven", seats=2))
        playing = asyncio.create_task(plays(greta, "good"))
        await ada.ready()
        await eventually(lambda: len(playing_of(greta)) == 2)
        await ada.leave()
        await asyncio.wait_for(playing, WITHIN_S)


async def test_bots_among_themselves_keep_their_pace(server: str) -> None:
    async with (
        Player(server, name="Greta", bot=True).connected() as greta,
        Player(server, name="Rowan", bot=True).connected() as rowan,
    ):
        await rowan.join(await greta.host("squares/english", seats=2))
        slow = asyncio.create_task(plays(greta, "good"))
        await rowan.ready()
        await eventually(lambda: len(playing_of(greta)) == 2)
        await rowan.move("c3")
        await rowan.finish()
        await eventually(lambda: playing_of(greta) == ["Greta"])
        assert greta.session.board is not None
        assert greta.session.board.ply == 0
        await greta.resign()
        await asyncio.wait_for(slow, WITHIN_S)
