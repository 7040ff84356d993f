"""Look at every screen of the page: `python -m bench.screens [--pictures FOLDER]`.

Each in both languages, light and dark, on a phone, a tablet and a desk; what axe
complains of is printed, with the name of the screen. With a FOLDER there is a picture
of each, `first-360-light-en.png` and so on, for people to look at. Fails if axe
complains of anything.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import Literal

from bench.visits import served
from playwright.async_api import Browser, Page, ViewportSize, async_playwright
from tests.browsers import CHROMIUM, HOW
from tests.web.browser.axe import complaints
from tests.web.browser.screens import WALKS, walk

SIZES = ((1440, 900), (768, 1024), (360, 740))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOCALES = ("en-GB", "es-ES")
COUNTDOWN_MS = 15_000
"""Long enough for a countdown to be looked at in every way."""


class Looker:
    """Looks at screens in one language."""

    def __init__(self, locale: str, pictures: Path | None) -> None:
        self._language = locale[:2]
        self._pictures = pictures
        self.count = 0
        self.told: list[str] = []

    async def look(self, name: str, page: Page) -> None:
        """Look at a screen in every size and scheme."""
        for width, height in SIZES:
            await page.set_viewport_size(ViewportSize(width=width, height=height))
            for scheme in SCHEMES:
                await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                label = f"{name.replace(' ', '-')}-{width}-{scheme}-{self._language}"
                if self._pictures is not None:
                    await page.screenshot(path=self._pictures / f"{label}.png")
                told = [f"{label}: {each}" for each in await complaints(page)]
                print("\n".join(told) or f"{label}: nothing", flush=True)
                self.told += told
                self.count += 1


async def _look(browser: Browser, asked: argparse.Namespace) -> int:
    count, told = 0, 0
    for locale in LOCALES:
        async with served(
            Path(__file__).parent.parent, SAMEDEAL_COUNTDOWN_MS=str(COUNTDOWN_MS)
        ) as port:
            looker = Looker(locale, asked.pictures)
            url = f"http://127.0.0.1:{port}"
            for way in WALKS:
                await walk(browser, url, locale, way, looker.look)
        count += looker.count
        told += len(looker.told)
    print(f"{count} screens; axe complains of {told} places")
    return 1 if told else 0


async def _main(asked: argparse.Namespace) -> int:
    if CHROMIUM is None:
        sys.exit(HOW)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments
        )
        return await _look(browser, asked)


def main() -> None:
    """Print what axe complains of."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    sys.exit(asyncio.run(_main(asked)))


if __name__ == "__main__":
    main()
