"""R14, R17: some do not read, others never say hello; nobody else notices."""

import asyncio
import contextlib
import socket as sockets
import sys
from asyncio.subprocess import PIPE

from bench.chaos.crew import most, now_s
from bench.chaos.processes import ServerProgram
from bench.chaos.world import Report, World, world
from bench.load.processes import ROOT
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.errors import means_come_back
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.rooms.rooms import HostRoom, Joined, JoinRoom

UNREAD_KIB = 400
"""The KiB a slow reader asks for; far more than a server keeps for anybody."""
AT_ONCE = 10
"""Requests under way, far fewer than a server lets wait."""
READERS_AT_ONCE = 4
"""More would show how the server does with many requests, not with slow readers."""
CUT_WITHIN_S = 30.0
"""A server has many seconds of a busy machine to do what takes it one."""


async def slow_readers(seed: int, scale: float) -> Report:
    """Let slow readers in, 50 at full scale, who do not read what they ask for."""
    count = max(3, round(50 * scale))
    async with world(seed, scale, players=16, servers=1) as all_of_it:
        before = await _calm(all_of_it)
        since = now_s()
        turn = asyncio.Semaphore(READERS_AT_ONCE)
        server = all_of_it.servers[0]
        found = await asyncio.gather(
            *(_read_nothing(server, k, turn) for k in range(count))
        )
        return await all_of_it.report(
            [finding for findings in found for finding in findings],
            slow_readers=count,
            ack_p99_ms_before=before,
            ack_p99_ms_during=_p99_ms(all_of_it, since),
        )


async def half_open(seed: int, scale: float) -> Report:
    """Let mute sockets in, 1,000 at full scale, that say nothing or not enough."""
    count = max(8, round(1_000 * scale))
    async with world(seed, scale, players=16, servers=1) as all_of_it:
        before = await _calm(all_of_it)
        since = now_s()
        closed_s = await _mutes(all_of_it.servers[0], count, seed)
        return await all_of_it.report(
            half_open=count,
            last_closed_after_s=closed_s,
            ack_p99_ms_before=before,
            ack_p99_ms_during=_p99_ms(all_of_it, since),
        )


async def _calm(all_of_it: World) -> float:
    """Return the time that acknowledgements take without intruders, in ms."""
    since = now_s()
    await all_of_it.acked(20 * len(all_of_it.crew.members))
    return _p99_ms(all_of_it, since)


def _p99_ms(all_of_it: World, since: float) -> float:
    return 1e3 * most(all_of_it.crew.answers_s(since), 0.99)


async def _mutes(server: ServerProgram, count: int, seed: int) -> float:
    """Open mute sockets elsewhere; return the seconds until all were closed."""
    assert isinstance(server.address, tuple)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.chaos.mutes"),
        *map(str, (*server.address, count, seed)),
        stdout=PIPE,
        cwd=ROOT,
    )
    output, _ = await child.communicate()
    return float(output)


async def _read_nothing(
    server: ServerProgram, number: int, turn: asyncio.Semaphore
) -> list[str]:
    """Ask for more than is read; return the promises that were broken."""
    who = f"slow reader {number}"
    async with (
        turn,
        await _connect(server) as socket,
        await _connect(server) as witness,
    ):
        welcome, joined = await _host(socket, f"s{number}")
        _, read = await _host(witness, f"w{number}")
        closed_with = await _ask_too_much(socket, joined, witness, read)
    if closed_with is None:
        return [f"{who} was not cut off"]
    if not means_come_back(closed_with):
        return [f"{who} was sent away with {closed_with}"]
    return await _come_back(server, who, welcome, joined)


async def _host(socket: ClientConnection, name: str) -> tuple[Welcome, Joined]:
    """Say hello and open a room."""
    welcome = await _greet(socket, Hello(id=1, client="chaos/1", name=name))
    await socket.send(
        encode(HostRoom(id=2, game="squares/english", public=False, seats=2))
    )
    joined = decode_message(await socket.recv(decode=False))
    assert isinstance(joined, Joined)
    return welcome, joined


async def _ask_too_much(
    socket: ClientConnection, joined: Joined, witness: ClientConnection, read: Joined
) -> int | None:
    """Ask for one long answer after another; return the close code that comes.

    Who reads nothing cannot tell how far the server is. The witness asks it for as
    much and reads that: each has one request under way at a time, so when the witness
    has its answers, the other's were given about as often, however slow the server is.
    """
    batches = UNREAD_KIB * 1024 // len(encode(joined)) // AT_ONCE
    again, same = (
        encode(JoinRoom(id=3, room=x.snapshot.room.room, back=True))
        for x in (joined, read)
    )
    with contextlib.suppress(ConnectionClosed):
        for _ in range(batches):
            for _ in range(AT_ONCE):
                await socket.send(again)
            for _ in range(AT_ONCE):
                await witness.send(same)
                await witness.recv(decode=False)
    try:
        async with asyncio.timeout(CUT_WITHIN_S):
            while True:
                await socket.recv(decode=False)
    except ConnectionClosed as closed:
        return 1006 if closed.rcvd is None else closed.rcvd.code
    except TimeoutError:
        return None


async def _come_back(
    server: ServerProgram, who: str, welcome: Welcome, joined: Joined
) -> list[str]:
    async with await _connect(server) as socket:
        hello = Hello(id=1, client="chaos/1", resume=welcome.resume)
        await _greet(socket, hello)
        code = joined.snapshot.room.room
        await socket.send(encode(JoinRoom(id=2, room=code, back=True)))
        back = decode_message(await socket.recv(decode=False))
    if not isinstance(back, Joined) or back.snapshot.seat != joined.snapshot.seat:
        return [f"{who} came back and was told {back!r}"]
    return []


async def _connect(server: ServerProgram) -> ClientConnection:
    """Connect with a small buffer, straight to the server."""
    assert isinstance(server.address, tuple)
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, server.address)
    return await connect(
        "ws://localhost/",
        sock=raw,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        ping_interval=None,
        close_timeout=1,
        proxy=None,
    )


async def _greet(socket: ClientConnection, hello: Hello) -> Welcome:
    await socket.send(encode(hello))
    welcome = decode_message(await socket.recv(decode=False))
    assert isinstance(welcome, Welcome)
    return welcome
