"""The one application that fills a terminal: it holds screens, and knows none of them.

A screen is shown until it is left: the first one ends the application by that, any
other one gives the terminal back to the one below.
"""

import asyncio
import os
from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key, Resize
from textual.filter import LineFilter
from textual.screen import Screen
from textual.worker import WorkType

from samedeal_client.screen.ink import UNCOLOURED
from samedeal_client.terminal.alerts import Ringing
from samedeal_client.terminal.output import write_codes

NO_COLOR = "NO_COLOR"
LAID_OUT_S = 0.1
"""After which a screen has the size of its terminal, as a rule."""


@runtime_checkable
class Coloured(Protocol):
    """A screen in colours, or in none."""

    @property
    def has_colour(self) -> bool:
        """Whether colours are used; the terminal's own ones are if not."""
        ...


class FullScreen(App[int]):
    """Shows a first screen, and whatever is opened over it; returns an exit status."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    """Dragging moves cards, and marks no text; ctrl+c copies none."""
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "screen.hang_up", priority=True, show=False),
        Binding("ctrl+q", "screen.hang_up", priority=True, show=False),
    ]

    def __init__(self, first: Screen[int]) -> None:
        # Textual would take it out of the environment, and greys for no colours.
        told = os.environ.pop(NO_COLOR, None)
        super().__init__()
        if told is not None:
            os.environ[NO_COLOR] = told
        self._first = first
        self._is_plain = isinstance(first, Coloured) and not first.has_colour
        """Whether no screen has colours: whoever looks at one looks at all of them."""
        self.ringing = Ringing(self._write_codes)

    def get_default_screen(self) -> Screen[int]:
        """Begin with the first screen."""
        return self._first

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colours away where there are to be none; asked for very often."""
        filters = super().get_line_filters()
        return (*filters, UNCOLOURED) if self._is_plain else filters

    def on_resize(self) -> None:
        """See to it that a change of size is not missed.

        Textual waits a moment for the next one, by a timer that never ends, and is
        never begun again, where the machine has much else to do as it begins.
        """
        asyncio.get_running_loop().call_later(LAID_OUT_S, self._lay_out)

    def _lay_out(self) -> None:
        if (
            self.is_running
            and self.screen_stack
            and self.screen.outer_size != self.size
        ):
            self.screen.post_message(Resize(self.size, self.size))

    def alert(self, text: str) -> None:
        """Have the terminal alert to a deed of others, as far as it can and is to."""
        self.ringing.say(text)

    def _write_codes(self, codes: str) -> None:
        if self._driver is not None:
            self._driver.write(codes)
            self._driver.flush()

    async def on_event(self, event: Event) -> None:
        """Take whoever presses a key for having seen what was said."""
        if isinstance(event, Key):
            self.ringing.seen()
        await super().on_event(event)

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen over the others until it is left; return how it was."""
        left: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.push_screen(screen, lambda status: _settle(left, status or 0))
        return await left

    def leave(self, screen: Screen[int], status: int) -> None:
        """Give the terminal back to what lies below a screen, or end."""
        if screen is self._first:
            self.exit(status)
        elif self.screen is screen:
            screen.dismiss(status)


def _settle(left: asyncio.Future[int], status: int) -> None:
    if not left.done():  # as where whoever waited was told to end
        left.set_result(status)


def begin(node: DOMNode, work: WorkType[None], *, only: str = "") -> None:
    """Do some work beside everything else, for as long as a part of a screen is there.

    What is named by `only` is done once at a time: the last one asked for.
    """
    node.run_worker(work, group=only or "default", exclusive=bool(only))


def stop(node: DOMNode, only: str) -> None:
    """Do no more of some work that was begun under a name."""
    node.workers.cancel_group(node, only)  # pyright: ignore[reportUnknownMemberType]


async def filled(first: Screen[int]) -> int:
    """Fill the terminal with a screen until it is left; return an exit status."""
    app = FullScreen(first)
    try:
        return await app.run_async() or 0
    finally:
        app.ringing.end(write_codes)
