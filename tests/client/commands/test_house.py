"""The house of bots, over real sockets: who comes alone races its bots."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.conditions import POLL_S, eventually
from tests.houses import KEY, house_at
from tests.server.house import serving
from tests.servers import environment, running_server

from samedeal_client.commands.playing.house import House, bots_of
from samedeal_client.failed import Failed
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.house import BotsCalled, CallBots
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.rooms.rooms import ListRooms, Rooms
from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio
QUICK = Settings.model_validate(
    {"house_key": KEY, "countdown_ms": 500, "away_ms": 1_000}
)


@pytest_asyncio.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url, QUICK) as address:
        yield address


async def free(player: Player) -> int | None:
    return (await player.ask(ListRooms(id=player.next_id()), Rooms)).bots


async def until_free(player: Player, count: int | None) -> None:
    """Wait until so many bots are offered."""
    async with asyncio.timeout(30):
        while await free(player) != count:  # noqa: ASYNC110 - nothing to wait on
            await asyncio.sleep(POLL_S)


async def call(player: Player, bots: int = 2) -> int:
    asked = CallBots(id=player.next_id(), bots=bots)
    return (await player.ask(asked, BotsCalled)).bots


def room_of(player: Player) -> RoomView:
    assert player.session.room is not None
    return player.session.room


def rivals(player: Player) -> list[str]:
    """Return who races against a player; they come in any order."""
    return sorted(seat.name for seat in room_of(player).seats if seat.bot)


async def race(ada: Player) -> None:
    """Race whoever sits there, and stop at once; bots then hurry."""
    await ada.ready()
    await eventually(lambda: ada.session.may_move)
    await ada.finish()
    await eventually(lambda: room_of(ada).phase == "result")


async def test_who_comes_alone_races_two_bots_and_again(url: str) -> None:
    async with house_at(url), Player(url, name="Ada").connected() as ada:
        await until_free(ada, 2)
        await ada.host("squares/english", seats=3, public=False, rated=False)
        assert await call(ada) == 2
        await eventually(lambda: rivals(ada) == ["Greta", "Rowan"])
        for _ in range(2):
            await race(ada)
            result = room_of(ada).result
            assert result is not None
            assert [row.bot for row in result.standings].count(True) == 2
            assert all(row.score for row in result.standings if row.bot)
        await ada.leave()
        await until_free(ada, 2)


async def test_a_bot_is_the_same_one_in_the_next_room(url: str) -> None:
    async with house_at(url, 1), Player(url, name="Ada").connected() as ada:
        ids = set[str]()
        for _ in range(2):
            await until_free(ada, 1)
            await ada.host("squares/english", seats=2, public=False)
            await call(ada)
            await eventually(lambda: rivals(ada) == ["Greta"])
            ids |= {seat.player for seat in room_of(ada).seats if seat.bot}
            await ada.leave()
        assert len(ids) == 1


async def test_no_more_bots_play_than_the_house_has(url: str) -> None:
    async with (
        house_at(url, 2),
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        await until_free(ada, 2)
        await ada.host("squares/english", seats=3)
        await bob.host("squares/english", seats=3)
        await call(ada)
        await eventually(lambda: len(rivals(ada)) == 2)
        await until_free(bob, 0)
        with pytest.raises(NotDone) as refusal:
            await call(bob)
        assert refusal.value.error.code is ErrorCode.NO_BOTS
        await ada.leave()
        await until_free(bob, 2)
        await call(bob)
        await eventually(lambda: len(rivals(bob)) == 2)


async def test_bots_do_not_wait_for_ever(url: str) -> None:
    async with (
        house_at(url, 1, patience_s=0.2),
        Player(url, name="Ada").connected() as ada,
    ):
        await until_free(ada, 1)
        await ada.host("squares/english", seats=2)
        await call(ada)
        await eventually(lambda: rivals(ada) == ["Greta"])
        await eventually(lambda: rivals(ada) == [])
        await until_free(ada, 1)


async def test_a_house_that_closes_ends_its_matches_at_once(url: str) -> None:
    async with Player(url, name="Ada").connected() as ada:
        async with house_at(url):
            await until_free(ada, 2)
            await ada.host("squares/english", seats=3)
            await call(ada)
            await eventually(lambda: len(rivals(ada)) == 2)
            await ada.ready()
            await eventually(lambda: ada.session.may_move)
        await ada.move("a1")
        await ada.finish()
        await eventually(lambda: room_of(ada).phase == "result")


async def test_a_wrong_key_is_told(url: str) -> None:
    with pytest.raises(Failed, match="SAMEDEAL_HOUSE_KEY"):
        await House(url, "another key than that one", 2, 60.0).run(print)


async def test_a_house_tries_until_there_is_a_server_and_comes_back(
    store_url: str,
) -> None:
    settings = {"SAMEDEAL_HOUSE_KEY": KEY}
    async with running_server(store_url, **settings) as first:
        port = first.url.rsplit(":", 1)[1]
        await first.kill()
    async with house_at(f"ws://127.0.0.1:{port}") as told:
        await eventually(lambda: len(told) == 1)
        for _ in range(2):
            async with (
                running_server(store_url, port, **settings) as server,
                Player(server.url, name="Ada").connected() as ada,
            ):
                await until_free(ada, 2)


async def test_the_process_is_killed_and_a_match_goes_on(url: str) -> None:
    async with Player(url, name="Ada").connected() as ada:
        house = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "samedeal_client", "--server", url),
            *("house", "--bots", "2"),
            stdout=PIPE,
            env=environment(SAMEDEAL_HOUSE_KEY=KEY),
        )
        try:
            await until_free(ada, 2)
            await ada.host("squares/english", seats=3)
            await call(ada)
            await eventually(lambda: len(rivals(ada)) == 2)
            await ada.ready()
            await eventually(lambda: ada.session.may_move)
        finally:
            house.kill()
            await house.wait()
        await ada.move("a1")
        await until_free(ada, None)
        await ada.finish()
        await eventually(lambda: room_of(ada).phase == "result")


async def test_the_process_ends_when_it_is_told_to(url: str) -> None:
    house = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_client", "--server", url, "house"),
        stdout=PIPE,
        env=environment(SAMEDEAL_HOUSE_KEY=KEY),
    )
    assert house.stdout is not None
    assert b"for 6 bots" in await house.stdout.readline()
    house.terminate()
    assert await house.wait() == 0


async def test_without_a_key_there_is_no_house(url: str) -> None:
    house = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_client", "--server", url, "house"),
        stderr=PIPE,
        env=environment(),
    )
    _, said = await house.communicate()
    assert house.returncode == 2
    assert b"set SAMEDEAL_HOUSE_KEY" in said


async def test_every_bot_has_a_name_of_its_own() -> None:
    assert len({bot.name for bot in bots_of(200)}) == 200
    assert "token" not in repr(bots_of(1))
