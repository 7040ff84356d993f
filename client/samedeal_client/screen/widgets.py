"""The pieces of screens: the felt, lines of text, and a line to be typed into."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Self

from rich.text import Text
from textual import events, getters
from textual.containers import Horizontal
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from samedeal_client.screen.app import FullScreen
from samedeal_client.screen.felt.felt import NO_FELT, Felt, Spot
from samedeal_client.screen.ink import (
    colour_of,
    felt_segments,
    ground_ink,
    inked,
    spread,
    words_segments,
)
from samedeal_client.terminal.keys import NAMED_KEYS
from samedeal_client.view.cards import UNICODE, Glyphs, spelled
from samedeal_client.view.spans import Lines
from samedeal_client.view.tints import Tint


def key_of(event: events.Key) -> str:
    """Return the name of a key here, a character by itself."""
    if not event.is_printable or event.key == "space":
        return event.key
    return NAMED_KEYS.get(event.key, event.character or event.key)


class Kept(Widget):
    """A part of a screen whose rows are kept as they were painted until it changes.

    With every row that changes Textual asks all parts of a screen for all their rows,
    and works out the grounds and filters of each part anew.
    """

    _kept: tuple[Region, list[Strip]] | None = None

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have it painted anew; every change of it comes through here."""
        self._kept = None
        return super().refresh(
            *regions, repaint=repaint, layout=layout, recompose=recompose
        )

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return its rows within a region of it."""
        if self._kept is None or self._kept[0] != crop:
            self._kept = crop, super().render_lines(crop)
        return self._kept[1]


def _changed(before: Lines, now: Lines, width: int) -> Iterator[Region]:
    """Yield the rows that are others than before."""
    for y, (was, is_now) in enumerate(zip_longest(before, now, fillvalue=())):
        if was != is_now:
            yield Region(0, y, width, 1)


class Middle(Horizontal, Kept):
    """The row of parts that stand side by side."""


class Words(Kept):
    """Lines of text; drawn anew only when they are others."""

    DEFAULT_CSS = "Words { text-wrap: nowrap; text-overflow: clip; }"

    class Pointed(Message):
        """A cell of a line was pressed, so far from its start."""

        def __init__(self, words: "Words", x: int) -> None:
            super().__init__()
            self.words, self.x = words, x

    def __init__(
        self,
        *,
        colour: bool,
        id: str,  # noqa: A002 - Textual's
        glyphs: Glyphs = UNICODE,
        ground: Tint = Tint.PANEL,
    ) -> None:
        super().__init__(id=id)
        self._ground = ground
        spread(self, ground, colour=colour)
        self._glyphs = glyphs
        self._colour = colour
        self._lines: Lines = ()
        self._rows = -1

    @property
    def lines(self) -> Lines:
        """The lines that are shown."""
        return self._lines

    def say(self, lines: Lines, least: int = 0) -> None:
        """Show other lines, on as many rows, or the least that are kept for them."""
        rows = max(least, len(lines))
        if lines == self._lines and rows == self._rows:
            return
        self._lines = lines
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows
            self.display = rows > 0
        self.refresh()

    def fill(self, lines: Lines, *, is_shown: bool) -> None:
        """Show other lines on whatever room there is, or nothing at all."""
        self.display = is_shown
        if lines != self._lines:
            before, self._lines = self._lines, lines
            self.refresh(*_changed(before, lines, self.size.width))

    def on_click(self, event: events.Click) -> None:
        """Post the place that was pressed."""
        self.post_message(self.Pointed(self, event.x))

    def render_line(self, y: int) -> Strip:
        """Return a row, to the edge."""
        (row,) = spelled(self._lines[y : y + 1], self._glyphs) or ((),)
        strip = Strip(words_segments(row, self._ground, colour=self._colour))
        ink = ground_ink(self._ground, colour=self._colour)
        return strip.adjust_cell_length(self.size.width, ink)

    def render(self) -> Text:
        """Return all rows, which Textual measures."""
        lines = spelled(self._lines, self._glyphs)
        return inked(lines, colour=self._colour, ground=self._ground)


class Table(Kept):
    """The felt with what lies on it."""

    DEFAULT_CSS = "Table { text-wrap: nowrap; text-overflow: clip; }"

    class Pointed(Message):
        """The mouse was pressed at a place, or let go at another one."""

        def __init__(self, spot: Spot | None) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, *, colour: bool, glyphs: Glyphs) -> None:
        super().__init__(id="table")
        self._glyphs = glyphs
        self._colour = colour
        self._felt = NO_FELT
        self._pressed: Spot | None = None

    @property
    def felt(self) -> Felt:
        """The felt that is shown."""
        return self._felt

    def lay(self, felt: Felt) -> None:
        """Show another felt; only the rows that are others are drawn anew."""
        if felt == self._felt:
            return
        before, self._felt = self._felt, felt
        if not (felt.is_green and before.is_green and felt.ground is before.ground):
            colour = colour_of(felt.ground)
            self._spread(colour if felt.is_green and self._colour else None)
            self.refresh()
            return
        self.refresh(*_changed(before.rows, felt.rows, self.size.width))

    def _spread(self, colour: str | None) -> None:
        """Lay the felt itself, or take it away; words have the ground of the screen."""
        self.styles.background = colour

    def render_line(self, y: int) -> Strip:
        """Return a row of what lies on the felt, to its edge."""
        if not self._felt.is_green:
            return super().render_line(y)
        rows = self._felt.rows[y : y + 1]
        (row,) = spelled(rows, self._glyphs) or ((),)
        strip = Strip(felt_segments(row, self._felt.ground, colour=self._colour))
        ink = ground_ink(self._felt.ground, colour=self._colour)
        return strip.adjust_cell_length(self.size.width, ink)

    def render(self) -> Text:
        """Return the text that Textual paints."""
        return inked(spelled(self._felt.rows, self._glyphs), colour=self._colour)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take up what is pressed."""
        self._pressed = self._felt.at(event.x, event.y)
        self.post_message(self.Pointed(self._pressed))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down where the mouse is let go, if that is elsewhere."""
        spot, pressed = self._felt.at(event.x, event.y), self._pressed
        self._pressed = None
        if spot is not None and pressed is not None and spot.pile != pressed.pile:
            self.post_message(self.Pointed(spot))


class TypedLine(Input):
    """A line to be typed into, which is in sight only while it is open.

    Its screen hands it every key and what is pasted. Keys that come in one packet reach
    the screen before this has the focus, and the rest of them this: so all are taken in
    one place, in their order.
    """

    DEFAULT_CSS = """
    TypedLine, TypedLine:focus {
        height: 1; border: none; padding: 0 1; display: none;
    }
    TypedLine.open { display: block; }
    TypedLine > .input--cursor, TypedLine > .input--selection {
        background: transparent; color: auto 100%; text-style: reverse;
    }
    """

    app = getters.app(FullScreen)

    def __init__(self, *, colour: bool, offers: bool = False) -> None:
        """Keep the text it opens with, or `offers` it to be typed over."""
        super().__init__(id="typed", select_on_focus=False)
        spread(self, Tint.ROW, colour=colour)
        self._offers = offers

    @property
    def is_open(self) -> bool:
        """Whether it is in sight, and takes all keys."""
        return self.has_class("open")

    def open(self, text: str, *, is_begun: bool = False) -> None:
        """Begin typing into it, after what was begun already."""
        self.value = text
        is_offered = self._offers and not is_begun
        self.selection = Selection(0 if is_offered else len(text), len(text))
        self.add_class("open")
        self.focus()

    def close(self) -> None:
        """Take it out of sight."""
        self.remove_class("open")
        self.screen.set_focus(None)
        # One that was written faster than it opened gets its focus only now.
        self.app.call_later(self._give_up_focus)

    def _give_up_focus(self) -> None:
        if not self.is_open and self.is_attached:
            self.screen.set_focus(None)

    def on_key(self, event: events.Key) -> None:
        """Leave a key to the screen."""
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Leave what is pasted to the screen."""
        event.prevent_default()

    async def take(self, event: events.Key) -> None:
        """Take a key: what it writes, or what it does here."""
        if event.is_printable:
            await self._on_key(event)
            return
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            await self.run_action(binding.action)

    def paste(self, text: str) -> None:
        """Take the first line of what is pasted."""
        self.replace("".join(text.splitlines()[:1]), *self.selection)
