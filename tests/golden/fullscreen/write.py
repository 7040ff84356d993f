"""Writes every scene of the table as the text of a terminal: sizes, ASCII, Spanish."""

import asyncio
from pathlib import Path

from tests.golden.fullscreen.scenes import SCENES, Scene
from tests.golden.fullscreen.seen import seen
from textual.pilot import Pilot

from samedeal_client.fullscreen.base import TableApp
from samedeal_client.fullscreen.room import RoomApp
from samedeal_client.language import Language, speaking
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs

FOLDER = Path(__file__).parent
SIZES = ((80, 24), (100, 30), (160, 50), (60, 15))
PLAIN = SIZES[:1]


async def drawn(
    scene: Scene,
    glyphs: Glyphs = UNICODE,
    language: Language = "en",
    sizes: tuple[tuple[int, int], ...] = PLAIN,
) -> list[str]:
    """Return what is seen of a scene on terminals of these sizes."""
    with speaking(language):
        app = scene.app(glyphs)
        async with app.run_test(size=sizes[0]) as pilot:
            await _settled(app, pilot, sizes[0])
            await pilot.press(*scene.keys)
            await _settled(app, pilot, sizes[0])
            if scene.later is not None and isinstance(app, RoomApp):
                app.player.session.room = scene.later
            found: list[str] = []
            for size in sizes:
                await pilot.resize_terminal(*size)
                await _settled(app, pilot, size)
                found.append(seen(app))
            return found


async def _settled(app: TableApp, pilot: Pilot[int], size: tuple[int, int]) -> None:
    """Wait until the terminal has its size, and nothing is drawn differently."""
    before = ""
    while (now := seen(app)) != before or app.size != size:
        before = now
        await pilot.pause()
        app.draw()
        await pilot.pause()


def names_of(name: str) -> tuple[str, ...]:
    """Return the files of a scene."""
    sizes = [f"{width}x{height}" for width, height in SIZES]
    return tuple(f"{name}-{kind}" for kind in (*sizes, "ascii", "spanish"))


async def screens_of(name: str) -> dict[str, str]:
    """Return the files of a scene, by name."""
    scene = SCENES[name]
    texts = [
        *(await drawn(scene, sizes=SIZES)),
        *(await drawn(scene, ASCII)),
        *(await drawn(scene, language="es")),
    ]
    return dict(zip(names_of(name), texts, strict=True))


async def _write() -> None:
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name in SCENES:
        for file, text in (await screens_of(name)).items():
            (FOLDER / f"{file}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
