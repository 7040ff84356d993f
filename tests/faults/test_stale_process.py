"""A process that slept, or that heard nothing, cannot write over what happened."""

import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from random import Random

import pytest
from tests.conditions import eventually
from tests.faults.inside import CELLS, inside, moves_of, seated
from tests.servers import running_server
from tests.talk import Talker, silent, talking
from websockets.exceptions import ConnectionClosed

from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Heartbeat, News, Reset, ServerMessage
from samedeal_server.core.state import Room
from samedeal_server.hub import upkeep
from samedeal_server.process.settings import Settings

PATIENT = Settings.model_validate({"countdown_ms": 500, "command_burst": 1_000})
SLEEPER = {"SAMEDEAL_COUNTDOWN_MS": "500"}


class Follower(Talker):
    """A talker that lets no hole in the news pass."""

    offset = 0

    async def receive(self) -> ServerMessage:
        message = await super().receive()
        if isinstance(message, Joined):
            self.offset = message.snapshot.offset
        elif isinstance(message, News):
            assert message.since == self.offset
            self.offset = message.offset
        assert not isinstance(message, Reset)
        return message

    async def heard_up_to(self) -> int:
        """Ask for a heartbeat; return the offset of the last news before it."""
        await self.socket.send(b"\x81\xa1t\xa9heartbeat")
        while not isinstance(message := await self.receive(), Heartbeat):
            pass
        assert message.offset == self.offset
        return self.offset


@asynccontextmanager
async def following(url: str, name: str) -> AsyncGenerator[Follower]:
    async with silent(url) as talker:
        follower = Follower(talker.socket)
        await follower.hello(name)
        yield follower


async def last_words(talker: Talker) -> list[Moved]:
    """Return the moves acknowledged to a connection before it hears of the other."""
    moved: list[Moved] = []
    with pytest.raises(ConnectionClosed) as closing:
        await note_moves(talker, moved)
    assert closing.value.rcvd is not None
    assert closing.value.rcvd.code == CloseCode.REPLACED
    return moved


async def note_moves(talker: Talker, moved: list[Moved]) -> None:
    while True:
        message = await talker.receive()
        assert not isinstance(message, Done)
        if isinstance(message, Moved):
            moved.append(message)


@pytest.mark.parametrize("asleep_s", [0.0, 1.7])
async def test_what_a_sleeper_was_asked_before_it_slept_comes_too_late(
    store_url: str, asleep_s: float
) -> None:
    async with (
        running_server(store_url, **SLEEPER) as sleeper,
        inside(store_url) as house,
        talking(sleeper.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
        talking(house.url, None, ann.token) as again,
    ):
        room, _ = await seated(ann, bob)
        await ann.command(Moved, t="move", ply=0, move="a1")
        sleeper.process.send_signal(signal.SIGSTOP)
        try:
            slept = house.store.now()
            await ann.send(t="move", n=ann.n + 1, ply=1, move="e5")
            again.n = (await again.join(room)).snapshot.n
            for ply in range(1, 4):
                await again.command(Moved, t="move", ply=ply, move=CELLS[ply])
            await bob.command(Moved, t="move", ply=0, move="a1")
            await eventually(lambda: house.store.now() > slept + 1000 * asleep_s)
        finally:
            sleeper.process.send_signal(signal.SIGCONT)
        # Its number has been used: it may get that answer, and has no effect.
        assert all(moved.ply >= 2 for moved in await last_words(ann))
        await again.command(Moved, t="move", ply=4, move=CELLS[4])
        assert await moves_of(house.store, room, 0) == CELLS[:5]


async def test_a_sleeper_that_wakes_after_the_end_changes_no_result(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **SLEEPER) as sleeper,
        inside(store_url) as house,
        talking(sleeper.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
        talking(house.url, None, ann.token) as again,
    ):
        room, _ = await seated(ann, bob)
        sleeper.process.send_signal(signal.SIGSTOP)
        try:
            await ann.send(t="move", n=ann.n + 1, ply=0, move="a1")
            await again.join(room)
            await again.command(Done, t="finish")
            await bob.command(Done, t="finish")
            result = (await bob.ended()).result
        finally:
            sleeper.process.send_signal(signal.SIGCONT)
        await last_words(ann)
        seen = await again.ask(Joined, t="join", room=room, back=True)
        assert seen.snapshot.room.result == result
        assert [row.plies for row in result.standings] == [0, 0]
        assert await moves_of(house.store, room, 0) == []


@pytest.mark.parametrize("seed", range(5))
async def test_a_deaf_process_decides_anew_on_what_happened_elsewhere(
    store_url: str, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """One hears of nothing that the other does; all of it ends up in one log."""
    dice = Random(seed)
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 1_000)
    async with (
        inside(store_url, PATIENT) as deaf,
        inside(store_url, PATIENT) as other,
        following(deaf.url, "Ann") as ann,
        following(other.url, "Bob") as bob,
        talking(other.url, "Cid") as cid,
    ):
        room, _ = await seated(ann, bob, cid)
        deaf.store.doorbells.on_ring = lambda ring: None
        offsets = dict.fromkeys((ann, bob), 0)
        plies = dict.fromkeys((ann, bob), 0)
        comings = 0
        while min(plies.values()) < len(CELLS):
            who = dice.choice([ann, bob, None])
            if who is None:
                # Concerns the room as a whole: whoever missed it is refused.
                comings += 1
                async with talking(other.url, None, cid.token) as again:
                    await again.ask(Joined, t="join", room=room, back=True)
            elif plies[who] < len(CELLS):
                cell = CELLS[plies[who]]
                moved = await who.command(Moved, t="move", ply=plies[who], move=cell)
                plies[who] += 1
                assert moved.ply == plies[who]
                assert moved.offset > offsets[who]
                offsets[who] = moved.offset
        assert comings
        for seat in (0, 1):
            assert await moves_of(other.store, room, seat) == CELLS
        states: list[Room] = []
        for house, talker in ((deaf, ann), (other, bob)):
            carrier = house.server.hub.carrier
            live = carrier.rooms[room]
            await carrier.runtime.others.catch_up(live)
            states.append(live.state)
            assert await talker.heard_up_to() == live.state.marks.offset
        assert states[0] == states[1]
