"""Two pages race by a link."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect
from tests.talk import talking
from tests.web.browser.pages import WITHIN_MS, Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")

RATED = re.compile(r"Your rating: \d+\? \([+−]\d+\)")
TOP_ROW = ("a1", "b1", "c1", "d1", "e1")


async def test_two_race_by_a_link_and_the_page_proves_their_match(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room())
    await bob.sees_text("The match begins when all who sit here are ready")
    await ann.press("Ready")
    for each in (ann, bob):
        await each.sees(each.board)
        await each.lay(*TOP_ROW)
    await bob.stop()
    await bob.sees_text("Your match is over; wait for the others.")
    await ann.stop()
    for each in (ann, bob):
        await each.sees_text("Proven, as far as this page saw")
        await each.sees_text("Moves: 10.")
        told = each.page.locator(".rated [role=status]")
        await expect(told).to_contain_text(RATED, timeout=WITHIN_MS)
    await ann.press("Rematch")
    await bob.sees_text("is ready for another.")
    await bob.press("Rematch")
    await ann.sees(ann.board)


async def test_a_page_that_is_loaded_anew_has_its_seat_and_its_board(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room())
    await bob.sees_text("Not ready after all")
    await bob.page.reload()
    await bob.sees_text("Not ready after all")
    await ann.press("Ready")
    await bob.sees(bob.page.locator(".countdown"))
    await bob.page.reload()
    await bob.sees(bob.board)
    await bob.lay("c3", "c4")
    await bob.page.reload()
    await bob.sees(bob.board)
    await expect(bob.laid).to_have_count(2, timeout=WITHIN_MS)
    await bob.lay("c5")
    await bob.stop()
    await ann.stop()
    await bob.sees_text("Sound, as far as your browser saw it")
    await bob.sees_text("all of your own moves")


async def test_a_rooms_page_takes_the_line_that_was_there_before_its_code(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.open.first)
    lines: list[str] = []
    ann.page.on("websocket", lambda line: lines.append(line.url))
    opened = asyncio.Event()
    ann.page.on("websocket", lambda _: opened.set())

    async def fetched(route: Route) -> None:
        await opened.wait()
        await route.continue_()

    await ann.page.route("**/race.js", fetched)
    await ann.page.reload()
    await ann.sees(ann.open.first)
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("locale", "gained"),
    [("en-GB", "Not rated: you made no move"), ("es-ES", "Tu nivel: ")],
)
async def test_a_result_says_what_the_match_did_to_the_rating(
    pages: Pages, locale: str, gained: str
) -> None:
    ann = await pages.come("Ann")
    bob = await pages.come("Bob", locale=locale)
    link = await ann.open_room()
    await bob.page.goto(link)
    await bob.page.locator("input[name=name]").fill("Bob")
    await bob.page.locator("form .main").click()
    await ann.press("Ready")
    await ann.sees(ann.board)
    await ann.lay("a1")
    await bob.sees(bob.open.first)
    if locale == "es-ES":
        await bob.open.first.click()
        await expect(bob.laid).to_have_count(1, timeout=WITHIN_MS)
    await ann.stop()
    await bob.page.locator(".menu > button").click()
    await bob.page.locator(".sheet > .quiet").first.click()
    await bob.page.locator(".sheet > .main").click()
    await bob.sees(bob.page.locator(".rated [role=status]", has_text=gained))


async def test_one_may_play_alone_at_once(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    await ann.lay("a1")
    await expect(ann.page.locator(".counted")).to_contain_text("23 to come")
    await expect(ann.page.locator(".rest .count")).to_have_text("23")
    await ann.stop()
    await ann.sees_text("Proven, as far as this page saw")
    await ann.press("Another deal")
    await ann.sees(ann.board)


async def test_a_card_lies_before_the_server_has_answered(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.open.first)
    await ann.page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    there = ann.page.get_by_role("button", name="a1: empty.", exact=True)
    await there.click()
    await expect(there).to_have_count(0, timeout=3_000)


async def test_a_patience_is_raced_and_proven_too(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room("westcliff/classic"))
    await ann.press("Ready")
    for each in (ann, bob):
        await each.sees(each.board)
        await each.board.focus()
        await each.page.keyboard.press("d")
    await ann.sees(ann.page.get_by_role("button", name="Stock: 30 cards."))
    await ann.stop()
    await bob.stop()
    await ann.sees_text("Proven, as far as this page saw")


async def test_a_page_speaks_spanish_to_who_does(pages: Pages) -> None:
    ana = await pages.come("Ana", locale="es-ES")
    await ana.sees_text("Jugar a solas, ya")
    await expect(ana.page.locator("html")).to_have_attribute("lang", "es")


async def test_fingers_have_buttons_for_what_keys_do(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_role("button", name="All 13 games").click()
    await ann.page.locator("label:has(input[value='capricieuse'])").click()
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    first = await ann.board.get_by_role("list").nth(0).get_attribute("aria-label")
    await ann.press("Redeal (2)")
    await ann.press("Gather and deal again?")
    await expect(ann.board.get_by_role("list").nth(0)).not_to_have_attribute(
        "aria-label", first or "", timeout=WITHIN_MS
    )
    await ann.stop()
    await ann.sees_text("Proven, as far as this page saw")


async def test_a_move_is_taken_back_where_the_room_allows_it(pages: Pages) -> None:
    bob = await pages.come("Bob")
    async with talking(pages.url.replace("http", "ws"), "Ann") as ann:
        code = await ann.host("easthaven", seats=2, takes_back=True)
        await bob.follow(f"{pages.url}/{code}")
        await bob.sees_text("Not ready after all")
        await ann.ready()
        await ann.start()
        await bob.sees(bob.board)
        await bob.page.keyboard.press("d")
        await bob.sees(bob.page.get_by_role("button", name="Take back", disabled=False))
        await bob.press("Take back")
        await bob.sees_text("Nothing is left to take back")
