"""The door of a room, as its host types for it, and as the others hear of it."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.client.paper import Paper
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.lines.room import RoomLines
from samedeal_client.lines.watching import WatchLines
from samedeal_client.play.room.door import AtDoor, DoorSet
from samedeal_client.play.room.talking import Listing, Wish, Words, read_wish
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server."""
    async with running_server(embedded_url) as running:
        yield running.url


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("/putout Bob the Great", AtDoor("out", "Bob the Great")),
        ("//echar Bob", AtDoor("out", "Bob")),
        ("/letin bob", AtDoor("in", "bob")),
        ("/admitir Bob", AtDoor("in", "Bob")),
        ("/door shut", DoorSet(shut=True)),
        ("/door Open", DoorSet(shut=False)),
        ("/puerta cerrada", DoorSet(shut=True)),
        ("/door", DoorSet(None)),
        ("/door is where?", Words("door is where?")),
        ("/putout", DoorSet(None)),
        ("/letin ", DoorSet(None)),
        ("/mute", Listing()),
        ("say putout Bob", Words("putout Bob")),
    ],
)
def test_what_is_typed_at_the_door_is_read(typed: str, wish: Wish) -> None:
    assert read_wish(typed) == wish


async def test_a_host_puts_out_who_sits_and_who_watches_and_shuts_the_door(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Eve").connected() as eve,
    ):
        room = await ada.host("squares/english")
        await bob.join(room)
        await eve.watch(room)
        hosts, sits, watches = Paper(), Paper(), Paper()
        faces = [
            asyncio.create_task(RoomLines(ada, hosts).run()),
            asyncio.create_task(RoomLines(bob, sits).run()),
            asyncio.create_task(WatchLines(eve, watches).run()),
        ]

        async def told(typed: str, answer: str) -> None:
            hosts.typed.put_nowait(typed)
            await eventually(lambda: hosts.has(answer))

        await told("/", "/putout NAME puts somebody out")
        await told("/putout ada", "You cannot put yourself out; leave goes.")
        await told("/putout Zoe", "Nobody here has claimed that name")
        await told("/door", "anybody may join")
        await told("/putout bob", "You have put Bob out.")
        assert await faces[1] == 0
        assert sits.has("Ada has put you out of this room.")
        assert not sits.has("lost your seat")
        await told(f"/putout {eve.id}", "You have put Eve out.")
        await faces[2]
        assert watches.has("Ada has put Bob out.")
        assert watches.has("Ada has put you out of this room.")
        assert not watches.has("closed meanwhile")
        with pytest.raises(NotDone) as refused:
            await bob.join(room)
        assert refused.value.error.code is ErrorCode.PUT_OUT
        await told("/door shut", "The door is shut: nobody new comes in")
        await told("/letin bob", "Bob may come in.")
        await told("/door", "Put out: Eve.")
        await told("/door open", "The door is open again.")
        await bob.join(room)
        sits = Paper()
        faces[1] = asyncio.create_task(RoomLines(bob, sits).run())
        sits.typed.put_nowait("/door shut")
        await eventually(lambda: sits.has("Only the host of the room may do that."))
        sits.typed.put_nowait("leave")
        hosts.typed.put_nowait("leave")
        await asyncio.gather(*faces)
