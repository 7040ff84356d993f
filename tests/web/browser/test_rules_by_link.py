"""The rules of a game, at an address that can be sent."""

import pytest
from playwright.async_api import Browser, expect
from tests.server.house import serving
from tests.web.browser.pages import WITHIN_MS, Pages

from samedeal_games.catalogue import GAMES
from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

BELOW = Settings.model_validate({"public_url": "https://cards.example/patience"})


async def test_rules_have_a_link_wherever_they_are_read(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.press_summary("How it is played")
    link = ann.page.get_by_role("link", name="Link to these rules")
    href = await link.get_attribute("href") or ""
    assert href == f"{pages.url}/rules/squares/english"
    await ann.page.goto(href)
    heading = ann.page.get_by_role("heading", level=1)
    await expect(heading).to_have_text("Poker Squares", timeout=WITHIN_MS)
    await ann.sees_text("A card may go on any empty cell")
    await ann.page.get_by_role("link", name="samedeal").click()
    await ann.page.get_by_role("link", name="Rules").click()
    await ann.page.wait_for_url(f"{pages.url}/rules")
    await ann.sees(ann.page.locator(".rules h3").first)


async def test_the_rules_of_every_game_are_chosen_by_its_address(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/rules/pas-seul?language=es")
    await ann.sees_text("Cómo se juega")
    games = ann.page.get_by_label("Juego")
    await expect(games).to_have_value("pas-seul")
    for key in GAMES:
        await games.select_option(key)
        await ann.page.wait_for_url(f"{pages.url}/rules/{key}")
        await ann.sees(ann.page.locator(".rules h3").first)


async def test_rules_are_found_below_a_path(browser: Browser, store_url: str) -> None:
    async with serving(store_url, BELOW) as url:
        pages = Pages(browser, f"{url.replace('ws://', 'http://')}/patience")
        ann = await pages.come("Ann")
        await ann.page.goto(f"{pages.url}/rules/westcliff/classic")
        await ann.sees(ann.page.locator(".rules h3").first)
        await ann.page.get_by_label("Game").select_option("easthaven")
        await ann.page.wait_for_url(f"{pages.url}/rules/easthaven")
        await ann.page.reload()
        await ann.sees(ann.page.get_by_role("heading", name="Easthaven", exact=True))
        await ann.page.get_by_role("link", name="Learn it by playing").click()
        await ann.page.wait_for_url(f"{pages.url}/learn?game=easthaven")
