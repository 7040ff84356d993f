"""Going in mid-match: what who goes is told, and what the others are."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest_asyncio
from tests.client.paper import CTRL_C, Paper
from tests.client.screen.rooms import SIZE, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server

from samedeal_client.failed import INTERRUPTED
from samedeal_client.identity.serving import Served
from samedeal_client.language import speaking
from samedeal_client.lines.room import RoomLines
from samedeal_client.play.sentences.going import ends_for, leaving_lines, waiting_lines
from samedeal_client.play.sentences.telling import Teller
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import written
from samedeal_client.wire.witness.keeping import Surroundings

GIVEN_UP = "You resigned the match, with 0 points."
KEPT = "Sit down again before it ends, in"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def test_who_leaves_is_told_what_becomes_of_it_and_the_other_in_two_lines(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        code = await ada.host("squares/english", seats=2)
        await bob.join(code)
        hers, his = Paper(), Paper()
        sitting = asyncio.create_task(RoomLines(ada, hers).run())
        going = asyncio.create_task(RoomLines(bob, his).run())
        hers.typed.put_nowait("ready")
        his.typed.put_nowait("ready")
        await eventually(lambda: hers.has("Go!") and his.has("Go!"))
        his.typed.put_nowait("leave")
        his.typed.put_nowait("leave")
        assert await going == 0
        assert GIVEN_UP in his.shown[-1]
        assert KEPT in his.shown[-1]
        assert f"samedeal join {written(code, server)}" in his.shown[-1]
        hers.typed.put_nowait("finish")
        await eventually(lambda: hers.has("Match proven"))
        hers.typed.put_nowait("leave")
        assert await sitting == 0
        rows = "\n".join(hers.shown).splitlines()
        about_bob = [text for text in rows if text.strip().startswith("Bob")]
        assert about_bob[-2:] == [" Bob: resigned, 0 points.", " Bob is gone."]
        assert not hers.has("lost the connection")
        assert not hers.has("Bob has left")


async def test_who_plays_on_alone_is_told_so_once_a_match_and_on_coming_back(
    server: str,
) -> None:
    alone = "Nobody else plays on: the match ends when you do."
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cleo").connected() as cleo,
    ):
        code = await ada.host("squares/english", seats=3)
        players = (bob, cleo)
        for player in players:
            await player.join(code)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        for match in (1, 2):
            await eventually(partial(_may_be_ready, ada))
            paper.typed.put_nowait("ready")
            for player in players:
                await eventually(partial(_may_be_ready, player))
                await player.ready()
            await eventually(lambda: ada.session.may_move)
            await eventually(lambda: all(each.session.may_move for each in players))
            await bob.resign()
            await eventually(partial(_is_told, paper, "Bob: resigned", match))
            assert _is_told(paper, alone, match - 1)
            await (cleo.finish() if match == 1 else cleo.resign())
            await eventually(partial(_is_told, paper, alone, match))
            assert alone in text_of(Teller(ada).greet())
            assert not Teller(bob).greet()
            paper.typed.put_nowait("finish")
            await eventually(lambda: not ada.session.may_move)
        paper.typed.put_nowait("leave")
        await sitting


def _is_told(paper: Paper, text: str, times: int) -> bool:
    return sum(shown.count(text) for shown in paper.shown) == times


def _may_be_ready(player: Player) -> bool:
    room = player.session.room
    return room is not None and room.phase != "playing" and room.next_match is not None


async def test_who_has_the_server_is_asked_before_the_others_race_ends(
    server: str,
) -> None:
    async with (
        Player(
            server, name="Ada", around=Surroundings(served=Served(server, ends=True))
        ).connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await bob.ready()
        await eventually(lambda: paper.has("Go!") and bob.session.may_move)
        paper.typed.put_nowait("finish")
        paper.typed.put_nowait("leave")
        asked = "Bob is still racing here: your leaving ends it. Type leave again to go"
        await eventually(lambda: paper.has(asked))
        assert not sitting.done()
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("ctrl+x")
            await eventually(lambda: "Bob is still racing" in shown(app, "#notes"))
            await pilot.press("ctrl+c")
            await eventually(lambda: "Press ctrl+c again" in shown(app, "#notes"))
            paper.typed.put_nowait(CTRL_C)
            await eventually(lambda: paper.has("your server stops with you"))
            assert not sitting.done()
            await bob.finish()
            await eventually(lambda: not races(ada, bob))
            assert not await ends_for(ada)
            await pilot.press("ctrl+c")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


def races(teller: Player, player: Player) -> bool:
    """Tell whether somebody still plays, as far as another one knows."""
    room = teller.session.room
    seats = () if room is None else room.seats
    plays = [seat.play for seat in seats if seat.player == player.id]
    return any(play is not None and play.state == "playing" for play in plays)


async def test_who_leaves_after_the_last_move_keeps_the_result(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        await ada.ready()
        await bob.ready()
        await eventually(lambda: bob.session.may_move)
        await bob.finish()
        await eventually(lambda: not bob.session.may_move)
        told = text_of(leaving_lines(bob))
        assert "Your result stands: 0 points." in told
        assert KEPT in told
        for language in ("en", "es"):
            with speaking(language):
                for row in (*leaving_lines(bob), *waiting_lines(bob)):
                    assert width_of(text_of((row,))) <= SIZE[0]


async def test_who_plays_alone_is_told_of_no_way_back(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        await eventually(lambda: paper.has("Type ready"))
        assert leaving_lines(ada) == ()
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Go!"))
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0
        assert paper.shown[-1] == f" {GIVEN_UP}"


async def test_ctrl_c_says_how_long_the_match_goes_on(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Go!"))
        paper.typed.put_nowait(CTRL_C)
        assert await sitting == INTERRUPTED
        assert "Your seat waits, " in paper.shown[-1]
        assert f" left: samedeal join {written(code, server)}" in paper.shown[-1]
        assert waiting_lines(ada, is_alone=True) == waiting_lines(ada)


async def test_the_full_screen_leaves_the_same_lines_behind(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await ada.finish()
            await eventually(lambda: "samedeal replay m-" in text_of(app.farewell))
            await ada.ready()
            await eventually(lambda: ada.session.may_move)
            await eventually(lambda: app.scene == "board")
            await pilot.press("ctrl+c")
        assert " left: samedeal join " in text_of(app.farewell)
        # What was printed is taken for the match that one has just gone from.
        assert "points" not in text_of(app.farewell)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await eventually(lambda: ada.session.may_move)
            await pilot.press("ctrl+x", "ctrl+x")
        assert GIVEN_UP in text_of(app.farewell)
