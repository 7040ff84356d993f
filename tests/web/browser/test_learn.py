"""Lessons at the page, and deals that count for nothing."""

import asyncio

import pytest
from playwright.async_api import Locator, Route, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody
from tests.web.browser.test_still import MARK, MOVED, PRESSED

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


async def late(person: Somebody, url: str) -> asyncio.Event:
    """Open the lessons, which are there once an event is set."""
    comes = asyncio.Event()

    async def fetched(route: Route) -> None:
        await comes.wait()
        await route.continue_()

    await person.page.route("**/lessons/en.js", fetched)
    await person.page.goto(f"{url}/learn?game=squares/english", wait_until="commit")
    await person.sees(person.page.get_by_role("button", name="Practise"))
    return comes


async def test_nothing_moves_when_a_lesson_comes_late(pages: Pages) -> None:
    ann = await pages.come("Ann")
    comes = await late(ann, pages.url)
    assert await ann.page.evaluate(MARK, PRESSED)
    comes.set()
    await ann.sees(taught(ann))
    assert await ann.page.evaluate(MOVED) == []


async def test_a_late_lesson_takes_no_deal_away(pages: Pages) -> None:
    ann = await pages.come("Ann")
    comes = await late(ann, pages.url)
    await ann.press("Practise")
    await ann.lay("a1")
    async with ann.page.expect_request_finished(
        lambda request: request.url.endswith("/lessons/en.js")
    ):
        comes.set()
    await ann.lay("b2")
    await expect(ann.laid).to_have_count(2)
    await expect(taught(ann)).to_have_count(0)
