"""The pieces of the full screen: the felt with what lies on it, and lines of text."""

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.widget import Widget

from samedeal_client.screen.felt.felt import Felt, Spot
from samedeal_client.screen.ink import inked
from samedeal_client.view.cards import UNICODE, Glyphs, spelled
from samedeal_client.view.spans import Lines

NO_FELT = Felt((), ())


class Words(Widget):
    """Lines of text; drawn anew only when they are others."""

    DEFAULT_CSS = "Words { text-wrap: nowrap; text-overflow: clip; }"

    def __init__(
        self,
        *,
        colour: bool,
        id: str,  # noqa: A002 - Textual's
        glyphs: Glyphs = UNICODE,
        on_point: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(id=id)
        self._on_point = on_point
        self._glyphs = glyphs
        self._colour = colour
        self._lines: Lines = ()
        self._rows = -1

    @property
    def lines(self) -> Lines:
        """What is shown."""
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
            self._lines = lines
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Tell where it was pressed."""
        if self._on_point is not None:
            self._on_point(event.x)

    def render(self) -> Text:
        """Return what Textual paints."""
        return inked(spelled(self._lines, self._glyphs), colour=self._colour)


class Table(Widget):
    """The felt; `on_point` hears where the mouse was pressed, and let go elsewhere."""

    DEFAULT_CSS = "Table { text-wrap: nowrap; text-overflow: clip; }"

    def __init__(
        self,
        *,
        colour: bool,
        glyphs: Glyphs,
        on_point: Callable[[Spot | None], None],
    ) -> None:
        super().__init__(id="table")
        self._glyphs = glyphs
        self._colour = colour
        self._on_point = on_point
        self._felt = NO_FELT
        self._pressed: Spot | None = None

    @property
    def felt(self) -> Felt:
        """What is shown."""
        return self._felt

    def lay(self, felt: Felt) -> None:
        """Show another felt."""
        if felt != self._felt:
            self._felt = felt
            self.refresh()

    def render(self) -> Text:
        """Return what Textual paints."""
        return inked(spelled(self._felt.rows, self._glyphs), colour=self._colour)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take up what is pressed."""
        self._pressed = self._felt.at(event.x, event.y)
        self._on_point(self._pressed)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down where the mouse is let go, if that is elsewhere."""
        spot, pressed = self._felt.at(event.x, event.y), self._pressed
        self._pressed = None
        if spot is not None and pressed is not None and spot.pile != pressed.pile:
            self._on_point(spot)
