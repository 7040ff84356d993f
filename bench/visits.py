"""How long a visitor waits for the page on a slow line.

``python -m bench.visits [--runs 5] [--rtt 150] [--mbit 1.6] [--before FOLDER]``

Between a headless Chromium and a server of its own is a line on which everything takes
half a round trip each way, connecting a whole one, and all connections share the
bandwidth down; the browser's own throttling knows nothing of connections. The processor
is slowed down by the browser. Each run is a visitor who was never here: the page until
something is to be seen and until a name can be typed; then *Play alone, now* until
the first card can be laid; then the page is loaded anew, until the board is there
again. Another one follows the link of a room, in which somebody waits, until they sit
in it: they type a name as soon as they can, and press Enter, and what a person would
think about is not in it. With a checkout of another commit as FOLDER, each run of this
one is followed by one of that. Medians, in milliseconds; bytes are those of the line,
heads and all.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, cast

from playwright.async_api import Browser, CDPSession, Page, async_playwright
from tests.browsers import CHROMIUM, HOW
from tests.talk import talking

HERE = Path(__file__).parent.parent
CHUNK = 1_460
"""The bytes of a chunk, about as many as go over a line in one piece."""


LOOKED_EVERY_S, WITHIN_S = 0.05, 60.0
PINGS_EVERY_S = 5.0
NOTES = """(() => {
  const note = (what, selector) => {
    if (globalThis[what] || !document.querySelector(selector)) return;
    globalThis[what] = -1;
    requestAnimationFrame(() => { globalThis[what] = performance.now(); });
  };
  new MutationObserver(() => {
    note("named", "input[name=name]");
    note("laid", ".board [data-open]");
    note("seated", "main + .foot .quiet");
  }).observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("click", (event) => {
    if (event.target.matches(".brass")) globalThis.pressed = event.timeStamp;
  }, true);
  globalThis.inputs = 0;
  for (const kind of ["change", "submit"]) {
    addEventListener(kind, () => { globalThis.inputs += 1; }, true);
  }
})()"""
"""Notes in each page, in ms since it was asked for, when a name could be typed, when
*Play alone, now* was pressed, when a card could be laid, and when one sat in a room;
and how many fields were filled in and forms sent."""


class Visit(NamedTuple):
    """The waits of one visitor, and of one who was sent a link, and what they took.

    Waits are in ms; connections and kilobytes are those until the page can be used.
    """

    painted: float
    usable: float
    card: float
    back: float
    connections: int
    kilobytes: float
    invited: float
    """From the link of a room until a name can be typed there."""
    seat: float
    """From the link of a room to a seat there."""
    inputs: float
    """What was filled in and pressed for that seat."""


class Line:
    """A slow way to a server."""

    def __init__(self, port: int, rtt_s: float, bytes_s: float) -> None:
        self._port = port
        self._half_s = rtt_s / 2
        self._bytes_s = bytes_s
        self._free_at = 0.0
        self.connections = 0
        self.bytes_down = 0

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Carry one connection, until either side is done."""
        self.connections += 1
        # The browser's own handshake took no time: a whole round trip is due.
        await asyncio.sleep(self._half_s * 2)
        try:
            there, up = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()  # The server has gone, and the browser tries again.
            return
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._one_way(reader, up, is_down=False))
            tasks.create_task(self._one_way(there, writer, is_down=True))

    async def _one_way(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_down: bool,
    ) -> None:
        """Pass bytes on when they are due, read meanwhile."""
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            with contextlib.suppress(OSError):
                while True:
                    at, data = await due.get()
                    await asyncio.sleep(max(0.0, at - perf_counter()))
                    if not data:
                        break
                    writer.write(data)
                    await writer.drain()
            writer.close()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(deliver())
            with contextlib.suppress(OSError):
                while data := await reader.read(CHUNK):
                    now = perf_counter()
                    if is_down:
                        self.bytes_down += len(data)
                        begins = max(now, self._free_at)
                        now = self._free_at = begins + len(data) / self._bytes_s
                    due.put_nowait((now + self._half_s, data))
            due.put_nowait((perf_counter() + self._half_s, b""))


def _environment(tree: Path) -> dict[str, str]:
    parts = [str(each.parent) for each in tree.glob("*/samedeal_*/")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}


@asynccontextmanager
async def served(tree: Path, **settings: str) -> AsyncGenerator[int]:
    """Serve with the code in a folder, set by `settings`; yield the port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--port", "0"),
        *("--temporary", "--leash", "--ready-json"),
        env={**_environment(tree), **settings},
        cwd=tree,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        yield int(json.loads(await process.stdout.readline())["port"])
    finally:
        process.terminate()
        await process.wait()


class Visitor:
    """A page on a slow processor, looked at by the least that can be said to it.

    What drives a browser in tests puts a large script into each page before it looks
    for anything, and so takes the processor from the page that is timed.
    """

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session

    async def noted(self, what: str) -> float:
        """Wait until something of `NOTES` is noted; return when it was, in ms."""
        at, until = 0.0, perf_counter() + WITHIN_S
        while at <= 0:
            if perf_counter() > until:
                raise TimeoutError(f"nobody saw that it was {what}")
            await asyncio.sleep(LOOKED_EVERY_S)
            at = await self._value(f"globalThis.{what} ?? 0")
        return at

    async def painted(self) -> float:
        """Return the time until anything was to be seen, in ms."""
        paint = "performance.getEntriesByName('first-contentful-paint')[0]"
        return await self._value(f"{paint}?.startTime ?? 0")

    async def inputs(self) -> float:
        """Return how many fields were filled in and forms sent."""
        return await self._value("globalThis.inputs")

    async def say_name(self, name: str) -> None:
        """Type a name into the field for it."""
        await self.press("input[name=name]")
        await self.page.keyboard.type(name)

    async def press(self, selector: str) -> None:
        """Press something, which may be scrolled to before."""
        there = f"document.querySelector({json.dumps(selector)})"
        await self._value(f"{there}.scrollIntoView({{ block: 'center' }}), 0")
        x, y = [
            await self._value(f"{there}.getBoundingClientRect().{side} + 8")
            for side in ("x", "y")
        ]
        await self.page.mouse.click(x, y)

    async def _value(self, expression: str) -> float:
        asked = {"expression": expression}
        said = cast(
            "dict[str, Any]",
            await self._session.send("Runtime.evaluate", asked),  # pyright: ignore[reportUnknownMemberType]
        )
        value: float = said["result"]["value"]
        return value


@asynccontextmanager
async def _visiting(
    browser: Browser, url: str, asked: argparse.Namespace
) -> AsyncGenerator[Visitor]:
    """Ask for a page as somebody who was never here, by a slow processor."""
    context = await browser.new_context(viewport={"width": 360, "height": 740})
    page = await context.new_page()
    await page.add_init_script(NOTES)
    session = await context.new_cdp_session(page)
    await session.send(  # pyright: ignore[reportUnknownMemberType]
        "Emulation.setCPUThrottlingRate", {"rate": asked.cpu}
    )
    await page.goto(url, wait_until="commit")
    yield Visitor(page, session)
    await context.close()


async def _visit(browser: Browser, tree: Path, asked: argparse.Namespace) -> Visit:
    async with served(tree) as port:
        line = Line(port, asked.rtt / 1000, asked.mbit * 125_000)
        server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
        own = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with _visiting(browser, f"{own}/", asked) as visitor:
            usable = await visitor.noted("named")
            connections, sent = line.connections, line.bytes_down
            painted = await visitor.painted()
            await visitor.say_name("Ann")
            await visitor.press(".hero .brass")
            card = await visitor.noted("laid") - await visitor.noted("pressed")
            await visitor.page.reload(wait_until="commit")
            back = await visitor.noted("laid")
        near = f"ws://127.0.0.1:{port}"
        async with talking(near, "Bob", ping_every_s=PINGS_EVERY_S) as host:
            link = f"{own}/{await host.host(seats=2)}"
            async with _visiting(browser, link, asked) as visitor:
                invited = await visitor.noted("named")
                await visitor.say_name("Cyd")
                await visitor.page.keyboard.press("Enter")
                seat, inputs = await visitor.noted("seated"), await visitor.inputs()
        server.close()
    waits = (painted, usable, card, back)
    return Visit(*waits, connections, sent / 1000, invited, seat, inputs)


async def _measure(asked: argparse.Namespace) -> None:
    if CHROMIUM is None:
        sys.exit(HOW)
    trees = [HERE] if asked.before is None else [asked.before, HERE]
    visits: dict[Path, list[Visit]] = {tree: [] for tree in trees}
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        for _ in range(asked.runs):
            for tree in trees:
                visits[tree].append(await _visit(browser, tree, asked))
        await browser.close()
    print(f"{'':24}" + "".join(f"{head:>14}" for head in Visit._fields))
    for tree, made in visits.items():
        middle = (median(each) for each in zip(*made, strict=True))
        print(f"{tree.name:24}" + "".join(f"{each:14.0f}" for each in middle))


def main() -> None:
    """Print a line for each checkout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rtt", type=float, default=150.0, help="in ms")
    parser.add_argument("--mbit", type=float, default=1.6, help="down, per second")
    parser.add_argument("--cpu", type=float, default=4.0, help="times slower")
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    asyncio.run(_measure(parser.parse_args()))


if __name__ == "__main__":
    main()
