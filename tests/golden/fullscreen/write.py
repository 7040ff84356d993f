"""Writes every scene of the table as the text of a terminal: sizes, ASCII, Spanish."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.conditions import eventually
from tests.golden.fullscreen.scenes import SCENES, Scene
from tests.golden.fullscreen.seen import seen
from tests.screens import opened
from textual.pilot import Pilot

from samedeal_client.language import Language, speaking
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs

FOLDER = Path(__file__).parent
SIZES = ((80, 24), (100, 30), (160, 50), (60, 15))


async def drawn(
    scene: Scene,
    files: Sequence[str],
    glyphs: Glyphs = UNICODE,
    language: Language = "en",
    *,
    within_s: float,
) -> dict[str, str]:
    """Return the pictures of a scene, by file, on terminals of as many sizes.

    A picture that differs from its file is looked at again, for `within_s`: on a busy
    machine nothing says that a screen is whole but the screen.
    """
    with speaking(language):
        app = scene.app(glyphs)
        async with opened(app, size=SIZES[0]) as pilot:
            await settled(app, pilot, SIZES[0])
            await eventually(lambda: scene.after in seen(app))
            await pilot.press(*scene.keys)
            await settled(app, pilot, SIZES[0])
            moved_on(scene, app)
            found: dict[str, str] = {}
            for file, size in zip(files, SIZES, strict=False):
                await pilot.resize_terminal(*size)
                await settled(app, pilot, size)
                found[file] = await seen_as_it_was(
                    lambda: seen(app), _written(file), within_s
                )
            return found


def moved_on(scene: Scene, app: TableScreen) -> bool:
    """Bring a table to what its room is later; tell whether there is such a thing."""
    if scene.later is None or not isinstance(app, RoomScreen | WatchScreen):
        return False
    app.player.session.room = scene.later
    return True


async def seen_as_it_was(look: Callable[[], str], was: str, within_s: float) -> str:
    """Return the picture as soon as it is as it was, or when the time is up.

    Empty rows at the end are not told from none.
    """
    with suppress(AssertionError):
        await eventually(lambda: look().rstrip("\n") == was.rstrip("\n"), within_s)
    return look()


def _written(file: str) -> str:
    path = FOLDER / f"{file}.txt"
    return path.read_text("utf-8") if path.exists() else ""


async def settled(app: TableScreen, pilot: Pilot[int], size: tuple[int, int]) -> None:
    """Wait until the terminal has its size, and nothing is drawn differently."""
    before = ""
    while (now := seen(app)) != before or app.outer_size != size:
        before = now
        await pilot.pause()
        app.draw()
        await pilot.pause()


def names_of(name: str) -> tuple[str, ...]:
    """Return the files of a scene."""
    sizes = [f"{width}x{height}" for width, height in SIZES]
    return tuple(f"{name}-{kind}" for kind in (*sizes, "ascii", "spanish"))


async def screens_of(name: str, *, within_s: float) -> dict[str, str]:
    """Return the files of a scene, by name."""
    scene = SCENES[name]
    *sizes, plain, spanish = names_of(name)
    return {
        **await drawn(scene, sizes, within_s=within_s),
        **await drawn(scene, [plain], ASCII, within_s=within_s),
        **await drawn(scene, [spanish], language="es", within_s=within_s),
    }


async def _write() -> None:
    known = set(FOLDER.glob("*.txt"))
    for name in SCENES:
        for file, text in (await screens_of(name, within_s=0)).items():
            path = FOLDER / f"{file}.txt"
            path.write_text(text, "utf-8")
            known.discard(path)
    for path in known:
        path.unlink()


if __name__ == "__main__":
    asyncio.run(_write())
