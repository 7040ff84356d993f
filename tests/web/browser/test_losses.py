"""A server that dies while two pages race."""

from playwright.async_api import Browser, expect
from tests.servers import running_server
from tests.web.browser.pages import WITHIN_MS, Pages


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
            await each.sees_text("Proven, by your browser")
            await each.sees_text("Moves: 4.")
    assert not pages.complaints
