"""Leaderboards on the page."""

import re

import pytest
from bench.finished import Came, finished, keep
from playwright.async_api import expect
from tests.server.house import opened
from tests.web.browser.pages import WITHIN_MS, Pages

from samedeal_server.records.books_writer import BooksWriter

pytestmark = pytest.mark.asyncio(loop_scope="session")

COUNT = 25


async def booked(store_url: str) -> None:
    """Put matches into the books, each of the same player against another one."""
    matches = [
        finished(
            f"m-{number}", Came("p-ada", score=60), Came(f"p-{number}", score=number)
        )
        for number in range(1, COUNT)
    ]
    async with opened(store_url) as store:
        await keep(store, *matches)
        await BooksWriter(store).catch_up()


async def test_who_is_best_is_told_and_who_comes_after_them(
    pages: Pages, store_url: str
) -> None:
    await booked(store_url)
    ann = await pages.come("Ann")
    await ann.page.get_by_role("link", name="Leaderboards").click()
    await ann.sees_text(f"Rows 1 to 20 of {COUNT}.")
    rows = ann.page.get_by_role("row")
    await expect(rows.nth(1)).to_contain_text("P-ADA")
    await expect(rows.nth(1)).to_contain_text("60")
    await expect(rows.nth(2)).to_contain_text("P-24")
    await ann.press("Further down")
    await ann.sees_text(f"Rows 21 to {COUNT} of {COUNT}.")
    await ann.page.get_by_label("Game").select_option("westcliff/american")
    await ann.sees_text("Nobody is here yet: it takes a rated match of two people.")


async def test_an_address_says_what_is_asked_for(pages: Pages) -> None:
    ann = await pages.come("Ann")
    asked = "game=pas-seul&by=rating&window=week"
    await ann.page.goto(f"{pages.url}/leaderboards?{asked}")
    await ann.sees_text("it takes a rating that is no longer provisional")
    await expect(ann.page.get_by_label("Game")).to_have_value("pas-seul")
    await ann.page.get_by_label("By").select_option("pace")
    await expect(ann.page).to_have_url(
        f"{pages.url}/leaderboards?game=pas-seul&by=pace&window=week",
        timeout=WITHIN_MS,
    )
    await ann.page.get_by_label("Among").select_option("you and your friends")
    await ann.sees_text("Neither you nor a friend is here yet.")
    await expect(ann.page).to_have_url(re.compile("window=week&among=friends$"))
    await ann.page.get_by_role("link", name="samedeal").click()
    await ann.sees(ann.page.get_by_label("A code you were sent"))
    await expect(ann.page).to_have_url(f"{pages.url}/")


async def test_what_nobody_knows_is_not_asked_for(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/leaderboards?game=<b>&by=height&window=ever")
    await ann.sees_text("Nobody is here yet: it takes a rated match of two people.")
    await expect(ann.page.get_by_label("Game")).to_have_value("squares/english")


async def test_a_screen_that_did_not_come_is_fetched_again_when_asked_for(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await ann.page.route("**/leaderboards.js", lambda route: route.abort())
    await ann.page.get_by_role("link", name="Leaderboards").click()
    await ann.sees_text("That did not work; try again.")
    pages.complaints.clear()  # the browser's own, of the file that did not come
    await ann.page.unroute("**/leaderboards.js")
    await ann.press("Try again")
    await ann.sees_text("Nobody is here yet")
