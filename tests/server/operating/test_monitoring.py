"""Where machines ask how a process is: on a port of its own, and off unless set."""

import asyncio
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus as Status

import pytest
from tests.server.house import QUICK
from tests.server.operating.asking import asked
from tests.server.process.test_app import failed_start
from tests.servers import environment, running_server
from tests.talk import talking

from samedeal_server.edge.knocks import Known, plain
from samedeal_server.hub.hub import new_code
from samedeal_server.operating.listener import SOCKETS_MOST, Listener
from samedeal_server.operating.readiness import why_not_ready
from samedeal_server.process.process import Process
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

PLAIN = "text/plain; charset=utf-8"


async def test_nothing_is_told_unless_it_is_set(store_url: str) -> None:
    async with running_server(store_url) as server:
        assert server.metrics == ""


async def test_the_public_door_tells_no_metrics(store_url: str) -> None:
    async with running_server(store_url, SAMEDEAL_METRICS_PORT="0") as server:
        door = server.url.replace("ws:", "http:")
        assert (await asked(door, "/metrics")).status == 404
        assert (await asked(door, "/live")).status == 404
        assert (await asked(door, "/ready")).status == 404
        assert (await asked(door, "/health")).status == 200


def test_no_room_is_where_a_probe_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("READY7KQ4P")

    def draw(letters: str) -> str:
        return next(drawn)

    monkeypatch.setattr("secrets.choice", draw)
    assert new_code() == "7KQ4P"


async def test_a_server_that_serves_is_live_and_ready(store_url: str) -> None:
    async with running_server(store_url, SAMEDEAL_METRICS_PORT="0") as server:
        assert await asked(server.metrics, "/live") == (200, "live\n", PLAIN)
        assert await asked(server.metrics, "/ready") == (200, "ready\n", PLAIN)
        elsewhere = await asked(server.metrics, "/secrets")
    assert (elsewhere.status, elsewhere.text) == (
        404,
        "There is /metrics, /live, /ready.\n",
    )


async def test_who_has_no_room_for_more_is_not_ready(store_url: str) -> None:
    async with (
        running_server(
            store_url, SAMEDEAL_METRICS_PORT="0", SAMEDEAL_CONNECTIONS="1"
        ) as server,
        talking(server.url),
    ):
        heard = await asked(server.metrics, "/ready")
        assert heard.status == 503
        assert "as many connections" in heard.text
        assert (await asked(server.metrics, "/live")).status == 200


async def test_who_cannot_write_or_drains_is_not_ready(store_url: str) -> None:
    async with Store(store_url) as store:
        process = Process(store, QUICK)
        with pytest.raises(StoreUnavailable):
            await process.health.check()  # as nothing is written
        assert "cannot be written" in why_not_ready(process)
        writing = asyncio.create_task(store.run())
        await process.health.check()
        assert why_not_ready(process) == ""
        process.hub.is_draining = True
        assert "to end" in why_not_ready(process)
        writing.cancel()


async def test_a_name_that_was_pointed_here_is_not_answered(store_url: str) -> None:
    async with running_server(store_url, SAMEDEAL_METRICS_PORT="0") as server:
        heard = await asked(server.metrics, Host="evil.example")
    assert heard.status == 421
    assert "samedeal_" not in heard.text


@pytest.mark.parametrize(
    "said",
    [b"rubbish\r\n\r\n", b"POST /metrics HTTP/1.1\r\n\r\n", b"GET " + b"x" * 20_000],
)
async def test_what_is_no_request_gets_no_metrics(said: bytes) -> None:
    async with listening() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        answer = await reader.read()
        writer.close()
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    assert b"samedeal_" not in answer


async def test_who_opens_too_many_sockets_is_cut_off() -> None:
    async with listening() as port:
        opened = [
            await asyncio.open_connection("127.0.0.1", port)
            for _ in range(SOCKETS_MOST + 1)
        ]
        reader, _ = opened[-1]
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        for _, writer in opened:
            writer.close()


async def test_a_port_already_taken_is_one_sentence(store_url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, text = await failed_start(
            *("--port", "0"), REDIS_URL=store_url, SAMEDEAL_METRICS_PORT=port
        )
    assert status == 1
    assert f"cannot listen on 127.0.0.1:{port}" in text


async def test_who_starts_it_at_a_terminal_is_told_where(store_url: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        env=environment(REDIS_URL=store_url, SAMEDEAL_METRICS_PORT="0"),
    )
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode() for _ in range(3)]
    assert any("/metrics" in line for line in lines)
    process.terminate()
    await process.wait()


@asynccontextmanager
async def listening() -> AsyncGenerator[int]:
    """Have an empty listener listen; yield its port."""
    listener = Listener({"/metrics": lambda: plain(Status.OK, "samedeal_")}, Known())
    server = await listener.listen("127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
