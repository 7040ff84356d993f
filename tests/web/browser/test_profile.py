"""What a player has come to, and their matches."""

import re

import pytest
from playwright.async_api import expect
from tests.web.browser.pages import WITHIN_MS, Pages
from tests.web.browser.test_match import played

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_ones_own_matches_are_listed_with_their_links(pages: Pages) -> None:
    ann, link = await played(pages)
    await ann.page.goto(f"{pages.url}/")
    await ann.page.get_by_role("link", name="My matches").click()
    rows = ann.page.locator(".past li")
    await expect(rows).to_have_count(1, timeout=WITHIN_MS)
    await expect(rows).to_contain_text("place 1 of 2")
    await expect(rows).to_contain_text("Bob")
    match = rows.get_by_role("link", name="Poker Squares")
    await expect(match).to_have_attribute("href", link)
    await match.click()
    await ann.sees_text("The record holds together")


async def test_a_player_has_a_page_that_can_be_sent(pages: Pages) -> None:
    ann, link = await played(pages)
    await ann.page.goto(link)
    await ann.page.get_by_role("cell", name="Bob").get_by_role("link").click()
    await ann.sees(ann.page.get_by_role("heading", name="Bob", exact=True))
    await expect(ann.page.locator(".past li")).to_contain_text(
        re.compile("place [12] of 2")
    )
    await ann.sees_text("You and Bob have met in 1 rated match: you won ")
    cid = await pages.come("Cid")
    await cid.page.goto(ann.page.url)
    await cid.sees(cid.page.get_by_role("heading", name="Bob", exact=True))


async def test_ratings_are_drawn_and_told_once_there_are_two(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room())
    for number in range(2):
        await ann.press("Rematch" if number else "Ready")
        if number:
            await bob.press("Rematch")
        for each in (ann, bob):
            await each.sees(each.board)
            await each.lay("a1")
        for each in (ann, bob):
            await each.stop()
        await ann.sees(ann.page.get_by_role("button", name="Rematch"))
        await bob.sees(bob.page.get_by_role("button", name="Rematch"))
    await ann.page.goto(f"{pages.url}/player")
    await ann.sees_text("squares, the last 2 rated matches")
    line = ann.page.locator(".chart polyline")
    points = (await line.get_attribute("points") or "").split()
    assert len(points) == 2


async def test_a_player_who_is_not_known_is_told_in_a_sentence(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/player/p-{'0' * 16}")
    await ann.sees_text("Nobody here has claimed that name or has that id")
    said = await ann.page.request.get(f"{pages.url}/player/somebody")
    assert said.status == 404
    await ann.page.goto(f"{pages.url}/player")
    await ann.sees_text("No rated matches or dailies yet.")


async def test_matches_of_one_game_are_listed_alone(pages: Pages) -> None:
    ann, link = await played(pages)
    await ann.page.goto(f"{pages.url}/player")
    rows = ann.page.locator(".past li")
    await expect(rows).to_have_count(1, timeout=WITHIN_MS)
    games = ann.page.get_by_label("Game")
    await games.select_option("easthaven")
    await ann.sees_text("No match of this game.")
    await expect(rows).to_have_count(0)
    await games.select_option("squares/english")
    await expect(rows.get_by_role("link", name="Poker Squares")).to_have_attribute(
        "href", link, timeout=WITHIN_MS
    )
