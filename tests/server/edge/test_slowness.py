"""Who says nothing, reads slowly or trickles is ended; who plays goes on."""

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable

import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.raw import handshake, heard
from tests.server.edge.crowding import (
    CELLS,
    house,
    is_let_in,
    play_on,
    seated,
)
from tests.server.house import serving
from tests.talk import Talker, hardly_reading, silent, talking
from websockets.exceptions import ConnectionClosed

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.people.greeting import Hello
from samedeal_protocol.rooms.playing import Moved
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, Heartbeat, SeatChanged
from samedeal_server.edge import connections, gateway, sockets, stages
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.gateway import Gateway
from samedeal_server.edge.sockets import Socket
from samedeal_server.edge.stages import Greeted

PING = b"\x89\x80\0\0\0\0"
START, PART = b"\x02\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
EMPTY = b"\x82\x80\0\0\0\0"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nUpgr", b"\x16"])
async def test_handshakes_that_are_never_finished_are_ended(
    store_url: str, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    async with (
        serving(store_url, house()) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        monkeypatch.setattr(sockets, "OPEN_WITHIN_S", 0.3)
        monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.3)
        host, port = url.removeprefix("ws://").split(":")
        halves = [await asyncio.open_connection(host, int(port)) for _ in range(100)]
        for _, writer in halves:
            writer.write(said)
        await play_on(ann, bob, 0)
        async with asyncio.timeout(PATIENCE_S):
            for reader, writer in halves:
                with contextlib.suppress(ConnectionResetError):
                    await reader.read()
                writer.close()
        await play_on(ann, bob, 1)


@pytest.mark.parametrize("noise", [PING * 500, START + PART * 500])
async def test_whoever_makes_noise_is_cut_off_and_the_table_plays_on(
    store_url: str, noise: bytes
) -> None:
    async with (
        serving(store_url, house()) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Mallory") as loud,
    ):
        await seated(ann, bob)
        loud.socket.transport.write(noise)
        with contextlib.suppress(ConnectionClosed):
            await loud.socket.wait_closed()
        assert loud.socket.close_code in (CloseCode.TOO_FAST, 1006)
        await play_on(ann, bob, 0)


async def test_a_ping_now_and_then_is_answered(store_url: str) -> None:
    async with serving(store_url, house()) as url, talking(url) as talker:
        for _ in range(20):
            await (await talker.socket.ping())


async def test_what_is_too_large_is_not_kept_while_it_waits(store_url: str) -> None:
    async with serving(store_url, house()) as url, talking(url) as talker:
        asked = [await talker.send(t="rooms") for _ in range(3)]
        await talker.socket.send(bytes(60_000))
        assert [(await talker.reply(Rooms, re)).re for re in asked] == asked
        assert (await talker.reply(Error, 0)).code is ErrorCode.TOO_LARGE


async def test_sockets_that_say_nothing_have_a_number(store_url: str) -> None:
    async with serving(store_url, house(connections_per_address=3)) as url:
        host, port = url.removeprefix("ws://").split(":")
        quiet = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        late, writer = await asyncio.open_connection(host, int(port))
        with contextlib.suppress(ConnectionResetError):
            assert await late.read() == b""
        for _, other in [*quiet, (late, writer)]:
            other.close()


async def test_trickling_does_not_make_a_handshake_last(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "OPEN_WITHIN_S", 0.3)
    monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.3)
    async with serving(store_url, house()) as url:
        host, port = url.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        ended = asyncio.create_task(reader.read())
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        async with asyncio.timeout(PATIENCE_S):
            while not ended.done():
                writer.write(b"x")
                await asyncio.wait([ended], timeout=0.05)
        writer.close()


async def test_whoever_falls_silent_is_let_go_and_may_come_back(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(store_url, house()) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await seated(ann, bob)
        await bob.command(Moved, t="move", ply=0, move="a1")
        monkeypatch.setattr(connections, "SILENT_AFTER_S", 0.5)
        beating = asyncio.create_task(keep_beating(ann))
        code = await bob.closed()
        assert code == CloseCode.SILENT
        assert means_come_back(code)
        beating.cancel()
        await asyncio.wait([beating])
        while (seat := (await ann.hear(SeatChanged)).seat).present:
            pass
        assert seat.player == bob.me
        async with talking(url, None, bob.token) as again:
            joined = await again.join(room)
            assert joined.snapshot.board is not None
            assert joined.snapshot.board.ply == 1
            await again.command(Moved, t="move", ply=1, move="a2")


async def keep_beating(talker: Talker) -> None:
    """Say a word every now and then, and nothing else."""
    while True:
        await talker.socket.send(b"\x81\xa1t\xa9heartbeat")
        while not isinstance(await talker.receive(), Heartbeat):
            pass
        await asyncio.sleep(0.1)


async def test_a_socket_that_is_not_yet_connected_is_not_swept(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, sweep = Socket.connection_made, Connection.sweep
    held: list[Callable[[], None]] = []
    swept = 0

    def late(socket: Socket, transport: asyncio.Transport) -> None:
        transport.pause_reading()

        def now() -> None:
            made(socket, transport)
            transport.resume_reading()

        held.append(now)

    def counted(connection: Connection, now_s: float) -> bool:
        nonlocal swept
        swept += 1
        return sweep(connection, now_s)

    async with serving(store_url, house()) as url, talking(url, "Ann") as ann:
        monkeypatch.setattr(Connection, "sweep", counted)
        monkeypatch.setattr(Socket, "connection_made", late)
        with monkeypatch.context() as hurried:
            hurried.setattr(connections, "HELLO_WITHIN_S", 0.0)
            hurried.setattr(connections, "GOODBYE_WITHIN_S", 0.0)
            coming = asyncio.create_task(is_let_in(url))
            await eventually(lambda: bool(held))
            before = swept
            await eventually(lambda: swept >= before + 3)
        held.pop()()
        assert await coming
        await ann.ask(Rooms, t="rooms")


async def test_nobody_is_cut_for_the_time_in_which_the_process_stood_still(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock:
        ahead_s = 0.0

        def monotonic(self) -> float:
            return time.monotonic() + self.ahead_s

    clock = Clock()
    swept_at: list[float] = []
    sweep = Connection.sweep

    def noted(connection: Connection, now_s: float) -> None:
        swept_at.append(now_s)
        sweep(connection, now_s)

    monkeypatch.setattr(Connection, "sweep", noted)
    monkeypatch.setattr(gateway, "time", clock)
    async with serving(store_url, house()) as url, silent(url) as talker:
        await eventually(lambda: bool(swept_at))
        came = swept_at[-1]
        clock.ahead_s = 2 * stages.HELLO_WITHIN_S
        await eventually(lambda: swept_at[-1] > came + clock.ahead_s)
        await talker.hello()
        assert talker.me


async def test_whoever_has_said_hello_is_not_cut_while_the_answer_takes_long(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet, sweep, swept = Gateway.greet, Connection.sweep, 0

    def counted(connection: Connection, now_s: float) -> bool:
        nonlocal swept
        swept += 1
        return sweep(connection, now_s)

    async def late(gateway: Gateway, connection: Connection, hello: Hello) -> Greeted:
        before = swept
        await eventually(lambda: swept >= before + 3)
        return await greet(gateway, connection, hello)

    monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.1)
    monkeypatch.setattr(connections, "GOODBYE_WITHIN_S", 0.1)
    monkeypatch.setattr(Connection, "sweep", counted)
    monkeypatch.setattr(Gateway, "greet", late)
    async with serving(store_url, house()) as url, silent(url) as talker:
        await talker.hello()
        assert talker.me


async def test_whoever_says_no_hello_is_told_before_they_are_cut(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.0)
    # As for a process that looks only when the time for a goodbye is over, too.
    monkeypatch.setattr(connections, "GOODBYE_WITHIN_S", 0.0)
    async with serving(store_url, house()) as url, silent(url) as talker:
        assert await talker.closed() == CloseCode.NO_HELLO


async def test_few_are_ended_in_one_turn_of_the_loop(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, ended_in = 0, Counter[int]()

    async def turning() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    def ended(connection: Connection, now_s: float) -> bool:
        # Not those who are ended while others still come in: no turn is counted yet.
        if turn:
            ended_in[turn] += 1
        return True

    monkeypatch.setattr(Connection, "sweep", ended)
    async with serving(store_url, house()) as url, asyncio.TaskGroup() as tasks:
        host, port = url.removeprefix("ws://").split(":")
        quiet = [await asyncio.open_connection(host, int(port)) for _ in range(20)]
        counting = tasks.create_task(turning())
        await eventually(lambda: ended_in.total() > 3 * len(quiet))
        # While turns are counted: whoever is ended afterwards is in no turn.
        most = max(ended_in.values())
        counting.cancel()
        for _, writer in quiet:
            writer.close()
    assert most <= gateway.ENDED_AT_ONCE


@pytest.mark.parametrize("soon", ["CLOSE_WITHIN_S", "GOODBYE_WITHIN_S"])
async def test_whoever_does_not_even_say_goodbye_is_cut(
    store_url: str, monkeypatch: pytest.MonkeyPatch, soon: str
) -> None:
    within_s = {"CLOSE_WITHIN_S": 60.0, "GOODBYE_WITHIN_S": 60.0, soon: 0.2}
    monkeypatch.setattr(sockets, "CLOSE_WITHIN_S", within_s["CLOSE_WITHIN_S"])
    monkeypatch.setattr(connections, "GOODBYE_WITHIN_S", within_s["GOODBYE_WITHIN_S"])
    async with serving(store_url, house()) as url:
        monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.2)
        host, port = url.removeprefix("ws://").split(":")
        loop = asyncio.get_running_loop()
        # A socket by itself: a stream forgets what came just before a reset.
        with socket.create_connection((host, int(port))) as raw:
            raw.setblocking(False)
            hello = (
                f"GET / HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
            )
            await loop.sock_sendall(raw, hello.encode())
            # Only the server's own end, for there is no goodbye to wait for.
            heard = b""
            async with asyncio.timeout(PATIENCE_S):
                with contextlib.suppress(ConnectionResetError):
                    while more := await loop.sock_recv(raw, 1000):
                        heard += more
        assert heard.startswith(b"HTTP/1.1 101 ")
        assert heard.endswith(b"\x88\x02" + CloseCode.NO_HELLO.to_bytes(2))


@pytest.mark.parametrize(
    ("limit", "least"), [("MAX_WAITING_BYTES", 10_000), ("WRITE_WITHIN_S", 0.3)]
)
async def test_a_slow_reader_is_cut_whichever_limit_comes_first(
    store_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    least: float,
    cut: list[str],
) -> None:
    monkeypatch.setattr(sockets, "KERNEL_BUFFER_BYTES", 1)
    monkeypatch.setattr(sockets, "PAUSE_AT_BYTES", 1)
    for name in ("MAX_WAITING_FRAMES", "MAX_WAITING_BYTES", "WRITE_WITHIN_S"):
        monkeypatch.setattr(sockets, name, least if name == limit else 2**30)
    monkeypatch.setattr(connections, "UNDER_WAY_MOST", 1_000)
    # Who reads so slowly needs long for what was sent before the goodbye.
    monkeypatch.setattr(sockets, "CLOSE_WITHIN_S", 30.0)
    async with (
        serving(store_url, house(command_burst=1_000)) as url,
        talking(url, "Bob") as bob,
        hardly_reading(url) as ann,
    ):
        room = await seated(ann, bob)
        for _ in range(50):
            await ann.send(t="join", room=room, back=True)
        await ann.send(t="move", n=ann.n + 1, ply=0, move="a1")
        # Whoever is at the table with a slow reader waits for nothing.
        for ply, cell in enumerate(CELLS[:5]):
            await bob.command(Moved, t="move", ply=ply, move=cell)
        await eventually(lambda: bool(cut))
        code = await ann.closed()
        assert code == CloseCode.TOO_SLOW
        assert means_come_back(code)
        async with talking(url, None, ann.token) as again:
            joined = await again.join(room)
            board = joined.snapshot.board
            assert board is not None
            assert joined.snapshot.n == ann.n + board.ply
            plays = {seat.player: seat.play for seat in joined.snapshot.room.seats}
            mate = plays[bob.me]
            assert mate is not None
            assert mate.ply == 5
            moved = await again.command(
                Moved, t="move", ply=board.ply, move=CELLS[board.ply]
            )
            assert moved.ply == board.ply + 1


@pytest.mark.parametrize("noise", [PING * 9_000, EMPTY * 9_000])
async def test_noise_after_the_servers_goodbye_is_cut_off(
    store_url: str, noise: bytes
) -> None:
    first = b"\x82\x81\0\0\0\0\xc1"  # no message: it is answered, and closed
    async with serving(store_url, house()) as url:
        answer = await heard(url, handshake() + first + noise)
    assert CloseCode.NO_HELLO.to_bytes(2) in answer
    # Those that were read together with what ended it, and not all the others.
    pongs = answer.count(b"\x8a\x00")
    assert pongs <= sockets.SLICE_BYTES // len(PING)
