"""What the page costs whoever plays on it, and the server: taps, proofs, connections.

``python -m bench.pages [--games 3] [--connections 2000] [--cpu 4]``

Taps: Poker Squares alone, each cell by a finger, in a headless Chromium on the same
machine as the server; from the event until the board has the card, until it has the
server's answer, which brings the next card, and to the frame after that. Goal: 50 ms.
Proofs: a match of eight seats, 150 moves each at most, as `bench.proofs` plays it, read
and held against itself by the modules as they are sent, in a page that was just loaded,
with the processor slowed down by the browser; the best of three. Goal: 300 ms.
Connections: of the page's client, in Node, which have said hello and nothing else.
Goal: 6 KiB each.
"""

import argparse
import asyncio
import base64
import subprocess
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from bench.load.processes import allow_many_sockets, rss_kib, serving
from bench.proofs import MATCH, played
from bench.visits import served
from playwright.async_api import Browser, Page, async_playwright
from tests.browsers import CHROMIUM, HOW
from tests.web.rules.rules_of_the_page import NODE

from samedeal_games.catalogue import GAMES
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_web.files import STATIC

HERE = Path(__file__).parent.parent
CELLS = 25
WARM_UP = 50
READINGS = 3

_WATCH = """() => {
  window.taps = [];
  const frame = (tap, what) => {
    tap[what] = performance.now() - tap.began;
    requestAnimationFrame(() => { tap.seen = performance.now() - tap.began; });
  };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-open]");
    if (cell) taps.push({ began: event.timeStamp, cell: cell.dataset.cell });
  }, true);
  new MutationObserver(() => {
    const tap = taps.at(-1);
    if (!tap) return;
    const open = document.querySelectorAll(".board [data-open]");
    const isLaid = ![...open].some((cell) => cell.dataset.cell === tap.cell);
    if (isLaid && !tap.isShown) { tap.isShown = true; frame(tap, "shown"); }
    if (isLaid && open.length && !tap.isTold) { tap.isTold = true; frame(tap, "told"); }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""

_TOLD = """() => new Promise((done) => {
  const look = () => {
    if (taps.at(-1)?.told !== undefined && taps.at(-1).seen > taps.at(-1).told) done();
    else setTimeout(look, 5);
  };
  look();
})"""

_PROVE = """async ([text, match]) => {
  const link = document.querySelector("link[rel=modulepreload][href$='race.js']").href;
  const { $modules } = await import(link);
  const records = new URL("records/record.js", link).href;
  const { readRecord, checkAlone } = await import(records);
  const { GAMES } = $modules["games/index.js"];
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const began = performance.now();
  const record = readRecord(bytes, match, ({ game }) => GAMES.get(game));
  const { doubts, moves } = checkAlone(bytes, record);
  const ms = performance.now() - began;
  return { ms, moves, doubts: doubts.map(({ text }) => text) };
}"""


async def _taps(browser: Browser, games: int) -> None:
    found: list[dict[str, float]] = []
    async with served(HERE) as port:
        for _ in range(games):
            page = await browser.new_page(
                viewport={"width": 360, "height": 740}, has_touch=True
            )
            await page.goto(f"http://127.0.0.1:{port}/")
            await page.get_by_label("Your name").fill("Ann")
            await page.get_by_role("button", name="Play alone, now").tap()
            await page.locator(".board [data-open]").first.wait_for()
            await page.evaluate(_WATCH)
            for _ in range(CELLS - 1):
                await page.locator(".board [data-open]").first.tap()
                await page.evaluate(_TOLD)
            found += await page.evaluate("taps")
            await page.close()
    for what in ("shown", "told", "seen"):
        waits = [tap[what] for tap in found]
        high = quantiles(waits, n=20)[-1]
        print(f"from a tap until {what:6} {median(waits):6.1f} ms, p95 {high:.1f} ms")


async def _proofs(browser: Browser, rate: int) -> None:
    async with served(HERE) as port:
        for key, game in GAMES.items():
            # Played alike each time.
            sealed = seal(to_plain(played(game, Random(key))))  # noqa: S311
            proofs = list[tuple[float, int]]()
            for _ in range(READINGS):
                page = await browser.new_page()
                session = await page.context.new_cdp_session(page)
                await session.send(  # pyright: ignore[reportUnknownMemberType]
                    "Emulation.setCPUThrottlingRate", {"rate": rate}
                )
                await page.goto(f"http://127.0.0.1:{port}/")
                await page.get_by_label("Your name").wait_for()
                proofs.append(await _proof(page, sealed))
                await page.close()
            ms, moves = min(proofs)
            print(f"a proof of {key:26} {moves:5} moves {ms:6.1f} ms")


async def _proof(page: Page, sealed: bytes) -> tuple[float, int]:
    """Prove a match in a page; return the ms it took, and the number of moves."""
    text = base64.b64encode(sealed).decode()
    found: dict[str, Any] = await page.evaluate(_PROVE, [text, MATCH])
    if found["doubts"]:
        raise AssertionError(found["doubts"])
    return found["ms"], found["moves"]


async def _connections(count: int) -> None:
    allow_many_sockets()
    async with serving() as served:
        server = served.servers[0]
        url = f"ws://127.0.0.1:{server.port}/"
        script = str(HERE / "bench/idle_pages.mjs")
        process = await asyncio.create_subprocess_exec(
            *(NODE or "node", script, url, str(STATIC), str(count), str(WARM_UP)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdout.readline()
        before = rss_kib(server.pid)
        process.stdin.write(b"\n")
        said = await process.stdout.readline()
        after = rss_kib(server.pid)
        process.stdin.close()
        await process.wait()
    if said != b"all\n":
        raise AssertionError("not all of them came in")
    print(f"{count} idle connections: {(after - before) / count:.1f} KiB each")


async def _main(asked: argparse.Namespace) -> None:
    assert CHROMIUM is not None, HOW
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        await _taps(browser, asked.games)
        await _proofs(browser, asked.cpu)
        await browser.close()
    await _connections(asked.connections)


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--connections", type=int, default=2_000)
    parser.add_argument("--cpu", type=int, default=4)
    asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    main()
