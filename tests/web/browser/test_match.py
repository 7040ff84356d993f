"""A match by its link: move by move, and whether its record holds."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Route, expect
from tests.web.browser.pages import WITHIN_MS, Pages, Somebody

from samedeal_records.sealing import unseal

pytestmark = pytest.mark.asyncio(loop_scope="session")

CELLS = ("a1", "b1", "c1", "d1", "e1", "a2")


async def played(pages: Pages) -> tuple[Somebody, str]:
    """Have two people race, and return one of them with the link of their match."""
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    await bob.follow(await ann.open_room())
    await ann.press("Ready")
    for each, cells in ((ann, CELLS), (bob, CELLS[:2])):
        await each.sees(each.board)
        await each.lay(*cells)
    for each in (ann, bob):
        await each.stop()
    link = ann.page.get_by_role("link", name="Move by move")
    await ann.sees(link)
    return ann, await link.get_attribute("href") or ""


async def laid(person: Somebody, count: int) -> None:
    """Wait until the board that is replayed has so many cards."""
    cells = person.page.locator(".replay .board [data-cell][data-card]")
    await expect(cells).to_have_count(count, timeout=WITHIN_MS)


async def test_a_match_is_seen_move_by_move_by_whoever_has_its_link(
    pages: Pages, tmp_path: Path
) -> None:
    _, link = await played(pages)
    assert re.fullmatch(re.escape(pages.url) + r"/m/m-[0-9a-f]{32}", link)
    cid = await pages.come("Cid")
    await cid.page.goto(link)
    await cid.sees_text("The record holds together")
    await expect(cid.page.get_by_role("row")).to_have_count(3)
    await laid(cid, 0)
    await cid.press("One move on")
    await cid.press("One move on")
    await laid(cid, 2)
    await cid.sees_text("2 of 6 moves")
    await cid.press("One move back")
    await laid(cid, 1)
    await cid.press("To the last move")
    await laid(cid, 6)
    await cid.press("Bob")
    await laid(cid, 2)
    await cid.press("Ann")
    await cid.page.get_by_label("Beside it").select_option("Bob")
    await laid(cid, 8)
    await cid.page.get_by_role("slider").fill("0")
    await laid(cid, 0)
    await cid.page.get_by_label("Beside it").select_option("nobody")
    await cid.page.get_by_label("Speed").select_option("16")
    await cid.press("Run")
    await laid(cid, 6)
    async with cid.page.expect_download() as saving:
        await cid.press("Save the record")
    saved = tmp_path / "match"
    await (await saving.value).save_as(saved)
    assert unseal(saved.read_bytes())["match"] == link.rpartition("/")[2]


async def test_a_match_that_nobody_kept_is_told_in_a_sentence(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.goto(f"{pages.url}/m/m-{'0' * 32}")
    await ann.sees_text("No record of that match is kept there.")
    for wrong in ("m-0", "x", f"m-{'0' * 33}", f"m-{'0' * 32}/more", "../m"):
        said = await ann.page.request.get(f"{pages.url}/m/{wrong}")
        assert said.status == 404


async def test_all_games_are_seen_move_by_move_alone(pages: Pages) -> None:
    ann = await pages.come("Ann")
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.page.locator("label", has_text="Westcliff").first.click()
    await ann.press("Play alone, now")
    await ann.sees(ann.board)
    await ann.page.locator("[data-pile=stock]").first.click()
    # Its card lies on the waste, or is an ace that has gone up.
    await ann.sees(ann.page.get_by_role("button", name="Stock: 30 cards"))
    await ann.stop()
    link = ann.page.get_by_role("link", name="Move by move")
    await ann.page.goto(await link.get_attribute("href") or "")
    await ann.sees_text("The record holds together")
    await ann.press("To the last move")
    await ann.sees_text("1 of 1 moves")
    await ann.press("Look for it")
    await ann.sees_text("in 1 move; ")


async def test_what_was_possible_is_told_of_a_match(pages: Pages) -> None:
    ann, link = await played(pages)
    await ann.page.goto(link)
    await ann.press("Look for it")
    await ann.sees_text("the best arrangement found of these cards scores ")
    cells = ann.page.locator(".possible .board [data-cell][data-card]")
    await expect(cells).to_have_count(25)
    await ann.sees_text(" below the best")


async def test_the_move_that_lost_a_deal_is_gone_to(pages: Pages) -> None:
    """As the worker told, which has tests of its own."""
    ann, link = await played(pages)
    found = (
        '{ found: { outcome: "winnable", line: ["a1", "b1", "c1"], fates: [0, 1].map('
        '(seat) => ({ seat, wonAt: 1, lostAt: 2, move: "b1", isOpen: false })) } }'
    )

    async def told(route: Route) -> None:
        body = f'self.addEventListener("message", () => self.postMessage({found}));'
        await route.fulfill(body=body, content_type="text/javascript")

    await ann.page.route("**/solver/worker.js", told)
    await ann.page.goto(link)
    await ann.press("Look for it")
    await ann.sees_text("This deal could be won.")
    await ann.sees_text("lost with move 2, b1")
    await ann.page.get_by_role("button", name="See that move").first.click()
    await ann.sees_text("2 of 6 moves")
    await ann.page.get_by_text("The shortest win found takes 3 moves:").click()
    await ann.sees_text("0 of 3 moves")


async def test_a_search_that_fails_is_told_of(pages: Pages) -> None:
    ann, link = await played(pages)
    await ann.page.route("**/solver/worker.js", lambda route: route.abort())
    await ann.page.goto(link)
    await ann.press("Look for it")
    await ann.sees_text("The search failed in this browser")
    pages.complaints.clear()  # the browser's own, of the file that did not come


async def test_what_is_no_record_is_not_shown_as_one(pages: Pages) -> None:
    ann, link = await played(pages)

    async def spoilt(route: Route) -> None:
        answer = await route.fetch()
        body = (await answer.text()).replace(
            "const { transcript } = openedRecord(bytes);",
            "const { transcript } = openedRecord(bytes.slice(0, -1));",
        )
        await route.fulfill(response=answer, body=body)

    await ann.page.route("**/records/record.js", spoilt)
    await ann.page.goto(link)
    await ann.sees_text("The record of this match could not be read.")
