"""What somebody is told who comes to no server: one sentence that helps.

Against real little servers, each wrong in its own way.
"""

import asyncio
import errno
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from samedeal_client import cli
from samedeal_client.kept.files import IdentityError
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.language import speaking
from samedeal_client.wire.link import Link
from samedeal_client.wire.reach.proxies import proxy_to
from samedeal_client.wire.trouble import Busy, Unreachable

Answer = Callable[[bytes], bytes]
"""From the first bytes that somebody sends to what they are answered."""


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


@asynccontextmanager
async def answering(
    answer: Answer, tls: ssl.SSLContext | None = None
) -> AsyncGenerator[int]:
    """Answer everybody once and hang up; yield the port on this machine."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(answer(await reader.read(4096)))
            await writer.drain()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()


def http(status: int, body: str = "", *headers: str) -> Answer:
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *headers]
    head += [f"Content-Length: {len(body)}", "Connection: close", "", body]
    return lambda _: "\r\n".join(head).encode()


def bare(said: bytes) -> Answer:
    return lambda _: said


async def trouble_at(url: str) -> Unreachable:
    with pytest.raises(Unreachable) as found:
        await Link.open(url)
    assert "\n" not in str(found.value)
    return found.value


async def told_at(url: str) -> str:
    return str(await trouble_at(url))


async def test_a_password_in_an_address_is_never_told() -> None:
    async with answering(http(404, "nothing here")) as port:
        told = await told_at(f"ws://ada:secret@127.0.0.1:{port}")
    assert f"ws://ada:***@127.0.0.1:{port} answers 404" in told
    for url in ("ws://ada:secret@127.0.0.1:1", "ws://ada:secret@[::1"):
        told = await told_at(url)
        assert "ada:***@" in told
        assert "secret" not in told


# Somebody else is there


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (http(404), "answers 404 as a web server does"),
        (http(421), "does not go by the name"),
        (http(200, "hello"), "answers 200 as a web server does"),
        (http(403), "check host, port and path"),
        (http(502), "the server behind it is not (502); try again later"),
        (http(400, "sent to HTTPS port"), "write wss:// if it wants TLS"),
        (bare(b"SSH-2.0-OpenSSH_9.9\r\n"), "check the port, or write wss://"),
        (bare(b""), "check the port, or write wss://"),
        (
            http(400, "Offer a subprotocol that is spoken here: samedeal.v2.msgpack"),
            "speaks samedeal.v2.msgpack, which is newer than samedeal.v1.msgpack here",
        ),
        (
            http(400, "Offer a subprotocol that is spoken here: samedeal.v0.json"),
            "speaks samedeal.v0.json, not samedeal.v1.msgpack: ask whoever runs it",
        ),
    ],
)
async def test_whatever_else_answers_is_told_apart(answer: Answer, told: str) -> None:
    async with answering(answer) as port:
        assert told in await told_at(f"ws://127.0.0.1:{port}")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_nobody_is_sent_on_to_another_server(
    server_of_now: str, status: int
) -> None:
    there = server_of_now.replace("ws://", "http://ada:secret@")
    async with answering(http(status, "", f"Location: {there}")) as port:
        told = await told_at(f"ws://127.0.0.1:{port}")
    shown = there.replace("http", "ws").replace("secret", "***")
    assert f"sends you on to {shown}, and is not followed" in told


async def test_a_busy_server_says_how_long() -> None:
    async with answering(http(503, "", "Retry-After: 7")) as port:
        busy = await trouble_at(f"ws://127.0.0.1:{port}")
    assert isinstance(busy, Busy)
    assert busy.retry_s == 7.0
    assert "try again in 7 s" in str(busy)


async def test_host_and_port_are_enough_to_come_to_a_server(
    server_of_now: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    port = server_of_now.rpartition(":")[2]
    words = ["rooms", "--server", f"localhost:{port}", "--identity", f"{tmp_path}/id"]
    assert await asyncio.to_thread(cli.main, words) == 0
    assert capsys.readouterr().err == ""


async def test_the_address_that_was_tried_is_told_where_less_was_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    known = ["rooms", "--identity", f"{tmp_path}/id", "--server"]
    assert await asyncio.to_thread(cli.main, [*known, "localhost:9"]) == 1
    told = capsys.readouterr().err
    assert "(localhost:9 was taken for ws://localhost:9); start one with" in told
    assert await asyncio.to_thread(cli.main, [*known, "ws://localhost:9"]) == 1
    assert "was taken for" not in capsys.readouterr().err
    assert await asyncio.to_thread(cli.main, [*known, "nonsense"]) == 1
    assert "nonsense is not a server's address: write" in capsys.readouterr().err
    assert await asyncio.to_thread(cli.main, [*known, "ws://localhost:9/?r=1"]) == 1
    told = capsys.readouterr().err
    assert told == (
        "samedeal: a server's address has no ? and no #: ws://localhost:9/?r=1\n"
    )


async def test_a_server_of_another_version_is_asked_for_its_own(
    server_of_now: str,
) -> None:
    """What our own server says to a client that it does not understand is read."""
    host, _, port = server_of_now.removeprefix("ws://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        b"GET / HTTP/1.1\r\nHost: localhost\r\n"
        b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: samedeal.v0.json\r\n\r\n"
    )
    said = await reader.read()
    writer.close()
    older = said.replace(b".v1.", b".v0.")
    async with answering(bare(older)) as port_of_older:
        told = await told_at(f"ws://127.0.0.1:{port_of_older}")
    assert "speaks samedeal.v0.msgpack, not samedeal.v1.msgpack" in told


@pytest.fixture
async def server_of_now(store_url: str) -> AsyncGenerator[str]:
    from tests.server.house import serving

    from samedeal_server.process.settings import Settings

    known = Settings.model_validate({"known_as": "play.example"})
    async with serving(store_url, known) as url:
        yield url


# Nobody is there


async def test_nobody_listening_is_told_with_how_to_start_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async with answering(http(200)) as port:
        pass
    words = ["--server", f"ws://localhost:{port}", "--identity", str(tmp_path / "id")]
    status = await asyncio.to_thread(cli.main, [*words, "rooms"])
    assert status == 1
    told = capsys.readouterr().err
    assert f"no server answers at ws://localhost:{port}: connection refused" in told
    assert "start one with: samedeal-server" in told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            socket.EAI_NONAME,
            "no machine called nobody.invalid: check the address",
        ),
        (socket.EAI_AGAIN, "nobody.invalid cannot be looked up now: is this machine"),
    ],
)
async def test_a_name_that_nobody_has_is_told_apart(
    code: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(code, "as the system says it")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    error = await trouble_at("ws://nobody.invalid:1")
    assert told in str(error)
    assert not error.is_silent


@pytest.mark.parametrize("url", ["http://x", "x:1", "ws://", "ws://x:port", "ws://[x"])
async def test_what_is_no_address_is_told_with_what_one_looks_like(url: str) -> None:
    assert "write HOST:PORT or ws://" in await told_at(url)


# TLS


class Certificates:
    """Certificates for this machine, made by the openssl at hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = folder / "key.pem"
        self._openssl("genpkey", "-algorithm", "RSA", "-out", self.key)

    def made(self, name: str, *, days: int = 2) -> Path:
        """Return the certificate of a name, and of an address for numbers."""
        kind = "IP" if name[0].isdigit() else "DNS"
        request, path = self.folder / "request.pem", self.folder / f"{name}{days}.pem"
        extensions = self.folder / "extensions"
        extensions.write_text(f"subjectAltName={kind}:{name}\n")
        asked = ("req", "-new", "-key", self.key, "-subj", "/CN=x", "-out", request)
        self._openssl(*asked)
        signed = ("x509", "-req", "-in", request, "-signkey", self.key, "-out", path)
        self._openssl(*signed, "-days", str(days), "-extfile", extensions)
        return path

    def context(self, path: Path) -> ssl.SSLContext:
        """Return what a server needs to show a certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path, self.key)
        return context

    @staticmethod
    def _openssl(*words: str | Path) -> None:
        subprocess.run(["openssl", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here")
    return Certificates(tmp_path_factory.mktemp("certificates"))


@pytest.mark.parametrize(
    ("name", "days", "is_known", "told"),
    [
        ("127.0.0.1", 2, False, "the certificate of 127.0.0.1 is not trusted here"),
        ("127.0.0.1", -1, True, "the certificate of 127.0.0.1 has expired"),
        ("other.example", 2, True, "the certificate at 127.0.0.1 is for another name"),
        ("127.0.0.1", 2, True, "answers 404 as a web server does"),
    ],
)
async def test_certificates_are_told_apart(
    name: str,
    days: int,
    is_known: bool,
    told: str,
    certificates: Certificates,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = certificates.made(name, days=days)
    if is_known:
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
    async with answering(http(404), certificates.context(made)) as port:
        assert told in await told_at(f"wss://127.0.0.1:{port}")


async def test_plain_words_to_a_port_with_tls_are_told(
    certificates: Certificates,
) -> None:
    context = certificates.context(certificates.made("127.0.0.1"))
    async with answering(http(404), context) as port:
        assert "write wss:// if it wants TLS" in await told_at(f"ws://127.0.0.1:{port}")


@pytest.mark.parametrize("answer", [http(400), bare(b"")])
async def test_tls_to_a_plain_port_is_told(answer: Answer) -> None:
    async with answering(answer) as port:
        told = await told_at(f"wss://127.0.0.1:{port}")
    assert "does not speak TLS as it should" in told
    assert "write ws://" in told


async def test_tls_to_our_own_plain_server_is_told(server_of_now: str) -> None:
    told = await told_at(server_of_now.replace("ws://", "wss://"))
    assert "write ws:// in place of wss://" in told


# Proxies


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (http(407), "wants a password: write it into HTTPS_PROXY as in http://NAME:"),
        (
            http(403),
            "does not let you through to play.example (403); correct HTTPS_PROXY",
        ),
        (bare(b"what?\r\n\r\n"), "is not a proxy; correct HTTPS_PROXY, or add play."),
    ],
)
async def test_a_proxy_that_lets_nobody_through_is_named(
    answer: Answer, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with answering(answer) as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://ada:secret@127.0.0.1:{port}")
        said = await told_at("wss://play.example")
    assert told in said
    assert f"http://127.0.0.1:{port}" in said
    assert "secret" not in said


async def test_a_proxy_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with answering(http(200)) as port:
        pass
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
    told = await told_at("ws://play.example")
    refused = "cannot be reached: connection refused; correct HTTP_PROXY, or add"
    assert f"the proxy http://127.0.0.1:{port} {refused} play.example to" in told


@pytest.mark.parametrize(
    ("proxy", "told"),
    [
        ("socks5://127.0.0.1:1", "python-socks"),
        ("gopher://127.0.0.1:1", "is not a proxy; correct ALL"),
    ],
)
async def test_a_proxy_of_another_kind_is_told(
    proxy: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    assert told.replace("ALL", "HTTPS_PROXY") in await told_at("wss://play.example")


async def test_a_proxy_leads_to_a_server(
    server_of_now: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that lets everybody through, and leads all names to our server."""
    port = int(server_of_now.rpartition(":")[2])

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        assert asked.startswith(b"CONNECT play.example:80 ")
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 Go on\r\n\r\n")

        async def carry(
            source: asyncio.StreamReader, sink: asyncio.StreamWriter
        ) -> None:
            while data := await source.read(4096):
                sink.write(data)
            sink.close()

        await asyncio.gather(carry(reader, back), carry(there, writer))

    proxy = await asyncio.start_server(lead, "127.0.0.1", 0)
    where = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    monkeypatch.setenv("HTTP_PROXY", where)
    link = await Link.open("ws://play.example")
    await link.close()
    proxy.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "play.example"])
def test_this_machine_and_exceptions_need_no_proxy(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example")
    monkeypatch.setenv("NO_PROXY", "play.example")
    assert proxy_to(f"ws://{host}:8765") is None
    assert proxy_to("ws://elsewhere.example") is not None


# Languages, files


async def test_trouble_is_told_in_spanish() -> None:
    with speaking("es"):
        async with answering(http(404)) as port:
            told = await told_at(f"ws://127.0.0.1:{port}")
    assert "contesta 404 como un servidor web" in told


def test_a_full_disk_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(handle))

    monkeypatch.setattr(os, "fsync", full)
    file = IdentityFile(tmp_path / "identity.json")
    with pytest.raises(IdentityError, match="no space is left on the disk"):
        file.remember("ws://x", "Ada", "token")
    assert not list(tmp_path.iterdir())


def test_an_identity_file_that_cannot_be_read_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(IdentityError, match="folder; name another with --identity"):
        IdentityFile(tmp_path).find("ws://x")
    (tmp_path / "identity.json").write_text("[]")
    with pytest.raises(IdentityError, match="move it away, or name another"):
        IdentityFile(tmp_path / "identity.json").find("ws://x")
