"""Who comes alone to the page, and races bots of the house."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from tests.conditions import POLL_S
from tests.houses import KEY, house_at
from tests.server.house import serving
from tests.talk import Talker, talking
from tests.web.browser.pages import Pages

from samedeal_protocol.people.house import BotsWanted
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.process.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="session")
QUICK = Settings.model_validate({"house_key": KEY, "countdown_ms": 500})


@pytest_asyncio.fixture(loop_scope="session")
async def pages(browser: Browser, store_url: str) -> AsyncIterator[Pages]:
    """Open pages at a server that knows a house; fail if one complains."""
    async with serving(store_url, QUICK) as url:
        opened = Pages(browser, url.replace("ws://", "http://"))
        yield opened
        assert not opened.complaints


def socket_of(pages: Pages) -> str:
    return pages.url.replace("http://", "ws://")


async def test_one_tap_leads_to_a_race_against_two_bots_and_again(pages: Pages) -> None:
    async with house_at(socket_of(pages)):
        ann = await pages.come("Ann")
        await ann.press("Play now")
        await ann.sees(ann.board)
        for name in ("Greta", "Rowan"):
            await ann.sees(ann.page.locator(".bar", has_text=name))
        await ann.stop()
        await ann.sees_text("Rematch")
        await expect(ann.page.get_by_text("(bot)")).to_have_count(2)
        await ann.press("Rematch")
        await ann.sees(ann.board)


async def test_a_name_that_was_typed_is_taken(pages: Pages) -> None:
    async with house_at(socket_of(pages)):
        ann = await pages.come("Ann")
        await ann.page.get_by_label("Your name").fill("Ann")
        await ann.press("Play now")
        await ann.sees(ann.board)
        await ann.stop()
        await ann.sees(ann.page.locator("tr.own", has_text="Ann"))


async def test_without_a_house_nothing_is_promised(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.sees_text("Bots to race are in the terminal.")
    await expect(ann.page.get_by_role("button", name="Play now")).to_have_count(0)
    await ann.open_room()
    await expect(ann.page.get_by_role("button", name="Bring a bot")).to_have_count(0)


async def test_that_all_bots_play_is_told_and_people_may_come(pages: Pages) -> None:
    async with house_at(socket_of(pages), 2):
        ann, bob = await pages.come("Ann"), await pages.come("Bob")
        await bob.sees(bob.page.get_by_role("button", name="Play now"))
        await ann.press("Play now")
        await ann.sees(ann.board)
        await bob.press("Play now")
        await bob.sees_text("No bot is free just now")
        await bob.sees(bob.page.locator(".invite .link"))
        await ann.stop()
        await ann.press("Leave")
        async with talking(socket_of(pages), "Cid") as cid:
            while (await cid.ask(Rooms, t="rooms")).bots != 2:  # noqa: ASYNC110
                await asyncio.sleep(POLL_S)
        await bob.press("Bring a bot")
        await bob.sees(bob.page.locator(".seats li", has_text="bot"))


async def _promise(house: Talker) -> None:
    """Offer bots again and again, and send none."""
    while True:
        await house.ask(BotsWanted, t="offer_bots", key=KEY, free=2)
        await asyncio.sleep(1)


async def test_that_nobody_came_is_told(pages: Pages) -> None:
    async with talking(socket_of(pages), "Steward") as house:
        promising = asyncio.create_task(_promise(house))
        ann = await pages.come("Ann")
        await ann.press("Play now")
        await ann.sees_text("Bots are on their way")
        await ann.sees_text("No bot came")
        await ann.sees(ann.page.locator(".invite .link"))
        promising.cancel()


async def test_a_bot_is_brought_into_a_room_of_friends(pages: Pages) -> None:
    async with house_at(socket_of(pages)):
        ann = await pages.come("Ann")
        await ann.open_room(seats=3)
        for name in ("Greta", "Rowan"):
            await ann.press("Bring a bot")
            await ann.sees(ann.page.locator(".seats li", has_text=name))
        more = ann.page.get_by_role("button", name="Bring a bot")
        await expect(more).to_have_count(0)
        await ann.press("Ready")
        await ann.sees(ann.board)


async def test_a_race_goes_on_where_the_house_ends_in_it(pages: Pages) -> None:
    ann = await pages.come("Ann")
    async with house_at(socket_of(pages)):
        await ann.press("Play now")
        await ann.sees(ann.board)
    await ann.lay("c3")
    await ann.stop()
    await ann.sees_text("Rematch")


async def test_the_words_are_there_in_spanish(pages: Pages) -> None:
    async with house_at(socket_of(pages)):
        ana = await pages.come("Ana", locale="es-ES")
        await ana.press("Jugar ya")
        await ana.sees(ana.page.get_by_role("group", name="tu tablero"))
