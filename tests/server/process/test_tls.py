"""TLS by the server itself: by its certificate, which is read again when it changes."""

import asyncio
import logging
import os
import shutil
import ssl
import subprocess
import sys
import threading
import time
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.server.process.test_app import failed_start
from tests.servers import environment
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_server.process import tls
from samedeal_server.process.tls import Certificate, CertificateError
from samedeal_server.process.validity import Validity

OPENSSL = shutil.which("openssl") or ""
pytestmark = pytest.mark.skipif(not OPENSSL, reason="openssl makes the certificates")


def made(folder: Path, name: str) -> tuple[Path, Path]:
    """Make a certificate for this machine, and its key."""
    folder.mkdir(exist_ok=True)
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *(OPENSSL, "req", "-x509", "-nodes", "-days", "2", "-subj", f"/CN={name}"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


def trusting(certificate: Path) -> ssl.SSLContext:
    """Return what a client has that trusts a certificate and no other."""
    return ssl.create_default_context(cafile=str(certificate))


async def shown(port: int, trusted: Path) -> bytes:
    """Return the certificate that a server shows whoever trusts it."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=trusting(trusted)
    )
    found: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    del reader
    return found


async def test_a_server_speaks_tls_and_says_so(store_url: str, tmp_path: Path) -> None:
    certificate, key = made(tmp_path, "one")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--port", "0"),
        stdout=PIPE,
        env=environment(
            REDIS_URL=store_url,
            SAMEDEAL_TLS_CERT=str(certificate),
            SAMEDEAL_TLS_KEY=str(key),
        ),
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    assert "listens on wss://127.0.0.1:" in line
    url = line.split()[-1]
    async with connect(
        url,
        ssl=trusting(certificate),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None,
        open_timeout=PATIENCE_S,
    ) as socket:
        await socket.send(encode(Hello(id=1, client="test", name="Ann")))
        data = await socket.recv()
        assert isinstance(data, bytes)
        assert isinstance(decode_message(data), Welcome)
    with pytest.raises(ssl.SSLCertVerificationError):
        await asyncio.open_connection(
            "127.0.0.1", int(url.rpartition(":")[2]), ssl=ssl.create_default_context()
        )
    process.terminate()
    assert await process.wait() == 0


async def test_a_new_certificate_is_shown_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls, "LOOKED_EVERY_S", 0.01)
    files = made(tmp_path, "one")
    certificate = Certificate(*files)
    old = files[0].read_bytes()
    server = await asyncio.start_server(
        lambda reader, writer: None, "127.0.0.1", 0, ssl=certificate.context
    )
    port = server.sockets[0].getsockname()[1]
    running = asyncio.create_task(certificate.run())
    first = await shown(port, files[0])
    made(tmp_path, "two")
    assert files[0].read_bytes() != old

    async def is_new() -> bool:
        try:
            return await shown(port, files[0]) != first
        except ssl.SSLError:
            return False

    async with asyncio.timeout(PATIENCE_S):
        while not await is_new():  # noqa: ASYNC110 - each is a handshake
            await asyncio.sleep(0)
    running.cancel()
    server.close()


def test_half_a_certificate_leaves_the_one_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = made(tmp_path, "one")
    certificate = Certificate(*files)
    made(tmp_path / "other", "two")
    shutil.copy(tmp_path / "other" / "cert.pem", files[0])
    with caplog.at_level(logging.INFO):
        certificate.look()
        assert "the other file of a new certificate is waited for" in caplog.text
        assert {record.levelname for record in caplog.records} == {"INFO"}
        certificate.look()
        certificate.look()
        assert caplog.text.count("the certificate stays the one before") == 1
        assert "the key is not that of the certificate" in caplog.text
        refused = [certificate.is_refused]
        shutil.copy(tmp_path / "other" / "key.pem", files[1])
        certificate.look()
        assert "read again" in caplog.text
        refused.append(certificate.is_refused)
        files[1].unlink()
        certificate.look()
    assert "No such file or directory" in caplog.text
    assert [*refused, certificate.is_refused] == [True, False, True]


def test_it_is_known_when_a_certificate_ends(tmp_path: Path) -> None:
    before = time.time()
    certificate = Certificate(*made(tmp_path, "one"))
    assert certificate.validity is not None
    begins, ends = certificate.validity
    assert before - 1 <= begins <= time.time()
    assert ends - begins == 2 * 24 * 3600


def test_what_has_no_end_to_read_is_a_certificate_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unread(text: str) -> Validity:
        raise ValueError(text)

    monkeypatch.setattr(tls, "validity_of", unread)
    certificate = Certificate(*made(tmp_path, "one"))
    assert certificate.validity is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none here")
def test_what_never_ends_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = made(tmp_path, "one")
    certificate = Certificate(*files)
    files[0].unlink()
    os.mkfifo(files[0])
    certificate.look()
    assert caplog.text.count("the certificate stays the one before") == 1
    with pytest.raises(CertificateError, match="is no plain file"):
        Certificate(*files)
    files[0].unlink()
    files[0].write_bytes(bytes(tls.FILE_MOST + 1))
    with pytest.raises(CertificateError, match="is no plain file of at most"):
        Certificate(*files)


async def test_a_disk_that_does_not_answer_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tls, "LOOKED_EVERY_S", 0.001)
    monkeypatch.setattr(tls, "READ_WITHIN_S", 0.01)
    answers, looks = threading.Event(), list[bool]()

    def hanging(self: Certificate) -> None:
        looks.append(answers.wait(PATIENCE_S))

    monkeypatch.setattr(Certificate, "look", hanging)
    running = asyncio.create_task(Certificate(*made(tmp_path, "one")).run())
    # The loop goes on meanwhile, with this.
    await eventually(lambda: "are not read in time" in caplog.text)
    assert looks == []
    answers.set()
    await eventually(lambda: len(looks) > 1)
    assert all(looks)
    running.cancel()


def test_a_key_with_a_password_is_refused_and_not_asked_for(tmp_path: Path) -> None:
    certificate, key = made(tmp_path, "one")
    locked = tmp_path / "locked.pem"
    subprocess.run(
        [
            *(OPENSSL, "ec", "-in", str(key), "-out", str(locked), "-aes256"),
            *("-passout", "pass:x"),
        ],
        check=True,
        capture_output=True,
    )
    with pytest.raises(CertificateError, match="the key has a password"):
        Certificate(certificate, locked)
    with pytest.raises(CertificateError, match="no certificate and key in PEM"):
        Certificate(key, certificate)


@pytest.mark.parametrize(
    ("settings", "status", "said"),
    [
        ({"SAMEDEAL_TLS_CERT": "x"}, 2, "SAMEDEAL_TLS_KEY belong together"),
        (
            {"SAMEDEAL_TLS_CERT": "/nowhere/c", "SAMEDEAL_TLS_KEY": "/nowhere/k"},
            1,
            "cannot be used: No such file or directory: /nowhere/c",
        ),
    ],
)
async def test_what_cannot_be_used_is_one_sentence(
    store_url: str, settings: dict[str, str], status: int, said: str
) -> None:
    got, text = await failed_start("--port", "0", REDIS_URL=store_url, **settings)
    assert (got, text.count("\n")) == (status, 1)
    assert said in text


def test_nothing_is_read_again_that_has_not_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    certificate = Certificate(*made(tmp_path, "one"))
    with caplog.at_level(logging.INFO):
        certificate.look()
    assert caplog.text == ""
