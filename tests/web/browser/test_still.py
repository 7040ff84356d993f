"""What one presses on the first page stays where it is, whatever comes late."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    Locator,
    Page,
    Route,
    ViewportSize,
    WebSocketRoute,
    expect,
)
from tests.server.house import serving
from tests.web.browser.pages import PHONE, WITHIN_MS, Pages, Somebody

from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLET = ViewportSize(width=768, height=1024)
DESK = ViewportSize(width=1440, height=900)

LATE = re.compile(r"(today|rooms|hosting|fan|rules)\.js|later\.css")
"""The files that the first picture does not wait for."""

PRESSED = ":is(.head, main) :is(a, button, summary, input, select)"

MARK = """(pressed) => {
    window.marked = [...document.querySelectorAll(pressed)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => ({ one, was: one.getBoundingClientRect() }));
    return marked.length;
}"""
"""Notes where everything is that can be pressed, and tells how much that is."""

MOVED = """() => marked.flatMap(({ one, was }) => {
    const { x, y } = one.getBoundingClientRect();
    if (one.isConnected && x === was.x && y === was.y) return [];
    return [`${one.outerHTML} from ${was.x}, ${was.y} to ${x}, ${y}`];
})"""
"""Tells what of it is elsewhere, or is there no more."""


SCROLLED = """const scroll = window.scrollTo;
window.scrollTo = (...to) => { window.isAtTop = true; scroll(...to); };
new MutationObserver((_, observer) => {
    if (!document.querySelector("main")) return;
    window.wasAtTop = Boolean(window.isAtTop);
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""
"""Notes whether a screen was at its top as soon as it was there."""


class Slow:
    """A first page to which nothing comes that may come late, before it is let."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.files = asyncio.Event()
        self.words = asyncio.Event()

    async def open(self, url: str) -> None:
        """Open the page, and wait for its first picture."""
        await self.page.route(LATE, self._fetched)
        await self.page.route_web_socket(re.compile("."), self._met)
        await self.page.goto(f"{url}/", wait_until="commit")
        await self.sees("main > nav")

    async def sees(self, what: str) -> Locator:
        """Wait for something to be in sight, and return it."""
        there = self.page.locator(what).first
        await expect(there).to_be_visible(timeout=WITHIN_MS)
        return there

    async def has_files(self) -> None:
        """Let the files come, and wait for what they show."""
        self.files.set()
        await expect(self.page.locator(".todays li")).to_have_count(4)
        await self.sees(".hosting")
        await expect(self.page.locator(".fan")).to_be_attached()

    async def has_words(self) -> None:
        """Let the server be heard, and wait for what it says."""
        self.words.set()
        await self.sees(".greeting")
        await self.sees(".rooms bdi")
        await self.sees(".hero .plain:not(.games *)")

    async def _fetched(self, route: Route) -> None:
        await self.files.wait()
        await route.continue_()

    def _met(self, socket: WebSocketRoute) -> None:
        async def heard(message: str | bytes) -> None:
            await self.words.wait()
            assert isinstance(message, bytes)
            # As a server says it at which two bots wait to be called.
            socket.send(message.replace(b"\xa4bots\xc0", b"\xa4bots\x02"))

        socket.connect_to_server().on_message(heard)


@pytest_asyncio.fixture(loop_scope="session")
async def greeting(browser: Browser, store_url: str) -> AsyncIterator[Pages]:
    """Open pages at a server that says something to everybody who comes."""
    settings = Settings.model_validate(
        {"server_name": "The club", "welcome": "A duplicate evening at eight."}
    )
    async with serving(store_url, settings) as url:
        yield Pages(browser, url.replace("ws://", "http://"))


async def _with_a_room(pages: Pages) -> Somebody:
    """Have somebody open a room to which anybody may come, and return them."""
    bob = await pages.come("Bob")
    await bob.page.get_by_label("Anybody may sit down").check()
    await bob.open_room()
    return bob


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
async def test_nothing_moves_by_what_comes_late(
    greeting: Pages, size: ViewportSize, locale: str
) -> None:
    await _with_a_room(greeting)
    ann = await greeting.come("Ann", locale=locale)
    await ann.page.set_viewport_size(size)
    slow = Slow(ann.page)
    await slow.open(greeting.url)
    for come in (slow.has_files, slow.has_words):
        assert await ann.page.evaluate(MARK, PRESSED)
        await come()
        assert await ann.page.evaluate(MOVED) == []


async def test_what_is_pressed_is_hit_though_the_server_is_heard_meanwhile(
    greeting: Pages,
) -> None:
    await _with_a_room(greeting)
    ann = await greeting.come("Ann")
    slow = Slow(ann.page)
    await slow.open(greeting.url)
    slow.files.set()
    await (await slow.sees("main > .rules > summary")).hover()
    await ann.page.mouse.down()
    await slow.has_words()
    await ann.page.mouse.up()
    await slow.sees(".rules a")


async def test_a_screen_is_at_its_top_before_it_can_be_pressed(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.add_init_script(SCROLLED)
    await ann.page.goto(f"{pages.url}/")
    await ann.sees(ann.page.locator("main"))
    assert await ann.page.evaluate("wasAtTop")


async def test_rooms_that_go_move_nothing(pages: Pages) -> None:
    bob = await _with_a_room(pages)
    ann = await pages.come("Ann")
    room = ann.page.locator(".rooms", has_text="Bob")
    await ann.sees(room)
    await ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert await ann.page.evaluate(MARK, "main > nav a")
    await bob.press("Leave")
    await expect(room).to_have_count(0, timeout=WITHIN_MS)
    assert await ann.page.evaluate(MOVED) == []
