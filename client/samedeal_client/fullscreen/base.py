"""What every full screen has: the table, the words around it, and one hand over all.

Keys and clicks wait in a queue and are taken one after the other, each on the board
that the one before has led to: nobody has to wait for an answer, and nothing that was
pressed is lost.
"""

import asyncio
from abc import abstractmethod
from typing import ClassVar, NamedTuple, TypeAlias

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.hand import NO_FELT, Hand
from samedeal_client.fullscreen.keys import NAMED_KEYS
from samedeal_client.fullscreen.widgets import Table, Words
from samedeal_client.fullscreen.words import HELP
from samedeal_client.table import INTERRUPTED
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line, width_of

REFRESH_S = 0.25
NOTES_KEPT = 200
NOTES_SHOWN = 3
ALL_UP = "a"
TYPE = ":"

Stroke: TypeAlias = str | Spot | None
"""A key, a place that was pointed at, or the felt itself."""


class Picture(NamedTuple):
    """What is on the screen beside the notes."""

    head: Line
    bars: Lines
    foot: Line
    felt: Felt


class TableApp(App[int]):
    """A full screen with a table on it; returns an exit status."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = """
    Screen { layout: vertical; background: $background; }
    #head { height: 1; }
    #table { height: 1fr; }
    #bars, #notes { height: auto; }
    #foot { height: 1; }
    #typed { height: 1; border: none; padding: 0 1; display: none; }
    #typed.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "hang_up", priority=True, show=False),
        Binding("ctrl+q", "hang_up", priority=True, show=False),
        Binding("ctrl+x", "go", priority=True, show=False),
    ]

    def __init__(
        self, glyphs: Glyphs, *, colour: bool, tells_worth: bool = False
    ) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.hand = Hand(tells_worth=tells_worth)
        self.shows_help = False
        self._colour = colour
        self._strokes: asyncio.Queue[Stroke] = asyncio.Queue()
        self._notes: list[Line] = []

    # What each kind of table does

    @abstractmethod
    async def press(self, key: str) -> None:
        """Do what a key means."""

    @abstractmethod
    async def point(self, spot: Spot | None) -> None:
        """Do what a click means."""

    @abstractmethod
    async def obey(self, text: str) -> None:
        """Do what was typed."""

    @abstractmethod
    def picture(self, height: int, width: int) -> Picture | None:
        """Return what is to be seen now; the felt of at most this size."""

    @abstractmethod
    async def action_go(self) -> None:
        """Go for good."""

    # What all do

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        glyphs, colour = self.glyphs, self._colour
        yield Words(colour=colour, id="head", glyphs=glyphs)
        yield Table(colour=colour, on_point=self._strokes.put_nowait)
        yield Words(colour=colour, id="bars", glyphs=glyphs)
        yield Words(colour=colour, id="notes", glyphs=glyphs)
        yield Input(id="typed")
        yield Words(colour=colour, id="foot", glyphs=glyphs)

    def on_mount(self) -> None:
        """Begin to play."""
        self.run_worker(self._play())
        self.set_interval(REFRESH_S, self.draw)
        self.draw()

    async def on_key(self, event: events.Key) -> None:
        """Take a key, unless it is typed into the line."""
        typed = self.query_one(Input)
        if typed.has_class("open"):
            self._type(typed, event)
            return
        key = NAMED_KEYS.get(event.key, event.character or event.key)
        if not event.is_printable:
            key = event.key
        event.prevent_default()
        if key == TYPE:
            self._open_line()
        else:
            self._strokes.put_nowait(key)

    def _type(self, typed: Input, event: events.Key) -> None:
        """Take a key that came before the line could take it by itself."""
        if event.key == "escape":
            self._close_line()
        elif event.key == "enter":
            self._submit(typed.value)
        elif event.is_printable and not typed.has_focus:
            typed.insert_text_at_cursor(event.character or "")

    async def _play(self) -> None:
        while True:
            stroke = await self._strokes.get()
            if stroke == "?":
                self.shows_help = not self.shows_help
            elif isinstance(stroke, str):
                self.shows_help = False
                await self.press(stroke)
            else:
                await self.point(stroke)
            self.draw()

    def _open_line(self) -> None:
        typed = self.query_one(Input)
        typed.value = ""
        typed.add_class("open")
        typed.focus()

    def _close_line(self) -> None:
        self.query_one(Input).remove_class("open")
        self.set_focus(None)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        self._submit(event.value)

    def _submit(self, text: str) -> None:
        if self.query_one(Input).has_class("open"):
            self._close_line()
            self.run_worker(self._obey(text))

    async def _obey(self, text: str) -> None:
        await self.obey(text)
        self.draw()

    async def action_hang_up(self) -> None:
        """End at once."""
        self.exit(INTERRUPTED)

    def draw(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        if not self.is_running:
            return
        table = self.query_one(Table)
        picture = self.picture(table.size.height, self.size.width)
        if picture is None:
            return
        self.query_one("#head", Words).say((picture.head,))
        self.query_one("#bars", Words).say(picture.bars)
        self.query_one("#notes", Words).say(tuple(self._notes[-NOTES_SHOWN:]))
        self.query_one("#foot", Words).say((picture.foot,))
        table.lay(Felt(HELP, NO_FELT.spots) if self.shows_help else picture.felt)

    def say(self, lines: Lines) -> None:
        """Add notes; the last ones are shown."""
        self._notes += [row for row in lines if row]
        del self._notes[:-NOTES_KEPT]

    def warn(self, text: str) -> None:
        """Add a note that something is not as it should be."""
        self.say((line(Span(f" {text}", Style.WARNING)),))


def headline(what: str, note: Span, time: str, width: int) -> Line:
    """Return a line with the clock at its end, however wide."""
    room = max(0, width - width_of(what) - len(time) - 2)
    note = Span(note.text[:room], note.style)
    blank = " " * max(1, width - width_of(what) - width_of(note.text) - len(time) - 1)
    clock = Span(time, Style.NEXT if time else Style.PLAIN)
    return line(Span(what, Style.TITLE), note, blank, clock)
