"""The store comes back with less than it had: it is said, and play goes on."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.conditions import eventually_told
from tests.faults.inside import (
    CELLS,
    entries,
    hurry,
    inside,
    mortal_store,
    moves_of,
    seated,
)
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, Reset, RoomClosed
from samedeal_server.core import facts
from samedeal_server.store.keys import room_keys
from samedeal_server.store.readings import Log
from samedeal_server.store.redis import Store


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


async def until_epoch(talker: Talker, epoch: int) -> Reset:
    """Read on until a snapshot of this epoch has come in place of all that was."""
    while True:
        message = await talker.receive()
        assert not isinstance(message, Moved | Done)
        if isinstance(message, Reset):
            assert message.why == "lost"
            talker.n = message.snapshot.n
            if message.snapshot.room.epoch == epoch:
                return message


async def move(talker: Talker, plies: range) -> None:
    for ply in plies:
        moved = await talker.command(Moved, t="move", ply=ply, move=CELLS[ply])
        assert moved.ply == ply + 1


async def test_an_older_copy_of_the_data_begins_a_new_epoch(tmp_path: Path) -> None:
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url) as one,
        inside(mortal.url) as other,
        talking(one.url, "Ann") as ann,
        talking(other.url, "Bob") as bob,
    ):
        room, _ = await seated(ann, bob)
        await move(ann, range(2))
        mortal.keep("older")
        await move(ann, range(2, 6))
        await move(bob, range(3))
        await mortal.kill()
        mortal.put_back("older")
        await mortal.start()
        resets = await asyncio.gather(until_epoch(ann, 2), until_epoch(bob, 2))
        boards = [reset.snapshot.board for reset in resets]
        assert [board and board.ply for board in boards] == [2, 0]
        assert [ann.n, bob.n] == [2 + 2, 2]
        # What was lost is played anew, and nothing of it comes back by itself.
        await move(ann, range(2, 4))
        await move(bob, range(5))
        for talker in (bob, ann):
            await talker.command(Done, t="finish")
        results = [(await talker.ended()).result for talker in (ann, bob)]
        assert results[0] == results[1]
        assert {row.player: row.plies for row in results[0].standings} == {
            ann.me: 4,
            bob.me: 5,
        }
        assert await moves_of(one.store, room, 0) == CELLS[:4]
        begun = [
            entry.fact.epoch
            for entry in await entries(one.store, room)
            if isinstance(entry.fact, facts.EpochBegan)
        ]
        # One loss is one epoch, whoever notices it first.
        assert begun == [2]


async def test_a_loss_that_two_readers_find_is_one_epoch(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(store_url) as house, talking(house.url, "Ann") as ann:
        room, _ = await seated(ann)
        await move(ann, range(2))
        async with Redis.from_url(store_url) as client:
            kept = {key: await client.dump(key) for key in room_keys(room)}
            await move(ann, range(2, 6))
            for key, dumped in kept.items():
                await client.restore(key, 0, dumped or b"", replace=True)
        read_log, has_read, may_go_on = Store.read_log, asyncio.Event(), asyncio.Event()

        async def read_and_wait(store: Store, code: str, after: str = "") -> Log:
            found = await read_log(store, code, after)
            if not has_read.is_set():
                has_read.set()
                await may_go_on.wait()
            return found

        monkeypatch.setattr(Store, "read_log", read_and_wait)
        carrier = house.server.hub.carrier
        late = asyncio.create_task(carrier.runtime.others.catch_up(carrier.rooms[room]))
        await has_read.wait()
        await carrier.runtime.others.catch_up(carrier.rooms[room])
        may_go_on.set()
        await late
        begun = [
            entry.fact.epoch
            for entry in await entries(house.store, room)
            if isinstance(entry.fact, facts.EpochBegan)
        ]
        assert begun == [2]
        # What is left is shown once, in the epoch that goes on from there.
        asked, shown = await ann.send(t="rooms"), list[int]()
        while not isinstance(told := await ann.receive(), Rooms) or told.re != asked:
            if isinstance(told, Reset):
                shown.append(told.snapshot.room.epoch)
        assert shown == [2]


@pytest.mark.parametrize("asking", [False, True])
async def test_a_store_that_lost_everything_closes_rooms_and_says_why(
    store_url: str, asking: bool
) -> None:
    async with (
        inside(store_url) as one,
        inside(store_url) as other,
        talking(one.url, "Ann") as ann,
        talking(other.url, "Bob") as bob,
    ):
        await seated(ann, bob)
        await move(ann, range(2))
        async with Redis.from_url(store_url) as client:
            await client.flushall()
        if asking:
            # Nothing is acknowledged that is in no log.
            error = await ann.command(Error, t="move", ply=2, move=CELLS[2])
            assert error.code in (ErrorCode.UNAVAILABLE, ErrorCode.NOT_IN_ROOM)
        for talker in (ann, bob):
            assert (await talker.hear(RoomClosed)).why == "lost"
            error = await talker.command(Error, t="move", ply=2, move=CELLS[2])
            assert error.code is ErrorCode.NOT_IN_ROOM
        for house in (one, other):
            assert not house.server.hub.carrier.rooms

        # Whoever operates it is told, too.
        await eventually_told(lambda: one.store.orders.read(""), lambda x: x.is_lost)
        await bob.join(await ann.host())
