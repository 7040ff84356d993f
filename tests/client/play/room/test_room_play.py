"""What is done and heard in a room, without anything that it is shown on."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.failed import Refused
from samedeal_client.play.orders import Order
from samedeal_client.play.room.last_match import match_to_see
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.room.talking import Spoken, Words
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Happening, Proven
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.updates import MatchEnded, MatchStarted


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


class Unplugged(Player):
    """A player who takes the link for lost, though all is sent."""

    @property
    def is_connected(self) -> bool:
        return False


@asynccontextmanager
async def seated(
    player: Player, on_kept: Callable[[], None] = lambda: None
) -> AsyncGenerator[RoomPlay]:
    """Have a player sit in a room that they opened; nobody else is needed."""
    async with player.connected():
        await player.host("squares/english", seats=1)
        play = RoomPlay(player, is_alone=True, on_kept=on_kept)
        play.start()
        try:
            yield play
        finally:
            await play.close()


async def heard_until(play: RoomPlay, kind: type[Happening]) -> str:
    """Hear what happens up to something; return all that is told of it."""
    told = ""
    while True:
        happening = await asyncio.wait_for(play.heard(), 30)
        told += text_of(play.hear(happening)) + "\n"
        if isinstance(happening, kind):
            return told


async def test_a_match_is_played_proven_and_analysed(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        with pytest.raises(Refused, match="no match is on"):
            play.read("c4")
        with pytest.raises(Refused, match="Once a match is over"):
            match_to_see(play.session.room)
        await play.obey(Order.READY)
        await heard_until(play, MatchStarted)
        await play.make(play.read("c4"))
        with pytest.raises(Refused):
            play.read("c4")
        await play.obey(Order.FINISH)
        await heard_until(play, MatchEnded)
        assert "proven" in (await heard_until(play, Proven)).lower()
        match = match_to_see(play.session.room)
        study = await play.last.analysed(match)
        assert await play.last.analysed(match) is study
        assert (await study.done()).result is not None


async def test_what_the_room_refuses_is_a_sentence(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        with pytest.raises(Refused, match=r"\."):
            await play.take_back()
        with pytest.raises(Refused, match="No match is on now"):
            await play.obey(Order.FINISH)
        with pytest.raises(Refused, match="not for races"):
            await play.obey(Order.HINT)
        with pytest.raises(Refused, match="told in practice"):
            play.read("why")


async def test_what_gives_a_match_up_is_asked_about_once(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        for order in (Order.RESIGN, Order.LEAVE):
            assert not await play.doubt(order, "Again."), "there is nothing to lose"
        await play.obey(Order.READY)
        await heard_until(play, MatchStarted)
        assert await play.doubt(Order.LEAVE, "Again.") == (
            "Leave now and come last? Again."
        )
        told = await play.doubt(Order.RESIGN, "Again.")
        assert told == "Resign and come last? Type resign again."
        assert await play.doubt(Order.LEAVE, "Again."), "something else was said"
        assert not await play.doubt(Order.LEAVE, "Again.")
        assert not await play.doubt(Order.FINISH, "Again.")
        for order in (Order.LEAVE, Order.RESIGN):
            assert not await play.doubt(order, "Again.", is_person=False)


async def test_what_waits_for_a_connection_is_told_of(server: str) -> None:
    kept: list[str] = []
    ada = Unplugged(server, name="Ada")
    async with seated(ada, on_kept=lambda: kept.append("kept")) as play:
        await play.obey(Order.READY)
        assert kept == ["kept"]


async def test_what_is_said_is_said_and_what_cannot_be_is_refused(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        await play.talk(Words("Good evening"))
        await play.obey(Order.READY)
        await heard_until(play, MatchStarted)
        with pytest.raises(Refused, match="only phrases"):
            await play.talk(Words("in the middle"))
        await play.talk(Spoken("good_game"))


async def test_who_leaves_is_told_what_becomes_of_the_match(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        await play.obey(Order.READY)
        await heard_until(play, MatchStarted)
        assert "You resigned the match" in text_of(await play.leave())
        assert play.session.seat is None


async def test_who_hangs_up_is_told_where_the_seat_is(server: str) -> None:
    async with seated(Player(server, name="Ada")) as play:
        assert not play.waiting(), "alone, a seat is of use in a match only"
        await play.obey(Order.READY)
        await heard_until(play, MatchStarted)
        assert "Your seat waits" in text_of(play.waiting())


async def test_the_first_card_is_laid_once_however_often_it_is_asked_for(
    server: str,
) -> None:
    ada = Player(server, name="Ada")
    async with ada.connected():
        await ada.host("squares/patience", seats=1)
        play = RoomPlay(ada)
        assert not await play.lay_first()
        await ada.ready()
        await eventually(lambda: ada.session.may_move)
        assert all(await asyncio.gather(play.lay_first(), play.lay_first()))
        assert ada.session.board is not None
        assert ada.session.board.ply == 1
        assert not await play.lay_first()
        await play.close()


async def test_a_match_may_be_told_of_after_the_room_was_left(server: str) -> None:
    player = Player(server, name="Ada")
    async with seated(player) as play:
        await player.leave()
        await eventually(lambda: player.session.room is None)
        assert play.game is find_game("squares/english")
