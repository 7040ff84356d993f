"""Golden lobbies: the whole screen of every page, at every size, as a player sees it.

What the server would say stands still, so that nothing but the pages can change them.
Write them anew with ``python -m tests.golden.lobby.write``, and read the difference.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from tests.client.lobby.lobbies import Entered, context_at, visiting
from tests.golden.fullscreen.write import seen_as_it_was
from tests.golden.lobby.still import StillVisit

from samedeal_client.language import Language, speaking
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs

FOLDER = Path(__file__).parent
SURROUNDINGS = {
    "SAMEDEAL_CONFIG": "/nowhere/config.toml",
    "SAMEDEAL_SERVER": "",
    "LANGUAGE": "",
    "LC_ALL": "en_GB.UTF-8",
}
"""An environment without any choice."""


class Look(NamedTuple):
    """A way of looking at a screen."""

    name: str
    width: int
    height: int
    glyphs: Glyphs = UNICODE
    language: Language = "en"


LOOKS = (
    Look("80x24", 80, 24),
    Look("100x30", 100, 30),
    Look("160x50", 160, 50),
    Look("60x20", 60, 20),
    Look("80x24-ascii", 80, 24, ASCII),
    Look("80x24-es", 80, 24, UNICODE, "es"),
)
KEYS: dict[str, tuple[str, ...]] = {
    "play": (),
    "rooms": ("2",),
    "host": ("3", "down", "enter"),
    "daily": ("4",),
    "boards": ("5",),
    "boards-friends": ("5", "v", "v", "k"),
    "you": ("6",),
    "matches": ("7",),
    "settings": ("8",),
    "rules": ("end", "enter"),
    "code": ("end", "up", "up", "enter"),
    "replay": ("7", "enter", *["right"] * 9),
}
"""The keys that lead to each page."""


PAGES = ("welcome", "lost", *KEYS)


async def looks(page: str, *, within_s: float) -> str:
    """Return all looks of a page in one text.

    What is not as it was is looked at again, for so long.
    """
    path = FOLDER / f"{page}.txt"
    was = path.read_text("utf-8") if path.exists() else ""
    parts: list[str] = []
    for look in LOOKS:
        head = f"== {look.name}\n"
        _, _, rest = was.partition(head)
        known, _, _ = rest.partition("\n== ")
        parts.append(f"{head}{await _seen(page, look, known, within_s)}\n")
    return "".join(parts)


async def _seen(page: str, look: Look, known: str, within_s: float) -> str:
    with speaking(look.language), patch.dict(os.environ, SURROUNDINGS):
        async with _inside(page, look) as here:
            for key in KEYS.get(page, ()):
                await here.press(key)
                await here.settled()
            await here.settled()
            return await seen_as_it_was(here.shown, known, within_s)


@asynccontextmanager
async def _inside(page: str, look: Look) -> AsyncGenerator[Entered]:
    with TemporaryDirectory() as folder:
        server = "wss://play.example"
        context = context_at(server, Path(folder), glyphs=look.glyphs)
        visit = StillVisit(context, is_there=page != "lost")
        is_first, size = page == "welcome", (look.width, look.height)
        async with visiting(visit, is_first=is_first, size=size) as here:
            yield here


def write() -> None:
    """Write every golden screen."""
    for page in PAGES:
        text = asyncio.run(looks(page, within_s=0))
        (FOLDER / f"{page}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
