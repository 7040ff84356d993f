"""A room whose players are in two processes: neither reads what it is told anyway."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import repeat
from typing import ParamSpec

import msgpack
import pytest
import pytest_asyncio
from tests.conditions import PATIENCE_S
from tests.race.test_two_processes import Process, TheLog, settled
from tests.server.core.table import NAMES, nonce_of, opened, playing
from tests.server.house import serving
from tests.talk import Talker, talking

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.rooms.playing import Done, Move, Moved, Ready, Unready
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Progress
from samedeal_server.core.commands import Sit
from samedeal_server.core.state import Player
from samedeal_server.hub import upkeep
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.line import Outcome
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.room_logs import Unreadable
from samedeal_server.store.readings import Log, LogEntry, Ring
from samedeal_server.store.redis import Store

P = ParamSpec("P")

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


class Counted(Process):
    """A process that counts how often it reads the log."""

    def __init__(self, log: TheLog) -> None:
        super().__init__(log, random.Random(0))
        self.other = self
        self.readings = 0

    async def read_log(self, room: str, after: str = "") -> Log:
        self.readings += 1
        return await super().read_log(room, after)

    def ask_on(
        self, asked: Iterator[Move | Unready], by: str, told: list[Outcome]
    ) -> None:
        """Ask one after the other, each when the one before is answered."""
        command = next(asked, None)
        if command is None:
            return

        def answered(outcome: Outcome) -> None:
            told.append(outcome)
            self.ask_on(asked, by, told)

        self.ask(command, answered, by, command.n)


class Behind(Process):
    """A process beside a newer one, whose facts it cannot read."""

    async def read_log(self, room: str, after: str = "") -> Log:
        newest = self.log.entries[-1]
        at, offset = newest.at, newest.offset + 1
        entry = LogEntry(f"{at}-{offset}", offset, at, msgpack.packb(["newer"]))
        return Log([entry], entry.id)


async def test_a_room_whose_log_was_not_read_to_its_end_is_to_be_read_again() -> None:
    process = Behind(TheLog(opened("ann", "bob")), random.Random(0))
    readings = process.live.readings
    readings.be_unsure()
    with pytest.raises(Unreadable):
        await process.runtime.others.catch_up(process.live)
    assert readings.is_unsure
    assert not readings.have_served(0)


def ready_of(log: TheLog, name: str) -> Ready:
    to_come = log.room.course.next_match
    assert to_come is not None
    told = commitment_to_nonce(to_come.id, name, nonce_of(name))
    return Ready(id=1, n=1, match=to_come.id, commitment=told)


async def test_nobody_waits_for_what_others_are_refused_on_and_on() -> None:
    log = TheLog(opened("ann", "bob", "cid"))
    process = Counted(log)
    refusals: list[Outcome] = []
    outcomes: list[Outcome] = []
    for name in ("bob", "cid"):
        process.ask_on(repeat(Move(id=1, n=1, ply=0, move="a1"), 8), name, refusals)
    await settled()
    process.ask(ready_of(log, "ann"), outcomes.append, "ann", 1)
    while not outcomes:
        await settled()
        (process.writes or process.reads).pop(0)()
    assert isinstance(outcomes[0], int)
    assert process.readings <= 2
    await process.settle()
    assert len(refusals) == 16
    process.live.stop()


async def test_nobody_moves_later_for_what_others_are_refused() -> None:
    log = TheLog(playing("ann", "bob"))
    process = Counted(log)
    refusals: list[Outcome] = []
    process.ask(Unready(id=1, n=3), refusals.append, "bob", 3)
    game = log.room.table.game
    play = log.room.play_of(0)
    assert play is not None
    move = game.format(next(iter(game.legal_moves(play.position))))
    process.ask(Move(id=1, n=3, ply=0, move=move), refusals.append, "ann", 3)
    await settled()
    assert len(process.reads) == len(process.writes) == 1
    await process.settle()
    process.live.stop()


async def test_a_crowd_at_a_full_room_is_refused_after_one_reading() -> None:
    process = Counted(TheLog(opened(*NAMES[:4])))
    refusals: list[Outcome] = []
    for number in range(50):
        sit = Sit(Player(f"id-{number}", f"Guest {number}", bot=False), f"c-{number}")
        process.ask(sit, refusals.append, "", 0)
    await process.settle()
    assert len(refusals) == 50
    assert process.readings == 1
    process.live.stop()


async def test_a_log_is_not_read_for_whoever_is_refused_on_and_on() -> None:
    process = Counted(TheLog(opened("ann", "bob")))
    refusals: list[Outcome] = []
    process.ask_on(repeat(Unready(id=1, n=1), 60), "ann", refusals)
    await process.settle()
    assert len(refusals) == 60
    assert process.readings in range(10, 13)  # and one each second
    process.ask(Unready(id=1, n=1), refusals.append, "bob", 1)
    before = process.readings
    await process.settle()
    assert process.readings == before + 1
    process.live.stop()


async def test_however_much_is_refused_in_turns_is_refused_one_by_one() -> None:
    log = TheLog(opened("ann", "bob", "cid"))
    process = Counted(log)
    refusals: list[Outcome] = []
    process.ask(ready_of(log, "ann"), lambda _: None, "ann", 1)
    for name in ("bob", "cid"):
        # Behind the one that is on its way, and then behind one another.
        process.ask_on(repeat(Unready(id=1, n=9), 1_000), name, refusals)
    await process.settle()
    assert len(refusals) == 2_000
    process.live.stop()


@pytest.mark.parametrize("is_shut", [False, True], ids=["full", "shut"])
async def test_a_crowd_at_a_door_costs_two_readings(
    store_url: str, monkeypatch: pytest.MonkeyPatch, *, is_shut: bool
) -> None:
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 1_000)
    reads: list[str] = []
    read_log, surely = Store.read_log, Carrier.surely
    asked: list[LiveRoom] = []
    all_asked = asyncio.Event()

    async def counted(store: Store, room: str, after: str = "") -> Log:
        reads.append(after)
        await all_asked.wait()
        return await read_log(store, room, after)

    async def noted(
        carrier: Carrier,
        live: LiveRoom,
        errand: Callable[P, Awaitable[None]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        asked.append(live)
        if len(asked) == len(crowd):
            all_asked.set()
        await surely(carrier, live, errand, *args, **kwargs)

    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        AsyncExitStack() as talkers,
    ):
        room = await ann.host(seats=2)
        if is_shut:
            await ann.ask(Done, t="door", shut=True)
        else:
            bob = await talkers.enter_async_context(talking(url, "Bob"))
            await bob.join(room)
        crowd = [
            await talkers.enter_async_context(talking(url, f"Eve {number}"))
            for number in range(12)
        ]
        monkeypatch.setattr(Store, "read_log", counted)
        monkeypatch.setattr(Carrier, "surely", noted)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(c.refused(t="join", room=room) for c in crowd))
        assert len(reads) <= 2
