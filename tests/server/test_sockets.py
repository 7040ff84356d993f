"""Sockets: what a connection leaves behind when it is gone."""

import gc
from collections.abc import Iterator

import pytest
from tests.conditions import eventually
from tests.server.house import serving
from tests.talk import silent, talking
from websockets.server import ServerProtocol

from samedeal_protocol.errors import CloseCode
from samedeal_server.gateway import Connection
from samedeal_server.sockets import Socket


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
