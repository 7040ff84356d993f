"""What of the page needs no connection, and what an older one leaves behind."""

import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from tests.server.house import serving
from tests.web.browser.pages import KEPT, WITHIN_MS, Pages
from websockets.datastructures import Headers
from websockets.http11 import Response

from samedeal_server.edge import porch
from samedeal_server.edge.knocks import sent
from samedeal_server.process import process
from samedeal_web import File, read_site
from samedeal_web.files import STATIC

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_lessons_practice_and_rules_need_no_connection_once_they_are_kept(
    browser: Browser, store_url: str
) -> None:
    async with serving(store_url) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann = await pages.come("Ann", keeps=True)
        await ann.page.evaluate(KEPT, 1)
    await ann.page.goto(f"{pages.url}/learn?game=squares/english&language=es")
    await ann.sees_text("Cada carta se pone antes de ver la siguiente")
    await ann.press("Practicar")
    await ann.page.locator(".board [data-open]").first.click()
    await expect(ann.laid).to_have_count(1, timeout=WITHIN_MS)
    await ann.press_summary("Cómo se juega")
    await ann.sees(ann.page.locator(".rules h3").first)


@pytest.mark.parametrize("keeps", [False, True])
async def test_a_page_that_is_loaded_anew_is_not_sent_again(
    browser: Browser, store_url: str, monkeypatch: pytest.MonkeyPatch, *, keeps: bool
) -> None:
    statuses = list[int]()

    def noted(file: File, asked: Headers) -> Response:
        response = sent(file, asked)
        # Others may still be on their way for the first time.
        if not file.is_kept:
            statuses.append(response.status_code)
        return response

    monkeypatch.setattr(porch, "sent", noted)
    async with serving(store_url) as url:
        ann = await Pages(browser, url.replace("ws://", "http://")).come(
            "Ann", keeps=keeps
        )
        await ann.sees(ann.page.get_by_label("Your name"))
        if keeps:
            await ann.page.evaluate(KEPT, 1)
        # Its worker fetched the page a second time, which was the same.
        assert (304 in statuses) is keeps
        statuses.clear()
        await ann.page.reload()
        await ann.sees(ann.page.get_by_label("Your name"))
    assert set(statuses) == {304}


async def test_a_worker_of_an_older_page_holds_no_newer_one_back(
    browser: Browser,
    store_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(store_url) as url:
        pages = Pages(browser, url.replace("ws://", "http://"))
        ann = await pages.come("Ann", keeps=True)
        await ann.page.evaluate(KEPT, 1)
    newer = tmp_path / "newer"
    shutil.copytree(STATIC, newer)
    landing = newer / "page/lobby/landing.js"
    landing.write_text(
        landing.read_text("utf-8").replace("One shuffle.", "Another page."), "utf-8"
    )
    monkeypatch.setattr(process, "read_site", lambda: read_site(newer))
    async with serving(store_url, port=int(url.rpartition(":")[2])):
        await ann.page.goto(f"{pages.url}/")
        await ann.sees_text("Another page.")
        # Its own worker has taken over, and keeps what is new.
        await ann.page.evaluate(KEPT, 2)
    await ann.page.goto(f"{pages.url}/")
    await ann.sees_text("Another page.")
