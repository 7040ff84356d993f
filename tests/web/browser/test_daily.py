"""Today's deals at the page."""

import pytest
from playwright.async_api import expect
from tests.web.browser.pages import WITHIN_MS, Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_deal_of_today_is_played_once_and_has_a_board(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_role("link", name="Today's deals").click()
    await ann.press("Play: Poker Squares")
    await expect(ann.page.get_by_label("Your name")).to_be_focused()
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play: Poker Squares")
    await ann.sees(ann.board)
    await ann.lay("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2")
    await ann.page.goto(f"{pages.url}/daily")
    await ann.press("Go on: Poker Squares")
    await ann.sees(ann.board)
    await expect(ann.laid).to_have_count(10, timeout=WITHIN_MS)
    await ann.stop()
    await ann.sees_text("The seed is told later: then this match can be proven.")
    await ann.press("Today's deals")
    await ann.sees_text("place 1 of 1")
    await ann.press_summary("See the board")
    await ann.sees(ann.page.get_by_role("row", name="1 Ann (you)"))
    bob = await pages.come("Bob")
    await bob.page.goto(f"{pages.url}/daily")
    await bob.sees_text("1 player so far")
