"""Too much at once: what is refused, how, and that nobody at a table notices."""

import asyncio
import contextlib
import resource
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.raw import handshake, heard, knocked, rest_of
from tests.server.house import serving
from tests.talk import Talker, hardly_reading, silent, talking
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.commands import Hello
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.updates import (
    Done,
    Error,
    Heartbeat,
    Joined,
    Moved,
    Progress,
    Rooms,
    SeatChanged,
    ServerMessage,
)
from samedeal_server.edge import connections, sockets
from samedeal_server.edge.connections import Connection, Greeted
from samedeal_server.edge.gateway import Gateway
from samedeal_server.edge.sockets import Socket
from samedeal_server.people.limits import RETURNS
from samedeal_server.process.descriptors import allow_sockets
from samedeal_server.process.process import Process
from samedeal_server.process.settings import Settings
from samedeal_server.store.redis import Store

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


def house(**limits: object) -> Settings:
    return Settings.model_validate({"countdown_ms": 500, **limits})


async def seated(one: Talker, other: Talker) -> str:
    """Seat two players and start a match between them."""
    room = await one.host(seats=2)
    await other.join(room)
    await one.ready()
    await other.ready()
    await asyncio.gather(one.start(), other.start())
    return room


async def play_on(one: Talker, other: Talker, ply: int) -> None:
    """Have both make a move, and each see the other's."""
    for talker, mate in ((one, other), (other, one)):
        moved = await talker.command(Moved, t="move", ply=ply, move=CELLS[ply])
        assert moved.ply == ply + 1
        while (await mate.hear(Progress)).play.ply <= ply:
            pass


@asynccontextmanager
async def knocking(
    url: str, forwarded: str | None = None
) -> AsyncGenerator[ClientConnection]:
    """Connect, maybe as a proxy would for this address, and say nothing."""
    headers = None if forwarded is None else {"X-Forwarded-For": forwarded}
    async with connect(
        url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=headers,
        compression=None,
        proxy=None,
        open_timeout=PATIENCE_S,
        close_timeout=1,
        ping_interval=None,
    ) as client:
        yield client


async def is_let_in(url: str, forwarded: str | None = None) -> bool:
    """Tell whether a connection is let in; a refusal is to say when to come again."""
    try:
        async with knocking(url, forwarded):
            return True
    except InvalidStatus as refused:
        response = refused.response
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) >= 1
        return False


# Connections


async def test_handshakes_above_the_limit_hear_when_to_come_again(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(handshakes_per_s=5)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        counts: list[int] = []
        for ply in range(3):
            let_in = await asyncio.gather(*(is_let_in(url) for _ in range(40)))
            counts.append(let_in.count(True))
            await play_on(ann, bob, ply)
        # The burst is twice what a second allows.
        assert counts[0] >= 1
        assert sum(counts) < 60
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url):
                pass
        await play_on(ann, bob, 3)


async def test_an_address_has_so_many_connections_and_no_more(store_url: str) -> None:
    async with (
        serving(store_url, house(connections_per_address=3)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        async with knocking(url):
            assert not await is_let_in(url)
            # What nobody trusted says of its origin is not believed.
            assert not await is_let_in(url, "198.51.100.7")
        await play_on(ann, bob, 0)
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url):
                pass


async def test_behind_a_trusted_proxy_each_address_counts_for_itself(
    store_url: str,
) -> None:
    settings = house(connections_per_address=2, trusted_proxies="127.0.0.0/8")
    async with serving(store_url, settings) as url, AsyncExitStack() as open_ones:
        for address in ("198.51.100.7", "6.6.6.6, 198.51.100.7"):
            await open_ones.enter_async_context(knocking(url, address))
        assert not await is_let_in(url, "198.51.100.7")
        assert not await is_let_in(url, "10.1.2.3, 198.51.100.7")
        assert await is_let_in(url, "198.51.100.8")
        for host in ("2001:db8:1:2::1", "2001:db8:1:2::2"):
            await open_ones.enter_async_context(knocking(url, host))
        # One subscriber has a whole /64.
        assert not await is_let_in(url, "2001:db8:1:2:ffff::3")
        assert await is_let_in(url, "2001:db8:1:3::1")


async def test_all_together_have_so_many_connections(store_url: str) -> None:
    settings = house(connections=3, trusted_proxies="127.0.0.0/8")
    async with serving(store_url, settings) as url, knocking(url, "198.51.100.1"):
        async with talking(url, "Ann") as ann, talking(url, "Bob") as bob:
            await seated(ann, bob)
            assert not await is_let_in(url, "198.51.100.2")
            await play_on(ann, bob, 0)
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url, "198.51.100.2"):
                pass


# Requests


async def test_rooms_are_counted_by_player_and_coming_back_is_not(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(joins_per_minute=2)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await ann.host()
        await ann.command(Done, t="leave")
        room = await ann.host()
        for _ in range(5):
            await ann.ask(Joined, t="join", room=room, back=True)
        for fields in ({"t": "join", "room": room}, {"t": "join", "room": "ZZZZZ"}):
            error = await ann.refused(**fields)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 60_000
        # Others are not kept from joining; another connection is no other player.
        await bob.join(room)
        async with talking(url, None, ann.token) as again:
            error = await again.refused(t="host", game="easthaven")
            assert error.code is ErrorCode.TOO_MANY
        await ann.ready()


async def test_a_log_is_not_worn_out_by_coming_back_over_and_over(
    store_url: str,
) -> None:
    """Each way back is two facts; who loses the line often is put off, and comes in."""
    async with (
        serving(store_url, house(commands_per_s=1000)) as url,
        talking(url, "Ann") as ann,
    ):
        room = await ann.host()
        told: list[ServerMessage] = []
        while not any(isinstance(message, Error) for message in told):
            async with talking(url, None, ann.token) as again:
                re = await again.send(t="join", room=room, back=True)
                told.append(await again.receive())
                while getattr(told[-1], "re", 0) != re:
                    told.append(await again.receive())
        error = told[-1]
        assert isinstance(error, Error)
        assert error.code is ErrorCode.TOO_MANY
        assert isinstance(error.retry, int)
        assert error.retry <= 1000 / RETURNS.per_s + 1


async def test_codes_cannot_be_guessed_for_long(store_url: str) -> None:
    async with (
        serving(store_url, house(wrong_codes_per_minute=3)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Eve") as eve,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host(public=False)
        for code in ("ZZZZZ", "YYYYY", "nonsense"):
            error = await eve.refused(t="join", room=code, back=code == "YYYYY")
            assert error.code is ErrorCode.UNKNOWN_ROOM
        # Not even the right one helps now, or guessing would go on regardless.
        for back in (False, True):
            error = await eve.refused(t="join", room=room, back=back)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 60_000
        await bob.join(room)
        await eve.host()


async def test_codes_that_are_tried_at_one_moment_are_counted_like_others(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(wrong_codes_per_minute=3)) as url,
        talking(url, "Ann") as ann,
        AsyncExitStack() as held,
    ):
        room = await ann.host(public=False)
        eve = await held.enter_async_context(talking(url, "Eve"))
        eves = [
            await held.enter_async_context(talking(url, None, eve.token))
            for _ in range(12)
        ]
        refused = await asyncio.gather(
            *(each.refused(t="watch", room="ZZZZZ", back=True) for each in eves)
        )
        codes = [error.code for error in refused]
        assert codes.count(ErrorCode.UNKNOWN_ROOM) == 3
        assert codes.count(ErrorCode.TOO_MANY) == 9
        # What is right takes nothing of what may be wrong.
        async with talking(url, "Bob") as bob:
            for _ in range(5):
                await bob.join(room)


async def test_a_burst_is_refused_softly_and_changes_nothing(store_url: str) -> None:
    settings = house(command_burst=10, commands_per_s=20)
    async with (
        serving(store_url, settings) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        asked = [
            await ann.send(t="move", n=ann.n + 1 + ply, ply=ply, move=cell)
            for ply, cell in enumerate(CELLS)
        ]
        done = 0
        for re in asked:
            answer = await answer_to(ann, re)
            if isinstance(answer, Moved):
                assert answer.ply == done + 1
                done += 1
                continue
            assert answer.code in (ErrorCode.TOO_FAST, ErrorCode.COMMAND_GAP)
            if answer.code is ErrorCode.TOO_FAST:
                assert isinstance(answer.retry, int)
        assert 0 < done < len(CELLS)
        ann.n += done
        await bob.command(Moved, t="move", ply=0, move="a1")
        # Who goes on after the pause finds everything as it was.
        async with asyncio.timeout(PATIENCE_S):
            while not isinstance(moved := await next_move(ann, done), Moved):
                assert moved.code is ErrorCode.TOO_FAST
                assert isinstance(moved.retry, int)
                await asyncio.sleep(moved.retry / 1000)
        assert moved.ply == done + 1


async def next_move(talker: Talker, ply: int) -> Moved | Error:
    move = await talker.send(t="move", n=talker.n + 1, ply=ply, move=CELLS[ply])
    return await answer_to(talker, move)


async def answer_to(talker: Talker, re: int) -> Moved | Error:
    while True:
        message = await talker.receive()
        if isinstance(message, Moved | Error) and message.re == re:
            return message


async def test_whoever_floods_is_cut_off_and_the_table_plays_on(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house()) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Eve") as eve,
    ):
        await seated(ann, bob)
        await eve.host()
        with pytest.raises(ConnectionClosed) as closing:
            await ask_and_ask(eve)
        await play_on(ann, bob, 0)
        assert closing.value.rcvd is not None
        code = closing.value.rcvd.code
        assert code == CloseCode.TOO_FAST
        assert not means_come_back(code)
        await play_on(ann, bob, 1)


async def ask_and_ask(talker: Talker) -> None:
    """Wait for each answer, and for nothing that it says."""
    for _ in range(400):
        await answer_to(talker, await talker.send(t="leave", n=9))


# Nobody there


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


PING = b"\x89\x80\0\0\0\0"
START, PART = b"\x02\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


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


async def test_new_players_from_one_address_have_a_number(store_url: str) -> None:
    limits = house(connections_per_address=2)
    async with serving(store_url, limits) as url:
        for _ in range(2):
            async with talking(url):
                pass
        async with silent(url) as third:
            refusal = await third.refused(t="hello", client="a test", name="Cid")
            assert refusal.code is ErrorCode.TOO_MANY
            assert isinstance(refusal.retry, int)
            assert means_come_back(await third.closed())


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

    def counted(connection: Connection, now_s: float) -> None:
        nonlocal swept
        swept += 1
        sweep(connection, now_s)

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


async def test_whoever_has_said_hello_is_not_cut_while_the_answer_takes_long(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet, sweep, swept = Gateway.greet, Connection.sweep, 0

    def counted(connection: Connection, now_s: float) -> None:
        nonlocal swept
        swept += 1
        sweep(connection, now_s)

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


# Slow readers


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
    monkeypatch.setattr(connections, "MAX_WAITING_REQUESTS", 1_000)
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


# Sockets that say nothing, from many addresses


async def test_who_plays_goes_on_when_all_sockets_are_taken(store_url: str) -> None:
    async with Store(store_url) as store, asyncio.TaskGroup() as tasks:
        process = Process(store, house(), 10)
        running = tasks.create_task(process.run())
        server = await process.gateway.listen("127.0.0.1", 0)
        url = "ws://{}:{}".format(*server.sockets[0].getsockname()[:2])
        async with (
            talking(url, "Ann") as ann,
            talking(url, "Bob") as bob,
            AsyncExitStack() as open_ones,
        ):
            await seated(ann, bob)
            quiet = [
                await open_ones.enter_async_context(knocked(url)) for _ in range(9)
            ]
            assert await rest_of(quiet[-1][0]) == b""
            await play_on(ann, bob, 0)
        server.close()
        await process.drain(0.05)
        running.cancel()


@pytest.mark.parametrize(
    ("peers", "stay"),
    [
        (["198.51.100.7", "198.51.100.7", "198.51.100.7"], [True, True, False]),
        (["198.51.100.7", "198.51.100.8", "198.51.100.9"], [True, True, True]),
        # One subscriber has a whole /64, and as many addresses as it likes.
        (["2001:db8::1", "2001:db8::2", "2001:db8::3"], [True, True, False]),
        (["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"], [True] * 3),
        (["fe80::1%a", "fe80::1%b", "fe80::1%c"], [True, True, False]),
        (["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"], [True, True, False]),
    ],
)
async def test_sockets_that_say_nothing_are_counted_by_address(
    store_url: str, peers: list[str], stay: list[bool]
) -> None:
    async with Store(store_url) as store:
        gateway = Process(store, house(connections_per_address=2)).gateway
        knocking = [Stub(peer) for peer in peers]
        for each in knocking:
            gateway.knock(Connection(cast("Socket", each), gateway, "x"))
        assert [not each.is_aborted for each in knocking] == stay


class Stub:
    """A socket from somewhere."""

    began = 0.0

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True


@pytest.mark.parametrize(
    ("limits", "wanted", "most"),
    [((1024, 4096), 40_000, 3968), ((1024, 65536), 400, 400), ((80, 80), 400, 40)],
)
def test_some_descriptors_are_left_for_the_store(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], wanted: int, most: int
) -> None:
    raised: list[tuple[int, int]] = []

    def current(which: int) -> tuple[int, int]:
        assert which == resource.RLIMIT_NOFILE
        return limits

    def set_to(which: int, pair: tuple[int, int]) -> None:
        raised.append(pair)

    monkeypatch.setattr(resource, "getrlimit", current)
    monkeypatch.setattr(resource, "setrlimit", set_to)
    assert allow_sockets(wanted) == most
    assert all(limits[0] < soft <= limits[1] for soft, _ in raised)


EMPTY = b"\x82\x80\0\0\0\0"


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
