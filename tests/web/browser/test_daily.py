"""Today's deals at the page."""

import re

import pytest
from playwright.async_api import expect
from tests.clocks import ahead_by
from tests.web.browser.pages import WITHIN_MS, Pages

SHARED = (
    r"samedeal · Poker Squares · [0-9-]{{10}}\n[0-9]+ points?.* · place 1 of 1\n"
    r"[▁▂▃▄▅▆▇█]{{10}}\nYour turn, one try: open {url}/daily"
)
DAY_MS = 24 * 3600 * 1000

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
    await ann.sees(ann.page.get_by_role("row", name="1 Ann (you)").nth(1))
    await ann.sees(ann.page.get_by_role("button", name="Send the result"))
    await ann.sees(ann.page.locator(".end .board"))
    await ann.press("Today's deals")
    await ann.sees_text("place 1 of 1")
    await ann.press_summary("See the board")
    await ann.sees(ann.page.get_by_role("row", name="1 Ann (you)"))
    await ann.page.evaluate("navigator.share = async (sent) => { window.sent = sent; }")
    await ann.press("Send the result")
    sent = await ann.page.evaluate("window.sent.text")
    assert re.fullmatch(SHARED.format(url=pages.url), sent)
    bob = await pages.come("Bob")
    await bob.page.goto(f"{pages.url}/daily")
    await bob.sees_text("1 player so far")
    await ann.page.goto(f"{pages.url}/player")
    await ann.sees(ann.page.get_by_role("cell", name="1 (best 1)"))


async def test_the_seed_of_a_day_is_held_against_what_was_shown_before(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = ahead_by(monkeypatch)
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/daily")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play: Poker Squares")
    await ann.sees(ann.board)
    await ann.lay("a1", "b1")
    await ann.stop()
    await ann.press("Today's deals")
    await ann.press_summary("Yesterday's deals, and older ones")
    day = ann.page.get_by_label("Day")
    today = (await ann.page.evaluate("new Date().toISOString()"))[:10]
    ahead.ms = 2 * DAY_MS
    await ann.page.reload()
    await ann.press_summary("Yesterday's deals, and older ones")
    await day.fill(today)
    await ann.sees_text("The seed is the one committed to.")
    await ann.sees(ann.page.get_by_role("row", name="1 Ann (you)"))
    # Whoever comes later was told the commitment with the seed, which proves nothing.
    bob = await pages.come("Bob")
    await bob.page.goto(f"{pages.url}/daily")
    await bob.press_summary("Yesterday's deals, and older ones")
    await bob.page.get_by_label("Day").fill(today)
    await bob.sees_text("as any seed would")
    await bob.page.get_by_role("link", name="Move by move").click()
    await bob.sees_text("The record holds together")
