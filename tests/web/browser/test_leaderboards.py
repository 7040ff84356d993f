"""Leaderboards on the page."""

import re

import pytest
from bench.finished import Came, finished, keep
from playwright.async_api import expect
from tests.server.house import opened
from tests.web.browser.pages import WITHIN_MS, Pages
from tests.web.browser.test_match import played

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
    await ann.sees_text("That did not work; try again")
    pages.complaints.clear()  # the browser's own, of the file that did not come
    await ann.page.unroute("**/leaderboards.js")
    await ann.press("Try again")
    await ann.sees_text("Nobody is here yet")


async def test_somebodys_row_is_shown_between_its_neighbours(
    pages: Pages, store_url: str
) -> None:
    await booked(store_url)
    ann, link = await played(pages)
    await ann.page.goto(link)
    bob = ann.page.get_by_role("cell", name="Bob").get_by_role("link")
    who = (await bob.get_attribute("href") or "").rpartition("/")[2]
    await ann.page.goto(f"{pages.url}/leaderboards")
    await ann.press_summary("Around somebody")
    await ann.page.get_by_label("A claimed name").fill(who)
    await ann.press("Show")
    await ann.sees_text(f"Rows 8 to {COUNT + 2} of {COUNT + 2}; you are number")
    await expect(ann.page).to_have_url(re.compile(f"window=all&around={who}$"))
    row = ann.page.get_by_role("row").filter(has_text="Bob")
    await expect(row.get_by_role("link").last).to_have_attribute("href", link)
    await ann.page.get_by_label("A claimed name").fill("nobody at all")
    await ann.press("Show")
    await ann.sees_text("Nobody here has claimed that name or has that id")
    await ann.page.get_by_label("Game").select_option("westcliff/american")
    await ann.page.get_by_label("A claimed name").fill(who)
    await ann.press("Show")
    await ann.sees_text("Nobody is here yet")


async def test_who_sat_in_a_room_is_ranked_apart(pages: Pages) -> None:
    ann, _ = await played(pages)
    best = ann.page.get_by_role("link", name="Leaderboard of who sat in this room")
    await ann.page.goto(await best.get_attribute("href") or "")
    await ann.sees_text("Rows 1 to 2 of 2; you are number 1.")
    await ann.page.get_by_label("Room's code").fill("7KQ")
    await ann.page.keyboard.press("Enter")
    await ann.sees_text("A code has five signs")
    await ann.page.get_by_label("Room's code").fill("22222")
    await ann.page.keyboard.press("Enter")
    await ann.sees_text("No room of that code is known to you")


async def test_what_was_before_is_shown_as_it_ended(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/leaderboards?window=2025-W01")
    await ann.sees_text("Nobody is here yet")
    await ann.sees_text("2024-12-30 to 2025-01-05, UTC")
    await ann.page.get_by_label("Any day in it").fill("2025-03-05")
    await ann.sees_text("2025-03-03 to 2025-03-09, UTC")
    await ann.page.get_by_label("When").select_option("Another month")
    await ann.page.get_by_label("Any day in it").fill("2025-02-03")
    await ann.sees_text("2025-02-01 to 2025-02-28, UTC")
    await expect(ann.page).to_have_url(re.compile("window=2025-02$"))
    await ann.page.get_by_label("When").select_option("Today")
    await expect(ann.page.get_by_label("Any day in it")).to_have_count(0)


async def test_who_leads_each_game_is_told(pages: Pages, store_url: str) -> None:
    await booked(store_url)
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/leaderboards?game=every")
    row = ann.page.get_by_role("row").filter(has_text="P-ADA")
    await expect(row).to_contain_text("60")
    await expect(row).to_contain_text(str(COUNT))
    await row.get_by_role("link", name="Poker Squares").click()
    await ann.sees_text(f"Rows 1 to 20 of {COUNT}.")
