"""What others may want of somebody's page, tried as they would."""

import re

import pytest
from playwright.async_api import Route, expect
from tests.conditions import eventually
from tests.web.browser.pages import WITHIN_MS, Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")

REFUSED = """(what) => new Promise((resolve) => {
    addEventListener("securitypolicyviolation",
        ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
    const add = (name, more) =>
        document.body.append(Object.assign(document.createElement(name), more));
    const DOES = {
        "a script in it": () => add("script", { text: "document.title = 'taken'" }),
        "a handler in it": () => {
            const image = document.createElement("div");
            image.innerHTML = "<img src=x onerror='document.title = 1'>";
            document.body.append(image);
        },
        // Later: what a test says itself may do this.
        "words as code": () => setTimeout(() => {
            try { new Function("document.title = 'taken'")(); } catch {}
        }),
        "a foreign script": () => add("script", { src: "http://elsewhere.test/x.js" }),
        "a foreign picture": () => add("img", { src: "http://elsewhere.test/x.png" }),
        "a foreign style": () => add("link",
            { rel: "stylesheet", href: "http://elsewhere.test/x.css" }),
        "a foreign socket": () => {
            try { new WebSocket("ws://elsewhere.test/"); } catch {}
        },
        "a foreign request": () => { fetch("http://elsewhere.test/").catch(() => {}); },
        "a frame": () => add("iframe", { src: "http://elsewhere.test/" }),
        "a form sent away": () => {
            const form = Object.assign(document.createElement("form"),
                { action: "http://elsewhere.test/", method: "post" });
            document.body.append(form);
            form.submit();
        },
        "another base": () => {
            add("base", { href: "http://elsewhere.test/" });
        },
    };
    setTimeout(() => resolve("it was let"), 5000);
    DOES[what]();
})"""
WHAT = {
    "a script in it": "script-src-elem",
    "a handler in it": "script-src-attr",
    "words as code": "script-src",
    "a foreign script": "script-src-elem",
    "a foreign picture": "img-src",
    "a foreign style": "style-src-elem",
    "a foreign socket": "connect-src",
    "a foreign request": "connect-src",
    "a frame": "frame-src",
    "another base": "base-uri",
    "a form sent away": "form-action",
}


async def test_who_got_something_into_the_page_runs_and_fetches_nothing(
    pages: Pages,
) -> None:
    """As if a name or a word had come in as more than text."""
    ann = await pages.come("Ann")
    for what, rule in WHAT.items():
        assert await ann.page.title() == "samedeal"
        assert await ann.page.evaluate(REFUSED, what) == rule, what
    # The browser tells of what it was to ask for, too, where it did not.
    tried = [each for each in pages.complaints if "elsewhere.test" in each]
    assert pages.complaints == tried
    pages.complaints.clear()


async def test_no_other_page_has_it_in_a_frame(pages: Pages) -> None:
    """Nobody lays something over its buttons."""
    ann = await pages.come("Ann")

    async def frames(route: Route) -> None:
        body = f"<title>there</title><iframe src='{pages.url}/'></iframe>"
        await route.fulfill(body=body, content_type="text/html")

    await ann.page.route("http://elsewhere.test/", frames)
    await ann.page.goto("http://elsewhere.test/")
    await expect(ann.page).to_have_title("there")
    inside = ann.page.frames[1]
    await eventually(lambda: inside.url.startswith("chrome-error:"))
    await expect(inside.get_by_label("Your name")).to_have_count(0)
    pages.complaints.remove("asked for http://elsewhere.test/")


async def test_words_of_others_are_text_wherever_they_are_shown(pages: Pages) -> None:
    words = "<img src=x onerror=document.title=1>&lt;b&gt;"
    ann, bob = await pages.come("Ann"), await pages.come("A&amp;B 'x'")
    await bob.follow(await ann.open_room())
    await ann.sees_text("A&amp;B 'x'")
    await bob.page.get_by_label("Your words").fill(words)
    await bob.press("Say")
    line = ann.page.locator(".talk li")
    await expect(line).to_contain_text(words, timeout=WITHIN_MS)
    assert await ann.page.locator(".talk img, .talk b, .seats i").count() == 0
    assert await ann.page.title() == "samedeal"


async def test_the_link_of_a_room_tells_nothing_of_who_sent_it(pages: Pages) -> None:
    """Whoever finds it may sit down, as anybody invited; and is nobody else."""
    ann = await pages.come("Ann")
    link = await ann.open_room()
    assert re.fullmatch(rf"{pages.url}/[2-9A-Z]{{5}}", link)
    thief = await pages.come("Ann")
    await thief.follow(link)
    seats = ann.page.locator(".seats .called")
    await expect(seats).to_have_count(2, timeout=WITHIN_MS)
    own = await ann.page.evaluate("localStorage.length")
    assert own
    await expect(thief.page.locator(".seats .tag", has_text="host")).to_have_count(1)
    await expect(
        thief.page.locator(".seats li", has_text="you").locator(".tag", has_text="host")
    ).to_have_count(0)
