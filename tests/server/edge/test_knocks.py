"""Knocks: pages, names and paths that are let in or not, and bytes of any kind."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from tests.raw import (
    all_goes_well,
    handshake,
    heard,
    knocked,
    rest_of,
    status_of,
)
from tests.server.house import serving
from tests.talk import talking
from websockets.datastructures import Headers
from websockets.http11 import Request

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.edge import sockets
from samedeal_server.edge.knocks import METHODS, Answer, Known, answer_to, is_alone
from samedeal_server.people import limits
from samedeal_server.people.buckets import Rate
from samedeal_server.process.settings import Settings
from samedeal_web import File, Site
from samedeal_web.previews import ROOM as ROOM_PAGE

PAGE = "Origin: https://cards.example"
AT_HOME = Known(is_alone=True)
NOTHING = File("text/plain", b"", b"", is_kept=False)
NO_PAGE = Site(NOTHING, {ROOM_PAGE: NOTHING}, NOTHING, {})


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as address:
        with all_goes_well():
            yield address


def house(**settings: object) -> Settings:
    return Settings.model_validate({"countdown_ms": 500, **settings})


# Pages


@pytest.mark.parametrize(
    "said",
    [
        *(PAGE, "Origin: null", "Origin: http://localhost:8765", "Origin:"),
        *("oRiGiN: http://127.0.0.1:8765", "Sec-Fetch-Site: cross-site"),
        "Origin: chrome-extension://abcdef",
    ],
)
async def test_a_page_that_nobody_named_is_not_let_in(url: str, said: str) -> None:
    answer = await heard(url, handshake("localhost", "/", said))
    assert status_of(answer) == 403
    assert b"SAMEDEAL_ALLOW_ORIGINS" in answer


async def test_a_page_that_was_named_is_let_in(store_url: str) -> None:
    named = house(allow_origins="https://Cards.example, http://127.0.0.1:8080")
    async with serving(store_url, named) as url:
        for said in (PAGE, "Origin: http://127.0.0.1:8080"):
            async with knocked(url, handshake("localhost", "/", said)) as (reader, _):
                assert b" 101 " in await reader.readline()
        for said in ("Origin: https://cards.example.org", "Origin: http://127.0.0.1"):
            assert status_of(await heard(url, handshake("a", "/", said))) in (403, 421)
        both = handshake("localhost", "/", PAGE, "Origin: https://evil.example")
        assert status_of(await heard(url, both)) in (400, 403)


async def test_a_page_that_is_not_let_in_is_told_of(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    await heard(url, handshake("localhost", "/", PAGE))
    await heard(url, handshake("evil.example"))
    told = [each for each in caplog.messages if "was answered" in each]
    assert told == [
        "127.0.0.1 was answered 403: Origin https://cards.example; Host localhost",
        "127.0.0.1 was answered 421: Origin none; Host evil.example",
    ]


async def test_a_page_cannot_keep_a_player_out(store_url: str) -> None:
    page = handshake("127.0.0.1", "/", PAGE)
    few = house(connections_per_address=2, handshakes_per_s=1)
    async with (
        serving(store_url, few) as url,
        AsyncExitStack() as open_ones,
        talking(url, "Ann") as ann,
    ):
        for _ in range(30):
            # It does not even read what it hears, and never closes.
            await open_ones.enter_async_context(knocked(url, page))
        refused = [status_of(await heard(url, page)) for _ in range(5)]
        assert refused == [403] * 5
        async with talking(url, "Bob") as bob:
            await bob.join(await ann.host())


async def test_what_is_refused_too_often_hears_nothing_and_a_player_is_let_in(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANSWERS", Rate(3, 0.001))
    page = handshake("127.0.0.1", "/", PAGE)
    rubbish = b"GET /nothing HTTP/1.1\r\n\r\n"
    async with serving(store_url) as url:
        answered = [bool(await heard(url, page)) for _ in range(5)]
        assert answered == [True, True, True, False, False]
        assert not await heard(url, rubbish)
        async with talking(url) as talker:
            assert (await talker.ask(Rooms, t="rooms")).rooms == ()


# Names


def asked_for(host: str | None, path: str = "/health", method: str = "GET") -> Request:
    headers = Headers() if host is None else Headers(Host=host)
    return Request(path, headers, method)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8765", "localhost", "LOCALHOST:1", "localhost.", "[::1]:8765"),
        *("192.168.1.7", "0.0.0.0:8765", "[::1]", "cards.localhost:8765", None),
    ],
)
def test_who_listens_to_this_machine_alone_is_asked_for_by_address(
    host: str | None,
) -> None:
    answer = answer_to(asked_for(host), AT_HOME, NO_PAGE, by_proxy=False)
    assert isinstance(answer, Answer)
    assert answer.status == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.x"),
        *("", "localhost:x", "127.0.0.1@evil.example", "::1]evil", "notlocalhost"),
    ],
)
def test_a_name_that_somebody_pointed_here_is_nobodys(host: str) -> None:
    answer = answer_to(asked_for(host), AT_HOME, NO_PAGE, by_proxy=False)
    assert isinstance(answer, Answer)
    assert answer.status == 421


def test_two_names_at_once_are_none() -> None:
    request = asked_for("localhost")
    request.headers["Host"] = "evil.example"
    answer = answer_to(request, AT_HOME, NO_PAGE, by_proxy=False)
    assert isinstance(answer, Answer)
    assert answer.status == 421


@pytest.mark.parametrize(
    ("known", "by_proxy", "status"),
    [
        (Known(), False, 200),
        (AT_HOME, True, 200),
        (Known(names=("cards.example",)), False, 200),
        (Known(names=("cards.example",), is_alone=True), False, 200),
        (Known(names=("other.example",)), False, 421),
        (Known(names=("other.example",)), True, 200),
        (AT_HOME, False, 421),
    ],
)
def test_a_name_is_foreign_where_that_can_be_told(
    known: Known, by_proxy: bool, status: int
) -> None:
    answer = answer_to(
        asked_for("Cards.example.:8765"), known, NO_PAGE, by_proxy=by_proxy
    )
    assert isinstance(answer, Answer)
    assert answer.status == status


def test_a_server_is_alone_that_only_its_machine_can_reach() -> None:
    assert is_alone(["127.0.0.1", "::1"])
    assert not is_alone(["127.0.0.1", "192.168.1.7"])
    assert not is_alone(["0.0.0.0"])  # noqa: S104 - not listened on here


async def test_a_foreign_name_gets_no_socket(url: str) -> None:
    answer = await heard(url, handshake("evil.example:8765"))
    assert status_of(answer) == 421
    assert b"SAMEDEAL_KNOWN_AS" in answer


async def test_a_name_that_was_given_gets_a_socket(store_url: str) -> None:
    async with (
        serving(store_url, house(known_as="cards.example, a.b")) as url,
        knocked(url, handshake("CARDS.example:80")) as (reader, _),
    ):
        assert b" 101 " in await reader.readline()


async def test_a_proxy_may_be_asked_for_by_any_name(store_url: str) -> None:
    async with (
        serving(store_url, house(trusted_proxies="127.0.0.0/8")) as url,
        knocked(url, handshake("cards.example")) as (reader, _),
    ):
        assert b" 101 " in await reader.readline()


async def test_a_proxy_that_nobody_named_is_told_of_once(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(store_url) as url:
        for _ in range(3):
            await heard(url, handshake("evil", "/", "X-Forwarded-For: 198.51.100.7"))
    told = [each for each in caplog.messages if "SAMEDEAL_TRUSTED_PROXIES" in each]
    assert len(told) == 1


# Paths and methods


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        ("GET /health HTTP/1.1", 200),
        ("GET /health?from=nagios HTTP/1.1", 200),
        ("GET /health HTTP/1.0", 200),
        ("HEAD /health HTTP/1.1", 200),
        ("GET / HTTP/1.1", 200),
        ("HEAD / HTTP/1.1", 200),
        ("GET /?x HTTP/1.1", 200),
        ("GET /7KQ4P HTTP/1.1", 200),
        ("POST /7KQ4P HTTP/1.1", 405),
        ("GET /7KQ4P/ HTTP/1.1", 404),
        ("GET /static/ HTTP/1.1", 404),
        ("GET /health/ HTTP/1.1", 404),
        ("GET /ready HTTP/1.1", 404),
        ("GET /play/7KQ4P HTTP/1.1", 426),
        ("GET /play/7KQ4P/x HTTP/1.1", 404),
        ("GET /admin HTTP/1.1", 404),
        ("GET http://localhost/ HTTP/1.1", 404),
        ("GET //health HTTP/1.1", 404),
        ("GET * HTTP/1.1", 404),
        ("POST / HTTP/1.1", 405),
        ("OPTIONS /health HTTP/1.1", 405),
        ("CONNECT localhost:80 HTTP/1.1", 404),
        ("GET / HTTP/9", 400),
        ("GET  / HTTP/1.1", 400),
        ("GET", 0),
    ],
)
async def test_each_request_is_answered(
    url: str, request_line: str, status: int
) -> None:
    answer = await heard(url, f"{request_line}\r\nHost: localhost\r\n\r\n".encode())
    assert status_of(answer) == status
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"\r\nConnection: close" in head or not status
    assert bool(body) is (not request_line.startswith("HEAD") and status > 0)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Host: localhost", 421),
        ("Upgrade: websocket", 426),
        ("Connection: Upgrade", 101),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", 400),
        ("Sec-WebSocket-Version: 13", 400),
        (f"Sec-WebSocket-Protocol: {SUBPROTOCOL}", 101),
        ("Origin: null", 403),
        ("Sec-Fetch-Site: none", 403),
        ("X-Forwarded-For: 198.51.100.7", 101),
        ("Content-Length: 0", 101),
        ("Transfer-Encoding: chunked", 400),
    ],
)
async def test_a_line_that_is_said_twice_is_answered(
    url: str, line: str, status: int
) -> None:
    asked = handshake("localhost", "/", line, line)
    answer = await heard(url, asked, hang_up=True)
    assert status_of(answer) == status


async def test_a_socket_asked_for_twice_is_counted(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANSWERS", Rate(3, 0.001))
    twice = handshake("localhost", "/", "Upgrade: websocket")
    async with serving(store_url) as url:
        answered = [status_of(await heard(url, twice)) for _ in range(5)]
    assert answered == [426, 426, 426, 0, 0]


async def test_who_asks_otherwise_is_told_how_to_ask(url: str) -> None:
    answer = await heard(url, b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"\r\nAllow: " + ", ".join(METHODS).encode() in head
    assert " and ".join(METHODS).encode() in body


async def test_a_socket_is_asked_for_at_the_root(url: str) -> None:
    for path in ("/play", "/play/", "/play/7kq4p", "/7KQ4P", "/%2e", "/../", "//"):
        assert status_of(await heard(url, handshake("localhost", path))) == 404
    async with knocked(url, handshake("localhost", "/?from=here")) as (reader, _):
        assert b" 101 " in await reader.readline()


# What is behind a request

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "behind", [b"\r\n", b"GE", HEALTH, HEALTH * 9, bytes(3000), b"\x88\x80\0\0\0\0"]
)
async def test_bytes_behind_a_request_spoil_nothing(url: str, behind: bytes) -> None:
    answer = await heard(url, HEALTH + behind)
    assert status_of(answer) == 200
    # The first is answered, and it is said that the connection ends there.
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("kind", ["Content-Length: 5", "Transfer-Encoding: chunked"])
async def test_a_request_with_a_body_is_answered(url: str, kind: str) -> None:
    for method, status in (("POST", 405), ("PUT", 405), ("GET", 400)):
        said = f"{method} / HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n5\r\nhello"
        assert status_of(await heard(url, said.encode())) == status


async def test_a_body_without_end_is_cut(url: str) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"
    body = bytes(2 * sockets.MAX_UNWANTED_BYTES)
    async with knocked(url, head) as (reader, writer):
        assert b" 405 " in await reader.readline()
        ended = asyncio.create_task(rest_of(reader))
        while not ended.done():
            writer.write(body)
            await asyncio.wait([ended], timeout=0.05)


async def test_what_follows_a_handshake_at_once_is_heard(url: str) -> None:
    hello = masked(encode(Hello(id=1, client="raw")))
    async with knocked(url, handshake() + hello) as (reader, _):
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer
        head = await reader.readexactly(2)
        assert head[0] == 0x82
        size = head[1] if head[1] < 126 else int.from_bytes(await reader.readexactly(2))
        message = decode_message(await reader.readexactly(size))
        assert isinstance(message, Welcome)


def masked(payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes((0x82, 0x80 | len(payload))) + bytes(4) + payload


@pytest.mark.parametrize(
    "behind",
    [b"\x89\x80\0\0\0\0", b"\x88\x80\0\0\0\0", b"\x88\x82\0\0\0\0\x03\xe8", b"GET / "],
)
async def test_frames_behind_a_handshake_come_after_it(url: str, behind: bytes) -> None:
    answer = await heard(url, handshake() + behind, hang_up=True)
    assert answer.startswith(b"HTTP/1.1 101 ")
