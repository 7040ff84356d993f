"""A server that dies while two pages race."""

import pytest
from playwright.async_api import Browser, expect
from tests.server.house import serving
from tests.servers import running_server
from tests.web.browser.pages import WITHIN_MS, Pages

from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_server_that_is_killed_costs_no_move(
    browser: Browser, store_url: str
) -> None:
    port = ""
    async with running_server(store_url, SAMEDEAL_COUNTDOWN_MS="500") as first:
        pages = Pages(browser, first.url.replace("ws://", "http://"))
        ann, bob = await pages.come("Ann"), await pages.come("Bob")
        await bob.follow(await ann.open_room())
        await ann.press("Ready")
        for each in (ann, bob):
            await each.sees(each.board)
        await ann.lay("a1", "b1")
        await ann.sees(ann.open.first)
        await first.kill()
        port = first.url.rpartition(":")[2]
    await ann.sees_text("The connection is lost.")
    # What is tapped meanwhile is shown, waits, and is sent when a server is there.
    there = ann.page.get_by_role("button", name="c1: empty.", exact=True)
    await there.focus()
    await ann.page.keyboard.press("Enter")
    await ann.sees_text("Moves that wait: 1.")
    async with running_server(store_url, port=port):
        await expect(ann.page.get_by_text("The connection is lost.")).to_have_count(
            0, timeout=WITHIN_MS
        )
        await expect(ann.laid).to_have_count(3, timeout=WITHIN_MS)
        await ann.lay("d1")
        await ann.stop()
        await bob.stop()
        for each in (ann, bob):
            await each.sees_text("Proven, as far as this page saw")
            await each.sees_text("Moves: 4.")
    assert not pages.complaints


async def test_a_host_whose_phone_sleeps_finds_the_room_and_who_came(
    browser: Browser, store_url: str
) -> None:
    soon = Settings.model_validate({"away_ms": 100, "countdown_ms": 500})
    async with serving(store_url, soon) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann, bob = [await pages.come(name) for name in ("Ann", "Bob")]
        await ann.page.get_by_label("Anybody may sit down").check()
        link = await ann.open_room()
        await ann.page.goto("about:blank")
        await bob.sees_text("1 of 2 · host away")
        await ann.page.goto(link)
        await ann.page.get_by_text("Ready", exact=True).wait_for()
        await ann.press("Leave")
        await ann.page.get_by_label("Anybody may sit down").uncheck()
        link = await ann.open_room()
        await ann.page.goto("about:blank")
        await bob.page.goto(link)
        await bob.sees_text("away")
        await bob.follow(link)
        await bob.sees_text("Not ready after all")
        await ann.page.goto(link)
        await ann.press("Ready")
        for each in (ann, bob):
            await each.sees(each.board)
        assert not pages.complaints


async def test_who_is_not_ready_in_time_is_told_and_may_sit_down_again(
    browser: Browser, store_url: str
) -> None:
    soon = Settings.model_validate({"ready_ms": 1000, "countdown_ms": 500})
    async with serving(store_url, soon) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann, bob, cid = [await pages.come(name) for name in ("Ann", "Bob", "Cid")]
        link = await ann.open_room(seats=3)
        for each in (bob, cid):
            await each.follow(link)
        await ann.sees_text("You were not ready in time")
        for each in (bob, cid):
            await each.sees(each.board)
            await each.stop()
        await ann.page.get_by_label("Your name").fill("Ann")
        await ann.press("Sit down, ready")
        await ann.sees_text("Nobody wins.")
        assert not pages.complaints


async def test_two_tabs_of_one_player_are_told_which_of_them_plays(
    browser: Browser, store_url: str
) -> None:
    async with serving(store_url) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann = await pages.come("Ann")
        link = await ann.open_room()
        first = ann.page
        ann.page = await first.context.new_page()
        await ann.page.goto(link)
        await ann.press("Go on here")
        await ann.sees(ann.page.locator(".invite"))
        await expect(
            first.get_by_text("You play this seat from another connection now.")
        ).to_be_visible(timeout=WITHIN_MS)
        ann.page = first
        await ann.press("Play here")
        await ann.sees(first.locator(".invite"))
