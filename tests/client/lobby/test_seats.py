"""Ways back from the lobby to a seat, and to a friend's server."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.client.lobby.lobbies import (
    NOWHERE,
    NoScreen,
    context_at,
    entered,
)
from tests.conditions import eventually

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import playing
from samedeal_client.identity.seating import kept_seat, waiting_seats
from samedeal_client.kept.seats import Seat, Seats
from samedeal_client.lobby.assembly import lobby_of
from samedeal_client.lobby.moving import go_back, go_to
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import (
    ServeAgain,
    Sit,
)
from samedeal_client.screen.widgets import TypedLine
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import written


async def test_who_is_quicker_than_the_server_goes_back_to_a_seat(ada: Context) -> None:
    async with Player(ada.server, name="Bob").connected() as bob:
        room = await bob.host("squares/english", seats=2)
        seat = Seat(ada.server, "Ada", room, "squares/english", 0)
        async with Visit.kept(ada) as visit:
            lobby = lobby_of(NoScreen(), visit, lambda: ada)
            assert visit.player is None
            await go_back(lobby, seat)
            assert visit.there().session.room is not None
        async with Visit.kept(ada) as visit:
            player = await lobby_of(NoScreen(), visit, lambda: ada).who.somebody()
            assert player is not None
            assert player.name == "Ada"


@asynccontextmanager
async def _silent() -> AsyncGenerator[tuple[str, asyncio.Event, asyncio.Event]]:
    """Yield the address of a server that never answers.

    And whether somebody has asked it something, and whether they have hung up.
    """
    asked, gone = asyncio.Event(), asyncio.Event()

    async def listen(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if await reader.read(1):
            asked.set()
            await reader.read()
            gone.set()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}", asked, gone


async def test_a_friends_line_leads_to_them_while_ones_own_server_is_silent(
    ada: Context,
) -> None:
    async with (
        _silent() as (address, asked, gone),
        Visit.kept(ada._replace(server=address)) as visit,
    ):
        await asked.wait()
        await go_to(visit, ada)
        player = visit.there()
        assert (player.name, visit.context.server) == ("Ada", ada.server)
        await gone.wait()
        await player.rooms()
        assert visit.there() is player


async def test_a_friends_server_that_is_silent_is_not_waited_for_without_end(
    ada: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _silent() as (address, _, gone), Visit.kept(ada) as visit:
        await visit.tried()
        monkeypatch.setattr("samedeal_client.lobby.visit.KNOWN_WITHIN_S", 0.2)
        with pytest.raises(Failed, match=r"There is no connection yet\."):
            await go_to(visit, ada._replace(server=address))
        await gone.wait()
        await eventually(lambda: visit.player is not None)
        assert (visit.there().name, visit.context.server) == ("Ada", ada.server)


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_friends_line_leads_to_their_server_without_one_of_ones_own(
    server: str, tmp_path: Path, is_first: bool
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("squares/english", seats=2, public=False)
        async with entered(context_at(NOWHERE, tmp_path), is_first=is_first) as here:
            await here.goes_to("join")
            await here.press("enter")
            await here.sees("Address and code")
            await here.types(f"samedeal join {written(code, server)}")
            await here.sees("Your name:")
            await here.types("Bob")
            await eventually(lambda: here.went == Sit())
            assert here.lobby.context.server == server
            assert here.lobby.context.identity.exists()
        await ada.leave()


async def test_where_a_friends_server_does_not_answer_the_lobby_stays_where_it_is(
    server: str, ada: Context
) -> None:
    async with entered(ada) as here:
        await here.goes_to("join")
        await here.press("enter")
        await here.types(written("7KQ4P", NOWHERE))
        await here.sees(f"No server answers at {NOWHERE}: connection refused")
        await here.sees("Ada")
        assert here.lobby.context.server == server
        assert here.lobby.visit.is_connected


async def test_a_seat_that_waits_is_the_first_line_and_leads_back(
    server: str, ada: Context
) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("squares/english", seats=2, public=False)
        async with (
            playing(ada, "Ada") as player,
            kept_seat(ada, player),
        ):
            await player.join(code)  # and hang up
        nowhere = ada._replace(server=NOWHERE)
        assert [seat.room for seat in waiting_seats(nowhere)] == [code]
        async with entered(nowhere) as here:
            first = here.shown().splitlines().index("")
            assert f"> Your seat waits in {code} " in here.shown()
            assert first < 6
            await here.press("enter")
            await eventually(lambda: here.went == Sit())
            player = here.lobby.visit.there()
            async with kept_seat(here.lobby.context, player):
                assert player.session.seat == 1
                await player.leave()
        assert not waiting_seats(ada)
        await bob.leave()


async def test_who_is_quick_to_go_back_need_not_press_again(
    ada: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_connect = asyncio.Event()

    async def slow(context: Context) -> Context:
        await may_connect.wait()
        return context

    async with Player(ada.server, name="Bob").connected() as bob:
        code = await bob.host("squares/english", seats=2)
        async with playing(ada, "Ada") as player, kept_seat(ada, player):
            await player.join(code)
        monkeypatch.setattr("samedeal_client.lobby.visit.at_own", slow)
        async with entered(ada) as here:
            await here.sees("Connecting...")
            await here.press("enter")
            may_connect.set()
            await eventually(lambda: here.went == Sit())
            await here.lobby.visit.there().leave()
        await bob.leave()


@pytest.mark.parametrize("is_typed", [True, False])
async def test_a_seat_at_ones_own_server_leads_back_to_it(
    ada: Context, *, is_typed: bool
) -> None:
    seat = Seat(NOWHERE, "Ada", "7KQ4P", "westcliff", until_ms=0, is_served=True)
    Seats(ada.identity).keep(seat)
    async with entered(ada) as here:
        await here.sees("> Your seat waits in 7KQ4P ")
        if is_typed:
            await here.goes_to("join")
            await here.press("enter")
            await here.types("7kq4p@192.168.1.20:8765")
        else:
            await here.press("enter")
        await eventually(lambda: here.went == ServeAgain(seat))


async def test_a_seat_that_is_gone_is_said_to_be_and_forgotten(
    server: str, ada: Context
) -> None:
    later = int(time.time() * 1000) + 60_000
    Seats(ada.identity).keep(Seat(server, "Ada", "22222", "westcliff", later))
    async with entered(ada) as here:
        await here.sees("Your seat waits in 22222")
        await here.press("enter")
        await here.sees("No open room has this code.")
        await eventually(lambda: "Your seat waits" not in here.shown())
    assert not waiting_seats(ada)


async def test_a_code_alone_without_a_server_says_what_to_ask_for(
    tmp_path: Path,
) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.goes_to("join")
        await here.press("enter")
        await here.types("7kq4p")
        await here.sees("Ask your friend for the whole line, CODE@HOST:PORT.")
        typed = here.screen.query_one(TypedLine)
        await eventually(lambda: typed.is_open and typed.value == "7kq4p")
        await here.press("@")
        assert typed.value == "7kq4p@"
        await here.press("escape")
        await eventually(lambda: not typed.is_open)
