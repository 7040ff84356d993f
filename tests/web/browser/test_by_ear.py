"""Who reads nothing but the accessibility tree plays as who hears the wire.

A match is raced by one of each, who choose alike from what they know of their boards:
so both make the same moves, if the tree tells all that the wire does.
"""

import re

import pytest
from playwright.async_api import Page
from tests.talk import OwnBoard, Talker, talking
from tests.web.browser.by_ear import Listener, move_of, seen_on, tab_to
from tests.web.browser.conftest import ByEar
from tests.web.browser.pages import Pages, Somebody

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES
from samedeal_games.game import AnyGame, Board
from samedeal_protocol.rooms.playing import Done, Moved

pytestmark = pytest.mark.asyncio(loop_scope="session")

ENDS = r'heading "(?:You w|Ann won with|Nobody wins|A tie).*" \[level=1\]'


async def test_who_reads_the_tree_alone_plays_as_who_hears_the_wire(
    pages: Pages, by_ear: ByEar
) -> None:
    bob = await pages.come("Bob")
    for _ in range(by_ear.matches):
        async with talking(pages.url.replace("http", "ws"), "Ann") as ann:
            link = f"{pages.url}/{await ann.host(by_ear.game, seats=2)}"
            await sit_down(bob.page, link)
            await bob.sees_text("Not ready after all")
            await raced(ann, bob, GAMES[by_ear.game], by_ear.moves)


async def sit_down(page: Page, link: str) -> None:
    """Follow a link, and say who one is."""
    await page.goto(link)
    await tab_to(page, "textbox", "Your name")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("Bob")
    await page.keyboard.press("Enter")


async def raced(ann: Talker, bob: Somebody, game: AnyGame, most: int) -> None:
    """Race for so many moves, or to the end of a board; then hear how it ended."""
    await ann.ready()
    started = await ann.start()
    assert started.board is not None
    own, listener = OwnBoard(started.board), Listener(bob.page, game)
    await bob.sees(bob.board)
    while own.state == "playing" and own.board.ply < most:
        hears, sees = seen_on(game, board_of(own)), await listener.see()
        assert sees == hears
        asked = {"ply": own.board.ply, "move": move_of(game, hears.choice)}
        own.take(await ann.command(Moved, t="move", **asked))
        await listener.play(sees.choice)
    if own.state == "playing":
        await ann.command(Done, t="finish")
        await finish(bob.page)
    await bob.sees_text("Proven, as far as this page saw")
    tree = await listener.heard()
    assert re.search(ENDS, tree)
    scores = re.findall(r'row "\d+ (?:Ann|Bob \(you\)) (\d+) ', tree)
    assert scores == [str(own.board.score)] * 2


async def finish(page: Page) -> None:
    """Stop, and keep the score: asked twice."""
    await tab_to(page, "button", "Menu")
    await page.keyboard.press("Enter")
    for _ in range(2):
        await tab_to(page, "button", "Finish, keep the score")
        await page.keyboard.press("Enter")


def board_of(own: OwnBoard) -> Board:
    """Return a board of the wire, which counts cards from 1, as the rules have it."""
    zones = own.board.zones.items()
    cards = {zone: tuple(Card(each - 1) for each in held) for zone, held in zones}
    return Board(own.board.ply, cards)
