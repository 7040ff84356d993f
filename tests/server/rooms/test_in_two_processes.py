"""A room whose players are in two processes: neither reads what it is told anyway."""

import asyncio

import pytest
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.playing import Moved
from samedeal_protocol.updates import Progress
from samedeal_server.hub import upkeep
from samedeal_server.store.readings import Log
from samedeal_server.store.redis import Store

MOVES = [f"{column}{row}" for row in range(1, 5) for column in "abcde"]
"""Not all of them: the end of a match is another matter."""


async def play(talker: Talker) -> list[int]:
    """Make the moves; return the offsets of their facts."""
    return [
        (await talker.command(Moved, t="move", ply=ply, move=cell)).offset
        for ply, cell in enumerate(MOVES)
    ]


async def test_moves_at_the_same_time_cost_no_reading_of_the_log(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 1_000)
    reads: list[str] = []
    read_log = Store.read_log

    async def counted(store: Store, room: str, after: str = "") -> Log:
        reads.append(after)
        return await read_log(store, room, after)

    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Ann") as ann,
        talking(other, "Bob") as bob,
        talking(other, "Cid") as cid,
    ):
        players = (ann, bob, cid)
        room = await ann.host(seats=3)
        for talker in (bob, cid):
            await talker.join(room)
        for talker in players:
            await talker.ready()
        await asyncio.gather(*(talker.start() for talker in players))
        monkeypatch.setattr(Store, "read_log", counted)
        offsets = await asyncio.gather(*map(play, players))
        assert reads == []
        # One log, with each of the facts once.
        facts = sorted(offset for each in offsets for offset in each)
        assert facts == list(range(facts[0], facts[0] + 3 * len(MOVES)))
        for talker in players:
            plies = {0: 0, 1: 0, 2: 0}
            while set(plies.values()) != {len(MOVES)}:
                told = await talker.hear(Progress)
                plies[told.seat] = told.play.ply
