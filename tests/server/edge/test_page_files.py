"""The page at the door: what a browser is sent, and what nobody is."""

import gzip
import re
import socket
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from hashlib import sha256

import pytest
from tests.conditions import PATIENCE_S
from tests.raw import all_goes_well, handshake, heard, knocked, status_of
from tests.server.house import serving
from tests.talk import talking
from websockets.datastructures import Headers
from websockets.http11 import Request

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.edge import sockets
from samedeal_server.edge.knocks import Known, answer_to
from samedeal_server.people import limits
from samedeal_server.people.buckets import Rate
from samedeal_server.process.settings import Settings
from samedeal_web import read_site

SITE = read_site()
HERE = socket.gethostname().lower().partition(".")[0]
BEGINS = next(path for path in SITE.files if path.endswith("/page/main.js"))


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as address:
        with all_goes_well():
            yield address


def below(public_url: str) -> Settings:
    return Settings.model_validate({"countdown_ms": 500, "public_url": public_url})


def asked(path: str, *more: str, method: str = "GET", host: str = "localhost") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host}", *more, "", "")
    return "\r\n".join(lines).encode()


async def test_every_file_is_sent_as_it_is_packed_or_not(url: str) -> None:
    for path in (*SITE.files, "/", "/7KQ4P", f"/m/m-{'0' * 32}", "/worker.js"):
        file = SITE.find(path)
        assert file is not None
        plain = await heard(url, asked(path))
        packed = await heard(url, asked(path, "Accept-Encoding: deflate, gzip;q=1.0"))
        head, _, body = packed.partition(b"\r\n\r\n")
        assert b"\r\nContent-Encoding: gzip" in head
        assert gzip.decompress(body) == file.plain
        assert plain.endswith(b"\r\n\r\n" + file.plain)


async def test_a_page_obeys_nobody_else_and_leaves_nothing_behind(url: str) -> None:
    for path in ("/", "/7KQ4P", "/worker.js", BEGINS):
        head = (await heard(url, asked(path))).partition(b"\r\n\r\n")[0].decode()
        policy = re.search(r"\r\nContent-Security-Policy: (.*)", head)
        assert policy is not None
        assert "default-src 'none'" in policy[1]
        assert "unsafe" not in policy[1]
        assert "\r\nX-Content-Type-Options: nosniff" in head
        assert "\r\nReferrer-Policy: no-referrer" in head
        assert "set-cookie" not in head.lower()


async def test_a_page_has_one_style_in_it_and_no_other_may_be_there(url: str) -> None:
    for path in ("/", "/7KQ4P"):
        answer = (await heard(url, asked(path))).decode()
        style = re.search(r"<style>(.*)</style>", answer, re.DOTALL)
        assert style is not None
        named = b64encode(sha256(style[1].encode()).digest()).decode()
        assert f"style-src 'self' 'sha256-{named}'; " in answer
        # What is loaded apart would be waited for before anything is seen.
        assert "stylesheet" not in answer
    assert "style-src 'self'; " in (await heard(url, asked(BEGINS))).decode()


async def test_the_page_of_a_room_has_one_script_in_it_and_no_other_may_be(
    url: str,
) -> None:
    answer = (await heard(url, asked("/7KQ4P"))).decode()
    (script,) = re.findall(r"<script>(.*?)</script>", answer, re.DOTALL)
    named = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{named}'; " in answer
    for path in ("/", "/daily", BEGINS):
        answer = (await heard(url, asked(path))).decode()
        assert "<script>" not in answer
        assert "script-src 'self'; " in answer


async def test_the_page_is_asked_for_anew_and_its_files_are_kept(url: str) -> None:
    for path in ("/", "/worker.js"):
        assert b"Cache-Control: no-cache" in await heard(url, asked(path))
    assert b"immutable" in await heard(url, asked(BEGINS))


def tag_in(answer: bytes) -> str:
    found = re.search(rb"\r\nETag: (.*)\r\n", answer)
    assert found is not None
    return found[1].decode()


@pytest.mark.parametrize("path", ["/", "/7KQ4P", "/worker.js", BEGINS])
async def test_a_browser_that_has_a_file_is_told_that_it_is_the_same(
    url: str, path: str
) -> None:
    tag = tag_in(await heard(url, asked(path, "Accept-Encoding: gzip")))
    assert tag == tag_in(await heard(url, asked(path)))
    for said in (tag, f'"other", {tag}', f'{tag},W/"other"', tag[2:], "*"):
        answer = await heard(url, asked(path, f"If-None-Match: {said}"))
        assert status_of(answer) == 304
        # By it the browser goes on to keep what it has, under the same policy.
        assert tag_in(answer) == tag
        assert b"\r\nContent-Security-Policy: default-src 'none'" in answer
        assert b"Content-Length" not in answer
        assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("tag", ["", '"other"', 'W/"0000000000000000"', "W/", "x" * 99])
async def test_a_browser_that_has_another_file_is_sent_it(url: str, tag: str) -> None:
    for path in ("/", "/7KQ4P", "/worker.js", BEGINS):
        answer = await heard(url, asked(path, f"If-None-Match: {tag}"))
        assert status_of(answer) == 200


def test_pages_with_other_bytes_have_other_tags() -> None:
    pages = {SITE.page, *SITE.others.values(), SITE.worker}
    assert len({page.tag for page in pages}) == len({page.plain for page in pages}) > 4


@pytest.mark.parametrize(
    "path",
    [
        *("/static", "/static/", "/static/../pyproject.toml", "/index.html"),
        *(f"{BEGINS}/", f"/{BEGINS}", f"{BEGINS}%00", BEGINS.upper(), BEGINS[:-1]),
        *(f"{BEGINS}/../../page/main.js", BEGINS.replace("/page/", "/page/../page/")),
        *(BEGINS.replace("page", "%70age"), "/..%2f..%2fetc%2fpasswd", "/\\7KQ4P"),
        *(
            "/7KQ4",
            "/7KQ4PX",
            "/7KQ4O",
            "/7KQ4P/x",
            "//7KQ4P",
            "/7kq4%50",
            "/favicon.ico",
        ),
        *("/static/0000000000000000/page/main.js", "http://localhost/7KQ4P"),
    ],
)
async def test_there_is_nothing_at_any_other_path(url: str, path: str) -> None:
    assert status_of(await heard(url, asked(path))) == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
async def test_nothing_can_be_done_to_a_file(url: str, method: str) -> None:
    for path in ("/", "/7KQ4P", BEGINS):
        assert status_of(await heard(url, asked(path, method=method))) == 405


async def test_a_file_asked_for_with_huge_headers_is_not_sent(url: str) -> None:
    line, lines = f"Cookie: {'x' * 20_000}", (f"X-{n}: {'x' * 999}" for n in range(20))
    assert status_of(await heard(url, asked(BEGINS, line))) == 400
    head = asked(BEGINS, *lines).removesuffix(b"\r\n\r\n")
    assert status_of(await heard(url, head)) == 431


async def test_who_reads_no_file_takes_no_place_from_a_player(store_url: str) -> None:
    few = Settings.model_validate({"connections_per_address": 2})
    async with serving(store_url, few) as url, AsyncExitStack() as open_ones:
        for _ in range(30):
            await open_ones.enter_async_context(knocked(url, asked(BEGINS)))
        async with talking(url, "Ann") as ann, talking(url, "Bob") as bob:
            await bob.join(await ann.host())


async def test_one_address_is_sent_so_many_files_and_players_come_in(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FILES", Rate(3, 0.001))
    async with serving(store_url) as url:
        sent = [status_of(await heard(url, asked(BEGINS))) for _ in range(5)]
        assert sent == [200, 200, 200, 0, 0]
        async with talking(url) as talker:
            assert (await talker.ask(Rooms, t="rooms")).rooms == ()


async def test_files_that_one_address_does_not_fetch_hold_so_many_sockets(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOADING_MOST", 3)
    monkeypatch.setattr(sockets, "CLOSE_WITHIN_S", PATIENCE_S)
    async with serving(store_url) as url:
        for _ in range(2):
            async with AsyncExitStack() as open_ones:
                unread = [
                    await open_ones.enter_async_context(knocked(url, asked(BEGINS)))
                    for _ in range(3)
                ]
                for reader, _ in unread:
                    assert b" 200 " in await reader.readline()
                assert status_of(await heard(url, asked(BEGINS))) == 0
                assert status_of(await heard(url, asked("/nowhere"))) == 404


# Whose page may open a socket


async def let_in(url: str, host: str, origin: str, path: str = "/") -> bool:
    async with knocked(url, handshake(host, path, f"Origin: {origin}")) as (reader, _):
        return b" 101 " in await reader.readline()


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("localhost:8765", "http://localhost:8765"),
        ("[::1]:8765", "http://[::1]:8765"),
        ("192.168.1.20", "https://192.168.1.20"),
    ],
)
async def test_our_own_page_is_let_in(url: str, host: str, origin: str) -> None:
    assert await let_in(url, host, origin)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:8765", "http://127.0.0.1:8766"),
        ("127.0.0.1:8765", "http://localhost:8765"),
        ("127.0.0.1:8765", "http://127.0.0.1:8765.evil.example"),
        ("127.0.0.1", "ftp://127.0.0.1"),
        ("cards.example", "https://cards.example"),
        ("", "http://"),
    ],
)
async def test_any_other_page_is_not(url: str, host: str, origin: str) -> None:
    assert not await let_in(url, host, origin)


async def test_the_page_at_the_public_address_is_let_in(store_url: str) -> None:
    async with serving(store_url, below("https://cards.example/patience/")) as url:
        for path in ("/", "/patience", "/patience/"):
            assert await let_in(url, "cards.example", "https://cards.example", path)
        # A proxy may ask for another name than its visitors did.
        assert await let_in(url, "127.0.0.1:8765", "https://cards.example")
        assert not await let_in(url, "127.0.0.1", "http://cards.example")
        assert not await let_in(url, "cards.example", "https://evil.example")


async def test_a_public_address_is_that_of_the_page_too(store_url: str) -> None:
    told = Settings.model_validate({"public_address": "wss://Cards.example/play"})
    async with serving(store_url, told) as url:
        assert await let_in(url, "cards.example", "https://cards.example", "/play/")
        assert status_of(await heard(url, asked("/play/7KQ4P"))) == 200


BY_PROXY = {"trusted_proxies": "127.0.0.1"}
AT_CARDS = {"public_url": "https://cards.example/patience"}


@pytest.mark.parametrize(
    ("said", "host", "is_let_in"),
    [
        ({}, "192.168.1.20:8765", True),
        ({}, "localhost:8765", True),
        ({"known_as": "cards.example"}, "cards.example", True),
        (AT_CARDS, "cards.example", True),
        # A name that somebody pointed at the proxy, which passes it on.
        ({}, "evil.example", False),
        ({"known_as": "cards.example", **AT_CARDS}, "evil.example", False),
        (AT_CARDS, "evil.example:8765", False),
    ],
)
async def test_a_proxy_vouches_for_no_page(
    store_url: str, said: dict[str, str], host: str, is_let_in: bool
) -> None:
    behind = Settings.model_validate({**BY_PROXY, **said})
    async with serving(store_url, behind) as url:
        assert await let_in(url, host, f"https://{host}") is is_let_in


async def test_an_operator_is_told_what_lets_their_own_page_in(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with serving(store_url, Settings.model_validate(BY_PROXY)) as url:
        assert not await let_in(url, "cards.example", "https://cards.example")
    (told,) = [each for each in caplog.messages if "was answered" in each]
    assert told == (
        "127.0.0.1 was answered 403: Origin https://cards.example; Host cards.example; "
        "SAMEDEAL_PUBLIC_URL says where this server's own page is"
    )


@pytest.mark.parametrize("name", [HERE, f"{HERE}.local"])
def test_a_machines_own_name_on_its_network_is_its_pages(name: str) -> None:
    host = f"{name}:8765"
    headers = Headers(Host=host, Upgrade="websocket", Origin=f"http://{host}")
    headers["Sec-WebSocket-Protocol"] = SUBPROTOCOL
    assert answer_to(Request("/", headers), Known(), SITE, by_proxy=False) is None


async def test_the_page_may_be_below_a_path(store_url: str) -> None:
    async with serving(store_url, below("https://cards.example/patience")) as url:
        for path in ("/patience/", "/patience/7KQ4P", f"/patience{BEGINS}", BEGINS):
            assert status_of(await heard(url, asked(path))) == 200
        told = await heard(url, asked("/patience"))
        assert status_of(told) == 308
        assert b"\r\nLocation: /patience/\r\n" in told
        for path in ("/patience7KQ4P", "/patiencex/", "/patience/patience/"):
            assert status_of(await heard(url, asked(path))) == 404
