"""Pages in a real browser: Debian's chromium, which the tests do not download."""

import os
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from tests.browsers import CHROMIUM, HOW, IS_NEEDED
from tests.server.house import serving
from tests.web.browser.pages import Pages

from samedeal_games.catalogue import GAMES


class ByEar(NamedTuple):
    """What is to be played by who reads the accessibility tree alone."""

    game: str
    matches: int
    moves: int
    """Made at most in one match."""


BRIEFLY = tuple(
    ByEar(game, 1, 10) for game in ("squares/english", "westcliff/american")
)
LONG = 60


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let more matches be asked for."""
    parser.addoption("--heard-matches", type=int, default=0, help="of every game")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play two games briefly, or `--heard-matches` matches of each."""
    if "by_ear" in metafunc.fixturenames:
        count = int(metafunc.config.getoption("--heard-matches") or 0)
        asked = [ByEar(game, count, LONG) for game in GAMES] if count else BRIEFLY
        metafunc.parametrize("by_ear", asked, ids=lambda each: each.game)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what needs a browser where none is; CI has to have one."""
    if CHROMIUM is None and not IS_NEEDED:
        for item in items:
            if "tests/web/browser" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason=HOW))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _browser() -> AsyncIterator[Browser]:
    """Run a browser without a window, which takes longer to start than most tests."""
    assert CHROMIUM is not None, HOW
    async with async_playwright() as playwright:
        # A made-up GPU takes a tenth of the time, and as root there is no sandbox.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        arguments = ["--disable-gpu", *sandbox]
        yield await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)


@pytest_asyncio.fixture(loop_scope="session")
async def browser(_browser: Browser) -> AsyncIterator[Browser]:
    """Lend the browser to a test; nobody is at any page before it."""
    yield _browser
    for context in _browser.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def pages(browser: Browser, store_url: str) -> AsyncIterator[Pages]:
    """Open pages at a server in this loop; fail if one complains."""
    async with serving(store_url) as url:
        opened = Pages(browser, url.replace("ws://", "http://"))
        yield opened
        assert not opened.complaints
