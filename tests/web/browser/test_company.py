"""One race of three kinds of players, and a server that dies in the middle of it."""

import sys
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from tests.servers import environment, running_server
from tests.terminals import terminal
from tests.web.browser.pages import WITHIN_MS, Pages

pytestmark = pytest.mark.asyncio(loop_scope="session")
PLAIN = environment(TERM="dumb", LC_ALL="C.UTF-8")


async def test_a_page_a_terminal_and_a_bot_race_over_the_death_of_a_server(
    browser: Browser, store_url: str, tmp_path: Path
) -> None:
    def client(name: str, *words: str) -> tuple[str, ...]:
        identity = ("--identity", str(tmp_path / name))
        whole = (sys.executable, "-m", "samedeal_client", *identity, *words)
        return (*whole, "--name", name)

    async with running_server(store_url, SAMEDEAL_COUNTDOWN_MS="500") as first:
        pages = Pages(browser, first.url.replace("ws://", "http://"))
        ann = await pages.come("Ann")
        link = await ann.open_room(seats=3)
        async with (
            terminal(*client("Bob", "join", link, "--plain"), env=PLAIN) as bob,
            terminal(*client("Robo", "bot", link, "--pace", "0.5"), env=PLAIN),
        ):
            await bob.until("Robo [bot]")
            bob.type("ready\r")
            await ann.press("Ready")
            await ann.sees(ann.board)
            await bob.until("as in c4")
            await ann.lay("a1")
            bob.type("a1\r")
            await bob.until("card 2 of 25")
            await first.kill()
            port = first.url.rpartition(":")[2]
            await ann.sees_text("The connection is lost.")
            async with running_server(store_url, port=port):
                await expect(ann.laid).to_have_count(1, timeout=WITHIN_MS)
                await bob.until("Connected again.")
                bob.type("b1\r")
                await bob.until("card 3 of 25")
                await ann.lay("b1")
                await ann.stop()
                bob.type("finish\r")
                await bob.until("Robo [bot]: done")
                await bob.until("Match proven")
                await ann.sees_text("Proven, as far as this page saw")
    assert not pages.complaints
