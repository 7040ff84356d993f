"""The lobby's list of rooms, and the form that opens one."""

import asyncio
from pathlib import Path

import pytest
from tests.client.lobby.lobbies import (
    NOWHERE,
    context_at,
    entered,
)
from tests.conditions import eventually

from samedeal_client.context import Context
from samedeal_client.identity.hosting import NewRoom
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.lobby.names import ANY
from samedeal_client.lobby.pages.boards import BoardsPage
from samedeal_client.lobby.pages.hosting import SHOWN, HostPage
from samedeal_client.lobby.ways import (
    Serve,
    Sit,
    Watch,
)
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.screen.widgets import Words
from samedeal_client.wire.player import Player


async def test_a_room_is_joined_from_the_list_by_key(server: str, ada: Context) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("pas-seul")
        async with entered(ada) as here:
            await here.press("2")
            await here.sees(code)
            await here.sees("Bob")
            while here.rooms.game != "pas-seul":
                await here.press("g")
            await here.press("enter")
            await eventually(lambda: here.went == Sit())
            await here.lobby.visit.there().leave()
        await bob.leave()


async def test_an_answer_about_a_game_that_was_left_meanwhile_is_not_shown(
    server: str, ada: Context
) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("pas-seul")
        async with entered(ada) as here:
            await here.press("2")
            await here.sees(code)
            here.rooms.game = "russian"
            late = asyncio.create_task(here.rooms.look())
            await asyncio.sleep(0)
            here.rooms.game = ANY
            await late
            assert code in [room.room for room in here.rooms.shown]
        await bob.leave()


async def test_a_room_is_joined_from_the_list_by_mouse(
    server: str, ada: Context
) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("russian")
        async with entered(ada) as here:
            tabs = here.app.query_one("#tabs", Words)
            await here.pilot.click(
                "#tabs", offset=(tabs.render().plain.index("2 R"), 0)
            )
            await here.sees(code)
            rows = here.shown().split("\n")
            leaf = here.app.query_one(Leaf)
            (y,) = [k for k, text in enumerate(rows) if code in text]
            await here.pilot.click(Leaf, offset=(5, y - leaf.region.y))
            await eventually(lambda: here.went == Sit())
            await here.lobby.visit.there().leave()
        await bob.leave()


async def test_the_list_of_rooms_is_kept_up_to_date(server: str, ada: Context) -> None:
    async with entered(ada) as here, Player(server, name="Bob").connected() as bob:
        await here.press("2")
        code = await bob.host("westcliff/american", seats=1)
        await here.sees(code)
        await here.press("f")
        await eventually(lambda: code not in here.shown())
        await here.press("f")
        await here.sees(code)
        await bob.leave()
        await eventually(lambda: code not in here.shown())


async def test_where_no_room_is_open_nothing_is_told_of_joining_one(
    server: str, tmp_path: Path
) -> None:
    async with entered(context_at(server, tmp_path)) as here:
        await here.press("2")
        await here.sees("Press h to open one")
        assert "join" not in here.shown()
        assert "h  open a room" in here.shown()
        await here.press("7")
        await here.sees("no matches to show yet")
        assert "replay" not in here.shown()


async def test_a_room_can_be_watched_from_the_list(server: str, ada: Context) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("squares/american")
        async with entered(ada) as here:
            await here.press("2")
            await here.sees(code)
            while here.rooms.game != "squares/american":
                await here.press("g")
            await here.press("w")
            await eventually(lambda: here.went == Watch())
        await bob.leave()


async def test_the_form_opens_the_room_that_it_describes(ada: Context) -> None:
    async with entered(ada) as here:
        await here.press("3", "right")
        await here.goes_to("public")
        await here.press("enter")
        await here.goes_to("casual")
        await here.press("right")
        await here.goes_to("seats")
        await here.press("left", "left")
        form = here.shown()
        await here.press("o")
        await eventually(lambda: here.went == Sit())
        player = here.lobby.visit.there()
        room = player.session.room
        assert room is not None
        assert (room.public, room.rated, room.seats_max) == (True, False, 2)
        assert room.game == "squares/american"
        assert "Poker Squares, American" in form
        await player.leave()


async def test_the_form_begins_with_the_game_that_everybody_begins_with(
    tmp_path: Path,
) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3", "o")
        form = here.lobby.pages.shown
        assert isinstance(form, HostPage)
        assert form.asked().game == FIRST_GAME
        assert here.play.games["bots"] == FIRST_GAME


async def test_what_was_played_last_is_what_is_begun_with(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with entered(context) as here:
        await here.goes_to("learn")
        await here.press("left")
        lobby, learnt = here.lobby, here.play.games["learn"]
        lobby.plays("easthaven")
        for row in ("bots", "practise", "rules"):
            assert here.play.games[row] == "easthaven"
        assert here.play.games["quick"] == ""
        assert here.play.games["learn"] == learnt  # as it was chosen
        await here.press("3")
        await here.sees("Easthaven")
        await here.press("5")
        assert isinstance(here.lobby.pages.shown, BoardsPage)
        assert here.lobby.pages.shown.game == "easthaven"
    async with entered(context) as later:
        assert later.play.games["bots"] == "easthaven"
        await later.press("3")
        await later.sees("Easthaven")


def test_the_form_has_a_row_for_all_that_a_room_is_asked_for() -> None:
    assert {"game", *SHOWN} == set(NewRoom._fields)


async def test_the_form_is_as_the_last_room_was_opened(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with entered(context) as here:
        await here.press("3")
        await here.goes_to("serve")
        await here.press("right", "down", "right")
        await here.goes_to("seats")
        await here.press("2")
        await here.goes_to("time")
        await here.press("2", "5", "0", "enter", "o")
        await here.sees("Your name:")
    async with entered(context) as later:
        await later.press("3")
        form = later.lobby.pages.shown
        assert isinstance(form, HostPage)
        asked = form.asked()
        assert (asked.serve, asked.public, asked.casual) == (True, True, False)
        assert (asked.seats, asked.time) == (2, 250)


@pytest.mark.parametrize(
    "room",
    [
        {"seats": "900", "time": "x", "watch": "everything", "serve": "perhaps"},
        {"best_of": "3", "deals": "4", "nothing": "1", "game": "easthaven"},
    ],
)
async def test_a_form_kept_by_another_program_leads_nowhere(
    tmp_path: Path, room: dict[str, str]
) -> None:
    context = context_at(NOWHERE, tmp_path)
    ChosenFile(context.identity).keep_room(room)
    ChosenFile(context.identity).keep_game("bridge")
    async with entered(context) as here:
        await here.press("3")
        form = here.lobby.pages.shown
        assert isinstance(form, HostPage)
        asked = form.asked()
        assert asked.game == FIRST_GAME
        assert (asked.seats, asked.time, asked.watch) == (4, None, "counts")
        assert not asked.serve


async def test_a_number_of_the_form_is_typed_on_its_row(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3")
        form = here.lobby.pages.shown
        assert isinstance(form, HostPage)
        await here.goes_to("seats")
        await here.press("3")
        assert here.lobby.pages.shown is form
        assert form.asked().seats == 3
        await here.press("9")
        await here.sees("'9' is not a whole number from 1 to 8.")
        assert form.asked().seats == 3
        await here.goes_to("best_of")
        await here.press("7", "4")
        await here.sees("'4' is not one of 1, 3, 5, 7, 9.")
        assert form.asked().best_of == 7
        await here.press("3")
        assert form.asked().best_of == 3


async def test_a_number_of_several_digits_is_typed_on_a_line(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3")
        form = here.lobby.pages.shown
        assert isinstance(form, HostPage)
        await here.goes_to("time")
        await here.press("2")
        await here.sees("time, seconds, 30-3600:")
        await here.press("5", "0", "enter")
        assert form.asked().time == 250
        await here.press("right")
        assert form.asked().time == 300
        await here.press("left")
        assert form.asked().time == 180
        await here.press("enter")
        await here.types("7")
        await here.sees("'7' is not a whole number from 30 to 3600.")
        assert form.asked().time == 180
        await here.press("enter")
        await here.types("")
        assert form.asked().time is None
        await here.press("6", "escape")
        assert form.asked().time is None
        assert here.lobby.pages.shown is form


async def test_the_form_asks_for_a_server_where_there_is_none(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3")
        await here.goes_to("serve")
        await here.press("right", "o")
        await here.sees("Your name:")
        await here.types("Ada")
        await eventually(lambda: isinstance(here.went, Serve))
    way = here.went
    assert isinstance(way, Serve)
    assert way.name == "Ada"
    assert way.asked.serve
    assert not way.asked.public
