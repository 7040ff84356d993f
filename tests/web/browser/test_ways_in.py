"""Links that lead to a seat, and those that do not."""

import pytest
from playwright.async_api import Browser, expect
from tests.server.house import QUICK, serving
from tests.talk import talking
from tests.web.browser.pages import WITHIN_MS, Pages

from samedeal_protocol.rooms.playing import Done

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_page_says_what_is_written_at_the_door(
    browser: Browser, store_url: str
) -> None:
    club = {"server_name": "The club", "welcome": "<b>Good</b> evening."}
    async with serving(store_url, QUICK.model_copy(update=club)) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann = await pages.come("Ann")
        await ann.sees_text("The club")
        await ann.sees_text("<b>Good</b> evening.")
        await ann.open_room()
        await ann.sees_text("The club")
        assert not pages.complaints


async def test_a_wrong_code_is_told(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/22222")
    await ann.sees_text("No open room has this code.")
    await expect(ann.page.get_by_label("Your name")).to_have_count(0)
    await ann.press("To the first page")
    await ann.sees(ann.page.get_by_label("A code you were sent"))
    await expect(ann.page.get_by_role("alert")).to_have_count(0)


async def test_what_is_no_code_is_told(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("A code you were sent").fill("hello")
    await ann.press("Join")
    await expect(ann.page.get_by_text("A code has five signs")).to_be_in_viewport()
    await expect(ann.page.get_by_label("A code you were sent")).to_be_in_viewport()


async def test_a_room_that_is_not_seen_into_still_has_a_seat(pages: Pages) -> None:
    bob = await pages.come("Bob")
    async with talking(pages.url.replace("http", "ws"), "Ann") as ann:
        await bob.page.goto(f"{pages.url}/{await ann.host(watch='no')}")
        await bob.sees_text("This room cannot be seen into")
        sit_down = bob.page.get_by_role("button", name="Sit down, ready")
        await expect(sit_down).to_be_in_viewport()
        await bob.page.get_by_label("Your name").fill("Bob")
        await bob.press("Sit down, ready")
        await bob.sees_text("Not ready after all")


async def test_two_of_one_name_are_told_apart(pages: Pages) -> None:
    bob = await pages.come("Ann")
    async with talking(pages.url.replace("http", "ws"), "Ann") as ann:
        await bob.page.goto(f"{pages.url}/{await ann.host(seats=2)}")
        sit_down = bob.page.get_by_role("button", name="Sit down, ready")
        await expect(sit_down).to_be_in_viewport(ratio=1)
        await bob.page.get_by_label("Your name").fill("Ann")
        await bob.press("Sit down, ready")
        await bob.sees_text("Ann (2)")
        await ann.ready()
        await ann.start()
        await bob.sees(bob.board)
        await bob.lay("a1")
        await bob.press("Menu")
        await bob.page.keyboard.press("Escape")
        await expect(bob.page.get_by_role("button", name="Menu")).to_be_focused()
        await expect(bob.page.locator(".sheet")).to_have_count(0)
        await bob.press("Menu")
        await bob.press("Resign")
        asked = bob.page.get_by_role("alertdialog", name="Resign and come last?")
        await expect(asked.get_by_role("button", name="Resign")).to_be_focused()
        await bob.page.keyboard.press("Escape")
        await expect(bob.page.get_by_role("button", name="Menu")).to_be_focused()
        await bob.press("Menu")
        await bob.press("Resign")
        await bob.press("Resign")
        await ann.command(Done, t="resign")
        await bob.sees(bob.page.get_by_role("row", name="Ann (2) (you)"))
        await bob.sees(bob.page.get_by_role("heading", name="Ann (2) (you)"))


async def test_who_goes_astray_is_led_to_the_first_page(pages: Pages) -> None:
    ann = await pages.come("Ann")
    for path in ("ZZZZ", "m/m-0000"):
        await ann.page.goto(f"{pages.url}/{path}")
        await ann.page.get_by_role("link", name="To the first page").click()
        await ann.sees(ann.page.get_by_label("A code you were sent"))


async def test_a_code_that_is_typed_leads_to_its_room(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    link = await ann.open_room()
    await bob.page.get_by_label("A code you were sent").fill(link[-5:].lower())
    await bob.press("Join")
    await bob.sees_text("wants to race you at Poker Squares")


async def test_a_room_that_anybody_may_join_is_on_the_first_page(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("Anybody may sit down").check()
    await ann.open_room()
    bob = await pages.come("Bob")
    await bob.sees_text("1 of 2 · waiting")
    await bob.page.get_by_role("link", name="Poker Squares Ann").click()
    await bob.page.get_by_label("Your name").fill("Bob")
    await bob.press("Sit down, ready")
    await bob.sees_text("Not ready after all")


async def test_a_room_shows_its_link_as_a_code(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.open_room()
    code = ann.page.get_by_role("img", name="The link as a QR code")
    await ann.sees(code)
    box = await code.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] >= 120


async def test_a_full_room_offers_a_seat_when_one_becomes_free(pages: Pages) -> None:
    ann, bob, cid = [await pages.come(name) for name in ("Ann", "Bob", "Cid")]
    link = await ann.open_room()
    await bob.follow(link)
    await bob.sees_text("Not ready after all")
    await cid.page.goto(link)
    await cid.sees_text("Every seat in this room is taken.")
    await bob.press("Leave")
    await cid.sees(cid.page.get_by_label("Your name"))


async def test_a_room_that_plays_shows_how_far_they_are(pages: Pages) -> None:
    ann, bob, cid = [await pages.come(name) for name in ("Ann", "Bob", "Cid")]
    link = await ann.open_room(seats=3)
    await bob.follow(link)
    await ann.press("Ready")
    await ann.sees(ann.board)
    await cid.page.goto(link)
    await cid.sees_text("A match is on.")
    await ann.lay(*(f"{column}{row}" for column in "abcde" for row in range(1, 4)))
    own = await ann.page.locator(".bar-top .score strong").inner_text()
    bar = cid.page.locator(".bar", has_text="Ann")
    count = bar.locator("progress")
    await expect(count).to_have_attribute("value", "15", timeout=WITHIN_MS)
    await expect(bar.locator(".tally")).to_have_text(own)
    await ann.stop()
    await bob.stop()
    await cid.sees(cid.page.get_by_label("Your name"))


async def test_the_rules_are_read_while_one_waits_and_in_the_race(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.open_room("westcliff/american")
    await ann.press_summary("How it is played")
    await ann.sees_text("Columns are packed down in alternating colours")
    await ann.press("Leave")
    await ann.page.locator("label:has(input[value='squares/english'])").click()
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    await ann.press("Menu")
    await ann.press_summary("How it is played")
    hand = ann.page.get_by_role("row", name="full house")
    await expect(hand).to_have_text("full house10K♣ K♥ K♠ 3♦ 3♠ ")


async def test_a_closed_tab_finds_its_seat_by_the_link(pages: Pages) -> None:
    ann = await pages.come("Ann")
    link = await ann.open_room()
    other = await ann.page.context.new_page()
    await ann.page.close()
    await other.goto(link)
    ann.page = other
    await ann.sees_text("Your seat here is kept.")
    await ann.press("Go on here")
    await ann.sees(other.locator(".invite"))


async def test_a_name_is_shown_as_text_whatever_it_is(pages: Pages) -> None:
    name = "A&amp;B 'x'"
    ann, bob = await pages.come(name), await pages.come("Bob")
    link = await ann.open_room()
    await bob.page.goto(link)
    await bob.sees_text(name)


async def test_a_name_that_is_refused_is_told_and_another_will_do(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("You")
    link = await ann.open_room()
    await bob.follow(link)
    await bob.sees_text("A name has up to 20 visible characters")
    await bob.sees_text("wants to race you at Poker Squares")
    await bob.page.get_by_label("Your name").fill("Bob")
    await bob.press("Sit down, ready")
    await bob.sees_text("Not ready after all")
    cid = await pages.come("[Cid]")
    await cid.page.get_by_label("Your name").fill(cid.name)
    await cid.press("Play alone, now")
    await cid.sees_text("A name has up to 20 visible characters")
    await cid.page.get_by_label("Your name").fill("Cid")
    await cid.press("Play alone, now")
    await cid.sees(cid.board)


async def test_a_deal_to_practise_on_waits_with_who_waits(pages: Pages) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    link = await ann.open_room()
    await ann.press("Practise while you wait")
    await ann.sees(ann.page.get_by_role("group", name="Poker Squares, practice"))
    await ann.lay("c3", "c4")
    await bob.follow(link)
    await ann.sees(ann.page.locator(".seats", has_text="Bob"))
    await expect(ann.laid).to_have_count(2, timeout=WITHIN_MS)
    await ann.press("Ready")
    await ann.sees(ann.board)
    await expect(ann.laid).to_have_count(0, timeout=WITHIN_MS)
