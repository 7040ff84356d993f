"""The server as a process: how it starts, how it ends, how it fails to."""

import asyncio
import socket
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.servers import environment, running_server
from tests.talk import talking

from samedeal_protocol.errors import CloseCode
from samedeal_server.store.embedded import EmbeddedStore


async def failed_start(*arguments: str, **settings: str) -> tuple[int | None, str]:
    """Start a server that cannot run; return its exit status and its one line."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", *arguments),
        stdout=PIPE,
        stderr=PIPE,
        env=environment(SAMEDEAL_LOG_LEVEL="error", **settings),
    )
    out, error = await process.communicate()
    assert out == b""
    text = error.decode()
    assert "Traceback" not in text
    assert text.count("\n") == 1
    return process.returncode, text


async def test_a_port_already_taken_is_one_sentence(store_url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, text = await failed_start("--port", port, REDIS_URL=store_url)
    assert status == 1
    assert f"cannot listen on 127.0.0.1:{port}" in text


async def test_a_host_that_is_none_is_one_sentence(store_url: str) -> None:
    status, text = await failed_start("--host", "no.invalid", REDIS_URL=store_url)
    assert status == 1
    assert "cannot listen on no.invalid" in text


async def test_a_data_folder_in_use_is_one_sentence(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path):
        status, text = await failed_start("--port", "0", "--data", str(tmp_path))
    assert status == 3
    assert "is in use by another samedeal server" in text


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:1", "unix:///nowhere.sock", "http://x", "nonsense"]
)
async def test_a_store_that_is_not_there_is_one_sentence(url: str) -> None:
    status, text = await failed_start("--port", "0", REDIS_URL=url)
    assert status == 1
    assert text.startswith("samedeal-server: ")


async def test_the_stores_password_is_not_printed() -> None:
    _, text = await failed_start(REDIS_URL="redis://:hunter2@127.0.0.1:1")
    assert "hunter2" not in text


async def test_a_mistyped_setting_is_one_sentence() -> None:
    status, text = await failed_start(SAMEDEAL_PROT="1")
    assert status == 2
    assert "there is no setting SAMEDEAL_PROT" in text


async def test_sigterm_sends_everybody_away_to_come_back(store_url: str) -> None:
    async with (
        running_server(store_url) as server,
        talking(server.url) as ann,
    ):
        await ann.host()
        server.process.terminate()
        assert await ann.closed() == CloseCode.GOING_AWAY
        assert await server.process.wait() == 0


async def test_rooms_outlive_the_server_that_opened_them(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        async with running_server(store.url) as first, talking(first.url) as ann:
            room = await ann.host()
            await first.kill()
        async with (
            running_server(store.url) as second,
            talking(second.url, None, ann.token) as again,
        ):
            assert (await again.join(room)).snapshot.seat == 0
