"""Who is done looks at the boards of the others, as far as anybody may who watches."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from tests.client.screen.room.test_watch import CELLS, GAME, QUICK
from tests.client.screen.rooms import SIZE, felt, plies_of, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.server.house import serving
from textual.pilot import Pilot

from samedeal_client.play.room.lookout import Lookout, may_look
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.boards import BoardView, Watching
from samedeal_server.rooms import spectators


@pytest_asyncio.fixture
async def server(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(spectators, "SHOWN_EVERY_S", 0.05)
    monkeypatch.setattr(spectators, "TOLD_EVERY_S", 0.02)
    async with serving(store_url, QUICK) as address:
        yield address


@asynccontextmanager
async def racing(
    server: str, watch: Watching
) -> AsyncGenerator[tuple[Player, Player, RoomScreen, Pilot[int]]]:
    """Yield Ada, whose screen it is, and Bob, who have both laid a few cards."""
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host(GAME, seats=2, watch=watch))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await lay(bob, 4)
            await lay(ada, 2)
            yield ada, bob, app, pilot
            await pilot.press("ctrl+x", "ctrl+x")


async def lay(player: Player, count: int) -> None:
    """Lay so many cards, once the player has heard that they may."""
    await eventually(lambda: player.session.may_move)
    first = plies_of(player)
    for cell in CELLS[first : first + count]:
        await player.move(cell)


async def test_who_is_done_looks_at_the_others_and_back(server: str) -> None:
    async with racing(server, "boards") as (ada, bob, app, pilot):
        await pilot.press("tab", "2")
        assert "Bob  after" not in felt(app)
        await ada.finish()
        await eventually(lambda: "Tab boards" in shown(app, "#foot"))
        await pilot.press("tab")
        await eventually(lambda: ">2 Bob" in felt(app))
        await pilot.press("2")
        await eventually(lambda: "Bob  after 4 moves" in felt(app))
        await lay(bob, 1)
        await eventually(lambda: "Bob  after 5 moves" in felt(app))
        await pilot.press("escape")
        await eventually(lambda: "Bob  after" not in felt(app))
        assert "to lay" in felt(app)
        await pilot.press("2")
        await eventually(lambda: "Bob  after 5 moves" in felt(app))
        await bob.finish()
        await eventually(lambda: "Match proven" in felt(app))


async def test_boards_that_have_yet_to_come_are_said_to(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lookout, "boards", {})
    async with racing(server, "boards") as (ada, _, app, pilot):
        await ada.finish()
        await eventually(lambda: "Tab boards" in shown(app, "#foot"))
        await pilot.press("tab")
        await eventually(lambda: "The boards come in a moment." in felt(app))
        await pilot.press("escape")
        await eventually(lambda: "to lay" in felt(app))


async def test_without_a_connection_boards_are_said_not_to_come(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with racing(server, "boards") as (ada, _, app, pilot):
        await ada.finish()
        await eventually(lambda: "Tab boards" in shown(app, "#foot"))
        with monkeypatch.context() as cut:
            cut.setattr(RoomPlay, "is_cut", True)
            await pilot.press("tab")
            await eventually(
                lambda: "The boards cannot be had now." in shown(app, "#notes")
            )
            assert "Not done" not in shown(app, "#notes")


async def test_who_is_done_sees_what_any_spectator_does_and_no_more(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cid").connected() as cid,
        Player(server, name="Eve").connected() as eve,
    ):
        code = await ada.host(GAME, seats=3, watch="boards")
        await bob.join(code)
        await cid.join(code)
        await eve.watch(code)
        for player in (ada, bob, cid):
            await player.ready()
        await eventually(lambda: all(p.session.may_move for p in (ada, bob, cid)))
        assert not may_look(ada.session)
        await lay(ada, 6)
        await lay(bob, 5)
        await lay(cid, 2)
        await ada.finish()
        lookout = Lookout(ada)
        assert may_look(ada.session)
        await lookout.open()
        # Of Bob no more than Cid has seen of the cards.
        await eventually(lambda: plies(lookout.boards) == {0: 2, 1: 2, 2: 2})
        await eventually(lambda: plies(eve.session.watched) == {0: 2, 1: 2, 2: 2})
        assert dict(lookout.boards) == eve.session.watched
        await lookout.close()
        assert not lookout.boards


def plies(boards: Mapping[int, BoardView]) -> dict[int, int]:
    return {seat: board.ply for seat, board in boards.items()}


async def test_where_counts_alone_may_be_watched_nothing_can_be_looked_at(
    server: str,
) -> None:
    async with racing(server, "counts") as (ada, bob, app, pilot):
        await ada.finish()
        await eventually(lambda: not ada.session.may_move)
        await pilot.press("tab", "2")
        app.draw()
        assert "Tab" not in shown(app, "#foot")
        assert "to lay" in felt(app)
        await bob.finish()
