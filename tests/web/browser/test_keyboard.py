"""A race by keys alone."""

import re

import pytest
from playwright.async_api import expect
from tests.web.browser.by_ear import tab_to
from tests.web.browser.pages import WITHIN_MS, Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


async def test_one_races_by_a_link_with_keys_and_what_is_read_aloud(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    link = await ann.open_room()
    page = bob.page
    await page.goto(link)
    await tab_to(page, "textbox", "Your name")
    await page.keyboard.type("Bob")
    await page.keyboard.press("Enter")
    await ann.press("Ready")
    # The board has the keys as soon as it is there.
    for cell in CELLS:
        empty = page.get_by_role("button", name=f"{cell}: empty.", exact=True)
        await expect(empty.and_(bob.open)).to_have_count(1, timeout=WITHIN_MS)
        await page.keyboard.type(cell)
        if cell != CELLS[-1]:
            said = page.get_by_role("status")
            laid = re.compile(rf"{cell}: \w+ of \w+\..*Next: \w+ of \w+\.")
            await expect(said.filter(has_text=laid)).to_have_count(1, timeout=WITHIN_MS)
    await ann.sees(ann.board)
    await ann.lay("a1")
    await ann.stop()
    await expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"You won, \d+ to \d+|Ann won with \d+|Nobody wins\."),
        timeout=WITHIN_MS,
    )
    await bob.sees_text("Proven, as far as this page saw")
    await tab_to(page, "button", "Rematch")
    await page.keyboard.press("Enter")
    await ann.sees_text("is ready for another.")
