"""Waiting for a full screen, whatever the machine is busy with.

Textual's own pilot looks at the clock: it waits a fiftieth of a second, twice for each
key, and for as long as the process works, but never longer than a second. What is done
by then is left to the machine.
"""

# pyright: reportPrivateUsage=false, reportAttributeAccessIssue=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.pilot import Pilot
from textual.screen import Screen

from samedeal_client.screen.app import FullScreen

MOST_TURNS = 1_000
"""The most turns of the loop, where something goes on for ever."""
MOST_DRAWN = 10
"""The most drawings of a screen that is never done: one that is being closed is not."""

_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


@asynccontextmanager
async def opened(
    screen: Screen[int], *, size: tuple[int, int]
) -> AsyncGenerator[Pilot[int]]:
    """Yield somebody before a terminal that a screen fills, once it is drawn."""
    async with FullScreen(screen).run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def all_done(_least_s: float = 0, _most_s: float = 0) -> None:
    """Wait until nothing is left that can go on before time passes.

    Every message has been taken, and everything is drawn. What a server, a thread or a
    clock has yet to bring is to be waited for by itself.
    """
    app = active_app.get()
    for _ in range(MOST_DRAWN):
        await _idle()
        if not app.screen_stack or not _is_undrawn(app.screen):
            return
        # A screen draws at its next sixtieth of a second: now.
        app.screen._on_timer_update()


async def _idle() -> None:
    """Wait until the loop would sleep."""
    loop = asyncio.get_running_loop()
    for _ in range(MOST_TURNS):
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            return


def _is_undrawn(screen: Screen[object]) -> bool:
    return screen.is_current and bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


def parsed_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """Parse styles as Textual does, but once for all the screens of a process."""
    asked = (css, read_from, is_default_rules, tie_breaker, scope)
    key = (frozenset(sheet._variables.items()), *asked)
    if key not in _parsed:
        _parsed[key] = _parse(sheet, *asked)
    return _parsed[key]
