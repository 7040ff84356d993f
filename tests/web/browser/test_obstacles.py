"""Browsers, networks and servers that are not as they should be."""

import re

import pytest
from playwright.async_api import WebSocketRoute, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

from samedeal_protocol.errors import CloseCode

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOTHING_KEPT = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
        get: () => { throw new DOMException("forbidden", "SecurityError"); },
    });"""
NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', { value: undefined });"
WRONG_CLOCK = """const Right = Date;
window.Date = class extends Right {
    constructor(...asked) { asked.length ? super(...asked) : super(Date.now()); }
    static now() { return Right.now() + 3 * 86_400_000; }
};"""


async def come_with(pages: Pages, script: str) -> Somebody:
    """Open the first page in a browser that a script has changed."""
    ann = await pages.come("Ann")
    await ann.page.add_init_script(script)
    await ann.page.goto(f"{pages.url}/")
    return ann


async def play_alone(ann: Somebody) -> None:
    """Play alone to a proven end."""
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    await ann.lay("a1", "b1")
    await ann.stop()
    await ann.sees_text("Proven, as far as this page saw")


async def test_a_browser_that_keeps_nothing_is_played_in(pages: Pages) -> None:
    await play_alone(await come_with(pages, NOTHING_KEPT))


async def test_a_page_without_crypto_subtle_commits_and_proves(pages: Pages) -> None:
    """As on http:// at home, where browsers have none."""
    ann = await come_with(pages, NO_SUBTLE)
    assert await ann.page.evaluate("crypto.subtle === undefined")
    await play_alone(ann)


async def test_a_clock_that_is_wrong_by_days_shows_the_time_that_is_left(
    pages: Pages,
) -> None:
    ann = await come_with(pages, WRONG_CLOCK)
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    clock = ann.page.get_by_role("timer")
    await expect(clock).to_have_text(re.compile(r"5:00|4:[0-5]\d"), timeout=WITHIN_MS)


async def test_who_has_lost_their_identity_comes_as_somebody_else(pages: Pages) -> None:
    ann = await pages.come("Ann")
    link = await ann.open_room()
    await ann.page.evaluate("localStorage.clear(), sessionStorage.clear()")
    await ann.page.goto(link)
    await ann.sees_text("wants to race you at Poker Squares")
    await ann.page.get_by_label("Your name").fill("Bob")
    await ann.press("Sit down, ready")
    await ann.sees_text("Not ready after all")


async def test_a_proxy_without_websockets_is_told_with_what_to_do(pages: Pages) -> None:
    ann = await pages.come("Ann")

    async def hold_back(socket: WebSocketRoute) -> None:
        await socket.close(code=3000)

    await ann.page.route_web_socket(re.compile("."), hold_back)
    await ann.page.goto(f"{pages.url}/")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.press("Play alone, now")
    await ann.sees_text("a proxy on the way may hold back WebSockets")


async def test_a_server_of_another_version_is_told_with_what_to_do(
    pages: Pages,
) -> None:
    ann = await pages.come("Ann")
    link = await ann.open_room()

    async def misunderstand(socket: WebSocketRoute) -> None:
        await socket.close(code=CloseCode.BAD_MESSAGE, reason="another version")

    bob = await pages.come("Bob")
    await bob.page.route_web_socket(re.compile("."), misunderstand)
    await bob.page.goto(link)
    await bob.sees_text("load the page anew")


async def test_files_that_a_newer_server_has_no_more_are_told_of(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.route(
        "**/page/people/leaderboards.js", lambda route: route.fulfill(status=404)
    )
    await ann.page.get_by_role("link", name="Leaderboards").click()
    await ann.sees_text("load the page anew: the server may have a newer one")
