"""The screen of the lobby: the player, the pages by name, one page, and its keys.

Keys and clicks are taken one after the other; those that lead to a table are done when
that was left. Questions of pages to the server run beside them, so that nobody waits to
turn to another page.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input

from samedeal_client.failed import INTERRUPTED, Failed
from samedeal_client.language import tr
from samedeal_client.language.texts import NOT_UNDERSTOOD, close_text
from samedeal_client.lobby.head_and_foot import (
    above,
    below,
    foot_line,
    keys_told,
    name_at,
)
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.lobby.lobby import Desk, Done, Lobby, Page, Way, sheet_of
from samedeal_client.lobby.pages.everywhere import keys_everywhere
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.screen.app import FullScreen, begin, stop
from samedeal_client.screen.ink import spread
from samedeal_client.screen.keys.key_rows import action_of
from samedeal_client.screen.widgets import TypedLine, Words
from samedeal_client.view.spans import Lines, line, sentence
from samedeal_client.view.tints import Tint
from samedeal_client.wire.conversation import UNFIT
from samedeal_client.wire.happenings import NotDone

REFRESH_S = 0.2
BUSY_EVERY_S = 5.0
"""Seconds between two counts of how busy the server is, for the head."""


class LobbyScreen(Screen[int]):
    """The lobby on a screen, and all opened from it; left with an exit status."""

    DEFAULT_CSS = """
    #head, #tabs, #foot { height: 1; }
    #leaf { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", priority=True, show=False),
        Binding("ctrl+x", "go", priority=True, show=False),
    ]

    app = getters.app(FullScreen)
    _tick_timer: Timer

    def __init__(self, put_together: Callable[[Desk], Lobby]) -> None:
        """Show a lobby, put together for this screen."""
        super().__init__()
        self.lobby = put_together(self)
        spread(self, Tint.PANEL, colour=self.has_colour)
        self._keys: asyncio.Queue[str | Leaf.Chosen] = asyncio.Queue()
        self._living: asyncio.Task[None] | None = None
        self._is_doing = self._is_asked_to_leave = False
        self._way: Way | None = None
        """The way that is taken, or about to be; None in the lobby."""
        self._waits: str | None = None
        """A line in place of the page, while something is awaited."""
        self._typed: asyncio.Future[str | None] | None = None
        self._looked_at: tuple[Page | None, str] = None, ""
        """The row that more was looked up of."""
        self._looked = 0.0
        self._is_there = False
        """Whether there was a server a moment ago."""
        self._shown: Page | None = None

    @property
    def has_colour(self) -> bool:
        """Whether colours are used."""
        return self.lobby.context.colour

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        glyphs, colour = self.lobby.context.glyphs, self.lobby.context.colour
        yield Words(colour=colour, id="head", glyphs=glyphs, ground=Tint.RAIL)
        yield Words(colour=colour, id="tabs", glyphs=glyphs, ground=Tint.ROW)
        yield Words(colour=colour, id="banner", glyphs=glyphs)
        yield Leaf(glyphs, colour=colour)
        yield Words(colour=colour, id="notes", glyphs=glyphs, ground=Tint.ROW)
        yield TypedLine(colour=colour, offers=True)
        yield Words(colour=colour, id="foot", glyphs=glyphs, ground=Tint.RAIL)

    def on_mount(self) -> None:
        """Begin."""
        self._living = asyncio.create_task(self._live())
        self._living.add_done_callback(self._end)
        self._tick_timer = self.set_interval(REFRESH_S, self._tick)
        self._come_in()

    def _come_in(self) -> None:
        begin(self, self._count, only="count")
        self._tick_timer.resume()
        self.show_page()

    @property
    def is_busy(self) -> bool:
        """Whether keys that were pressed are still to be done."""
        return self._is_doing and self._typed is None and self.app.screen is self

    # What the lobby asks for

    async def ask(self, prompt: str, value: str = "", *, begun: str = "") -> str | None:
        """Ask for a line of text."""
        self._typed = asyncio.get_running_loop().create_future()
        typed = self.query_one(TypedLine)
        self._prompt = prompt
        typed.open(begun or value, is_begun=bool(begun))
        self.draw()
        try:
            return await self._typed
        finally:
            self._typed = None
            if self.is_attached:  # not where the app ends meanwhile
                typed.close()

    def go(self, way: Way) -> None:
        """Leave the lobby by a way, as soon as the keys pressed before are done."""
        self._way = way
        self._turn_over()

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen over this one until it is left; return its exit status."""
        # What was pressed until now was not meant for what is seen then.
        self._keys = asyncio.Queue()
        self.tell("")
        return await self.app.show(screen)

    def tell(self, text: str) -> None:
        """Show a line in place of the page, while something is awaited."""
        self._waits = text
        self.draw()

    def alert(self, text: str) -> None:
        """Show the deed of others at the foot, and have the terminal alert to it."""
        self.lobby.note(text)
        self.app.alert(text)

    def show_page(self) -> None:
        """Show the page that is on top now, and look it up."""
        if self._way is None:
            self.draw()
            self._look()

    def turn(self, page: Page) -> None:
        """Turn to one of the lobby's own pages."""
        self.lobby.notes.clear()
        self.lobby.pages.show(page)

    # What is done

    async def on_key(self, event: events.Key) -> None:
        """Take a key, unless it is typed into the line."""
        typed = self.query_one(TypedLine)
        if typed.is_open:
            await typed.take(event)
            return
        self.query_one(Leaf).is_touched = True
        self._is_asked_to_leave = False
        event.stop()
        event.prevent_default()
        self._keys.put_nowait(
            (event.character or event.key) if event.is_printable else event.key
        )

    async def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into the line."""
        typed = self.query_one(TypedLine)
        if typed.is_open:
            typed.paste(event.text)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the line that was typed."""
        if self._typed is not None and not self._typed.done():
            self._typed.set_result(event.value)

    async def action_back(self) -> None:
        """Cancel typing, go back a page, or leave the lobby, then asked twice."""
        if self._typed is not None and not self._typed.done():
            self._typed.set_result(None)
        elif self._way is None and not self.lobby.pages.back():
            self._leave()

    def _leave(self) -> None:
        """Leave the lobby when asked a second time: a key too many ends nothing."""
        if self._is_asked_to_leave:
            self.app.exit(0)
            return
        self._is_asked_to_leave = True
        self.lobby.note(tr("Esc again leaves."))
        self.draw()

    async def action_go(self) -> None:
        """Leave, as by the same key everywhere: nobody's seat is here to be kept."""
        await self.action_hang_up()

    async def action_hang_up(self) -> None:
        """End at once."""
        self.app.exit(0 if self._way is None else INTERRUPTED)

    async def _live(self) -> None:
        while True:
            self._is_doing = False
            stroke = await self._keys.get()
            self._is_doing = True
            self.lobby.notes.clear()
            if isinstance(stroke, Leaf.Chosen):
                await self._told(partial(self.lobby.pages.shown.choose, stroke.does))
            else:
                await self._press(stroke)
            if self._way is not None:
                if await self._gone(self._way) == INTERRUPTED:
                    self.app.exit(INTERRUPTED)
                    return
                self._way = self._waits = None
                self._come_in()
            self.draw()

    async def _gone(self, way: Way) -> int:
        """Take a way and come back; return an exit status."""
        self._tick_timer.pause()
        stop(self, "count")
        stop(self, "look")
        self.lobby.pages.greet()
        try:
            return await self.take(way)
        except Failed as error:
            self.lobby.note(sentence(str(error)))
        except NotDone as refusal:
            self.lobby.note(refusal_text(refusal.error))
        return 0

    async def take(self, way: Way) -> int:
        """Take a way; return an exit status."""
        return await way.take(self.lobby)

    async def renew(self) -> None:
        """Show everything anew: in other colours, or in other letters."""
        self.styles.clear_rule("background")
        spread(self, Tint.PANEL, colour=self.has_colour)
        await self.recompose()
        self._shown = None

    async def ended(self) -> None:
        """End what was opened from here, if anything still is."""
        if self._living is not None:
            self._living.cancel()
            with suppress(asyncio.CancelledError):
                await self._living

    def _end(self, living: asyncio.Task[None]) -> None:
        """Exit with status 1 after a bug; `ended` passes the bug on."""
        if not living.cancelled() and living.exception() is not None:
            self.app.exit(1)

    async def _press(self, key: str) -> None:
        leaf, page = self.query_one(Leaf), self.lobby.pages.shown
        does = page.keys(leaf.does).get(key)
        if does is None:
            does = action_of(keys_everywhere(self.lobby, leaf), key)
        if does is not None:
            if await self._told(does):
                self._look()
        elif len(key) == 1 and key.isalpha():
            self.lobby.note(
                tr("{key} does nothing here; the keys are listed below.", key=key)
            )

    def on_leaf_chosen(self, event: Leaf.Chosen) -> None:
        """Take a click on a row."""
        self._is_asked_to_leave = False
        self._keys.put_nowait(event)

    def on_leaf_resized(self) -> None:
        """Lay the page out anew."""
        self.draw()

    def on_words_pointed(self, event: Words.Pointed) -> None:
        """Turn to the page whose name is pressed."""
        number = name_at(event.words.lines, event.x)
        if event.words.id == "tabs" and number is not None:
            self.turn(self.lobby.pages.own[number])

    async def _told(self, does: Callable[[], Done]) -> bool:
        """Return whether an action succeeded; tell the player if it was refused."""
        try:
            done = does()
            return bool(await done if isinstance(done, Awaitable) else done)
        except Failed as error:
            self.lobby.note(sentence(str(error)))
        except NotDone as refusal:
            self.lobby.note(refusal_text(refusal.error))
        except UNFIT:
            self.lobby.note(close_text(NOT_UNDERSTOOD))
        return False

    # What is looked up

    def _look(self) -> None:
        self._looked = asyncio.get_running_loop().time()
        begin(self, partial(self._look_up, self.lobby.pages.shown), only="look")

    async def _look_up(self, page: Page) -> None:
        try:
            await page.look()
        except Failed:
            pass  # the banner says so
        except NotDone as refusal:
            if self.lobby.pages.shown is page:
                self.lobby.notes[:] = [refusal_text(refusal.error)]
        except UNFIT:
            self.lobby.notes[:] = [close_text(NOT_UNDERSTOOD)]
        self.draw()

    async def _count(self) -> None:
        """Keep the count of rooms and players current, on whatever page."""
        while True:
            rooms = self.lobby.pages.of(RoomsPage)
            if self.lobby.pages.shown is not rooms:
                await self._look_up(rooms)
            wait_s = BUSY_EVERY_S if self.lobby.visit.player else REFRESH_S
            await asyncio.sleep(wait_s)

    def _tick(self) -> None:
        visit, page = self.lobby.visit, self.lobby.pages.shown
        visit.look()
        self.lobby.notes += visit.take_news()
        since = asyncio.get_running_loop().time() - self._looked
        is_due = bool(page.every_s) and since >= page.every_s
        has_come = visit.player is not None and not self._is_there
        self._is_there = visit.player is not None
        if has_come or (is_due and self._is_there):
            self._look()
        self.draw()

    # What is shown

    def draw(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        if not self.is_running or not self.query(Leaf):
            return  # going already
        if self._waits is not None:
            self._draw_waiting(self._waits)
            return
        lobby, page = self.lobby, self.lobby.pages.shown
        leaf = self.query_one(Leaf)
        head, tabs, banner = above(lobby, self.size.width)
        self.query_one("#head", Words).say(head)
        self.query_one("#tabs", Words).say(tabs)
        self.query_one("#banner", Words).say(banner)
        sheet = sheet_of(page, self.size.width, leaf.size.height)
        is_new = page is not self._shown
        if is_new:
            self._turn_over()
        leaf.lay(sheet, anew=is_new, at=page.begins_at())
        if sheet.has_felt:
            self._lay_below(page, leaf)
        self._shown = page
        prompt = None if self._typed is None else self._prompt
        told = below(leaf.more, lobby.notes, prompt, self.size.width)
        self.query_one("#notes", Words).say(told)
        keys = keys_told(page, sheet, is_typed=self._typed is not None)
        width, colour = self.size.width, self.has_colour
        foot = foot_line(keys, leaf.seen, width, colour=colour)
        self.query_one("#foot", Words).say((foot,))

    def _lay_below(self, page: Page, leaf: Leaf) -> None:
        """Show what lies below a row, and look up more of it when the cursor comes."""
        if (page, leaf.does) != self._looked_at:
            self._looked_at = page, leaf.does
            begin(self, partial(self._look_at, page, leaf.does), only="below")
        leaf.lay_below(page.below(leaf.does))

    async def _look_at(self, page: Page, does: str) -> None:
        with suppress(Failed, NotDone, *UNFIT):
            await page.look_at(does)
        self.draw()

    def _turn_over(self) -> None:
        """Remember the row of the shown page that the cursor is on."""
        if self._shown is not None:
            self._shown.at = self.query_one(Leaf).does

    def _draw_waiting(self, text: str) -> None:
        """Show a line on the empty screen, where nothing else is shown yet."""
        self._turn_over()
        for words in self.query(Words):
            words.say(())
        rows: Lines = (*[()] * (self.size.height // 3), line(f"  {text}"))
        self.query_one(Leaf).lay(Sheet((), read(rows), ""), anew=True)
        self._shown = None
