"""Draw every screen of the terminal: `python -m bench.pictures FOLDER [WORD...]`.

Each is the real application's: at eight sizes in its colours; and at 80x24 and 160x50
in the light theme, in four colours of suits, as a terminal shows it that has 256 or 16
colours, in the theme without any, without colours, and in ASCII. A picture each,
`easthaven-80x24.png` and so on, and `index.html` with all of them, for people to look
at. With words only the screens that have one of them in their names.
"""

import argparse
import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from playwright.async_api import Page, async_playwright
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import Color, ColorSystem
from tests.browsers import CHROMIUM, HOW
from tests.client.lobby.lobbies import context_at, visiting
from tests.conditions import eventually
from tests.golden.fullscreen.scenes import SCENES
from tests.golden.fullscreen.seen import seen
from tests.golden.fullscreen.write import moved_on, settled
from tests.golden.lobby.still import StillVisit
from tests.golden.lobby.write import KEYS, PAGES, SURROUNDINGS
from tests.screens import opened

from samedeal_client.reader import Reader, Theme, read_by
from samedeal_client.terminal.theme import Depth
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs

SERVER = "wss://play.example"
WHOLE_WITHIN_S = 3.0
FONT_PX = 20.96
"""The size at which a cell of DejaVu Sans Mono is as high as a row, so that blocks
touch."""
DOWN_PX = 0.95
"""By how much such letters have to be lower to stand in their rows."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}\\b")
_FONTS = re.compile(r"\s*@font-face \{[^}]*\}")
_FAMILY = re.compile(r"font-family: Fira Code, monospace;(\s*)font-size: 20px")


class Look(NamedTuple):
    """A way of looking at a screen."""

    name: str
    width: int
    height: int
    theme: Theme = "safe"
    glyphs: Glyphs = UNICODE
    colour: bool = True
    depth: Depth = Depth.ALL
    """The colours that its terminal has."""


LOOKS = (
    Look("60x15", 60, 15),
    Look("60x20", 60, 20),
    Look("80x24", 80, 24),
    Look("100x16", 100, 16),
    Look("100x30", 100, 30),
    Look("132x43", 132, 43),
    Look("160x50", 160, 50),
    Look("200x60", 200, 60),
    *(
        look._replace(name=f"{width}x{height}-{look.name}", width=width, height=height)
        for look in (
            Look("light", 0, 0, theme="light"),
            Look("four", 0, 0, theme="four"),
            Look("256", 0, 0, depth=Depth.MANY),
            Look("16", 0, 0, depth=Depth.FEW),
            Look("mono", 0, 0, theme="mono", colour=False),
            Look("none", 0, 0, colour=False),
            Look("ascii", 0, 0, glyphs=ASCII, colour=False),
        )
        for width, height in ((80, 24), (160, 50))
    ),
)
TERMINALS: Mapping[Depth, Mapping[str, str]] = {
    Depth.ALL: {"COLORTERM": "truecolor", "TERM": "xterm-256color"},
    Depth.MANY: {"COLORTERM": "", "TERM": "xterm-256color"},
    Depth.FEW: {"COLORTERM": "", "TERM": "xterm"},
}
"""What a terminal with as many colours tells about itself."""


async def of_table(name: str, look: Look) -> str:
    """Return a scene of the table as an SVG."""
    scene, size = SCENES[name], (look.width, look.height)
    app = scene.app(look.glyphs, colour=look.colour)
    async with opened(app, size=size) as pilot:
        await settled(app, pilot, size)
        # On a small terminal it may have no room.
        with suppress(AssertionError):
            await eventually(lambda: scene.after in seen(app), WHOLE_WITHIN_S)
        await pilot.press(*scene.keys)
        await settled(app, pilot, size)
        if moved_on(scene, app):
            await settled(app, pilot, size)
        return pilot.app.export_screenshot(title=name)


async def of_lobby(name: str, look: Look) -> str:
    """Return a page of the lobby as an SVG."""
    with TemporaryDirectory() as folder:
        context = context_at(
            SERVER, Path(folder), glyphs=look.glyphs, colour=look.colour
        )
        visit = StillVisit(context, is_there=name != "lost")
        is_first, size = name == "welcome", (look.width, look.height)
        async with visiting(visit, is_first=is_first, size=size) as here:
            await here.settled()
            for key in KEYS.get(name, ()):
                await here.press(key)
                await here.settled()
            return here.pilot.app.export_screenshot(title=name)


@asynccontextmanager
async def _browsing() -> AsyncGenerator[Page]:
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        yield await browser.new_page(viewport={"width": 2_600, "height": 1_700})


def _as_shown(svg: str, depth: Depth) -> str:
    """Return an SVG in the colours that a terminal has for those it is asked for."""
    if depth is Depth.ALL:
        return svg
    system = ColorSystem.EIGHT_BIT if depth is Depth.MANY else ColorSystem.STANDARD
    palette = EIGHT_BIT_PALETTE if depth is Depth.MANY else STANDARD_PALETTE

    def nearest(asked: re.Match[str]) -> str:
        number = Color.parse(asked[0]).downgrade(system).number
        return palette[number or 0].hex

    return _COLOUR.sub(nearest, svg)


async def _draw(page: Page, svg: str, path: Path) -> None:
    family = rf"font-family: DejaVu Sans Mono, monospace;\1font-size: {FONT_PX}px"
    drawn = _FAMILY.sub(family, _FONTS.sub("", svg))
    drawn = drawn.replace("<text class=", f'<text dy="{DOWN_PX}" class=')
    width = re.search(r'viewBox="0 0 ([0-9.]+)', drawn)
    assert width is not None
    drawn = drawn.replace("<svg ", f'<svg width="{width[1]}" ', 1)
    await page.set_content(f"<body style='margin:0'>{drawn}</body>")
    await page.locator("svg").first.screenshot(path=path)


async def _drawn(asked: argparse.Namespace) -> tuple[str, int]:
    """Draw; return a page with all pictures, and their number."""
    folder: Path = asked.folder
    screens = [(name, of_table) for name in SCENES]
    screens += [(name, of_lobby) for name in PAGES]
    drawn: list[str] = []
    async with _browsing() as page:
        for name, of in screens:
            for look in LOOKS:
                label = f"{'lobby-' if of is of_lobby else ''}{name}-{look.name}"
                if asked.words and not any(word in label for word in asked.words):
                    continue
                with ExitStack() as stack:
                    around = {**SURROUNDINGS, **TERMINALS[look.depth]}
                    stack.enter_context(patch.dict(os.environ, around))
                    stack.enter_context(read_by(Reader(theme=look.theme, motion=False)))
                    svg = await of(name, look)
                svg = _as_shown(svg, look.depth)
                await _draw(page, svg, folder / f"{label}.png")
                drawn.append(label)
                print(label, flush=True)
    rows = "".join(f"<h2>{one}</h2><img src='{one}.png'>\n" for one in drawn)
    return f"<!doctype html>\n{rows}", len(drawn)


def main() -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("words", nargs="*", metavar="WORD")
    asked = parser.parse_args()
    if CHROMIUM is None:
        sys.exit(HOW)
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    index, count = asyncio.run(_drawn(asked))
    (folder / "index.html").write_text(index, "utf-8")
    print(f"{count} pictures in {folder}")


if __name__ == "__main__":
    main()
