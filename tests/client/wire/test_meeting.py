"""Players of a room meet in one process, where a proxy goes by the path."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio
from tests.conditions import eventually, eventually_told
from tests.router import Router, routing
from tests.server.house import opened, serving
from tests.servers import running_server

from samedeal_client.bots import choose_greedily, play_as_bot
from samedeal_client.wire.happenings import Back, Lost
from samedeal_client.wire.player import Player
from samedeal_protocol.paths import path_of, without_room
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.updates import SeatChanged
from samedeal_server.hub import upkeep
from samedeal_server.process.settings import Settings

BY_PATH = {"countdown_ms": 500, "rooms_by_path": True}
GAME = "squares/english"


@pytest.fixture
async def met(store_url: str) -> AsyncIterator[tuple[Router, str]]:
    """Serve with two processes behind a proxy that goes by the path."""
    settings = Settings.model_validate(BY_PATH)
    async with (
        serving(store_url, settings) as one,
        serving(store_url, settings) as other,
        routing(one, other) as (router, url),
    ):
        yield router, url


def room_of(player: Player) -> RoomView:
    assert player.session.room is not None
    return player.session.room


def happened(player: Player) -> list[object]:
    return [player.happenings.get_nowait() for _ in range(player.happenings.qsize())]


async def play(*players: Player) -> None:
    """Play a match to its end, each player as a bot."""
    async with asyncio.timeout(60):
        await asyncio.gather(
            *(play_as_bot(p, choose_greedily, Random(1), matches=1) for p in players)
        )


def plies(player: Player) -> list[int]:
    result = room_of(player).result
    assert result is not None
    return [row.plies for row in result.standings]


async def test_host_and_guest_meet_at_the_rooms_path_and_nobody_was_away(
    met: tuple[Router, str],
) -> None:
    router, url = met
    async with (
        Player(url, name="Ann").connected() as ann,
        Player(url, name="Bob").connected() as bob,
        Player(url, name="Eve").connected() as eve,
    ):
        code = await ann.host(GAME, seats=2)
        await bob.join(code)
        await eve.watch(code)
        there = (path_of(code), router.home_of(path_of(code)))
        await eventually(lambda: router.open == [there] * 3)
        assert router.came.count(there) == 3
        await eventually(lambda: room_of(ann) == room_of(bob))
        assert [seat.present for seat in room_of(ann).seats] == [True, True]
        for player in (ann, bob, eve):
            told = happened(player)
            assert not any(isinstance(each, Lost | Back) for each in told)
            changed = [each for each in told if isinstance(each, SeatChanged)]
            assert all(each.seat.present for each in changed)
        await play(ann, bob)
        assert plies(ann) == plies(bob) == [25, 25]


async def test_who_knows_the_code_comes_by_the_rooms_path_at_once(
    met: tuple[Router, str],
) -> None:
    router, url = met
    async with Player(url, name="Ann").connected() as ann:
        code = await ann.host(GAME, seats=2)
        await eventually(lambda: len(router.open) == 1 and len(router.came) == 2)
        async with Player(url, name="Bob").connected(code.lower()) as bob:
            await bob.join(code)
            assert len(router.came) == 3
            await play(ann, bob)
            # They go on to another room, whose path is another.
            await bob.leave()
            other = await bob.host(GAME, seats=2)
            await eventually(lambda: router.came[-1][0] == path_of(other))


async def test_commands_keep_their_numbers_on_the_way_to_the_rooms_path(
    met: tuple[Router, str],
) -> None:
    router, url = met
    async with Player(url, name="Ann").connected() as ann:
        await ann.host(GAME, seats=2)
        # At once, while it goes over; questions too.
        await asyncio.gather(
            ann.ready(), ann.rooms(), ann.order("unready"), ann.ready()
        )
        await eventually(lambda: len(router.open) == 1)
        assert len(router.came) == 2
        assert (ann.session.n, ann.session.unanswered) == (3, {})


@pytest.mark.parametrize("knows", [False, True])
async def test_whoever_finds_no_other_path_or_the_wrong_process_plays_on(
    met: tuple[Router, str], *, knows: bool
) -> None:
    router, url = met
    router.knows_rooms, router.goes_by_path = knows, False
    async with Player(url, name="Ann").connected() as ann:
        code = await ann.host(GAME, seats=2)
        async with Player(url, name="Bob").connected(code) as bob:
            await bob.join(code)
            await play(ann, bob)
            assert plies(ann) == plies(bob) == [25, 25]
    # Ann's two ways; Bob's one, or the second where the first led nowhere, and the
    # one that he was then asked to take.
    assert len(router.came) == (3 if knows else 5)


async def test_the_operator_is_told_once_of_a_proxy_that_keeps_players_apart(
    met: tuple[Router, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 0.02)
    router, url = met
    router.goes_by_path = False

    def told() -> list[str]:
        return [each for each in caplog.messages if "stay in two processes" in each]

    async with (
        Player(url, name="Ann").connected() as ann,
        Player(url, name="Bob").connected() as bob,
    ):
        code = await ann.host(GAME, seats=2)
        await bob.join(code)
        # Each process tells of it once.
        await eventually(lambda: len(told()) == 2)
        assert all(code in each for each in told())
    assert len(told()) == 2


async def test_processes_set_otherwise_play_on_and_the_operator_is_told_once(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [each for each in caplog.messages if "is set otherwise" in each]

    slower = Settings.model_validate({"countdown_ms": 700, "port": 1})
    async with serving(store_url) as one, opened(store_url) as store:
        # Of two that start at the same time, each may tell of the other.
        await eventually_told(store.agreed.told, bool)
        async with serving(store_url, slower) as other:
            await eventually(lambda: len(told()) == 1)
            assert "SAMEDEAL_COUNTDOWN_MS (500 there, 700 here)" in told()[0]
            assert "PORT" not in told()[0]
            async with (
                Player(one, name="Ann").connected() as ann,
                Player(other, name="Bob").connected() as bob,
            ):
                await bob.join(await ann.host(GAME, seats=2))
                await play(ann, bob)
                assert plies(ann) == plies(bob)
    assert len(told()) == 1


async def test_processes_set_alike_are_not_worth_a_word(
    met: tuple[Router, str], caplog: pytest.LogCaptureFixture
) -> None:
    _, url = met
    async with Player(url, name="Ann").connected() as ann:
        await ann.host(GAME, seats=2)
    assert "is set otherwise" not in caplog.text


@pytest_asyncio.fixture(loop_scope="session")
async def embedded(embedded_url: str) -> str:
    return embedded_url


async def test_a_process_that_dies_moves_its_rooms_and_nothing_is_lost(
    embedded: str,
) -> None:
    by_path = {f"SAMEDEAL_{k.upper()}": str(v) for k, v in BY_PATH.items()}
    async with (
        running_server(embedded, **by_path) as one,
        running_server(embedded, **by_path) as other,
        routing(one.url, other.url) as (router, url),
        Player(url, name="Ann").connected() as ann,
        Player(url, name="Bob").connected() as bob,
    ):
        code = await ann.host(GAME, seats=2)
        await bob.join(code)
        home = router.home_of(path_of(code))
        await eventually(lambda: router.open == [(path_of(code), home)] * 2)
        playing = asyncio.create_task(play(ann, bob))
        await eventually(lambda: ann.session.board is not None)
        await eventually(
            lambda: ann.session.board is not None and ann.session.board.ply > 3
        )
        router.down(home)
        await (one, other)[home].kill()
        await playing
        assert router.open == [(path_of(code), 1 - home)] * 2
        assert plies(ann) == plies(bob) == [25, 25]


@pytest.mark.parametrize("server", ["ws://127.0.0.1:9", "wss://cards.example/play"])
def test_the_server_of_a_rooms_path_is_known(server: str) -> None:
    assert without_room(server + path_of("7KQ4P")) == server
    assert without_room(server) == server
