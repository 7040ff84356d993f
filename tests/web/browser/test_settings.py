"""What a reader chooses once, and finds as it was."""

import pytest
from playwright.async_api import Page, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAPER = {"light": "rgb(246, 241, 230)", "dark": "rgb(18, 22, 20)"}


async def choose(person: Somebody, *names: str) -> None:
    """Open the settings, choose by names, and shut them."""
    await person.press("Settings")
    for name in names:
        await person.page.get_by_label(name, exact=True).click()
    await person.page.locator("dialog .main").click()
    await expect(person.page.locator("dialog")).to_have_count(0)


async def has_paper(page: Page, theme: str) -> None:
    """Wait for the page to be of a colour."""
    body = page.locator("body")
    await expect(body).to_have_css("background-color", PAPER[theme], timeout=WITHIN_MS)


async def test_a_reader_has_it_light_or_dark_whatever_the_system_wants(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await has_paper(ann.page, "light")
    await choose(ann, "Dark")
    await has_paper(ann.page, "dark")
    await ann.page.reload()
    await has_paper(ann.page, "dark")
    await ann.page.emulate_media(color_scheme="dark")
    await choose(ann, "Light")
    await has_paper(ann.page, "light")
    await ann.press("Settings")
    await ann.page.get_by_label("As the system is").first.click()
    await has_paper(ann.page, "dark")


async def test_suits_have_four_colours_and_nothing_moves_where_that_is_chosen(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await choose(ann, "four colours", "Nothing moves")
    root = ann.page.locator("html")
    await expect(root).to_have_attribute("data-motion", "still")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    colours = await ann.page.evaluate(
        """() => [0, 1, 2, 3].map((suit) => {
          const card = document.createElement("span");
          card.className = `card suit-${suit}`;
          document.querySelector(".board").append(card);
          const { color } = getComputedStyle(card);
          card.remove();
          return color;
        })"""
    )
    assert len(set(colours)) == 4
    await ann.page.get_by_role("button", name="Menu").click()
    await choose(ann, "two colours")
    await expect(root).to_have_attribute("data-colours", "two")
    await ann.sees(ann.board)


async def test_another_language_is_spoken_at_once_and_from_then_on(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await choose(ann, "Español")
    await ann.sees_text("Una sola baraja.")
    await ann.page.reload()
    await ann.sees_text("Una sola baraja.")


async def test_what_cannot_be_read_is_as_if_nothing_was_chosen(pages: Pages) -> None:
    ann = await pages.come("Ann")
    for kept in ('"rubbish', "null", "7", '{"theme": "pink", "motion": ["still"]}'):
        await ann.page.evaluate(
            "(kept) => localStorage.setItem('samedeal looks', kept)", kept
        )
        await ann.page.reload()
        await has_paper(ann.page, "light")
        root = ann.page.locator("html")
        await expect(root).to_have_attribute("data-theme", "system")
        await expect(root).to_have_attribute("data-motion", "system")
