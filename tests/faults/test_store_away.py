"""The store dies and comes back: nothing is done meanwhile, and no clock runs."""

# What has landed is held back where the runtime hears of it.
# pyright: reportPrivateUsage=false

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.conditions import eventually
from tests.faults.inside import (
    CELLS,
    entries,
    hurry,
    inside,
    mortal_store,
    moves_of,
    seated,
    until_service,
)
from tests.server.house import QUICK
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.updates import (
    ClockStood,
    Error,
    Heartbeat,
    MatchStarted,
    PhaseChanged,
    SeatLeft,
)
from samedeal_server.core import facts
from samedeal_server.rooms.runtime import Runtime
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.readings import Pulse
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.stuck import StuckNews

AWAY_MS = 1_000
"""How long the store is gone; well over the longest gap that is no outage."""


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


async def test_a_match_stands_still_while_the_store_is_dead(tmp_path: Path) -> None:
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url) as house,
        inside(mortal.url) as other,
        talking(house.url, "Ann") as ann,
        talking(other.url, "Bob") as bob,
    ):
        room, started = await seated(ann, bob)
        await ann.command(Moved, t="move", ply=0, move="a1")
        await mortal.kill()
        killed = house.store.now()
        # On its way when it happened: nobody knows yet whether it was done.
        await ann.send(t="move", n=ann.n + 1, ply=1, move="a2")
        for talker in (ann, bob):
            told = await until_service(talker, "degraded")
            assert not any(isinstance(message, Moved | Done) for message in told)
        for fields in ({"t": "move", "ply": 0, "move": "b1"}, {"t": "resign"}):
            error = await bob.command(Error, **fields)
            assert error.code is ErrorCode.UNAVAILABLE
            assert isinstance(error.retry, int)
        # The connection itself is well, and says so.
        await bob.socket.send(b"\x81\xa1t\xa9heartbeat")
        while not isinstance(await bob.receive(), Heartbeat):
            pass
        await eventually(lambda: house.store.now() > killed + AWAY_MS)
        await mortal.start()
        for talker in (ann, bob):
            told = await until_service(talker, "ok")
            assert not any(isinstance(message, Moved | Done) for message in told)
        # The same command, sent again with its number, is done once.
        assert (await ann.command(Moved, t="move", ply=1, move="a2")).ply == 2
        for talker in (ann, bob):
            stood = await talker.hear(ClockStood)
            assert stood.ms >= AWAY_MS
            assert stood.started == started.at + stood.ms
            phase = await talker.hear(PhaseChanged)
            assert (phase.phase, phase.until) == (
                "playing",
                started.until + stood.ms,
            )
        logged = [
            entry.fact
            for entry in await entries(house.store, room)
            if isinstance(entry.fact, facts.ClockStood)
        ]
        assert len(logged) == 1
        assert logged[0].since <= killed
        assert logged[0].until >= killed + AWAY_MS
        for ply, cell in enumerate(CELLS[:5]):
            await bob.command(Moved, t="move", ply=ply, move=cell)
        await bob.command(Done, t="finish")
        await ann.command(Done, t="finish")
        result = (await ann.ended()).result
        assert (await bob.ended()).result == result
        assert {row.player: row.plies for row in result.standings} == {
            ann.me: 2,
            bob.me: 5,
        }
        assert await moves_of(house.store, room, 0) == ["a1", "a2"]


async def test_nobody_is_late_for_a_countdown_that_nobody_could_answer(
    tmp_path: Path,
) -> None:
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url, QUICK.model_copy(update={"countdown_ms": 900})) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        await bob.join(await ann.host(seats=2))
        await ann.ready()
        await bob.ready()
        while (phase := await ann.hear(PhaseChanged)).phase != "countdown":
            pass
        assert phase.until is not None
        until = phase.until
        await mortal.kill()
        for talker in (ann, bob):
            await until_service(talker, "degraded")
        await eventually(lambda: house.store.now() > until + 300)
        await mortal.start()
        for talker in (ann, bob):
            await until_service(talker, "ok")
        # By the wall's clock the countdown is over; by the room's it goes on.
        for talker in (ann, bob):
            await talker.command(Done, t="reveal", nonce=talker.nonce)
        started = await ann.hear(MatchStarted)
        assert len(started.seats) == 2
        assert started.at > until
        assert not [update for update in bob.news if isinstance(update, SeatLeft)]


async def test_an_outage_counts_for_rooms_that_nobody_was_at(tmp_path: Path) -> None:
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url) as house,
    ):
        async with talking(house.url, "Ann") as ann:
            room, started = await seated(ann)
        await eventually(lambda: not house.server.hub.carrier.rooms)
        killed = house.store.now()
        await mortal.kill()
        await eventually(lambda: house.store.now() > killed + AWAY_MS)
        await mortal.start()
    # A process that was not there when it happened learns of it from the store.
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url) as fresh,
        talking(fresh.url, None, ann.token) as again,
    ):
        view = (await again.join(room)).snapshot.room
        assert view.until is not None
        assert view.until >= started.until + AWAY_MS
        assert view.started == started.at + view.until - started.until


async def test_what_lands_while_the_store_is_away_is_answered_when_it_is_back(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[Callable[[], None]] = []
    landed = Runtime._landed

    def late(runtime: Runtime, *so: Any) -> None:
        held.append(partial(landed, runtime, *so))

    async def unheard(store: Store, said: StuckNews) -> Pulse:
        raise StoreUnavailable("no pulse comes through")

    async with (
        inside(store_url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        room, _ = await seated(ann, bob)
        with monkeypatch.context() as away:
            away.setattr(Runtime, "_landed", late)
            asked = await ann.send(t="move", n=ann.n + 1, ply=0, move="a1")
            await eventually(lambda: bool(held))
            away.setattr(Store, "pulse", unheard)
            await until_service(ann, "degraded")
            away.setattr(Runtime, "_landed", landed)
            held.pop()()
            error = await ann.reply(Error, asked)
            assert error.code is ErrorCode.UNAVAILABLE
        await until_service(ann, "ok")
        assert (await ann.command(Moved, t="move", ply=0, move="a1")).ply == 1
        assert await moves_of(house.store, room, 0) == ["a1"]
