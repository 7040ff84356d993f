"""Golden pages: every screen of the page, as a screen reader is told of it.

In both languages, and at every size at which it is another one. Tests compare them
where axe looks at the same screens. Write them anew with ``python -m
tests.golden.page.write``, and read the difference with your ears.
"""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, async_playwright
from tests.browsers import CHROMIUM, HOW
from tests.golden.page.heard import FOLDER, file_of, heard_at_rest
from tests.golden.page.same import same_deals
from tests.server.house import serving
from tests.web.browser.screens import LOCALES, SLOW, WALKS, walk

from samedeal_server.store.embedded import EmbeddedStore


async def _write(browser: Browser, locale: str, way: str) -> None:
    async def look(screen: str, page: Page) -> None:
        told = await heard_at_rest(page)
        file_of(screen, locale).write_text(told, encoding="utf-8")

    with TemporaryDirectory() as data, same_deals():
        async with EmbeddedStore(Path(data)) as store, serving(store.url, SLOW) as url:
            await walk(browser, url.replace("ws://", "http://"), locale, way, look)


async def write() -> None:
    """Write what is told of every screen."""
    if CHROMIUM is None:
        print(HOW)
        return
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        for locale in LOCALES:
            for way in WALKS:
                await _write(browser, locale, way)


if __name__ == "__main__":
    asyncio.run(write())
