"""Where a server is reached is told in addresses that can be typed, to those it may."""

import asyncio
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import ip_address

import pytest
from tests.servers import environment, running_server

from samedeal_client.wire.player import Player
from samedeal_server.edge import reach
from samedeal_server.edge.reach import Reach, own_addresses, reach_of
from samedeal_server.process.settings import SettingsError, read_settings


@contextmanager
def listening(*hosts: str) -> Generator[list[socket.socket]]:
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            opened.append(socket.create_server((host, 0), family=family))
        yield opened
    finally:
        for each in opened:
            each.close()


def port_of(each: socket.socket) -> int:
    port: int = each.getsockname()[1]
    return port


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine two networks of each kind."""
    found = {
        int(socket.AF_INET): ("192.168.1.20", "10.0.0.2"),
        int(socket.AF_INET6): ("fd00::2",),
    }

    def own(family: int) -> list[object]:
        return [ip_address(text) for text in found[family]]

    monkeypatch.setattr(reach, "own_addresses", own)


def test_who_listens_on_all_networks_is_reached_at_the_machines_addresses() -> None:
    with listening("0.0.0.0") as sockets:  # noqa: S104 - that is the point
        port = port_of(sockets[0])
        found = reach_of(sockets)
    assert found.here == f"ws://127.0.0.1:{port}"
    assert found.others == (f"ws://192.168.1.20:{port}", f"ws://10.0.0.2:{port}")
    assert found.told_to("127.0.0.1") == found.told_to("::1") == found.others
    assert found.told_to("192.168.1.77") == found.told_to("") == ()


def test_a_network_of_version_6_is_written_in_brackets() -> None:
    with listening("::") as sockets:
        port = port_of(sockets[0])
        assert reach_of(sockets) == (
            f"ws://[::1]:{port}",
            (f"ws://[fd00::2]:{port}",),
            False,
        )


def test_who_listens_for_this_machine_alone_tells_nobody_else_an_address() -> None:
    with listening("127.0.0.1") as sockets:
        assert reach_of(sockets) == Reach(f"ws://127.0.0.1:{port_of(sockets[0])}")


def test_what_an_operator_says_is_told_to_everybody() -> None:
    with listening("127.0.0.1") as sockets:
        found = reach_of(sockets, "wss://cards.example")
    assert found.told_to("203.0.113.9") == ("wss://cards.example",)


def test_nothing_is_asked_of_a_network_that_is_not_there() -> None:
    for family in (socket.AF_INET, socket.AF_INET6):
        for number in own_addresses(family):
            assert not number.is_loopback
            assert not number.is_unspecified


@pytest.mark.parametrize(
    ("chosen", "told"),
    [({}, ()), ({"SAMEDEAL_PUBLIC_ADDRESS": "wss://c.example"}, ("wss://c.example",))],
)
async def test_a_welcome_tells_where_others_reach_the_server(
    store_url: str, chosen: dict[str, str], told: tuple[str, ...]
) -> None:
    async with running_server(store_url, **chosen) as server:
        ann = Player(server.url, name="Ann")
        async with ann.connected():
            assert ann.addresses == told


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("127.0.0.1", "  for this machine alone; --host 0.0.0.0 lets others in"),
        ("0.0.0.0", "Next, in another terminal: "),  # noqa: S104 - that is the point
    ],
)
async def test_an_operator_is_told_addresses_to_type_and_what_comes_next(
    store_url: str, host: str, says: str
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--host", host, "--port", "0"),
        stdout=PIPE,
        env=environment(REDIS_URL=store_url, SAMEDEAL_LOG_LEVEL="error"),
    )
    assert process.stdout is not None
    told: list[str] = []
    while not told or not told[-1].startswith("Next"):
        told.append((await process.stdout.readline()).decode().rstrip())
    process.terminate()
    await process.wait()
    _, _, here = told[0].rpartition(" listens on ")
    assert here.startswith("ws://127.0.0.1:")
    assert told[-1] == (
        f"Next, in another terminal: samedeal --server {here} host squares/english"
    )
    assert any(says in line for line in told)
    assert "0.0.0.0:" not in "".join(told)
    for line in told[1:-1]:
        assert line.startswith(("  for other machines: ws://", "  for this machine"))


def test_an_address_with_a_name_or_a_password_is_no_setting() -> None:
    for wrong in ("ws://ada:secret@c.example", "http://c.example", "c.example"):
        with pytest.raises(SettingsError) as refused:
            read_settings({"SAMEDEAL_PUBLIC_ADDRESS": wrong}, {})
        assert "secret" not in str(refused.value)
