"""What a connection leaves behind when it is gone: nothing."""

import asyncio
import gc
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from tests.conditions import eventually, eventually_told
from tests.faults.inside import inside, until
from tests.server.house import serving
from tests.talk import silent, talking
from websockets.server import ServerProtocol

from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.core.commands import Bury, Command
from samedeal_server.core.refusals import Refused
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.sockets import Socket
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.runtime import Runtime
from samedeal_server.store import redis
from samedeal_server.store.redis import Store


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left_over() -> list[object]:
    kinds = (Socket, Connection, ServerProtocol)
    return [one for one in gc.get_objects() if type(one) in kinds]


@pytest.mark.usefixtures("no_collector")
async def test_a_connection_that_has_ended_is_gone_without_the_collector(
    store_url: str,
) -> None:
    async with inside(store_url) as house:
        before = left_over()

        def left_since() -> list[object]:
            return [
                one for one in left_over() if not any(one is each for each in before)
            ]

        async with talking(house.url) as talker:
            await talker.host()
            assert left_since()
        async with silent(house.url) as talker:
            await talker.socket.send("this is no message")
            assert await talker.closed() == CloseCode.NO_HELLO
        try:
            # To look at all objects takes a while, in which nobody goes on to go.
            await eventually(lambda: not house.server.hub.carrier.rooms)
            await eventually(lambda: house.server.gateway.count == 0)
            await eventually(lambda: not left_since())
        except AssertionError:
            held = [gc.get_referrers(one) for one in left_since()]
            waiting = [task.get_stack() for task in asyncio.all_tasks()]
            pytest.fail(f"held by {held}, while all wait at {waiting}")


async def test_a_room_whose_host_did_not_wait_for_it_is_let_go(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()
    put_deadlines = Store.put_deadlines

    async def put_late(store: Store, due: Mapping[str, int]) -> None:
        asked.set()
        await gone.wait()
        await put_deadlines(store, due)

    monkeypatch.setattr(Store, "put_deadlines", put_late)
    async with inside(store_url) as house:
        async with talking(house.url) as talker:
            await talker.send(t="host", game="squares/english", public=True)
            await asked.wait()
        await eventually(lambda: house.server.gateway.count == 0)
        gone.set()
        # It is there all the same, with its host away.
        listed = partial(house.store.lobby.page, "*|", 0, 9)
        await eventually_told(listed, lambda told: told[0] == 1)
        await eventually(lambda: not house.server.hub.carrier.rooms)
        async with talking(house.url) as talker:
            (room,) = (await talker.ask(Rooms, t="rooms")).rooms
            joined = await talker.join(room.room)
        assert not joined.snapshot.room.seats[0].present


async def test_a_room_that_was_let_go_sets_no_timer(store_url: str) -> None:
    async with inside(store_url) as house:
        carrier = house.server.hub.carrier
        async with talking(house.url) as talker:
            live = carrier.rooms[await talker.host()]
            assert live in carrier.timers
        await eventually(lambda: not carrier.rooms)
        # As what comes back from the store late does.
        carrier.tend(live)
        assert live not in carrier.timers


async def test_a_room_that_closes_meanwhile_holds_up_no_burial(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(store_url) as house, talking(house.url) as talker:
        closing = await talker.host()
        carry_out = Runtime.carry_out
        buried: list[str] = []

        async def close_first(
            runtime: Runtime, live: LiveRoom, command: Command, *by: Any
        ) -> int:
            if live.state.code == closing and isinstance(command, Bury):
                buried.append(command.process)
                raise Refused(ErrorCode.WRONG_PHASE, "the room is closed")
            return await carry_out(runtime, live, command, *by)

        monkeypatch.setattr(Runtime, "carry_out", close_first)
        monkeypatch.setattr(redis, "DEAD_AFTER_MS", 100)
        async with Store(store_url) as dead:
            running = asyncio.create_task(dead.run())
            await dead.pulse()
            await dead.watch(closing)
            running.cancel()
            await asyncio.wait([running])
        await eventually(lambda: buried == [dead.process])

        async def is_forgotten() -> bool:
            return not await house.store.rooms_of(dead.process)

        await until(is_forgotten)


async def test_a_room_that_fails_keeps_no_other_from_being_looked_after(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    async def due(store: Store, before: int, most: int) -> list[str]:
        return ["BADBD", "GDGDG"]

    async def carry(carrier: Carrier, code: str) -> None:
        if code == "BADBD":
            raise RuntimeError("this room cannot be had")
        looked_at.append(code)

    monkeypatch.setattr(Store, "due", due)
    monkeypatch.setattr(Carrier, "carry", carry)
    async with serving(store_url):
        await eventually(lambda: "GDGDG" in looked_at)
