"""Bots that are gone, at a server: people who are done do not wait for them."""

import pytest
from tests.server.house import serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.updates import MatchStarted, PhaseChanged, SeatChanged

pytestmark = pytest.mark.asyncio


async def test_who_is_done_after_the_bots_have_gone_does_not_wait(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.core.rooms.phases.BOTS_BACK_MS", 100)
    async with serving(store_url) as url, talking(url) as ada:
        code = await ada.host(seats=2)
        async with silent(url) as gus:
            await _begin_with_a_bot(ada, gus, code)
        while (await ada.hear(SeatChanged)).seat.present:
            pass
        await ada.command(Moved, t="move", ply=0, move="a1")
        await ada.command(Done, t="finish")
        assert [row.bot for row in (await ada.ended()).result.standings].count(True)


async def _begin_with_a_bot(ada: Talker, gus: Talker, code: str) -> None:
    await gus.hello("Gus", bot=True)
    await gus.join(code)
    await ada.ready()
    await gus.ready()
    for each in (ada, gus):
        await each.hear(PhaseChanged)
        await each.command(Done, t="reveal", nonce=each.nonce)
    await ada.hear(MatchStarted)
