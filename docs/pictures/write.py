"""Draws the full screen for the README: `python -m docs.pictures.write`."""

import asyncio
import os
import re
from pathlib import Path
from unittest.mock import patch

from tests.golden.fullscreen.scenes import SCENES
from tests.golden.fullscreen.write import settled
from tests.screens import opened

from samedeal_client.language import speaking
from samedeal_client.view.cards import UNICODE

FOLDER = Path(__file__).parent
SCENE, SIZE = "easthaven-in-colours", (100, 30)
TITLE = "samedeal"
# Letters of a size are asked for from elsewhere; those of the reader will do.
_FONTS = re.compile(r"\s*@font-face \{[^}]*\}")


async def picture() -> str:
    """Return a table as an SVG that asks nobody for anything."""
    with patch.dict(os.environ, COLORTERM="truecolor"), speaking("en"):
        app = SCENES[SCENE].app(UNICODE)
        async with opened(app, size=SIZE) as pilot:
            await settled(app, pilot, SIZE)
            await pilot.press(*SCENES[SCENE].keys)
            await settled(app, pilot, SIZE)
            return _FONTS.sub(
                "", pilot.app.export_screenshot(title=TITLE, simplify=True)
            )


if __name__ == "__main__":
    (FOLDER / "race.svg").write_text(asyncio.run(picture()), "utf-8")
