"""What a connection leaves behind when it is gone: nothing."""

import asyncio
import gc
from collections.abc import Iterator

import pytest
from tests.conditions import eventually
from tests.faults.inside import inside, until
from tests.server.house import serving
from tests.talk import silent, talking
from websockets.server import ServerProtocol

from samedeal_protocol.errors import CloseCode
from samedeal_server.gateway import Connection
from samedeal_server.sockets import Socket
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
    async with serving(store_url) as url:
        before = len(left_over())
        async with talking(url) as talker:
            await talker.host()
            assert len(left_over()) > before
        async with silent(url) as talker:
            await talker.socket.send("this is no message")
            assert await talker.closed() == CloseCode.NO_HELLO
        await eventually(lambda: len(left_over()) == before)


async def test_a_room_whose_host_did_not_wait_for_it_is_let_go(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()
    put_deadline = Store.put_deadline

    async def put_late(store: Store, room: str, at: int) -> None:
        asked.set()
        await gone.wait()
        await put_deadline(store, room, at)

    monkeypatch.setattr(Store, "put_deadline", put_late)
    async with inside(store_url) as house:
        async with talking(house.url) as talker:
            await talker.send(t="host", game="squares/english", public=True)
            await asked.wait()
        await eventually(lambda: house.server.gateway.count == 0)
        gone.set()
        # It is there all the same, with its host away.
        await until(house.store.lobby)
        await eventually(lambda: not house.server.hub.carrier.rooms)
        async with talking(house.url) as talker:
            (code,) = await house.store.lobby()
            joined = await talker.join(code)
        assert not joined.snapshot.room.seats[0].present


async def test_a_room_that_was_let_go_sets_no_timer(store_url: str) -> None:
    async with inside(store_url) as house:
        carrier = house.server.hub.carrier
        async with talking(house.url) as talker:
            live = carrier.rooms[await talker.host()]
            assert live.timer is not None
        await eventually(lambda: not carrier.rooms)
        # As what comes back from the store late does.
        carrier.tend(live)
        assert live.timer is None
