"""The deal of a match that is over, played again against ghosts."""

import pytest
from playwright.async_api import expect
from tests.web.browser.pages import WITHIN_MS, Pages
from tests.web.browser.test_match import played

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_whoever_has_the_link_of_a_match_plays_its_deal_against_ghosts(
    pages: Pages,
) -> None:
    ann, link = await played(pages)
    await ann.page.goto(link)
    await ann.sees_text("Whoever opens the link of this page can play this deal")
    await ann.press_summary("Who has played it")
    await expect(ann.page.locator(".challenge tbody tr")).to_have_count(2)
    cid = await pages.come("Cid")
    await cid.page.goto(link)
    await cid.page.get_by_label("Your name").fill("Cid")
    await cid.press("Play this deal")
    await cid.sees(cid.board)
    bars = cid.page.locator(".bars li")
    await expect(bars).to_have_count(3, timeout=WITHIN_MS)
    await expect(bars.filter(has_text="ghost Ann")).to_have_count(1)
    await cid.lay("a1", "b1")
    await cid.stop()
    await cid.sees_text("Proven, as far as this page saw")
    await cid.sees(cid.page.get_by_role("row", name="Cid (you)").nth(1))
    # One attempt each: the second one is told so, and has the board all the same.
    await cid.page.goto(link)
    await cid.press("Play this deal")
    await cid.sees_text("You have played this deal; there is one attempt each.")


async def test_who_chose_it_races_their_own_best_match_of_the_game(
    pages: Pages,
) -> None:
    ann, _ = await played(pages)
    await ann.page.goto(f"{pages.url}/")
    await ann.press("Settings")
    await ann.page.get_by_label("Your best rated match of the game").click()
    await ann.page.locator("dialog .main").click()
    bob = await pages.come("Bob")
    await bob.follow(await ann.open_room())
    await ann.press("Ready")
    await ann.sees(ann.board)
    bars = ann.page.locator(".bars li")
    await expect(bars.filter(has_text="ghost your best")).to_have_count(
        1, timeout=WITHIN_MS
    )
    # Nobody else sees it.
    await bob.sees(bob.board)
    await expect(bob.page.locator(".bars li")).to_have_count(2)
