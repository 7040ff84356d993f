"""Events: the same deals in several rooms, with one table for all."""

import re

import pytest
from playwright.async_api import expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def play(person: Somebody, link: str, last: str) -> None:
    """Play the first deal of an event alone, and end it in some way."""
    await person.page.goto(link)
    await person.page.get_by_label("Your name").fill(person.name)
    await person.page.get_by_label("Seats").select_option("1")
    await person.press("Open a room for this event")
    await person.sees(person.board)
    await person.lay("a1", "b1")
    for name in ("Menu", last, last):
        await person.press(name)
    await person.sees_text("The seed is told later: then this match can be proven.")


async def test_an_event_is_made_played_in_two_rooms_and_has_one_table(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await ann.page.get_by_role("link", name="Events").click()
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.page.get_by_label("Deals").select_option("2")
    await ann.page.get_by_label("Poker Patience", exact=True).uncheck()
    await ann.page.get_by_label("Poker Squares", exact=True).check()
    await ann.press("Make the event")
    await ann.sees_text(" Nobody has played any of its deals yet.")
    link = ann.page.url
    assert re.fullmatch(re.escape(pages.url) + "/event/[2-9A-HJKMNP-TV-Z]{14}", link)
    await play(ann, link, "Finish, keep the score")
    await ann.press("Next deal")
    await ann.sees(ann.board)
    await play(bob, link, "Resign")
    await bob.page.goto(link)
    await bob.sees(bob.page.get_by_role("row", name="1 Ann 100.00% 1 of 2"))
    await bob.sees(bob.page.get_by_role("row", name="2 Bob (you) 0.00% 1 of 2"))
    await bob.press_summary("Played by 2")
    await expect(bob.page.locator(".days tbody tr")).to_have_count(2, timeout=WITHIN_MS)
    # Whoever plays it in one room cannot play it in another.
    await ann.page.goto(link)
    await ann.press("Open a room for this event")
    await ann.sees_text("You are playing this event in another room.")
    await ann.press("Go on there")
    await ann.sees(ann.board)
    where = link.rpartition("/")[0]
    for wrong in ("7KQ4P", "7KQ4PX1", "7KQ4PXYZ"):
        said = await ann.page.request.get(f"{where}/{wrong}")
        assert said.status == 404
    await ann.page.goto(f"{where}/2222222")
    await ann.sees_text("There is no such event here.")
