"""One real store for the whole run; each test that asks for it finds it empty.

What a module's tests share, such as a server, begins with an empty one, too.
"""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import gc
import importlib
import os
import secrets
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio
from bench.load.proxies import KINDS, lacking
from hypothesis import settings
from redis import Redis
from tests.browsers import CHROMIUM, HOW
from tests.conditions import PATIENCE_S
from tests.screens import all_done, parsed_once
from tests.starting.patience import be_patient
from textual.css.stylesheet import Stylesheet

from samedeal_client.reader import Reader, read_by
from samedeal_client.wire import link
from samedeal_server.store.embedded import EmbeddedStore

HERE = Path(__file__).parent

# No test fails on the time of day, or of a busy machine.
settings.register_profile("samedeal", deadline=None)
settings.load_profile("samedeal")


def pytest_configure() -> None:
    """Look for garbage less often: much of what tests make lives for one test only."""
    gc.set_threshold(20_000, 20, 20)


def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of a whole run begin with other modules than the others.

    What one has rewritten, the others need not: in a fresh clone, all would.
    """
    whole = pytest.Config.ArgsSource.TESTPATHS
    if "PYTEST_XDIST_WORKER" in os.environ and session.config.args_source is whole:
        number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
        count = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for path in sorted(HERE.rglob("test_*.py"))[number::count]:
            parts = path.relative_to(HERE.parent).with_suffix("").parts
            # Who collects a module tells what is wrong with it.
            with suppress(Exception):
                importlib.import_module(".".join(parts))


def pytest_collection_finish() -> None:
    """Look for no garbage in what was imported, and in thousands of tests."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let go what was kept: libraries tell at the end of what seems lost."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Start what Ctrl-C ends, even where the tests themselves run in the background.

    A shell without jobs has what it sends there ignore the signal, and all it starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_config(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep the configuration of this machine out of every test."""
    # Not the null device: whoever may replace that, a superuser, would.
    path = tmp_path_factory.getbasetemp() / "config" / f"{secrets.token_hex(8)}.toml"
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(path))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every program that a test starts speak English, wherever it is run."""
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture(autouse=True)
def plain_reader() -> Iterator[None]:
    """Let every test begin with a reader who chose nothing, whatever ran before it."""
    with read_by(Reader()):
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line which tests were left out, and how to run them."""
    if CHROMIUM is None:
        terminalreporter.write_line(HOW)
    for why in filter(None, map(lacking, KINDS)):
        terminalreporter.write_line(f"the shipped proxies: skipped, for {why}")


@pytest.fixture(autouse=True)
def screens_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever presses a key of a full screen go on when it is done with it."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", all_done)


@pytest.fixture(autouse=True)
def styles_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a full screen take over the styles that one before it has parsed."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed_once)


@pytest.fixture(autouse=True)
def stores_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server in this loop take no busy machine for a store that is away."""
    be_patient(monkeypatch.setattr)


@pytest.fixture(autouse=True)
def servers_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a client in this loop take no busy machine for a server that is silent."""
    monkeypatch.setattr(link, "OPEN_WITHIN_S", PATIENCE_S)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _embedded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Run an embedded store of this test process's own."""
    data: Path = tmp_path_factory.mktemp("store")
    async with EmbeddedStore(data) as embedded:
        yield embedded.url


@pytest.fixture(scope="module")
def embedded_url(_embedded: str) -> str:
    """Return the address of a store that holds nothing of another module's."""
    _empty(_embedded)
    return _embedded


@pytest.fixture
def store_url(_embedded: str) -> str:
    """Return the address of an empty store."""
    _empty(_embedded)
    return _embedded


def _empty(url: str) -> None:
    with Redis.from_url(url) as client:
        client.flushall()
