"""What axe looks for is on no screen: missing names, faint text, lost roles."""

from typing import Literal

import pytest
from playwright.async_api import Browser, Page
from tests.server.house import serving
from tests.web.browser.axe import complaints
from tests.web.browser.screens import WALKS, walk

from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

SLOW = Settings.model_validate({"countdown_ms": 5_000})


SCREENS = {"first": 4, "addresses": 7, "days": 3, "race": 10, "alone": 1}
"""The number of screens on each way."""


@pytest.mark.parametrize("way", WALKS)
@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("es-ES", "dark")])
async def test_axe_complains_of_no_screen(
    browser: Browser,
    store_url: str,
    locale: str,
    scheme: Literal["light", "dark"],
    way: str,
) -> None:
    found: dict[str, list[str]] = {}

    async def look(name: str, page: Page) -> None:
        await page.emulate_media(color_scheme=scheme)
        found[name] = await complaints(page)

    async with serving(store_url, SLOW) as url:
        await walk(browser, url.replace("ws://", "http://"), locale, way, look)
    assert len(found) == SCREENS[way]
    assert not {name: told for name, told in found.items() if told}


async def test_axe_would_complain(browser: Browser) -> None:
    page = await browser.new_page()
    await page.set_content("<main><h1>A</h1><input><p style='color:#eee'>faint</p>")
    told = await complaints(page)
    assert {"label", "color-contrast"} <= {line.partition(" ")[0] for line in told}
