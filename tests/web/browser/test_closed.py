"""A room that an operator closes, as the page tells it."""

import pytest
from playwright.async_api import expect
from tests.server.house import opened
from tests.web.browser.pages import Pages

from samedeal_server.admin.closing import close
from samedeal_server.records.records import Records

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHY = "We stop <b>here</b>, & thank you."
TOLD = f"Whoever runs this server has closed the room: {WHY}"


async def test_the_page_tells_why_in_words_and_again_when_it_comes_back(
    pages: Pages, store_url: str
) -> None:
    ann = await pages.come("Ann")
    link = await ann.open_room()
    async with opened(store_url) as store:
        await close(store, Records(store, 0), link.rsplit("/", 1)[1], WHY)
    await expect(ann.page.get_by_role("alert")).to_have_text(TOLD)
    await ann.page.reload()
    await ann.sees_text("This room is closed")
