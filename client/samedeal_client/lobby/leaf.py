"""The widget of a sheet: a cursor on the rows to choose, and the rows that fit."""

import re

from rich.style import Style as Ink
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from samedeal_client.lobby.pages.first.panels import Panel, borders
from samedeal_client.lobby.sheet import (
    MARGIN,
    Frame,
    Row,
    Sheet,
    acting,
    next_acting,
)
from samedeal_client.screen.gathering.lying import ACES, Below
from samedeal_client.screen.ink import ink_of_patch, inked_line
from samedeal_client.view.cards import Glyphs, spelled
from samedeal_client.view.spans import Line, Span, Style, width_of
from samedeal_client.view.tints import Patch, Tint

NO_SHEET = Sheet((), (), "")
CURSOR = ">"
UNDER_CURSOR = Patch(Tint.CHIP_TEXT, Tint.CALL, is_bold=True)
UNDER_CURSOR_PLAIN = Ink(reverse=True)
LEAST_FELT, SET_OFF = 4, 8
"""Rows of a felt below a page, and those from which on a row stays free between."""
EDGES, EDGE = re.compile("[╭─╮│╰╯]+"), Patch(Tint.FRAME, Tint.PANEL)
"""The edges of panels that the cursor is not in."""
FRAME, FRAME_PLAIN = Patch(Tint.BRASS, Tint.PANEL), Ink(bold=True)
"""The frame of the panel that the cursor is in."""


class Leaf(Widget):
    """Rows that scroll."""

    class Chosen(Message):
        """A row was clicked on; it carries the row's word."""

        def __init__(self, does: str) -> None:
            super().__init__()
            self.does = does

    class Resized(Message):
        """There is room for more now, or for less."""

    def __init__(self, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(id="leaf")
        self._glyphs, self._colour = glyphs, colour
        self._sheet, self._below = NO_SHEET, ACES
        self._at = 0
        """The row under the cursor; the first row seen if no row does anything."""
        self._top = 0
        self.is_touched = False
        """Whether a key was pressed, or the mouse used, since the page is shown."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that is shown, or as much of it as there is room for."""
        return self._sheet

    @property
    def does(self) -> str:
        """The word of the row under the cursor; empty without a cursor."""
        rows = self._sheet.rows
        return rows[self._at].does if self._at < len(rows) else ""

    @property
    def more(self) -> str:
        """The text that the row under the cursor has no room for; empty for none."""
        rows = self._sheet.rows
        return rows[self._at].more if self._at < len(rows) else ""

    @property
    def seen(self) -> tuple[int, int, int]:
        """The first row and the last one on the screen, from 1, and how many there are.

        All 0 where everything fits.
        """
        total = len(self._sheet.rows)
        if total <= self._height or not self.size.height:
            return (0, 0, 0)
        return (self._top + 1, min(total, self._top + self._height), total)

    @property
    def _height(self) -> int:
        taken = len(self._sheet.head) + self._sheet.edges
        return max(1, self.size.height - taken)

    @property
    def _width(self) -> int:
        """Cells of a row, within the frame if there is one."""
        return self.size.width - self._sheet.edges

    @property
    def is_short(self) -> bool:
        """Tell whether there is nothing to scroll, and no cursor to move."""
        rows = self._sheet.rows
        return len(rows) <= self._height and not acting(rows)

    def lay(self, sheet: Sheet, *, anew: bool = False, at: str = "") -> None:
        """Show another sheet; the cursor stays on the row with the same word.

        With `anew` it goes to the row with the word `at`, or else to the first row to
        choose. Until it is touched, it goes there as soon as there is such a row.
        """
        if anew:
            self.is_touched = False
        is_led = bool(at) and not self.is_touched and at in {r.does for r in sheet.rows}
        before = at if anew or is_led else self.does
        if sheet == self._sheet and not anew and before == self.does:
            return
        self._sheet = sheet
        can = acting(sheet.rows)
        if anew:
            self._at = self._top = 0
        if can:
            kept = [n for n in can if sheet.rows[n].does == before]
            near = min(can, key=lambda n: abs(n - self._at))
            self._at = kept[0] if kept else near
        else:
            self._at = min(self._at, max(0, len(sheet.rows) - self._height))
        self._follow()

    def lay_below(self, below: Below) -> None:
        """Show something else on the felt below the page."""
        if below != self._below:
            self._below = below
            self.refresh()

    def move(self, step: int) -> None:
        """Move the cursor, or the rows where there is none."""
        self.is_touched = True
        rows = self._sheet.rows
        if acting(rows):
            self._step(step)
        else:
            last = max(0, len(rows) - self._height)
            self._at = max(0, min(last, self._at + step))
        self._follow()

    def page(self, direction: int) -> None:
        """Move by a screen of rows."""
        self.move(direction * max(1, self._height - 1))

    def end(self, direction: int) -> None:
        """Move to the first row or the last one."""
        self.move(direction * max(1, len(self._sheet.rows)))

    def _step(self, step: int) -> None:
        direction = 1 if step > 0 else -1
        rows = self._sheet.rows
        for _ in range(abs(step)):
            self._at = next_acting(rows, self._at, direction)

    def _follow(self) -> None:
        """Keep the cursor on the screen, and the head of a list with its first row."""
        rows, height = self._sheet.rows, self._height
        if not acting(rows):
            self._top = self._at
        else:
            can = acting(rows)
            if self._at == can[0] and self._at < height:
                self._top = 0
            elif self._at == can[-1] and len(rows) - self._at <= height:
                self._top = max(0, len(rows) - height)
            self._top = min(self._top, self._at)
            last = next((n for n in can if n > self._at), len(rows)) - 1
            # What a row means stands below it, as far as there is room for both.
            self._top = max(self._top, min(last, self._at + height - 1) - height + 1, 0)
        self._top = min(self._top, max(0, len(rows) - height))
        self.refresh()

    def on_resize(self) -> None:
        """Keep the cursor on a screen of another size, and what can be above it."""
        self._top = 0
        self._follow()
        self.post_message(self.Resized())

    def render(self) -> Text:
        """Return the text for Textual to paint."""
        text = Text(no_wrap=True, end="")
        head = spelled(self._sheet.head, self._glyphs)
        parts = [self._ink(row) for row in head]
        rows = self._sheet.rows[self._top : self._top + self._height]
        parts += [self._inked(row, self._top + k) for k, row in enumerate(rows)]
        if self._sheet.title:
            parts = self._in_frame(parts)
        parts += self._felt_below(len(parts))
        for number, part in enumerate(parts):
            part.truncate(self.size.width)
            if number:
                text.append("\n")
            text.append_text(part)
        return text

    def _in_frame(self, parts: list[Text]) -> list[Text]:
        """Return rows in the frame of the page; down to the foot if no felt follows."""
        sheet, glyphs = self._sheet, self._glyphs
        panel = Panel(sheet.title, (), sheet.note, sheet.below)
        top, foot = spelled(borders(panel, self.size.width, glyphs), glyphs)
        if not sheet.has_felt:
            blanks = self.size.height - sheet.edges - len(parts)
            parts = [*parts, *(Text("") for _ in range(blanks))]
        bar = self._edge((Span(glyphs.bar, Style.DIM),))
        framed = [self._edge(top)]
        for part in parts:
            part.truncate(self._width, pad=True)
            framed.append(bar + part + bar)
        return [*framed, self._edge(foot)]

    def _edge(self, row: Line) -> Text:
        """Return a piece of a frame, its lines in their colour."""
        text = self._ink(row)
        if self._colour:
            text.highlight_regex(EDGES, ink_of_patch(EDGE))
        return text

    def _felt_below(self, taken: int) -> list[Text]:
        """Return the felt with what lies on it, where that much room is left."""
        width, height = self.size.width, self.size.height - taken
        if not self._sheet.has_felt or height < LEAST_FELT:
            return []
        # Not before it is seen: the lobby begins without.
        from samedeal_client.screen.gathering.drawn import drawn

        glyphs = self._glyphs if self._colour else self._glyphs._replace(halves="")
        between = ((),) if height >= SET_OFF else ()
        rows = drawn(self._below, width, height - len(between), glyphs)
        return [self._ink(row) for row in (*between, *spelled(rows, self._glyphs))]

    def _ink(self, row: Line) -> Text:
        return inked_line(row, colour=self._colour)

    @property
    def _cursor(self) -> Ink:
        """The ink of the row under the cursor."""
        return ink_of_patch(UNDER_CURSOR) if self._colour else UNDER_CURSOR_PLAIN

    def _inked(self, row: Row, number: int) -> Text:
        (shown,) = spelled((row.line,), self._glyphs)
        text = self._ink(shown)
        is_here = number == self._at and bool(row.does)
        if row.frame is not None:
            return self._framed(text, row.frame, is_here=is_here)
        if is_here:
            text = Text(f"{CURSOR:<{MARGIN}}", no_wrap=True, end="") + text[MARGIN:]
            text.truncate(self._width, pad=True)
            text.stylize(self._cursor)
        return text

    def _framed(self, text: Text, frame: Frame, *, is_here: bool) -> Text:
        """Mark a row within its frame, and the frame around the cursor."""
        text.truncate(self.size.width, pad=True)
        if self._colour:
            text.highlight_regex(EDGES, ink_of_patch(EDGE))
        begin, end = (index_of(text.plain, at) for at in (frame.begin, frame.end))
        here = self._sheet.rows[self._at].frame
        if here is not None and frame.number == here.number:
            marked = ink_of_patch(FRAME) if self._colour else FRAME_PLAIN
            if frame.is_border:
                text.stylize(marked, begin, end)
            else:
                text.stylize(marked, begin, begin + 1)
                text.stylize(marked, end - 1, end)
        if is_here:
            text = text[: begin + 1] + Text(CURSOR, end="") + text[begin + 2 :]
            text.stylize(self._cursor, begin + 1, end - 1)
        return text

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Choose the row that is pressed on."""
        self.is_touched = True
        above = len(self._sheet.head) + self._sheet.edges // 2
        number = self._top + event.y - above
        is_row = self._top <= number < self._top + self._height
        if is_row and number < len(self._sheet.rows):
            row = self._sheet.rows[number]
            does = row.does
            if does and (row.frame is None or event.x < row.frame.end):
                self._at = number
                self._follow()
                self.post_message(self.Chosen(does))

    def on_mouse_scroll_down(self) -> None:
        """Scroll down."""
        self.move(1)

    def on_mouse_scroll_up(self) -> None:
        """Scroll up."""
        self.move(-1)


def index_of(text: str, cell: int) -> int:
    """Return the number of the character at a cell."""
    at = 0
    for number, character in enumerate(text):
        if at >= cell:
            return number
        at += width_of(character)
    return len(text)
