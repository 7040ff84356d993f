"""A room whose players are in two processes: neither reads what it is told anyway."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_protocol.playing import Done, Moved
from samedeal_protocol.rooms import Joined
from samedeal_protocol.updates import Progress
from samedeal_server.hub import upkeep
from samedeal_server.store.readings import Log, Ring
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


def not_heard(_: upkeep.Upkeep, _ring: Ring) -> None: ...


@pytest_asyncio.fixture
async def deaf(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes that hear nothing of one another."""
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 1_000)
    monkeypatch.setattr(upkeep.Upkeep, "ring", not_heard)
    async with serving(store_url) as one, serving(store_url) as other:
        yield one, other


async def test_nothing_is_refused_for_what_a_process_has_not_heard_yet(
    deaf: tuple[str, str],
) -> None:
    one, other = deaf
    async with talking(one, "Ann") as ann, talking(other, "Bob") as bob:
        await bob.join(await ann.host(seats=2))
        await bob.ready()
        await ann.ready()
        # Bob's process knows nothing of the countdown that Ann's began.
        await bob.command(Done, t="reveal", nonce=bob.nonce)


async def test_nobody_is_kept_out_for_what_a_process_has_not_heard_yet(
    deaf: tuple[str, str],
) -> None:
    one, other = deaf
    async with (
        talking(one, "Ann") as ann,
        talking(one, "Bob") as bob,
        talking(other, "Cid") as cid,
        talking(other, "Dan") as dan,
    ):
        room = await ann.host()
        await bob.join(room)
        await ann.ask(Done, t="put_out", who=dan.me)
        await cid.join(room)  # whose process knows until here
        await bob.command(Done, t="leave")
        await ann.ask(Done, t="let_in", who=dan.me)
        await dan.ask(Joined, t="watch", room=room)
        async with talking(other, None, bob.token) as again:
            seats = (await again.join(room)).snapshot.room.seats
        assert [seat.name for seat in seats] == ["Ann", "Bob", "Cid"]


async def test_nobody_is_kept_off_a_seat_for_what_a_process_has_not_heard_yet(
    deaf: tuple[str, str],
) -> None:
    one, other = deaf
    async with (
        talking(one, "Ann") as ann,
        talking(one, "Bob") as bob,
        talking(other, "Cid") as cid,
        talking(other, "Dan") as dan,
    ):
        room = await ann.host(seats=3)
        await bob.join(room)
        await ann.ask(Done, t="put_out", who=dan.me)
        await cid.join(room)
        await bob.command(Done, t="leave")
        await ann.ask(Done, t="let_in", who=dan.me)
        # No longer put out, and no longer without a free seat.
        seats = (await dan.join(room)).snapshot.room.seats
        assert [seat.name for seat in seats] == ["Ann", "Dan", "Cid"]
