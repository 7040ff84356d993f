"""Two of one name in a room: nobody takes one of them for the other."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from tests.client.paper import Paper
from tests.client.screen.rooms import SIZE, shown
from tests.conditions import eventually, seen
from tests.screens import opened
from tests.server.house import serving

from samedeal_client.lines.room import RoomLines
from samedeal_client.play.room.talking import Talking
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.screen.widgets import Table as Felt
from samedeal_client.view.cards import ASCII
from samedeal_client.view.names import cut_name
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player
from samedeal_server.process.settings import Settings

QUICK = Settings.model_validate({"countdown_ms": 200, "commands_per_s": 1_000})
CELLS = ("a1", "b1", "c1")


@pytest_asyncio.fixture
async def server(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url, QUICK) as address:
        yield address


async def test_line_by_line_all_that_is_told_says_which_of_them(server: str) -> None:
    async with (
        Player(server, name="Zoe").connected() as zoe,
        Player(server, name="Ann").connected() as first,
        Player(server, name="Ann").connected() as second,
    ):
        code = await zoe.host("squares/english", seats=3)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(zoe, paper).run())
        await first.join(code)
        await eventually(lambda: paper.has(" Ann is here."))
        await second.join(code)
        await eventually(lambda: paper.has(" Ann (3) is here."))
        await Talking(second).say_phrase("hello")
        await eventually(lambda: paper.has(" Ann (3): hello!"))
        await Talking(first).say_phrase("bye")
        await eventually(lambda: paper.has(" Ann: bye!"))
        paper.typed.put_nowait("/mute ann (3)")
        await eventually(lambda: paper.has("no longer see what Ann (3) says"))
        await first.ready()
        await second.ready()
        await eventually(lambda: paper.has(" Ann (3) is ready."))
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Go!"))
        await eventually(lambda: second.session.may_move)
        for cell in CELLS:
            await second.move(cell)
        await second.finish()
        await eventually(lambda: paper.has(" Ann (3): finished"))
        await first.finish()
        paper.typed.put_nowait("finish")
        await eventually(lambda: paper.has("Match proven"))
        table = "\n".join(paper.shown)
        assert "Ann      " in table
        assert "Ann (3)  " in table
        await second.leave()
        await eventually(lambda: paper.has(" Ann (3) has left."))
        paper.typed.put_nowait("leave")
        await sitting


async def test_who_watches_sees_which_of_them_is_which(server: str) -> None:
    async with (
        Player(server, name="Ann").connected() as first,
        Player(server, name="Ann").connected() as second,
        Player(server, name="Eve").connected() as eve,
    ):
        code = await first.host("squares/english", seats=2, watch="boards")
        await second.join(code)
        await eve.watch(code)
        app = WatchScreen(eve, ASCII, colour=False)

        def felt() -> str:
            return text_of(app.query_one(Felt).felt.rows)

        async with opened(app, size=SIZE) as pilot:
            await seen("+- Ann (2) ---", felt)
            await first.ready()
            await second.ready()
            await eventually(lambda: second.session.may_move)
            await seen("1 Ann  2 Ann (2)", felt)
            assert "Ann (2)" in shown(app, "#bars")
            await pilot.press("2")
            await seen("Ann (2)  after 0 moves", felt)
            await first.finish()
            await second.finish()
            await seen("1= Ann (2)  ", felt)
            await seen("Ann (2): not yet", felt)


async def test_an_evening_calls_them_as_the_room_does(server: str) -> None:
    async with (
        Player(server, name="Ann").connected() as first,
        Player(server, name="Ann").connected() as second,
    ):
        code = await first.host("squares/english", seats=2, deals=2)
        await second.join(code)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(first, paper).run())
        paper.typed.put_nowait("ready")
        await second.ready()
        await eventually(lambda: paper.has("Go!") and second.session.may_move)
        for cell in CELLS:
            await second.move(cell)
        await second.finish()
        paper.typed.put_nowait("resign")
        paper.typed.put_nowait("resign")
        await eventually(lambda: paper.has("Match proven"))
        _, _, evening = "\n".join(paper.shown).partition("After deal 1 of 2")
        # Whoever is first in it stays who they are.
        assert [row.split()[:3] for row in evening.splitlines()[2:4]] == [
            ["1", "Ann", "(2)"],
            ["2", "Ann", "0.00%"],
        ]
        paper.typed.put_nowait("leave")
        await sitting


def test_what_tells_a_name_apart_is_never_cut_off() -> None:
    assert cut_name("Maximiliana (2)", 15) == "Maximiliana (2)"
    assert cut_name("Maximiliana (2)", 12) == "Maximil… (2)"
    assert cut_name("Casual [bot] (3)", 12) == "Casual… (3)"
    assert cut_name("Maximiliana", 8) == "Maximil…"
    assert width_of(cut_name("Maximiliana (2)", 9)) == 9
