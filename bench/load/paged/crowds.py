"""Crowds whose client is the page's own: in Node, and in pages of a headless browser.

They play as those of `Crowd` do, by the same choices, and are told how far they are.
"""

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bench.load.asked import Asked
from bench.load.crowd import SEATS
from playwright.async_api import Page, Route, async_playwright
from tests.browsers import CHROMIUM, HOW
from tests.web.rules.rules_of_the_page import NODE

from samedeal_web.files import STATIC

HERE = Path(__file__).parent
SEATED_WITHIN_S = 60.0
BEGIN_OVER_MS = 3_000


class Told(NamedTuple):
    """What a crowd has done so far."""

    moves: int
    matches: int
    wrongs: dict[str, int]


class Crowded(Protocol):
    """A crowd that has its seats."""

    pid: int | None
    """The one process that it is in; None for many."""

    async def start(self) -> None:
        """Get everybody ready, one room after the other."""
        ...

    async def told(self) -> Told:
        """Ask how far they are."""
        ...


class _InNode:
    """A crowd in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self.pid: int | None = process.pid

    async def seated(self) -> None:
        """Wait until all have their seats."""
        async with asyncio.timeout(SEATED_WITHIN_S):
            if await self._out.readline() != b"seated\n":
                raise RuntimeError("players in Node came to no seats")

    async def start(self) -> None:
        """Get everybody ready, one room after the other."""
        self._in.write(b"\n")

    async def told(self) -> Told:
        """Ask how far they are."""
        self._in.write(b"\n")
        return Told(**json.loads(await self._out.readline()))


@asynccontextmanager
async def in_node(port: int, asked: Asked, ms: float) -> AsyncGenerator[Crowded]:
    """Seat a crowd that plays in Node, each of whom moves every `ms`, or at once."""
    url, script = f"ws://127.0.0.1:{port}/", str(HERE / "racers.mjs")
    sizes = map(str, (asked.players, SEATS, ms, BEGIN_OVER_MS))
    process = await asyncio.create_subprocess_exec(
        *(NODE or "node", "--no-warnings", script, url, str(STATIC)),
        *(asked.game, *sizes),
        stdin=PIPE,
        stdout=PIPE,
    )
    crowd = _InNode(process)
    try:
        await crowd.seated()
        yield crowd
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


class _InPages:
    """Crowds in pages, each with its own sockets."""

    def __init__(self, pages: list[Page]) -> None:
        self._pages = pages
        self.pid: int | None = None

    async def start(self) -> None:
        """Get everybody ready, one room after the other."""
        for page in self._pages:
            await page.evaluate(f"() => {{ racers.start({BEGIN_OVER_MS}); }}")

    async def told(self) -> Told:
        """Ask how far they are."""
        found: list[dict[str, Any]] = [
            await page.evaluate("racers.told") for page in self._pages
        ]
        wrongs: dict[str, int] = {}
        for each in found:
            for what, number in each["wrongs"].items():
                wrongs[what] = wrongs.get(what, 0) + number
        moves, matches = (sum(e[what] for e in found) for what in ("moves", "matches"))
        return Told(moves, matches, wrongs)


@asynccontextmanager
async def in_pages(port: int, asked: Asked, ms: float) -> AsyncGenerator[Crowded]:
    """Seat a crowd that plays in a headless browser, a room in each page."""
    said = {"seats": SEATS, "game": asked.game, "ms": ms}
    if CHROMIUM is None:
        raise RuntimeError(HOW)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        context = await browser.new_context()
        await context.route("**/racers/**", _sent)
        pages = [await context.new_page() for _ in range(asked.players // SEATS)]
        for page in pages:
            await page.goto(f"http://127.0.0.1:{port}/rules")
            await page.evaluate(_SIT, said)
        yield _InPages(pages)
        await browser.close()


_SIT = """async (asked) => {
  const { Racers } = await import("/racers/racers.mjs");
  const wire = await import("/racers/wire/index.js");
  const url = `ws://${location.host}/`;
  window.racers = new Racers(wire, url, { players: asked.seats, ...asked });
  await racers.sit();
}"""


async def _sent(route: Route) -> None:
    """Send a page the modules of the crowd, as if the server had them."""
    name = route.request.url.partition("/racers/")[2]
    path = HERE / name if name.endswith(".mjs") else STATIC / name
    await route.fulfill(path=path, content_type="text/javascript")
