"""What a screen reader is told of a screen of the page, at every size.

That is the accessibility tree, as the browser has it. Sizes at which it is the same
share one text, with their widths at its head.
"""

import asyncio
from pathlib import Path

from playwright.async_api import Page, ViewportSize
from tests.conditions import POLL_S
from tests.golden.page.same import masked

FOLDER = Path(__file__).parent
SIZES = ((1440, 900), (768, 1024), (360, 740))
AT_REST_S = 0.5
"""A page that says the same for so long has all that comes to it."""


def file_of(screen: str, locale: str) -> Path:
    """Return where what is told of a screen is kept, for a language."""
    return FOLDER / f"{screen.replace(' ', '-')}-{locale[:2]}.txt"


async def heard(page: Page) -> str:
    """Return what is told of a page as it is now, at every size."""
    widths: dict[str, list[str]] = {}
    for width, height in SIZES:
        await page.set_viewport_size(ViewportSize(width=width, height=height))
        told = masked(await page.locator("body").aria_snapshot())
        widths.setdefault(told, []).append(str(width))
    return "".join(f"== {', '.join(own)}\n{told}\n" for told, own in widths.items())


async def heard_as_written(page: Page, written: str, within_s: float) -> str:
    """Return what is told of a page; what is not as it is written is heard again.

    What comes late to a page tells nobody that it is there.
    """
    last = asyncio.get_running_loop().time() + within_s
    while (told := await heard(page)) != written:
        if asyncio.get_running_loop().time() > last:
            return told
        await asyncio.sleep(POLL_S)
    return told


async def heard_at_rest(page: Page) -> str:
    """Return what is told of a page to which nothing comes any more."""
    before, told = "", await heard(page)
    while told != before:
        await asyncio.sleep(AT_REST_S)
        before, told = told, await heard(page)
    return told
