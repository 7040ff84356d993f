"""Friends on the first page: who is here, asking them in, and what they ask."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.client.lobby.lobbies import Entered, context_at, entered, known
from tests.conditions import eventually

from samedeal_client.context import Context
from samedeal_client.lobby.pages.first.play import PlayPage
from samedeal_client.lobby.pages.friends import FriendsPage
from samedeal_client.lobby.ways import Sit
from samedeal_client.wire.player import Player
from samedeal_protocol.people.accounts import Relate, Related
from samedeal_protocol.people.presence import AskFriends, Friends, Invite, Invited


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look up the first page again and again."""
    monkeypatch.setattr(PlayPage, "every_s", 0.5)


async def befriend(player: Player, friend: Player) -> None:
    for one, other in ((player, friend), (friend, player)):
        asked = Relate(id=one.next_id(), who=other.id, relation="friend")
        await one.ask(asked, Related)


@asynccontextmanager
async def with_friend(
    server: str, ada: Context, *, name: str
) -> AsyncGenerator[tuple[Entered, Player]]:
    """Yield Ada in her lobby, and a friend who is connected and asks who is here."""
    async with entered(ada) as here, Player(server, name=name).connected() as friend:
        await befriend(here.lobby.visit.there(), friend)
        await friend.ask(AskFriends(id=friend.next_id()), Friends)
        await here.sees(f"● {name}")
        yield here, friend


async def test_the_one_friend_who_is_here_is_invited_by_one_key(
    server: str, ada: Context
) -> None:
    async with with_friend(server, ada, name="Beryl") as (here, beryl):
        assert "in the lobby" in here.shown()
        await here.press("i")
        await eventually(lambda: here.went == Sit())
        room = here.lobby.visit.there().session.room
        found = await beryl.ask(AskFriends(id=beryl.next_id()), Friends)
        assert room is not None
        assert [one.room for one in found.invitations] == [room.room]
        await here.lobby.visit.there().leave()


async def test_of_several_friends_one_is_chosen(server: str, ada: Context) -> None:
    async with (
        with_friend(server, ada, name="Cleo") as (here, _),
        Player(server, name="Dora").connected() as dora,
    ):
        await befriend(here.lobby.visit.there(), dora)
        await dora.ask(AskFriends(id=dora.next_id()), Friends)
        await here.sees("● Dora")
        await here.press("i")
        await eventually(lambda: isinstance(here.lobby.pages.shown, FriendsPage))
        await here.goes_to(dora.id)
        await here.press("enter")
        await eventually(lambda: here.went == Sit())
        found = await dora.ask(AskFriends(id=dora.next_id()), Friends)
        assert len(found.invitations) == 1
        await here.lobby.visit.there().leave()


async def test_an_invitation_is_a_row_that_leads_to_the_room(
    server: str, ada: Context
) -> None:
    async with with_friend(server, ada, name="Enid") as (here, enid):
        code = await enid.host("pas-seul", public=False)
        me = here.lobby.visit.there().id
        await enid.ask(Invite(id=enid.next_id(), who=me), Invited)
        await here.sees("> Enid invites you ")
        assert code in here.shown()
        await here.sees("Enter takes it up; x puts it aside.")
        await here.press("enter")
        await eventually(lambda: here.went == Sit())
        room = here.lobby.visit.there().session.room
        assert room is not None
        assert room.room == code
        await eventually(lambda: "invites you " not in here.shown())
        await here.lobby.visit.there().leave()
        await enid.leave()


async def test_what_a_friend_asks_can_be_put_aside(server: str, ada: Context) -> None:
    async with with_friend(server, ada, name="Fanny") as (here, fanny):
        await fanny.host("pas-seul", public=False)
        me = here.lobby.visit.there().id
        await fanny.ask(Invite(id=fanny.next_id(), who=me), Invited)
        await here.sees("Fanny invites you ")
        await here.press("home", "x")
        await eventually(lambda: "invites you " not in here.shown())
        await fanny.leave()


async def test_nobody_is_invited_where_nobody_is(server: str, tmp_path: Path) -> None:
    context = context_at(server, tmp_path)
    await known(context, "Gerda")
    async with entered(context) as here:
        await here.sees("samedeal friends add NAME")
        await here.press("i")
        await here.sees("No friend is here now")
