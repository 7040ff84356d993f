"""Rooms as their hosts want them, and how a series stands between its matches."""

import pytest
from playwright.async_api import expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def race(winner: Somebody, other: Somebody) -> None:
    """Have two people play a match of Poker Squares, of whom one gives up."""
    for each, last in ((winner, "Finish, keep the score"), (other, "Resign")):
        await each.sees(each.board)
        await each.lay("a1", "b1")
        for name in ("Menu", last, last):
            await each.press(name)


async def test_a_room_is_played_as_its_host_wants_and_asks_for_once(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await ann.press_summary("More options")
    # Cards of squares are turned one by one: none of these is offered for them.
    await expect(ann.page.get_by_label("Only deals that can be won")).to_have_count(0)
    await ann.page.get_by_label("How many matches").select_option("best of 3")
    await ann.page.get_by_label("Time for a match").select_option("3 min")
    await ann.page.get_by_label("No talk").check()
    link = await ann.open_room()
    await ann.sees_text("best of 3 · 3:00 a match · no talk")
    await bob.page.goto(link)
    await bob.sees_text("best of 3 · 3:00 a match · no talk")
    await bob.follow(link)
    await ann.press("Ready")
    await race(ann, bob)
    await ann.sees_text("The series so far, best of 3")
    await ann.sees(ann.page.get_by_role("row", name="Ann (you) 1 won"))
    await ann.press("Leave")
    await ann.sees_text("More options: best of 3 · 3:00 a match · no talk")
    await ann.press_summary("More options")
    await ann.press("As most rooms are")
    await expect(ann.page.locator(".hosting small")).to_have_count(0, timeout=WITHIN_MS)


async def test_an_evening_of_several_games_is_told_and_proven_deal_by_deal(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await ann.press_summary("More options")
    await ann.page.get_by_label("How many matches").select_option(
        "an evening of 2 deals"
    )
    await ann.press_summary("Other games in turn")
    await ann.page.get_by_label("Poker Squares, American points").check()
    await bob.follow(await ann.open_room())
    await ann.press("Ready")
    await race(ann, bob)
    await ann.sees_text("After deal 1 of 2, scored as duplicate")
    await ann.sees_text("Next: Poker Squares, American points")
    # By the rules that it was played by, not by those of the next deal.
    await ann.sees_text("Proven, as far as this page saw")
    for each in (ann, bob):
        await each.press("Next deal")
    await race(bob, ann)
    await ann.sees_text("The evening, scored as duplicate")
    await expect(ann.page.get_by_role("link", name="Move by move")).to_have_count(3)
    await bob.sees_text("Proven, as far as this page saw")


async def test_a_patience_room_deals_what_can_be_won_and_takes_back(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await ann.press_summary("More options")
    await ann.page.locator("label", has_text="Westcliff").first.click()
    await ann.page.get_by_label("Claimed names only, no bots").check()
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.page.get_by_role("button", name="Open a room").click()
    # Told where it was asked for, as nobody has claimed this name.
    await ann.sees(ann.page.locator(".opens [role=alert]"))
    await ann.page.get_by_label("Claimed names only, no bots").uncheck()
    await ann.page.get_by_label("Only deals that can be won").check()
    await ann.page.get_by_label("Moves that showed no card may be taken back").check()
    await ann.page.get_by_label("Who looks on sees").select_option("nothing")
    await ann.page.get_by_role("button", name="Open a room").click()
    told = "only deals that can be won · moves may be taken back · nobody looks on"
    await ann.sees_text(told)
    await ann.sees_text("Ready")
