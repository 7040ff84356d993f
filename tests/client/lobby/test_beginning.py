"""The lobby's first page: who is new, names, and what is played at once."""

from pathlib import Path

import pytest
from tests.client.lobby.lobbies import (
    NOWHERE,
    context_at,
    entered,
    known,
)
from tests.conditions import eventually
from tests.talk import talking

from samedeal_client.context import Context
from samedeal_client.identity.names import login_name
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.lobby.race import race_bots
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import (
    Bots,
    Sit,
)
from samedeal_client.wire.player import Player
from samedeal_protocol.people.accounts import Account
from samedeal_protocol.rooms.playing import Done


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
        # A key too many ends nothing, nor one before another.
        await here.press("escape")
        await here.sees("Esc again leaves")
        await here.press("down")
        await eventually(lambda: "Esc again" not in here.shown())
        await here.press("escape")
        await here.sees("Esc again leaves")
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
        await here.sees("the name to play under")
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
