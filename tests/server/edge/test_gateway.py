"""The gateway: what a socket may say, and what it hears when it may not."""

import asyncio

import msgpack
import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.server.edge.crowding import seated
from tests.server.house import serving
from tests.talk import hardly_reading, silent, talking
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import MAX_INBOUND_BYTES
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.playing import Moved
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.updates import Error, SeatChanged
from samedeal_server.edge import connections, gateway, sockets
from samedeal_server.process.settings import Settings


async def http_get(url: str, path: str) -> str:
    host, port = url.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_health_is_ok(url: str) -> None:
    answer = await http_get(url, "/health")
    assert answer.startswith("HTTP/1.1 200")
    assert "\r\n\r\nok" in answer


async def test_a_browser_is_sent_the_page(url: str) -> None:
    answer = await http_get(url, "/")
    assert answer.startswith("HTTP/1.1 200")
    assert "<!doctype html>" in answer


@pytest.mark.parametrize("offered", [None, ["samedeal.v9.msgpack"]])
async def test_without_our_subprotocol_the_handshake_is_refused_with_the_list(
    url: str, offered: list[str] | None
) -> None:
    names = None if offered is None else [Subprotocol(name) for name in offered]
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            url, subprotocols=names, proxy=None, open_timeout=PATIENCE_S
        ):
            pass
    assert refused.value.response.status_code == 400
    assert SUBPROTOCOL.encode() in (refused.value.response.body or b"")


async def test_nothing_said_in_time_closes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.05)
    async with silent(url) as talker:
        assert await talker.closed() == CloseCode.NO_HELLO


async def test_anything_but_hello_first_closes(url: str) -> None:
    async with silent(url) as talker:
        assert (await talker.refused(t="rooms")).code is ErrorCode.BAD_MESSAGE
        assert await talker.closed() == CloseCode.NO_HELLO


@pytest.mark.parametrize("token", ["p-0.x", "", ".", "p-0000000000000000.ÿ"])
async def test_a_token_of_nobody_is_refused(url: str, token: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", token=token)
        assert error.code is ErrorCode.BAD_TOKEN
        assert await talker.closed() == CloseCode.BAD_TOKEN


async def test_the_secret_half_of_a_token_counts(url: str) -> None:
    async with talking(url) as ann:
        forged = f"{ann.me}.guess"
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", token=forged)
        assert error.code is ErrorCode.BAD_TOKEN


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a" * 21, "a\x07b", "tab\there", "new\nline", "\u202eabc", "a\u200bb"],
)
async def test_a_bad_name_is_refused(url: str, name: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", name=name)
        assert error.code is ErrorCode.BAD_NAME
        assert error.detail


@pytest.mark.parametrize("name", ["Zoë", "José María", "李小龙", "a" * 20])
async def test_a_good_name_is_kept(url: str, name: str) -> None:
    async with talking(url, name) as talker:
        token = talker.token
    async with talking(url, None, token) as again:
        assert again.me == talker.me


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-BR", "zh-Hant-TW"])
async def test_a_client_in_whatever_language_is_welcome(
    url: str, language: str
) -> None:
    async with silent(url) as talker:
        assert await talker.ask(Welcome, t="hello", client="talk", language=language)


@pytest.mark.parametrize("language", ["", "e", "en_GB", "en us", "en\n", "en-" * 12])
async def test_what_is_no_language_is_refused(url: str, language: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", language=language)
        assert error.code is ErrorCode.BAD_MESSAGE


async def test_hello_is_said_once(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="hello", client="talk")
        assert error.code is ErrorCode.BAD_MESSAGE


BAD_FRAMES = {
    "junk": b"\xc1\xff\x00",
    "empty": b"",
    "a list": msgpack.packb([1, 2]),
    "cut": msgpack.packb({"t": "rooms", "id": 7})[:-2],
    "no kind": msgpack.packb({"id": 7}),
    "a field too many": msgpack.packb({"t": "rooms", "id": 7, "x": 1}),
    "a field too few": msgpack.packb({"t": "join", "id": 7}),
    "a wrong type": msgpack.packb({"t": "rooms", "id": "7"}),
    "an extension": msgpack.packb({"t": "rooms", "id": msgpack.ExtType(1, b"x")}),
    "deep": b"\x91" * 2000 + b"\x01",
    "keys twice": b"\x82\xa1t\x01\xa1t\x02",
    "a number as key": msgpack.packb({1: 2}),
}


@pytest.mark.parametrize("kind", BAD_FRAMES)
async def test_a_malformed_frame_is_answered_and_nothing_is_lost(
    url: str, kind: str
) -> None:
    async with talking(url) as talker:
        await talker.socket.send(BAD_FRAMES[kind])
        error = await talker.receive()
        assert isinstance(error, Error)
        assert error.code is ErrorCode.BAD_MESSAGE
        assert (await talker.ask(Rooms, t="rooms")).rooms == ()


async def test_a_refused_frame_is_answered_by_its_own_id(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="rooms", surplus=1)
        assert error.re == talker.last_id


async def test_text_frames_are_refused(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send('{"t": "rooms", "id": 1}')
        error = await talker.receive()
        assert isinstance(error, Error)
        assert (error.code, error.re) == (ErrorCode.BAD_MESSAGE, 0)


async def test_an_unknown_message_is_named_as_such(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="dance")
        assert error.code is ErrorCode.UNKNOWN_MESSAGE


async def test_an_oversized_frame_is_refused(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send(b"\x00" * (MAX_INBOUND_BYTES + 1))
        error = await talker.receive()
        assert isinstance(error, Error)
        assert error.code is ErrorCode.TOO_LARGE


async def test_a_huge_frame_cuts_the_connection(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send(b"\x00" * (gateway.BACKSTOP_BYTES + 1))
        assert await talker.closed() == 1009


async def test_a_second_connection_of_an_identity_replaces_the_first(url: str) -> None:
    async with talking(url) as ann, talking(url, None, ann.token) as again:
        room = await ann.host()
        joined = await again.join(room)
        assert joined.snapshot.seat == 0
        assert await ann.closed() == CloseCode.REPLACED
        await again.ready()


async def test_a_lost_connection_is_shown_and_so_is_its_return(url: str) -> None:
    async with talking(url) as ann:
        room = await ann.host()
        async with talking(url) as bob:
            await bob.join(room)
        while (await ann.hear(SeatChanged)).seat.present:
            pass
        async with talking(url, None, bob.token) as again:
            await again.join(room)
            while not (await ann.hear(SeatChanged)).seat.present:
                pass


async def test_a_slow_reader_is_cut_and_comes_back_without_loss(
    store_url: str, monkeypatch: pytest.MonkeyPatch, cut: list[str]
) -> None:
    monkeypatch.setattr(sockets, "KERNEL_BUFFER_BYTES", 1)
    monkeypatch.setattr(sockets, "PAUSE_AT_BYTES", 1)
    monkeypatch.setattr(sockets, "MAX_WAITING_FRAMES", 2)
    monkeypatch.setattr(connections, "UNDER_WAY_MOST", 1_000)
    patient = Settings.model_validate({"countdown_ms": 500, "command_burst": 1_000})
    async with (
        serving(store_url, patient) as url,
        talking(url) as bob,
        hardly_reading(url) as ann,
    ):
        room = await seated(ann, bob)
        cells = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
        n = ann.n
        for ply, cell in enumerate(cells):
            await ann.send(t="move", n=n + 1 + ply, ply=ply, move=cell)
            for _ in range(10):
                await ann.send(t="join", room=room)
        await eventually(lambda: bool(cut))
        assert await ann.closed() == CloseCode.TOO_SLOW
        await bob.command(Moved, t="move", ply=0, move="a1")
        async with talking(url, None, ann.token) as again:
            joined: Joined = await again.join(room)
            board = joined.snapshot.board
            assert board is not None
            assert again.n == n + board.ply
            assert len([z for z in board.zones if z.startswith("cell")]) == board.ply
