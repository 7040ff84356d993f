"""Every screen is told as it was, and axe finds nothing: no lost role, no faint text.

Nor does any have to be scrolled sideways where it is 320 wide, or twice as large as
usual; no target is smaller than 44 by 44; and buttons have an edge in forced colours.
"""

from typing import Literal

import pytest
from playwright.async_api import Browser, Page
from tests.conditions import PATIENCE_S
from tests.golden.page.heard import FOLDER, file_of, heard_as_written
from tests.golden.page.same import same_deals
from tests.server.house import serving
from tests.web.browser.axe import complaints
from tests.web.browser.fitting import NARROW, ZOOMED, misfits
from tests.web.browser.screens import LOCALES, SLOW, WALKS, walk

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREENS = {"first": 4, "addresses": 8, "days": 3, "race": 10, "alone": 1}
"""The number of screens on each way."""


@pytest.mark.parametrize("way", WALKS)
@pytest.mark.parametrize(
    ("locale", "scheme"), [(LOCALES[0], "light"), (LOCALES[1], "dark")]
)
async def test_every_screen_is_told_as_it_was_and_nothing_is_to_be_complained_of(
    browser: Browser,
    store_url: str,
    locale: str,
    scheme: Literal["light", "dark"],
    way: str,
) -> None:
    found: dict[str, list[str]] = {}
    written: dict[str, str] = {}
    told: dict[str, str] = {}

    async def look(name: str, page: Page) -> None:
        written[name] = file_of(name, locale).read_text("utf-8")
        # Once something is another one, nothing further is waited for.
        within_s = PATIENCE_S if written == {**told, name: written[name]} else 0
        told[name] = await heard_as_written(page, written[name], within_s)
        await page.emulate_media(color_scheme=scheme)
        found[name] = [*await complaints(page), *await misfits(page)]

    with same_deals():
        async with serving(store_url, SLOW) as url:
            await walk(browser, url.replace("ws://", "http://"), locale, way, look)
    assert len(found) == SCREENS[way]
    assert not {name: lines for name, lines in found.items() if lines}
    assert told == written


async def test_no_screen_is_kept_that_is_not_looked_at() -> None:
    assert len(list(FOLDER.glob("*.txt"))) == sum(SCREENS.values()) * len(LOCALES)


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
