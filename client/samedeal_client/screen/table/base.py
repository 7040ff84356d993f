"""The base of every full screen: the table, the words around it, and one hand over all.

Keys and clicks wait in a queue and are taken one after the other, each on the board
that the one before has led to: nobody has to wait for an answer, and no key is lost.
"""

import time
from abc import abstractmethod
from collections.abc import Awaitable
from functools import partial
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from samedeal_client.failed import INTERRUPTED, Refused
from samedeal_client.language import tr
from samedeal_client.play.orders import Order, read_order
from samedeal_client.screen.app import FullScreen, begin
from samedeal_client.screen.felt.felt import Spot
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.ink import spread
from samedeal_client.screen.keys import key_hints
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.table.layout import ALL_BELOW, Plan, plan_for
from samedeal_client.screen.table.notes import Notes
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.stage import PARTS_CSS, Scene, Stage
from samedeal_client.screen.table.strokes import Opened, Stroke, Strokes, Typed
from samedeal_client.screen.widgets import Kept, Table, TypedLine, Words, key_of
from samedeal_client.terminal.keys import meant_by
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, line
from samedeal_client.view.tints import Tint

REFRESH_S = 0.25


class TableScreen(  # pyright: ignore[reportIncompatibleMethodOverride] - Textual's
    Screen[int], Kept
):
    """A full screen with a table on it; left with an exit status."""

    DEFAULT_CSS = PARTS_CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", priority=True, show=False),
        Binding("ctrl+x", "go", priority=True, show=False),
    ]

    app = getters.app(FullScreen)

    def __init__(
        self, glyphs: Glyphs, *, colour: bool, tells_worth: bool = False
    ) -> None:
        super().__init__()
        # Without colours no card has a ground: all are drawn in lines.
        self.glyphs = glyphs if colour else glyphs._replace(halves="")
        spread(self, Tint.PANEL, colour=colour)
        self.hand = Hand(tells_worth=tells_worth)
        self.shows_help, self.has_colour = False, colour
        self.strokes, self.notes = Strokes(), Notes()
        self._is_to_draw = False
        self._stage = Stage(
            *(self, self.glyphs, self.hand, self.notes),
            (self.draw, self.draw_soon),
            colour=colour,
        )
        self.is_late = False
        """Whether what is done now was asked for while there was no connection."""
        self.is_past = False
        """Whether what is done now was asked for when keys had other meanings."""

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
    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture | None:
        """Return the picture as of now, the felt and the bars of at most these sizes.

        Sizes are width and height.
        """

    @abstractmethod
    def help_lines(self) -> Lines:
        """Return the help on the keys here."""

    @abstractmethod
    async def action_go(self) -> None:
        """Go for good."""

    @property
    def scene(self) -> str:
        """The scene that gives keys their meaning, as it is when they are pressed."""
        return ""

    @property
    def is_whole(self) -> bool:
        """Whether what is seen now takes the whole width, with notes below it."""
        return False

    @property
    def plan(self) -> Plan:
        """What stands beside the felt now, where it has not the whole width."""
        return plan_for(self.size)

    async def begin(self) -> None:
        """Do on a new board what the player has no choice in."""

    def is_cut(self) -> bool:
        """Tell whether nothing can be done now, and strokes wait."""
        return False

    def is_slow(self) -> bool:
        """Tell whether moves take so long that they are better shown at once."""
        return self.is_cut()

    # What all do

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        yield from self._stage.compose()

    def on_mount(self) -> None:
        """Begin to play."""
        begin(self, self._take_strokes)
        self.set_interval(REFRESH_S, self.draw)
        self.draw()

    def on_resize(self) -> None:
        """Draw on the new size as soon as everything has its place on it."""
        self.call_after_refresh(self.draw)

    async def on_key(self, event: events.Key) -> None:
        """Take a key, unless it is typed into the line."""
        typed = self.query_one(TypedLine)
        if typed.is_open:
            await self._type(typed, event)
            return
        event.stop()
        event.prevent_default()
        await self._take_key(meant_by(key_of(event)))

    async def _take_key(self, key: str) -> None:
        opening = None if self.is_too_small else self.opening(key)
        if opening is not None:
            self.open_line(opening)
        elif key == key_for(Order.LEAVE):
            await self.action_go()
        elif self.is_too_small or self._stage.turn(key):
            self.draw()
        elif key == "escape" and self.is_cut() and self.strokes.words():
            self.warn(tr("Dropped: {strokes}", strokes=self.strokes.clear()))
            self.draw()
        else:
            self._put(key)

    async def show_over(self, screen: Screen[int]) -> int:
        """Show a screen over this one until it is left; return how it was."""
        return await self.app.show(screen)

    def open_board(self) -> None:
        """Begin on a new board, before anything else is done on it."""
        self.strokes.put_first(Opened())

    def open_match(self) -> None:
        """Begin on the board of a new match, and count the keys for it."""
        self.shows_help = False
        self.strokes.count_anew(self.now_s())
        self.open_board()

    def on_table_pointed(self, event: Table.Pointed) -> None:
        """Take a place on the felt, or what is put down there."""
        if not self.is_too_small:
            self._put(event.spot)

    def _put(self, stroke: Stroke) -> None:
        self._stage.end_motion()
        now_s = self.now_s()
        self.strokes.put(stroke, is_late=self.is_cut(), scene=self.scene, now_s=now_s)
        if self.is_cut():
            self.draw()  # and so what waits

    def on_words_pointed(self, event: Words.Pointed) -> None:
        """Take the key whose words at the foot are pressed."""
        key = self._stage.key_at(event.words, event.x)
        typed = self.query_one(TypedLine)
        if key and not (typed.is_open and self._end_typing(typed, key)):
            begin(self, partial(self._take_key, key))

    async def _type(self, typed: TypedLine, event: events.Key) -> None:
        if self._end_typing(typed, event.key):
            event.stop()
        else:
            await typed.take(event)

    async def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into the line, or begins as what opens it does."""
        typed, text = self.query_one(TypedLine), event.text
        if not typed.is_open:
            opening = None if self.is_too_small else self.opening(text[:1])
            if opening is None:
                return
            self.open_line(opening)
            text = text[1:]
        typed.paste(text)

    def _end_typing(self, typed: TypedLine, key: str) -> bool:
        """Close the line if a key does that; tell whether it does."""
        if key == "escape":
            self.close_line()
        elif key == "enter":
            self._submit(typed.value)
        else:
            return False
        return True

    async def _take_strokes(self) -> None:
        while True:
            stroke, self.is_late, scene = await self.strokes.get()
            self.is_past = scene != self.scene
            await self._do_stroke(stroke)
            self.is_late = self.is_past = False
            self.draw_soon()

    async def _do_stroke(self, stroke: Stroke) -> None:
        match stroke:
            case Opened():
                await self.begin()
            case Typed(text=text):
                await self._obey(text)
            case _ if self.shows_help:
                # It hid what this would have been done to.
                self.shows_help = False
            case str() if stroke == key_for(Order.HELP):
                self.shows_help = True
            case str():
                await self.press(stroke)
            case _:
                await self.point(stroke)

    def opening(self, key: str) -> str | None:
        """Return the beginning of the line that a key opens; None for other keys."""
        return "" if key == key_hints.TYPE else None

    def open_line(self, text: str) -> None:
        """Open the line to be typed into."""
        self.query_one(TypedLine).open(text)
        self.draw_soon()

    def close_line(self) -> None:
        """Close it and forget what was typed."""
        self.query_one(TypedLine).close()
        self.draw_soon()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        self._submit(event.value)

    def _submit(self, text: str) -> None:
        if not self.query_one(TypedLine).is_open:
            return
        self.close_line()
        if self.waits_for_nothing(text):
            begin(self, partial(self._obey_now, text))
        else:
            self._put(Typed(text))

    def waits_for_nothing(self, text: str) -> bool:
        """Tell whether a line is obeyed at once, whatever was pressed before it."""
        return read_order(text) in (Order.LEAVE, Order.HELP)

    async def _obey_now(self, text: str) -> None:
        await self._obey(text)
        self.draw()

    async def _obey(self, text: str) -> None:
        self.shows_help = False
        await self.obey(text)

    async def action_turn(self) -> None:
        """Take a key that would otherwise go from one widget to the next."""
        if not self.query_one(TypedLine).is_open:
            await self._take_key("tab")

    async def action_hang_up(self) -> None:
        """Go at once."""
        self.leave(INTERRUPTED)

    def leave(self, status: int = 0) -> None:
        """Give the terminal back to what was there before."""
        self.app.leave(self, status)

    def draw_soon(self) -> None:
        """Show everything as it is when what goes on now is done, once for all of it.

        A move is answered, heard of and done within a moment.
        """
        if not self._is_to_draw:
            self._is_to_draw = True
            self.call_next(self.draw)

    def draw(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        self._is_to_draw = False
        if not self.is_running:
            return
        now_s = self.now_s()
        if self.is_too_small:
            self._stage.lay_too_small(now_s)
            return
        if not self._stage.is_set_out:
            # A page for no room at all would flash past before the first one.
            return
        is_whole = self.is_whole
        plan = ALL_BELOW if is_whole else self.plan
        picture = self.picture(*self._stage.rooms(plan, is_whole=is_whole, now_s=now_s))
        if picture is not None:
            self.say(picture.news)
            self.notes.say_aside(picture.asides)
            helping = self.help_lines() if self.shows_help else None
            scene = Scene(picture, helping, self.is_slow(), self.now_s())
            self._stage.lay(scene, plan, is_whole=is_whole)

    @property
    def is_too_small(self) -> bool:
        """Whether the board cannot be seen, and no key is played."""
        return self._stage.is_too_small

    def say(self, lines: Lines) -> None:
        """Add notes; the last ones are shown."""
        self.notes.say(lines)

    def unsay(self, row: Line) -> None:
        """Take back a note."""
        self.notes.unsay(row)

    def warn(self, text: str) -> None:
        """Add a note on what was just done, which is soon past."""
        self.notes.warn(text, self.now_s())

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, which the terminal may not let; say so."""
        self.app.copy_to_clipboard(text)
        told = tr(
            "Copied, if this terminal lets programs do so: {command}", command=text
        )
        self.say((line(f" {told}"),))

    async def try_to(self, asking: Awaitable[None], what: str = "") -> bool:
        """Tell whether a request was carried out; say why if it was not."""
        was_cut = self.is_cut()
        try:
            await asking
        except Refused as refusal:
            why = str(refusal)
            if was_cut or self.is_late:
                why = tr("Not done: {what}. {why}", what=what, why=why)
            self.warn(why)
            return False
        return True

    def now_s(self) -> float:
        """Return a clock that only goes forward, for what is shown for a while."""
        return time.monotonic()
