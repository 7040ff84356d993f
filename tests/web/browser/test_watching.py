"""Looking on at a race from the page."""

import asyncio

import pytest
from playwright.async_api import expect
from tests.talk import Talker, talking
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

from samedeal_protocol.rooms.playing import Done, Moved

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def race(ann: Talker, bob: Talker, watch: str) -> str:
    """Have two players race in a room that may be watched so far."""
    code = await ann.host(seats=2, watch=watch)
    await bob.join(code)
    for each in (ann, bob):
        await each.ready()
    await asyncio.gather(ann.start(), bob.start())
    return code


async def laid(person: Somebody, name: str, count: int) -> None:
    """Wait until somebody's board has so many cards."""
    board = person.page.locator(".end", has_text=name)
    await expect(board.locator("[data-cell][data-card]")).to_have_count(
        count, timeout=WITHIN_MS
    )


async def test_boards_are_watched_move_by_move_where_the_room_allows_it(
    pages: Pages,
) -> None:
    server = pages.url.replace("http", "ws")
    async with talking(server, "Ann") as ann, talking(server, "Bob") as bob:
        code = await race(ann, bob, "boards")
        cid = await pages.come("Cid")
        await cid.page.goto(f"{pages.url}/{code}")
        await cid.sees_text("A match is on.")
        await cid.sees(cid.page.locator(".end", has_text="Ann"))
        await laid(cid, "Ann", 0)
        # Nobody who looks on sees a card that somebody who plays has not seen.
        await ann.command(Moved, t="move", ply=0, move="a1")
        await bob.command(Moved, t="move", ply=0, move="c3")
        for name in ("Ann", "Bob"):
            await laid(cid, name, 1)
        for each in (ann, bob):
            await each.command(Done, t="finish")
        link = cid.page.get_by_role("link", name="Move by move")
        await cid.page.goto(await link.get_attribute("href") or "")
        await cid.sees_text("The record holds together")


async def test_no_board_is_seen_where_the_room_shows_counts_only(pages: Pages) -> None:
    server = pages.url.replace("http", "ws")
    async with talking(server, "Ann") as ann, talking(server, "Bob") as bob:
        code = await race(ann, bob, "counts")
        cid = await pages.come("Cid")
        await cid.page.goto(f"{pages.url}/{code}")
        await cid.sees_text("A match is on.")
        await expect(cid.page.locator(".bar")).to_have_count(2, timeout=WITHIN_MS)
        await expect(cid.page.locator(".board")).to_have_count(0)


async def test_who_is_done_first_sees_the_boards_of_those_who_are_not(
    pages: Pages,
) -> None:
    server = pages.url.replace("http", "ws")
    async with talking(server, "Bob") as bob:
        ann = await pages.come("Ann")
        code = await bob.host(seats=2, watch="boards")
        await ann.follow(f"{pages.url}/{code}")
        await bob.ready()
        await bob.start()
        await ann.sees(ann.board)
        await ann.lay("a1", "b1")
        await expect(ann.page.get_by_text("See the others' boards")).to_have_count(0)
        await ann.stop()
        await ann.press("See the others' boards")
        await laid(ann, "Bob", 0)
        await bob.command(Moved, t="move", ply=0, move="a1")
        await laid(ann, "Bob", 1)
        await expect(ann.page.locator(".end")).to_have_count(1)
        await ann.press("Back to your board")
        await ann.sees(ann.board)
        await expect(ann.board.locator("[data-card][data-cell]")).to_have_count(2)
        await bob.command(Done, t="finish")
        await ann.sees_text("Proven, as far as this page saw")
