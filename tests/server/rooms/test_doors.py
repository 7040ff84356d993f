"""Hosts at the doors of their rooms, over the wire and over two processes."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.updates import DoorChanged, SeatLeft, WasPutOut
from samedeal_server.core import facts


@pytest_asyncio.fixture
async def urls(store_url: str) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes over one store."""
    async with serving(store_url) as one, serving(store_url) as other:
        yield one, other


async def door(talker: Talker, t: str, **fields: object) -> None:
    await talker.ask(Done, t=t, **fields)


async def test_who_is_put_out_is_told_by_whom_wherever_they_sit_or_watch(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with (
        talking(one, "Ada") as ada,
        talking(other, "Bob") as bob,
        talking(other, "Cid") as cid,
    ):
        room = await ada.host()
        await bob.join(room)
        await cid.ask(Joined, t="watch", room=room)
        for talker, name in ((bob, "Bob"), (cid, "Cid")):
            await door(ada, "put_out", who=talker.me)
            told = await talker.hear(WasPutOut)
            if talker is cid:  # who watches has heard of the other, too
                told = await talker.hear(WasPutOut)
            assert told == WasPutOut(player=talker.me, name=name, by=0)
            for t in ("join", "watch"):
                refused = await talker.refused(t=t, room=room)
                assert (refused.code, refused.detail) == (ErrorCode.PUT_OUT, "Ada")
        await door(ada, "let_in", who=bob.me)
        seats = (await bob.join(room)).snapshot.room.seats
        assert [seat.name for seat in seats] == ["Ada", "Bob"]


async def test_a_guest_who_would_be_taken_for_one_here_has_the_same_letters(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with (
        talking(one, "Ann") as ann,
        talking(other, "\u0410nn") as cyrillic,  # which looks the same
        talking(other, "ann") as small,
    ):
        room = await ann.host()
        await cyrillic.join(room)
        seats = (await small.join(room)).snapshot.room.seats
        # All that show it number the later one of a name.
        assert [seat.name for seat in seats] == ["Ann", "Ann", "ann"]


async def test_a_shut_door_is_on_no_list_and_opens_to_whom_the_host_names(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with talking(one, "Ada") as ada, talking(other, "Bob") as bob:
        room = await ada.host()

        async def listed() -> bool:
            rooms = (await bob.ask(Rooms, t="rooms")).rooms
            return any(line.room == room for line in rooms)

        assert await listed()
        await door(ada, "door", shut=True)
        assert (await bob.refused(t="join", room=room)).code is ErrorCode.DOOR_SHUT
        assert (await bob.refused(t="watch", room=room)).code is ErrorCode.DOOR_SHUT
        while await listed():
            pass
        called = await ada.refused(t="call_bots", bots=1)
        assert called.code is ErrorCode.DOOR_SHUT
        await door(ada, "let_in", who=bob.me)
        await bob.join(room)
        await door(ada, "door", shut=False)
        assert (await bob.hear(DoorChanged)).door is not None
        while not await listed():
            pass


async def test_what_a_host_cannot_do_is_refused_and_changes_nothing(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "Ada") as ada, talking(urls[0], "Bob") as bob:
        room = await ada.host(public=False)
        await bob.join(room)
        nobody = await ada.refused(t="put_out", who="Nobody At All")
        assert nobody.code is ErrorCode.UNKNOWN_PLAYER
        own = await ada.refused(t="put_out", who=ada.me)
        assert own.code is ErrorCode.NOT_YOURSELF
        other = await bob.refused(t="put_out", who=ada.me)
        assert other.code is ErrorCode.NOT_HOST
        for talker in (ada, bob):
            await talker.ready()
        racing = await ada.refused(t="put_out", who=bob.me)
        assert racing.code is ErrorCode.WRONG_PHASE
        assert not any(isinstance(u, SeatLeft | WasPutOut) for u in bob.news)
        async with talking(urls[1], "Eve") as eve:
            outside = await eve.refused(t="put_out", who=bob.me)
            assert outside.code is ErrorCode.NOT_IN_ROOM


async def test_what_a_newer_version_wrote_keeps_an_older_one_from_that_room_alone(
    urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = urls
    async with talking(newer, "Ada") as ada, talking(older, "Bob") as bob:
        room = await ada.host()
        with monkeypatch.context() as forgetful:
            # As in a version that knows nothing of doors; both processes read so here.
            forgetful.delitem(vars(facts)["_TAGS"], "door")
            await door(ada, "door", shut=True)
            refused = await bob.refused(t="join", room=room)
            assert (refused.code, refused.retry != "never") == ("unavailable", True)
            assert await bob.host()
