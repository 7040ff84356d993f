"""Pages in a real browser: Debian's chromium, which the tests do not download."""

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from tests.browsers import CHROMIUM, HOW, IS_NEEDED
from tests.server.house import serving
from tests.web.browser.pages import Pages


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
