"""A player whose connection is cut again and again, mid-frame too."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.server.proxy import door_to
from tests.servers import running_server

from samedeal_client.bots import choose_greedily, play_as_bot
from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.happenings import Lost, NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.backoff import Backoff
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import RoomView


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="2000") as running:
        yield running.url


def quick(seed: int) -> Backoff:
    """Return pauses that fall the same way in every run, and cost no time."""
    return Backoff((0.005, 0.01), 0.05, dice=Random(seed))


def room_of(player: Player) -> RoomView:
    """Return a player's room, which there is."""
    assert player.session.room is not None
    return player.session.room


class Cutter:
    """A TCP proxy that cuts each connection after a random number of bytes."""

    def __init__(self, port: int, dice: Random) -> None:
        self._port = port
        self._dice = dice
        self.cuts = 0
        self.may_cut = False
        self._swallowed: set[asyncio.StreamReader] = set()
        self._readers: set[asyncio.StreamReader] = set()
        self._lefts: list[list[int]] = []
        self._bytes = (900, 4000)

    def swallow(self) -> None:
        """Let nothing through any more on the connections that there are."""
        self._swallowed |= self._readers

    def cut_within(self, least: int, most: int) -> None:
        """Cut every connection after so many bytes from now on, or from its start."""
        self.may_cut, self._bytes = True, (least, most)
        for left in self._lefts:
            left[0] = self._dice.randint(least, most)

    async def join(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        left = [self._dice.randint(*self._bytes)]
        self._lefts.append(left)
        self._readers |= {reader, there}
        ways = ((reader, back), (there, writer))
        copies = [asyncio.create_task(self._copy(*way, left)) for way in ways]
        await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
        self._lefts.remove(left)
        for copy in copies:
            copy.cancel()
        for end in (writer, back):
            end.transport.abort()

    async def _copy(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        left: list[int],
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(65536):
                if reader in self._swallowed:
                    continue
                left[0] -= len(chunk)
                if self.may_cut and left[0] < 0:
                    # A part of the frame still goes through.
                    writer.write(chunk[: len(chunk) // 2])
                    self.cuts += 1
                    return
                writer.write(chunk)
                await writer.drain()


@asynccontextmanager
async def cutter_to(url: str, seed: int) -> AsyncGenerator[tuple[Cutter, str], None]:
    cutter = Cutter(int(url.rpartition(":")[2]), Random(seed))
    proxy = await asyncio.start_server(cutter.join, "127.0.0.1", 0)
    try:
        yield cutter, f"ws://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    finally:
        proxy.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_every_move_takes_effect_once_however_often_the_link_is_cut(
    server: str, seed: int
) -> None:
    async with (
        cutter_to(server, seed) as (cutter, url),
        Player(url, name="Cut", pace=Pace(backoff=quick(seed))).connected() as cut,
        Player(server, name="Whole").connected() as whole,
    ):
        code = await whole.host("squares/english", seats=2)
        await cut.join(code)
        cutter.may_cut = True
        dice = Random(seed)
        await asyncio.gather(
            play_as_bot(cut, choose_greedily, dice, matches=1),
            play_as_bot(whole, choose_greedily, dice, matches=1, pace_s=0.01),
        )
        room = whole.session.room
        assert room is not None
        assert room.result is not None
        assert {row.name: row.plies for row in room.result.standings} == {
            "Cut": 25,
            "Whole": 25,
        }
        assert cutter.cuts >= 2
        assert cut.session.board is not None
        assert cut.session.board.ply == 25


@pytest.mark.parametrize("seed", [4, 5])
async def test_a_connection_that_only_swallows_is_left_and_the_match_goes_on(
    server: str, seed: int
) -> None:
    async with (
        cutter_to(server, seed) as (cutter, url),
        Player(
            url, name="Ada", pace=Pace(backoff=quick(seed), heartbeat_s=0.2)
        ).connected() as a,
    ):
        await a.host("squares/english", seats=1)
        await a.ready()
        async with asyncio.timeout(20):
            while not a.session.may_move:
                await a.happenings.get()
            await a.move("c3")
            cutter.swallow()
            await a.move("a1")
        assert a.session.board is not None
        assert a.session.board.ply == 2
        happened = [a.happenings.get_nowait() for _ in range(a.happenings.qsize())]
        assert any(isinstance(one, Lost) and one.again for one in happened)


@pytest.mark.parametrize("seed", range(10, 16))
async def test_a_link_cut_at_any_stage_leaves_both_players_with_one_result(
    server: str, seed: int
) -> None:
    """From sitting down to the reveal, most connections live for a few frames only.

    Some must be long enough for a greeting and a snapshot, or nobody comes back.
    """
    dice = Random(seed)
    async with (
        cutter_to(server, seed) as (cutter, url),
        Player(url, name="Cut", pace=Pace(backoff=quick(seed))).connected() as cut,
        Player(server, name="Whole").connected() as whole,
    ):
        await cut.join(await whole.host("squares/english", seats=2))
        least = dice.choice([300, 700, 1500])
        cutter.cut_within(least, 4500)
        async with asyncio.timeout(40):
            await asyncio.gather(
                play_as_bot(cut, choose_greedily, dice, matches=1),
                play_as_bot(whole, choose_greedily, dice, matches=1, pace_s=0.02),
            )
        cutter.may_cut = False
        await eventually(lambda: cut.session.offset == whole.session.offset)
        assert cutter.cuts >= 2
        assert cut.session.room == whole.session.room
        result = room_of(cut).result
        assert result is not None
        assert {row.name: row.plies for row in result.standings} == {
            "Cut": 25,
            "Whole": 25,
        }
        await eventually(lambda: cut.proven.get(result.match) is True)


async def test_who_comes_back_after_giving_up_has_the_match_checked(
    server: str,
) -> None:
    tokens: list[str] = []
    first = Player(server, name="Ada", on_token=lambda _, token: tokens.append(token))
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("squares/english", seats=2)
        async with first.connected():
            await first.join(code)
            await bob.ready()
            await first.ready()
            await eventually(lambda: first.session.may_move)
            await first.leave()
        await bob.finish()
        await eventually(lambda: room_of(bob).result is not None)
        again = Player(server, name="Ada", token=tokens[0])
        async with again.connected():
            await again.join(code)
            result = room_of(again).result
            assert result is not None
            assert again.proven == {result.match: True}


async def test_who_connects_from_elsewhere_ends_the_first_connection(
    server: str,
) -> None:
    tokens: list[str] = []
    first = Player(
        server, name="Ada", on_token=lambda name, token: tokens.append(token)
    )
    async with first.connected():
        code = await first.host("squares/english", seats=2)
        async with Player(server, name="Ada", token=tokens[0]).connected() as second:
            await second.join(code)
            assert second.id == first.id
            async with asyncio.timeout(10):
                while not isinstance(happening := await first.happenings.get(), Lost):
                    pass
            assert not happening.again
            assert second.session.seat == 0


async def test_a_move_made_while_the_store_is_away_takes_effect_when_it_is_back(
    store_url: str,
) -> None:
    async with (
        door_to(store_url) as (door, url),
        running_server(url, SAMEDEAL_COUNTDOWN_MS="300") as running,
        Player(running.url, name="Ada").connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        await ada.ready()
        async with asyncio.timeout(20):
            while not ada.session.may_move:
                await ada.happenings.get()
            door.shut()
            move = asyncio.create_task(ada.move("c3"))
            done, _ = await asyncio.wait([move], timeout=0.5)
            assert not done, "nothing is acknowledged without the store"
            door.open()
            await move
        assert ada.session.board is not None
        assert ada.session.board.ply == 1
        await ada.move("a1")
        assert ada.session.board.ply == 2


async def test_asking_for_a_room_that_is_not_there_is_refused(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        with pytest.raises(NotDone) as refusal:
            await ada.join("ZZZZZ")
        assert refusal.value.error.code is ErrorCode.UNKNOWN_ROOM
        with pytest.raises(NotDone) as refusal:
            await ada.move("c4")
        assert refusal.value.error.code is ErrorCode.NOT_IN_ROOM


async def test_games_in_turn_are_hosted_again_from_the_first(server: str) -> None:
    games = ("squares/english", "easthaven")
    async with Player(server, name="Ada").connected() as ada:
        await ada.host(games[0], seats=2, games=games)
        said = room_of(ada).model_copy(update={"game": games[1]})
        await ada.leave()
        await ada.host_like(said)
        assert (room_of(ada).game, room_of(ada).games) == (games[0], games)


async def test_a_room_that_cannot_be_is_not_hosted_again(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=2)
        said = room_of(ada).model_copy(update={"seats_max": 0})
        with pytest.raises(NotDone) as refusal:
            await ada.host_like(said)
        assert refusal.value.error.code is ErrorCode.BAD_MESSAGE
