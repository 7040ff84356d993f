"""Lessons at the page, and deals that count for nothing."""

import pytest
from playwright.async_api import Locator, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

pytestmark = pytest.mark.asyncio(loop_scope="session")


def taught(person: Somebody) -> Locator:
    """Return what a lesson says."""
    return person.page.locator(".taught")


async def test_a_lesson_asks_for_its_moves_and_then_for_any(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.press_summary("How it is played")
    await ann.page.get_by_role("link", name="Learn it by playing").click()
    await ann.page.wait_for_url("**/learn?game=squares/english")
    await expect(taught(ann)).to_contain_text("on b5", timeout=WITHIN_MS)
    await ann.page.get_by_role("button", name="a1: empty.", exact=True).click()
    await ann.sees_text("You could; but in this lesson do what is said above.")
    await expect(ann.laid).to_have_count(0)
    moves = ["b5", "b4", "e5", "a3", "c4", "d1", "e4", "a4", "e3", "d5", "c1", "d4"]
    await ann.lay(*moves)
    await expect(taught(ann)).to_contain_text("Lay the rest as you like.")
    await ann.lay("a1")
    await expect(ann.laid).to_have_count(len(moves) + 1)
    await ann.press("Practise")
    await expect(ann.laid).to_have_count(0)
    await ann.lay("a1")
    await ann.press("Another deal")
    await expect(ann.laid).to_have_count(0)


async def test_every_game_has_its_lesson_at_a_link_in_the_readers_words(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/learn?game=westcliff/classic&language=es")
    await ann.sees_text("Las columnas bajan alternando colores.")
    games = ann.page.get_by_label("Juego")
    for value in await games.locator("option").evaluate_all(
        "(all) => all.map(({value}) => value)"
    ):
        await games.select_option(value)
        await ann.page.wait_for_url(f"**game={value.replace('/', '%2F')}")
        await expect(taught(ann)).not_to_be_empty(timeout=WITHIN_MS)
