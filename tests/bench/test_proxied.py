"""Servers behind the proxies whose configurations are shipped."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
from asyncio import StreamReader, StreamWriter
from typing import cast

import pytest
from bench.load.asked import Asked
from bench.load.crowd import Crowd
from bench.load.paces import FlatOut
from bench.load.parts.pair import COUNTDOWN, carried
from bench.load.processes import Served, serving
from bench.load.proxies import BEHIND_ONE, KINDS, Kind, behind, free_port, lacking
from bench.load.talker import new_measures
from tests.conditions import eventually_told

from samedeal_server.store.keys import room_keys

pytestmark = pytest.mark.timeout(180)

KNOCK = (
    "GET /play/{room} HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: w\r\n\r\n"
)
IN = b"HTTP/1.1 101 In\r\nConnection: upgrade\r\nUpgrade: w\r\n\r\n"


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    if why := lacking(found):
        pytest.skip(why)
    return found


async def carriers(served: Served, crowd: Crowd) -> list[bytes]:
    """Return which processes carry each room, in words."""
    heads = [room_keys(table.code).head for table in crowd.tables]
    found = [await served.store.hget(head, "watchers") for head in heads]
    return [cast("bytes | None", watchers) or b"" for watchers in found]


async def test_every_room_comes_to_one_process_and_some_to_each(kind: Kind) -> None:
    async with (
        serving({**COUNTDOWN, **BEHIND_ONE}, processes=2) as served,
        behind(kind, [each.port for each in served.servers]) as front,
    ):
        measures = new_measures()
        crowd = Crowd(
            *(served.servers, 24, "squares/english", FlatOut(), measures),
            seats=2,
            front=front.port,
        )
        await crowd.take_seats()
        whose = await eventually_told(
            lambda: carriers(served, crowd),
            lambda rooms: all(len(watchers.split()) == 1 for watchers in rooms),
        )
        # Of a dozen rooms some come to the one, and some to the other.
        assert len(set(whose)) == 2
        crowd.close()
    assert measures.findings.lines() == []


async def test_behind_a_proxy_at_random_nothing_is_lost_either(kind: Kind) -> None:
    asked = Asked(players=8, seconds=1, processes=2)
    async with (
        serving({**COUNTDOWN, **BEHIND_ONE}, processes=2) as served,
        behind(kind, [each.port for each in served.servers], by_path=False) as front,
    ):
        findings = new_measures().findings
        got = await carried(asked, served, findings, front=front.port)
    assert findings.lines() == []
    assert got.us > 0


async def knock(port: int, room: str) -> tuple[str, StreamWriter]:
    """Ask for a room's connection; return the status of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(KNOCK.format(room=room).encode())
    answer = await reader.readline()
    return answer.split()[1].decode(), writer


async def let_in(reader: StreamReader, writer: StreamWriter) -> None:
    """Let somebody in, and keep them until they go."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(IN)
    await reader.read()
    writer.close()


@pytest.mark.skipif(bool(lacking("nginx")), reason=lacking("nginx"))
async def test_all_come_in_at_once_when_processes_are_back() -> None:
    ports = [free_port(), free_port()]
    rooms = [f"R{k}" for k in range(8)]
    async with behind("nginx", ports) as front:
        for _, writer in [await knock(front.port, room) for room in rooms]:
            writer.close()  # 502: nobody is there yet
        inside = [await asyncio.start_server(let_in, "127.0.0.1", p) for p in ports]
        try:
            knocks = [await knock(front.port, room) for room in rooms]
            assert [status for status, _ in knocks] == ["101"] * len(rooms)
            for _, writer in knocks:
                writer.close()
        finally:
            for server in inside:
                server.close()
