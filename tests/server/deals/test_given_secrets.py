"""Deals that are not revealed yet: whoever is not dealt in sees no card of them."""

import asyncio

from tests.server.house import serving
from tests.talk import talking

from samedeal_protocol.deals.events import EventTable
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import MatchStarted
from samedeal_server.process.settings import Settings

QUICK = Settings.model_validate({"countdown_ms": 300})


async def test_who_may_still_play_a_deal_of_an_event_sees_no_card_of_it(
    store_url: str,
) -> None:
    async with (
        serving(store_url, QUICK) as url,
        talking(url, "Ada") as ada,
        talking(url, "Bob") as bob,
        talking(url, "Eve") as no_show,
        talking(url, "Wes") as spectator,
    ):
        # Of all games the one that is dealt face up as a whole.
        asked = {"t": "create_event", "games": ["capricieuse"], "deals": 1}
        event = (await ada.ask(EventTable, **asked)).event.event
        joined = await ada.ask(Joined, t="host_event", event=event, seats=3)
        room = joined.snapshot.room
        ada.room, ada.n = room, joined.snapshot.n
        await bob.join(room.room)
        await no_show.join(room.room)
        await spectator.ask(Joined, t="watch", room=room.room)
        for player in (ada, bob, no_show):
            await player.ready()
        started, _ = await asyncio.gather(ada.start(), bob.start())
        assert len(started.board.zones["column.1"]) > 1
        for other in (spectator, no_show):
            told = await other.hear(MatchStarted)
            assert told.seats == started.seats
            assert told.board.zones == {}
            assert told.board.score == 0
        # Who was not dealt in may play it in another room.
        await no_show.ask(Joined, t="host_event", event=event)
