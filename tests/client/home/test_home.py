"""The lobby by keys and by mouse, at a real server and without one."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from tests.client.home.lobbies import (
    NOWHERE,
    NoScreen,
    context_at,
    entered,
    known,
)
from tests.conditions import eventually
from tests.servers import running_server
from tests.talk import talking
from textual.screen import Screen

from samedeal_client import cli
from samedeal_client.auditing.days import sit_down
from samedeal_client.context import Context
from samedeal_client.home.leaf import Leaf
from samedeal_client.home.lobby import lobby_of
from samedeal_client.home.moving import go_back
from samedeal_client.home.pages.boards import BoardsPage
from samedeal_client.home.pages.hosting import HostPage
from samedeal_client.home.pages.play import quick_match
from samedeal_client.home.race import race_bots
from samedeal_client.home.visit import Visit
from samedeal_client.home.ways import (
    Attempt,
    Bots,
    Changed,
    Practise,
    Serve,
    ServeAgain,
    Sit,
    Watch,
)
from samedeal_client.identity.connecting import playing
from samedeal_client.identity.names import login_name
from samedeal_client.identity.seating import kept_seat, waiting_seats
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.seats import Seat, Seats
from samedeal_client.language import speaking
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.screen.widgets import Words
from samedeal_client.settings import config, config_file
from samedeal_client.view.spans import line, text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import written
from samedeal_protocol.accounts import Account
from samedeal_protocol.updates import Done

"""From Enter to the cards, for who has never been here."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest_asyncio.fixture
async def ada(server: str, tmp_path: Path) -> Context:
    """Return the context of somebody whom the server knows."""
    context = context_at(server, tmp_path)
    await known(context, "Ada")
    return context


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


async def test_who_is_new_has_three_ways_to_begin(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=True) as here:
        text = here.shown()
        for way in ("Play now", "Today's deal", "Join a friend"):
            assert way in text
        assert "Settings" not in text
        await here.press("enter")
        await here.sees("Your name:")
        await here.press("enter")
        await eventually(lambda: here.went is not None)
    assert here.went == Bots("squares/english", login_name())


async def test_a_name_is_offered_to_who_is_new_and_asked_for_once(
    server: str, tmp_path: Path
) -> None:
    async with entered(context_at(server, tmp_path), is_first=True) as here:
        await here.press("enter")
        await here.sees("Your name:")
        await here.sees(login_name())
        await here.press("escape")
        await eventually(lambda: "Your name:" not in here.shown())
        await here.press("enter")
        await here.sees("Your name:")
        await here.types("x" * 21)
        await eventually(lambda: bool(here.lobby.notes))
        await here.sees("Your name:")
        await here.types("Cleo")
        await eventually(lambda: here.went is not None)
        assert here.went == Bots("squares/english", "Cleo")
        visit = here.lobby.visit
        assert visit.there().name == "Cleo"
        back = await here.back()
        await back.goes_to("bots")
        await back.press("enter")
        await eventually(lambda: back.went is not None)
        assert back.went == Bots("squares/english", "Cleo")
        async with race_bots(visit, "squares/english", "Cleo") as (_, player):
            assert player is visit.player
            await player.leave()


async def test_a_name_that_is_offered_is_typed_over(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=True) as here:
        await here.press("enter")
        await here.sees("Your name:")
        await here.sees(login_name())
        await here.press(*"Cleo", "enter")
        await eventually(lambda: here.went == Bots("squares/english", "Cleo"))


async def test_without_a_server_a_name_is_asked_for_once_too(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=True) as here:
        await here.press("enter")
        await here.sees("Your name:")
        await here.types("Cleo")
        await eventually(lambda: here.went is not None)
        back = await here.back()
        await back.goes_to("bots")
        await back.press("enter")
        await eventually(lambda: back.went is not None)
        assert back.went == Bots("squares/english", "Cleo")


async def test_everything_else_is_a_key_away_from_the_first_screen(
    tmp_path: Path,
) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=True) as here:
        await here.press("escape")
        await here.sees("8 Settings")
        await here.sees("Connection refused".lower())
        await here.press("escape")
    assert here.pilot.app.return_value == 0
    assert here.went is None


async def test_cards_are_dealt_where_there_is_no_server(
    tmp_path: Path,
) -> None:
    async with Visit.kept(context_at(NOWHERE, tmp_path)) as visit:
        await visit.tried()
        async with race_bots(visit, "squares/english", "Ada") as (_, player):
            await eventually(lambda: player.session.may_move)


async def test_bots_come_to_the_server_where_there_is_one(ada: Context) -> None:
    async with Visit.kept(ada) as visit:
        await visit.tried()
        async with race_bots(visit, "westcliff/classic", "Ada") as (_, player):
            assert player is visit.player
            await eventually(lambda: player.session.may_move)
            room = player.session.room
            assert room is not None
            assert not room.public
            assert not room.rated
            assert sum(seat.bot for seat in room.seats) == 2
            await player.leave()


async def test_a_quick_match_sits_down_where_somebody_waits(
    server: str, ada: Context
) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("easthaven")
        async with entered(ada) as here:
            games = here.play.games
            while games["quick"] != "easthaven":
                await here.press("right")
            await here.press("enter")
            await eventually(lambda: here.went == Sit())
            room = here.lobby.visit.there().session.room
            assert room is not None
            assert room.room == code
            await here.lobby.visit.there().leave()
        await bob.leave()


async def test_a_quick_match_goes_on_where_a_room_has_no_seat_for_oneself(
    server: str, ada: Context
) -> None:
    async with talking(server, "Bob") as bob:
        await bob.ask(Account, t="claim", name="Robert")
        await bob.host("pas-seul", named_only=True)
        async with entered(ada) as here:
            while here.play.games["quick"] != "pas-seul":
                await here.press("right")
            await here.press("enter")
            await eventually(lambda: here.went == Sit())
            player = here.lobby.visit.there()
            assert player.session.room is not None
            assert not player.session.room.named_only
            await player.leave()
        await bob.command(Done, t="leave")


async def test_a_quick_match_opens_a_room_where_nobody_waits(ada: Context) -> None:
    async with entered(ada) as here:
        while here.play.games["quick"] != "westhaven":
            await here.press("right")
        await here.press("enter")
        await eventually(lambda: here.went == Sit())
        player = here.lobby.visit.there()
        assert player.session.room is not None
        assert player.session.room.game == "westhaven"
        assert player.session.room.public
        await player.leave()


async def test_a_guest_is_asked_for_a_name_once(server: str, tmp_path: Path) -> None:
    async with entered(context_at(server, tmp_path)) as here:
        await here.sees("guest")
        await here.press("down", "down", "down", "enter")
        await here.sees("Address and code, as your friend sent them:")
        await here.types("zzzzz")
        await here.sees("Your name:")
        await here.types("Cleo")
        await here.sees("Cleo")
        await eventually(lambda: bool(here.lobby.notes))
        await here.press("enter")
        await here.sees("Address and code, as your friend sent them:")
        await here.press("escape")
        await here.sees("Quick match")
    assert here.lobby.visit.context.identity.exists()


@pytest.mark.parametrize("is_typed", [False, True])
async def test_a_guest_sees_the_name_they_will_play_under(
    server: str, tmp_path: Path, *, is_typed: bool
) -> None:
    context = context_at(server, tmp_path)
    if is_typed:
        context = context._replace(name="Cleopatra")
    else:
        file = IdentityFile(context.identity)
        file.remember("wss://play.example", "Cleopatra", "secret")
    async with entered(context) as here:
        await eventually(lambda: here.lobby.visit.is_connected)
        await here.sees("samedeal  Cleopatra")
        assert here.lobby.visit.is_guest
        await here.press("8")
        await here.sees("Kept in")
        assert here.shown().count("Cleopatra") == 2


async def test_a_name_known_elsewhere_is_asked_for_only_where_it_is_anothers(
    server: str, tmp_path: Path
) -> None:
    context = context_at(server, tmp_path)
    IdentityFile(context.identity).remember("wss://play.example", "Cleo", "secret")
    async with entered(context) as here:
        assert (
            await here.lobby.who.somebody() or here.lobby.visit.there()
        ).name == "Cleo"
    async with talking(server, "Ann") as ann:
        await ann.ask(Account, t="claim", name="Zoe")
    context = context_at(server, tmp_path / "other")
    IdentityFile(context.identity).remember("wss://play.example", "Zoe", "secret")
    async with entered(context) as here:
        await here.goes_to("join")
        await here.press("enter")
        await here.sees("Address and code")
        await here.types("zzzzz")
        await here.sees("Your name:")
        await here.sees("is taken; choose another.")
        await here.types("Zoe")
        await eventually(lambda: len(here.lobby.notes) > 1)
        await here.pilot.pause()
        await here.types("Cleopatra")
        visit = here.lobby.visit
        await eventually(lambda: getattr(visit.player, "name", "") == "Cleopatra")


async def test_a_guest_whose_name_was_claimed_is_told_so_in_the_lobby(
    server: str, tmp_path: Path
) -> None:
    context = context_at(server, tmp_path)
    await known(context, "Bob Byron")
    async with talking(server, "Ann") as ann:
        await ann.ask(Account, t="claim", name="Bob Byron")
    async with entered(context) as here:
        await here.sees("Somebody has claimed the name Bob Byron")
        await here.press("down")
        await eventually(lambda: "Somebody has claimed" not in here.shown())
        await here.lobby.visit.again()
        await here.sees("Somebody has claimed the name Bob Byron")
        assert here.lobby.visit.is_connected


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
            assert f"> Your seat waits in {code}: Enter" in here.shown()
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
        monkeypatch.setattr("samedeal_client.home.visit.at_own", slow)
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
        await here.sees("> Your seat waits in 7KQ4P: Enter")
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
        assert form.arguments().game == FIRST_GAME
        assert here.play.games["bots"] == FIRST_GAME


async def test_what_was_played_last_is_what_is_begun_with(tmp_path: Path) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with entered(context) as here:
        await here.press("down", "down", "down", "down", "left")
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
        asked = form.arguments()
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
        asked = form.arguments()
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
        assert form.arguments().seats == 3
        await here.press("9")
        await here.sees("'9' is not a whole number from 1 to 8.")
        assert form.arguments().seats == 3
        await here.goes_to("best_of")
        await here.press("7", "4")
        await here.sees("'4' is not one of 1, 3, 5, 7, 9.")
        assert form.arguments().best_of == 7
        await here.press("3")
        assert form.arguments().best_of == 3


async def test_a_number_of_several_digits_is_typed_on_a_line(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3")
        form = here.lobby.pages.shown
        assert isinstance(form, HostPage)
        await here.goes_to("time")
        await here.press("2")
        await here.sees("time, seconds, 30-3600:")
        await here.press("5", "0", "enter")
        assert form.arguments().time == 250
        await here.press("right")
        assert form.arguments().time == 300
        await here.press("left")
        assert form.arguments().time == 180
        await here.press("enter")
        await here.types("7")
        await here.sees("'7' is not a whole number from 30 to 3600.")
        assert form.arguments().time == 180
        await here.press("enter")
        await here.types("")
        assert form.arguments().time is None
        await here.press("6", "escape")
        assert form.arguments().time is None
        assert here.lobby.pages.shown is form


async def test_the_form_asks_for_a_server_where_there_is_none(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("3")
        await here.goes_to("serve")
        await here.press("right", "o")
        await here.sees("Your name:")
        await here.types("Ada")
        await eventually(lambda: isinstance(here.went, Serve))
    asked = here.went
    assert isinstance(asked, Serve)
    assert asked.name == "Ada"
    assert asked.arguments.serve
    assert not asked.arguments.public


async def test_what_a_row_means_stands_beside_it_whole(ada: Context) -> None:
    async with entered(ada) as here:
        await here.press("3")
        shown = " ".join(here.shown().split())
        assert "not counted on leaderboards or in ratings" in shown
        assert "each scored in per cent against all who played it" in shown
        await here.press("8")
        await here.settled()
        assert "short lines, cards in words" in " ".join(here.shown().split())


async def test_a_leaderboard_is_paged_through_and_leads_to_a_player(
    server: str, ada: Context
) -> None:
    game = "squares/serpent"
    await play_many(server, game, players=7)
    async with entered(ada, size=(80, 14)) as here:
        boards = here.lobby.pages.own[4]
        assert isinstance(boards, BoardsPage)
        await here.press("5")
        while boards.game != game:
            await here.press("g")
        await here.sees("1 to 5 of 7")
        await here.press("n")
        await here.sees("6 to 7 of 7")
        await here.press("n")
        await here.press("p")
        await here.sees("1 to 5 of 7")
        await here.press("v")
        await here.sees("around you")
        await here.press("v", "k", "k")
        await here.sees("matches won, among your friends")
        await here.press("v", "k", "k", "k")
        await here.sees("1 to 5 of 7")
        await here.press("enter")
        await here.sees("a guest")
        await here.press("escape")
        await here.sees("1 to 5 of 7")


async def test_the_list_of_matches_names_games_as_people_do(
    server: str, ada: Context
) -> None:
    token = IdentityFile(ada.identity).find(server, "Ada").token
    async with (
        Player(server, name="Ada", token=token).connected() as own,
        Player(server, name="Archibald of Twenty").connected() as bob,
    ):
        await bob.join(await own.host("squares/patience-american", seats=2))
        await own.ready()
        await bob.ready()
        for player in (own, bob):
            await eventually(partial(_may_move, player))
            await player.finish()
        await eventually(partial(_has_result, own))
        await own.leave()
        await bob.leave()
    async with entered(ada) as here:
        await here.press("7")
        await here.sees("Poker Patience, Am")
        await here.sees("Poker Patience, American points, against Archibald of Twenty")
        assert "squares/" not in here.shown()
        assert "samedeal verify" not in here.shown()


async def play_many(server: str, game: str, *, players: int) -> None:
    """Have as many people play one rated match of a game, and finish at once."""
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                Player(server, name=f"Player-{number}").connected()
            )
            for number in range(players)
        ]
        code = await people[0].host(game, seats=players)
        for person in people[1:]:
            await person.join(code)
        for person in people:
            await person.ready()
        for person in people:
            await eventually(partial(_may_move, person))
            await person.move("c3")
        for person in people:
            await person.finish()
        for person in people:
            await eventually(partial(_has_result, person))
            await person.leave()


def _may_move(player: Player) -> bool:
    return player.session.may_move


def _has_result(player: Player) -> bool:
    room = player.session.room
    return room is not None and room.result is not None


async def test_settings_are_changed_by_keys_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    monkeypatch.delenv(config.SERVER_VARIABLE, raising=False)
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("8")
        await here.goes_to("name")
        await here.press("enter")
        await here.sees("name, 1 to 20 characters:")
        await here.types("Zoe")
        await eventually(lambda: here.went == Changed())
        assert config_file.read(path).name == "Zoe"
        back = await here.back()
        await back.sees("Zoe")
        await back.goes_to("theme")
        await back.press("right")
        await eventually(lambda: back.went == Changed())
        assert config_file.read(path).theme == "four"
        third = await here.back()
        await third.goes_to("keys")
        await third.press("enter")
        await third.types("a=1")
        await third.sees("1 is already the key of a column")
        await third.press("x")
        assert third.went is None
    assert config_file.read(path).keys is None


async def test_settings_show_what_is_in_force_in_the_language_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv(config.SERVER_VARIABLE, raising=False)
    config_file.change(path, "theme", "four")
    asked = config.Config(language="es")
    context = context_at(NOWHERE, tmp_path)._replace(options=asked)
    with speaking("es"):
        async with entered(context) as here:
            await here.press("8")
            rows = [
                " ".join(row.strip(">").split()) for row in here.shown().splitlines()
            ]
            assert "idioma Español el idioma de todos los textos" in rows
            assert "(línea de órdenes)" in rows
            assert any(row.startswith("tema cuatro colores") for row in rows)
            assert "(archivo)" in here.shown()
            assert {row.partition(" ")[0] for row in rows} >= {
                *("servidor", "nombre", "idioma", "ascii", "color", "tema"),
                *("teclas", "sencillo", "lineal"),
            }
            await here.goes_to("language")
            await here.press("right")
            # It is kept, and does not hold as long as the option does.
            await eventually(lambda: here.went == Changed())
            assert config_file.read(path).language == "en"
            back = await here.back()
            await back.sees("idioma               Español")
            await back.sees("Idioma se ha dado en la línea de órdenes")


async def test_the_deal_of_the_day_is_begun_from_the_list(ada: Context) -> None:
    async with entered(ada) as here:
        await here.press("4")
        await here.sees("not played")
        await here.press("enter")
        await eventually(lambda: isinstance(here.went, Attempt))
        assert here.lobby.visit.there().session.room is not None


async def test_what_was_chosen_is_there_after_a_table(tmp_path: Path) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        await here.press("down", "down", "right", "enter")
        chosen = here.play.games["practise"]
        assert here.went == Practise(chosen)
        back = await here.back()
        assert back.play.games["practise"] == chosen


async def test_another_server_is_gone_to_at_once(server: str, tmp_path: Path) -> None:
    nowhere = context_at(NOWHERE, tmp_path)
    async with entered(nowhere) as here:
        await here.sees("refused")
        await here.lobby.visit.move(context_at(server, tmp_path))
        await here.sees("guest")
        assert "refused" not in here.shown()


def test_without_a_terminal_a_command_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 2
    assert "say what to do" in capsys.readouterr().err


async def test_a_letter_that_does_nothing_on_a_page_says_so(
    server: str, tmp_path: Path
) -> None:
    async with entered(context_at(server, tmp_path)) as here:
        for key in ("w", "x"):
            await here.press(key)
            await here.sees(f"{key} does nothing here")
        await here.press("2", "g")
        await here.settled()
        assert "does nothing" not in here.shown()


@pytest.mark.parametrize("is_first", [False, True])
@pytest.mark.parametrize("closing", ["escape", "?"])
async def test_a_question_mark_tells_all_keys_of_a_page(
    tmp_path: Path, closing: str, *, is_first: bool
) -> None:
    async with entered(context_at(NOWHERE, tmp_path), is_first=is_first) as here:
        await here.sees("? keys")
        await here.press("?")
        await here.sees("the pages by name")
        assert "up/down choose" in here.shown()
        await here.press(closing)
        await eventually(lambda: "the pages by name" not in here.shown())
        assert here.went is None


@pytest.mark.parametrize("is_begun", [False, True])
async def test_who_puts_the_deal_of_the_day_off_can_sit_down_elsewhere(
    ada: Context, monkeypatch: pytest.MonkeyPatch, *, is_begun: bool
) -> None:
    async with Visit.kept(ada) as visit:
        player = await visit.soon_there()

        async def goes_at_once(_: Screen[int]) -> int:
            if is_begun:
                await visit.there().ready()
                await eventually(lambda: visit.there().session.may_move)
            return 0

        lobby = lobby_of(NoScreen(), visit, lambda: ada)
        monkeypatch.setattr(lobby.desk, "show", goes_at_once)
        found = await sit_down(ada, player, "easthaven")
        lobby.keep((line("of an earlier match"),))
        assert await Attempt(found.known).take(lobby) == 0
        told = "The clock keeps running." if is_begun else "It has not begun."
        assert text_of(lobby.farewell).strip().startswith(told)
        assert text_of(lobby.farewell).endswith("samedeal daily easthaven")
        await quick_match(lobby, "easthaven")
        player = visit.there()
        assert player.session.room is not None
        assert player.session.room.kind == "match"
        await player.leave()
        # What was put off is there still.
        await sit_down(ada, player, "easthaven")
        assert player.session.room is not None
        assert (player.session.room.phase == "playing") is is_begun
