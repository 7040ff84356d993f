"""What axe looks for is on no screen: missing names, faint text, lost roles.

Nor does any have to be scrolled sideways where it is 320 wide, or twice as large as
usual; no target is smaller than 44 by 44; and buttons have an edge in forced colours.
"""

from typing import Literal

import pytest
from playwright.async_api import Browser, Page
from tests.server.house import serving
from tests.web.browser.axe import complaints
from tests.web.browser.fitting import NARROW, ZOOMED, misfits
from tests.web.browser.screens import WALKS, walk

from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

SLOW = Settings.model_validate({"countdown_ms": 5_000})


SCREENS = {"first": 4, "addresses": 8, "days": 3, "race": 10, "alone": 1}
"""The number of screens on each way."""


@pytest.mark.parametrize("way", WALKS)
@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("es-ES", "dark")])
async def test_nothing_is_to_be_complained_of_on_any_screen(
    browser: Browser,
    store_url: str,
    locale: str,
    scheme: Literal["light", "dark"],
    way: str,
) -> None:
    found: dict[str, list[str]] = {}

    async def look(name: str, page: Page) -> None:
        await page.emulate_media(color_scheme=scheme)
        found[name] = [*await complaints(page), *await misfits(page)]

    async with serving(store_url, SLOW) as url:
        await walk(browser, url.replace("ws://", "http://"), locale, way, look)
    assert len(found) == SCREENS[way]
    assert not {name: told for name, told in found.items() if told}


async def test_axe_would_complain(browser: Browser) -> None:
    page = await browser.new_page()
    await page.set_content("<main><h1>A</h1><input><p style='color:#eee'>faint</p>")
    told = await complaints(page)
    assert {"label", "color-contrast"} <= {line.partition(" ")[0] for line in told}


async def test_what_does_not_fit_would_be_told(browser: Browser) -> None:
    page = await browser.new_page()
    await page.set_content(
        "<div id=page><div style='width:900px'>wide</div><button>ok</button>"
        "<button style='width:99px;height:99px;border:0'>no edge</button></div>"
    )
    told = [line.partition(":")[0] for line in await misfits(page)]
    assert sum("of 320 wide" in line for line in told) == 1
    assert sum("of 640 wide" in line for line in told) == 1
    assert "no edge" in told
    assert sum(" by " in line for line in told) == len((NARROW, ZOOMED))
