"""A pause, as those who race, who watch and who only sit there hear of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random

import pytest
import pytest_asyncio
from tests.client.paper import Paper
from tests.conditions import eventually
from tests.golden.frames.examples import ROOM
from tests.servers import running_server

from samedeal_client.bots import CHOOSERS, play_as_bot
from samedeal_client.failed import Refused
from samedeal_client.language import speaking
from samedeal_client.lines.room import RoomLines
from samedeal_client.play.orders import Order, read_order
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.pauses import standing_lines
from samedeal_client.view.spans import text_of
from samedeal_client.view.watching import head_line
from samedeal_client.wire.happenings import Proven
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import Session
from samedeal_protocol.rooms.boards import PauseView
from samedeal_protocol.updates import MatchStarted


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


class Somebody:
    """A player in a room, and all that they were told."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.play = RoomPlay(player)
        self.told = ""

    async def hear(self) -> object:
        happening = await asyncio.wait_for(self.play.heard(), 30)
        self.told += text_of(self.play.hear(happening)) + "\n"
        return happening

    async def hears(self, text: str) -> None:
        while text not in self.told:
            await self.hear()

    async def hears_of(self, kind: type) -> None:
        while not isinstance(await self.hear(), kind):
            pass


@asynccontextmanager
async def racing(
    server: str, *names: str, rated: bool = False
) -> AsyncGenerator[list[Somebody]]:
    """Yield players in the middle of a match, the first of whom opened the room."""
    async with AsyncExitStack() as stack:
        people: list[Somebody] = []
        for name in names:
            player = Player(server, name=name)
            await stack.enter_async_context(player.connected())
            if people:
                room = people[0].player.session.room
                assert room is not None
                await player.join(room.room)
            else:
                await player.host("squares/english", rated=rated)
            people.append(Somebody(player))
            stack.push_async_callback(people[-1].play.close)
        for each in people:
            await each.play.obey(Order.READY)
        for each in people:
            await each.hears_of(MatchStarted)
        yield people


async def test_two_agree_to_a_pause_and_one_goes_on(server: str) -> None:
    async with racing(server, "Ada", "Bob") as (ada, bob):
        await ada.play.obey(Order.PAUSE)
        await ada.hears("You want a pause; it begins once all who race agree.")
        await bob.hears("Ada wants a pause: type pause to agree, or play on.")
        await bob.play.make(bob.play.read("a1"))
        await bob.play.obey(Order.PAUSE)
        for each in (ada, bob):
            await each.hears("Paused by all who race")
            assert "for 15:00 at most. Type resume to go on." in each.told
            assert each.player.session.is_paused
            assert "PAUSED" in text_of(standing_lines(each.player.session, 0))
        before, left = ada.player.now_ms(), ada.player.left_ms()
        await eventually(lambda: ada.player.now_ms() > before + 100)
        assert ada.player.left_ms() == left
        with pytest.raises(Refused, match="The match is paused; resume goes on"):
            await ada.play.make(ada.play.read("a1"))
        with pytest.raises(Refused, match="The match is paused"):
            await ada.play.obey(Order.FINISH)
        await bob.play.obey(Order.GO_ON)
        await bob.hears("You go on: the clocks run again in a moment.")
        await ada.hears("Bob goes on")
        for each in (ada, bob):
            await each.hears("The pause is over; the clocks run again.")
            assert "service was down" not in each.told
        await ada.play.make(ada.play.read("a1"))
        for each in (ada, bob):
            await each.play.obey(Order.FINISH)
        for each in (ada, bob):
            await each.hears_of(Proven)
            assert "Match proven" in each.told


async def test_a_wish_is_taken_back_and_told(server: str) -> None:
    async with racing(server, "Ada", "Bob") as (ada, bob):
        await ada.play.obey(Order.PAUSE)
        await bob.hears("Ada wants a pause")
        await ada.play.obey(Order.GO_ON)
        await ada.hears("You want no pause any more.")
        await bob.hears("Ada wants no pause any more.")


async def test_a_rated_match_refuses_with_a_sentence(server: str) -> None:
    async with racing(server, "Ada", "Bob", rated=True) as (ada, _):
        with pytest.raises(Refused, match="its clocks do not stand; --casual rooms"):
            await ada.play.obey(Order.PAUSE)
        with speaking("es"), pytest.raises(Refused, match="sus relojes no se paran"):
            await ada.play.obey(Order.PAUSE)


async def test_who_watches_is_told_and_sees_the_clock_stand(server: str) -> None:
    async with racing(server, "Ada", "Bob") as (ada, bob):
        room = ada.player.session.room
        assert room is not None
        async with Player(server, name="Eve").connected() as player:
            await player.watch(room.room)
            eve = Somebody(player)
            for each in (ada, bob):
                await each.play.obey(Order.PAUSE)
            await eve.hears("Paused by all who race")
            assert "type pause" not in eve.told
            assert "Type resume" not in eve.told
            seen = player.session.room
            assert seen is not None
            now_ms = player.now_ms()
            assert head_line(seen, now_ms) == head_line(seen, now_ms + 60_000)
            await eve.play.close()


async def test_bots_agree_and_wait(server: str) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.host("squares/english", rated=False)
        room = player.session.room
        assert room is not None
        ada = Somebody(player)
        async with Player(server, name="Rob", bot=True).connected() as rob:
            await rob.join(room.room)
            bot = asyncio.create_task(
                play_as_bot(rob, CHOOSERS["greedy"], Random(1), pace_s=0.2)
            )
            await ada.play.obey(Order.READY)
            await ada.hears_of(MatchStarted)
            await ada.play.obey(Order.PAUSE)
            await ada.hears("Paused by all who race")
            await ada.play.obey(Order.GO_ON)
            await ada.hears("The pause is over")
            assert not bot.done()
            await eventually(lambda: rob.session.board is not None)
            board = rob.session.board
            assert board is not None
            before = board.ply
            await eventually(
                lambda: rob.session.board is not None and rob.session.board.ply > before
            )
            bot.cancel()
        await ada.play.close()


class Script(Paper):
    """A pipe: each line waits until it makes sense."""

    is_live = False


@pytest.mark.parametrize("kind", [Paper, Script])
async def test_line_by_line_the_words_are_typed_and_told(
    server: str, kind: type[Paper]
) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.host("squares/english", seats=1, rated=False)
        paper = kind()
        table = asyncio.create_task(RoomLines(player, paper).run())
        for typed, told in (
            ("ready", "Go!"),
            ("?", "pause, resume"),
            ("pause", "Paused by all who race"),
            ("c3", "The match is paused"),
            ("time", "Time left: "),
            ("resume", "The pause is over"),
            ("leave", ""),
        ):
            paper.typed.put_nowait(typed)
            await eventually(partial(paper.has, told))
        paper.typed.put_nowait("leave")
        await table


@pytest.mark.parametrize("word", ["resume", "continue", "Sigue"])
def test_there_are_words_to_go_on_in_every_language(word: str) -> None:
    assert read_order(word) is Order.GO_ON


def test_it_is_told_how_long_the_clocks_still_stand() -> None:
    session, pause = Session(), PauseView(asked=(0,), since=1_000, until=901_000)
    session.room = ROOM.model_copy(update={"pause": pause})
    told = text_of(standing_lines(session, 1_000))
    assert "PAUSED: the clocks stand, for 15:00 at most." in told
    soon = pause.model_copy(update={"until": 4_000, "by": 0})
    session.room = ROOM.model_copy(update={"pause": soon})
    assert "PAUSED: goes on in 2 s." in text_of(standing_lines(session, 2_500))
    session.room = ROOM.model_copy(update={"pause": PauseView(asked=(0,))})
    assert standing_lines(session, 0) == ()
