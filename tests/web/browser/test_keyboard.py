"""A race by keys, and by what a screen reader is told, alone."""

import re
from collections.abc import Sequence
from typing import Literal
from zlib import crc32

import pytest
from playwright.async_api import Page, expect
from tests.talk import talking
from tests.web.browser.pages import WITHIN_MS, Pages

from samedeal_protocol.rooms.playing import Moved

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_TABS = 30
READ_ALOUD = 10
"""Moves that are chosen by the accessibility tree alone."""
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


async def tab_to(page: Page, role: Literal["button", "textbox"], name: str) -> None:
    """Press Tab until something is in focus; fail if it never is."""
    found = page.get_by_role(role, name=name, exact=True)
    await expect(found).to_be_visible(timeout=WITHIN_MS)
    for _ in range(MOST_TABS):
        if await found.evaluate("(it) => it === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {role} {name}")


async def test_one_races_by_a_link_with_keys_and_what_is_read_aloud(
    pages: Pages,
) -> None:
    ann, bob = await pages.come("Ann"), await pages.come("Bob")
    link = await ann.open_room()
    page = bob.page
    await page.goto(link)
    await tab_to(page, "textbox", "Your name")
    await page.keyboard.type("Bob")
    await page.keyboard.press("Enter")
    await ann.press("Ready")
    # The board has the keys as soon as it is there.
    for cell in CELLS:
        empty = page.get_by_role("button", name=f"{cell}: empty.", exact=True)
        await expect(empty.and_(bob.open)).to_have_count(1, timeout=WITHIN_MS)
        await page.keyboard.type(cell)
        if cell != CELLS[-1]:
            said = page.get_by_role("status")
            laid = re.compile(rf"{cell}: \w+ of \w+\..*Next: \w+ of \w+\.")
            await expect(said.filter(has_text=laid)).to_have_count(1, timeout=WITHIN_MS)
    await ann.sees(ann.board)
    await ann.lay("a1")
    await ann.stop()
    await expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"You won, \d+ to \d+|Ann won with \d+|Nobody wins\."),
        timeout=WITHIN_MS,
    )
    await bob.sees_text("Proven, as far as this page saw")
    await tab_to(page, "button", "Rematch")
    await page.keyboard.press("Enter")
    await ann.sees_text("is ready for another.")


RANKS = [
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
]
SUITS = ["clubs", "diamonds", "hearts", "spades"]


def choice(card: str, cells: Sequence[str]) -> str:
    """Return where to lay a card, by nothing but its name and the empty cells."""
    return cells[crc32(card.encode()) % len(cells)]


async def read_aloud(page: Page, empty: int) -> tuple[str, list[str]]:
    """Return the next card and so many empty cells, by the accessibility tree alone."""
    while True:
        tree = await page.locator("body").aria_snapshot()
        cells = re.findall(r"""button "(\w\d): empty\."'$""", tree, re.MULTILINE)
        if len(cells) == empty and (card := re.search(r'group "Next: (.*)\."', tree)):
            return card[1], cells


async def test_who_reads_the_tree_alone_plays_as_who_hears_the_wire(
    pages: Pages,
) -> None:
    bob = await pages.come("Bob")
    async with talking(pages.url.replace("http", "ws"), "Ann") as ann:
        await bob.follow(f"{pages.url}/{await ann.host(seats=2)}")
        await bob.sees_text("Not ready after all")
        await ann.ready()
        started = await ann.start()
        assert started.board is not None
        (card,) = started.board.zones["next"]
        empty, heard = list(CELLS), list[str]()
        for ply in range(READ_ALOUD):
            # On the wire 0 is face down.
            suit, rank = divmod(card - 1, len(RANKS))
            name = f"{RANKS[rank]} of {SUITS[suit]}"
            heard.append(choice(name, empty))
            empty.remove(heard[-1])
            moved = await ann.command(Moved, t="move", ply=ply, move=heard[-1])
            (card,) = moved.zones["next"] or (0,)
        read = list[str]()
        for count in range(len(CELLS), len(CELLS) - READ_ALOUD, -1):
            read.append(choice(*await read_aloud(bob.page, count)))
            await bob.page.keyboard.type(read[-1])
        assert read == heard
