"""The store goes away in mid-match: nothing is done, nothing is lost."""

import asyncio

from tests.server.house import serving
from tests.server.proxy import door_to
from tests.talk import silent, talking

from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, Service


async def test_a_match_goes_on_where_it_was_when_the_store_is_back(
    store_url: str,
) -> None:
    async with (
        door_to(store_url) as (door, store),
        serving(store) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await bob.join(await ann.host(seats=2))
        await ann.ready()
        await bob.ready()
        await asyncio.gather(ann.start(), bob.start())
        await ann.command(Moved, t="move", ply=0, move="a1")
        door.shut()
        error = await ann.command(Error, t="move", ply=1, move="a2")
        assert error.code is ErrorCode.UNAVAILABLE
        assert isinstance(error.retry, int)
        error = await bob.refused(t="leaderboard", game="easthaven")
        assert error.code is ErrorCode.UNAVAILABLE
        async with silent(url) as late:
            refused = await late.refused(t="hello", client="talk", name="Cid")
            assert refused.code is ErrorCode.UNAVAILABLE
            assert await late.closed() == CloseCode.UNAVAILABLE
        door.open()
        # It was said when the store went and it is said when it is back.
        while (await ann.receive()) != Service(state="ok"):
            pass
        moved = await ann.command(Moved, t="move", ply=1, move="a2")
        assert moved.ply == 2
        await bob.command(Done, t="resign")
        await ann.command(Done, t="finish")
        result = (await bob.ended()).result
        assert [(row.place, row.plies) for row in result.standings] == [(1, 2), (2, 0)]
        assert (await ann.ask(Rooms, t="rooms")).rooms
