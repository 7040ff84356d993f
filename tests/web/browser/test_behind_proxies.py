"""Pages behind the shipped proxies, by TLS and a name, and below a path of its own."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import base64
import hashlib
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from typing import cast

import pytest
import pytest_asyncio
from bench.load.proxies import BEHIND_ONE, Kind, Pair, behind, free_port, lacking
from playwright.async_api import Browser, ConsoleMessage, async_playwright, expect
from redis.asyncio import Redis
from tests.browsers import CHROMIUM, HOW
from tests.servers import running_server
from tests.web.browser.pages import KEPT, WITHIN_MS, Pages, Somebody

from samedeal_protocol.paths import path_of
from samedeal_server.store.keys import room_keys

NAME = "cards.example"
OPENSSL = shutil.which("openssl") or ""
QUICK = {"SAMEDEAL_COUNTDOWN_MS": "500"}
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not OPENSSL, reason="openssl makes the certificates"),
]


def openssl(*words: str, given: bytes = b"") -> bytes:
    """Return what openssl says."""
    run = subprocess.run(
        [OPENSSL, *words], input=given, check=True, capture_output=True
    )
    return run.stdout


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Make a certificate for the name, signed by nobody that anybody trusts."""
    folder = tmp_path_factory.mktemp("pair")
    openssl(
        *("req", "-x509", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
        *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-addext", f"subjectAltName=DNS:{NAME}"),
        *("-keyout", str(folder / "key"), "-out", str(folder / "certificate")),
    )
    return Pair(*((folder / name).read_text() for name in Pair._fields))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def trusting(pair: Pair) -> AsyncIterator[Browser]:
    """Run a browser that trusts the certificate, and finds the name here."""
    if CHROMIUM is None:
        pytest.skip(HOW)
    key = openssl("x509", "-pubkey", "-noout", given=pair.certificate.encode())
    known = openssl("pkey", "-pubin", "-outform", "der", given=key)
    digest = base64.b64encode(hashlib.sha256(known).digest()).decode()
    arguments = [
        f"--ignore-certificate-errors-spki-list={digest}",
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        yield browser
        await browser.close()


class Watched:
    """The sockets that a page opens, and what its browser complains of."""

    def __init__(self, somebody: Somebody) -> None:
        self.sockets: list[str] = []
        self.complaints: list[str] = []
        somebody.page.on("websocket", lambda socket: self.sockets.append(socket.url))
        somebody.page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)


WAYS: tuple[tuple[Kind, str], ...] = (
    *(("haproxy", ""), ("haproxy", "/patience")),
    ("nginx", "/patience"),
)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        pytest.param(kind, path, marks=pytest.mark.skipif(bool(why), reason=why))
        for kind, path in WAYS
        for why in [lacking(kind)]
    ],
)
async def test_two_race_by_a_link_that_leads_through_a_shipped_proxy(
    trusting: Browser, pair: Pair, store_url: str, kind: Kind, path: str
) -> None:
    port = free_port()
    url = f"https://{NAME}:{port}{path}"
    settings = {**QUICK, **BEHIND_ONE, "SAMEDEAL_PUBLIC_URL": url}
    async with (
        running_server(store_url, **settings) as one,
        running_server(store_url, **settings) as other,
        behind(
            *(kind, [int(each.url.rpartition(":")[2]) for each in (one, other)]),
            port=port,
            below=path,
            tls=pair,
        ),
    ):
        pages = Pages(trusting, url)
        ann, bob = [await pages.come(name, keeps=True) for name in ("Ann", "Bob")]
        looks = [Watched(each) for each in (ann, bob)]
        link = await ann.open_room()
        code = link[-5:]
        assert link == f"{url}/{code}"
        await bob.follow(link)
        await bob.sees_text("The match begins when all who sit here are ready")
        async with Redis.from_url(store_url) as store:
            found = await store.hget(room_keys(code).head, "watchers")
        assert len((cast("bytes", found) or b"").split()) == 1
        there = f"{url.replace('http', 'ws')}{path_of(code)}"
        assert [look.sockets[-1] for look in looks] == [there] * 2
        await ann.press("Ready")
        for each in (ann, bob):
            await each.sees(each.board)
            await each.lay("a1", "b1")
        await bob.page.reload()
        await bob.sees(bob.board)
        await expect(bob.laid).to_have_count(2, timeout=WITHIN_MS)
        for each in (ann, bob):
            await each.stop()
        for each in (ann, bob):
            await each.sees_text("as far as")
        moves = ann.page.get_by_role("link", name="Move by move")
        href = await moves.get_attribute("href") or ""
        assert href.startswith(f"{url}/m/m-")
        await bob.page.goto(href)
        await bob.sees_text("The record holds together")
        await ann.page.evaluate(KEPT, 1)
        assert [look.complaints for look in looks] == [[], []]
        assert not pages.complaints
    await ann.page.goto(f"{url}/learn?game=squares/english")
    await ann.press("Practise")
    await ann.page.locator(".board [data-open]").first.click()
    await expect(ann.laid).to_have_count(1, timeout=WITHIN_MS)
