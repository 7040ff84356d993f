"""Ways past every screen of the page, in whichever language, for whoever looks."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from playwright.async_api import Browser, Locator, Page, expect
from tests.golden.page.same import SAME_NONCES
from tests.web.browser.pages import PHONE, WITHIN_MS

from samedeal_server.process.settings import Settings

Look: TypeAlias = Callable[[str, Page], Awaitable[None]]
"""Looks at a screen that has a name."""

LOCALES = ("en-GB", "es-ES")
SLOW = Settings.model_validate({"countdown_ms": 5_000})
"""A countdown that lasts while it is looked at."""

ADDRESSES = {
    "today": ("/daily", ".days li"),
    "leaderboards": ("/leaderboards", "main p[role=status]"),
    "leaders": ("/leaderboards?game=every", "main table"),
    "past week": ("/leaderboards?window=2026-W01", "main input[type=date]"),
    "account": ("/account", "main h2"),
    "rules of a game": ("/rules/capricieuse", ".rules h3"),
    "lesson": ("/learn?game=westcliff/classic", ".taught"),
    "wrong code": ("/22222", "main h1"),
}
"""Screens by their addresses, and a selector of each once it is whole."""


async def _first(ann: Page, _: Page, url: str, look: Look) -> None:
    """Look at the first page, and at what it leads to."""
    await ann.goto(f"{url}/")
    await _there(ann.locator(".hosting"))
    await look("first", ann)
    await ann.locator(".hosting > summary").click()
    await ann.locator(".hosting details > summary").click()
    await look("options", ann)
    await ann.locator(".games > button").click()
    await ann.locator("main > .rules > summary").click()
    await _there(ann.locator(".rules h3").first)
    await look("rules", ann)
    await ann.locator(".head button").click()
    await _there(ann.locator("dialog .main"))
    await look("settings", ann)


async def _addresses(ann: Page, _: Page, url: str, look: Look) -> None:
    """Look at all screens that have an address of their own."""
    for name, (path, whole) in ADDRESSES.items():
        await ann.goto(f"{url}{path}")
        await _there(ann.locator(whole).first)
        await look(name, ann)


async def _days(ann: Page, _: Page, url: str, look: Look) -> None:
    """Look at days that are over, and at an event from its making on."""
    await ann.goto(f"{url}/daily")
    await ann.locator(".past-days > summary").click()
    await _there(ann.locator(".past-days p").first)
    await look("days", ann)
    await ann.goto(f"{url}/events")
    await ann.locator("input[name=name]").fill("Ann")
    await look("events", ann)
    await ann.locator("form .main").click()
    await _there(ann.locator(".days code").first)
    await look("event", ann)


async def _race(ann: Page, bob: Page, url: str, look: Look) -> None:
    """Look at all that two people see of a match."""
    await ann.goto(f"{url}/")
    await ann.locator("input[name=name]").fill("Ann")
    await ann.locator(".hosting > summary").click()
    await ann.locator(".hosting select").nth(0).select_option("d2")
    await ann.locator(".hosting select").nth(2).select_option("boards")
    await ann.locator("form.row .main").click()
    await _there(ann.locator(".invite .qr"))
    await look("waiting", ann)
    await bob.goto(await ann.locator(".invite .link").inner_text())
    await bob.locator("input[name=name]").fill("Bob")
    await look("join", bob)
    await bob.locator("form .main").click()
    await _there(bob.locator(".foot"))
    await ann.locator(".foot .main").click()
    await _there(ann.locator(".countdown .digits"))
    await look("countdown", ann)
    for page in (ann, bob):
        await _there(page.locator(".board [data-open]").first)
    await ann.locator(".board [data-open]").first.click()
    await expect(ann.locator(".board [data-cell]:not([data-open])")).to_have_count(1)
    await look("squares", ann)
    await ann.locator(".menu > button").click()
    await look("menu", ann)
    await ann.locator(".menu > button").click()
    for page in (ann, bob):
        await page.locator(".menu > button").click()
        await page.locator(".sheet > .quiet").first.click()
        await page.locator(".sheet > .main").click()
        if page is ann:
            await ann.locator(".others-way").click()
            await _there(ann.locator(".end .board"))
            await look("boards", ann)
    await _there(ann.locator(".proof .tick"))
    await look("result", ann)
    match = await ann.locator("a[href*='/m/m-']").first.get_attribute("href")
    await ann.goto(f"{url}/m/{str(match).rpartition('/')[2]}")
    await _there(ann.locator(".replay-board .board"))
    await look("match", ann)
    await ann.locator(".possible > button").click()
    await _there(ann.locator(".possible .board"))
    await look("possible", ann)
    await ann.goto(f"{url}/player")
    await _there(ann.locator(".past li").first)
    await look("player", ann)


async def _alone(ann: Page, _: Page, url: str, look: Look) -> None:
    """Look at a patience game."""
    await ann.goto(f"{url}/")
    await ann.locator("input[name=name]").fill("Ann")
    await ann.locator("label:has(input[value='westcliff/classic'])").click()
    await ann.locator(".hero .brass").click()
    await _there(ann.locator(".tableau"))
    await look("patience", ann)


async def _there(what: Locator) -> None:
    await expect(what).to_be_visible(timeout=WITHIN_MS)


WALKS = {
    "first": _first,
    "addresses": _addresses,
    "days": _days,
    "race": _race,
    "alone": _alone,
}
"""All ways that there are: together they go past every screen."""


async def walk(browser: Browser, url: str, locale: str, way: str, look: Look) -> None:
    """Go a way; the server's countdown has to last some seconds."""
    contexts = [
        await browser.new_context(viewport=PHONE, locale=locale) for _ in range(2)
    ]
    for context in contexts:
        await context.add_init_script(SAME_NONCES)
    ann, bob = [await context.new_page() for context in contexts]
    await WALKS[way](ann, bob, url, look)
    for context in contexts:
        await context.close()
