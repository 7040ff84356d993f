"""The parts of the lobby: its pages, the ways to tables, and owners of what is shared.

The screen shows a lobby and takes keys; all else has one owner here: the visit has the
connection, `pages` the page that is shown, `who` the name that is played under, and the
desk the things that people see and type.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, TypeVar

from samedeal_client.context import Context
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.language.texts import NOT_UNDERSTOOD, close_text
from samedeal_client.lobby.names import GAME_KEYS
from samedeal_client.lobby.sheet import EDGES, Sheet, fitted, read
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.who import Asks, Who
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.screen.gathering.lying import ACES, Below
from samedeal_client.settings.config import ConfigError
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.wire.conversation import UNFIT

if TYPE_CHECKING:
    from textual.screen import Screen

Done: TypeAlias = Awaitable[bool | None] | bool | None
"""What came of an action: whether the page has to be looked up again."""


class Way(Protocol):
    """Somewhere to go from the lobby, and to come back from."""

    async def take(self, lobby: Lobby) -> int:
        """Go there; return an exit status. Raises Failed and NotDone."""
        ...


class Desk(Asks, Protocol):
    """The screen that shows the lobby."""

    def go(self, way: Way) -> None:
        """Leave the lobby by a way, as soon as the keys pressed before are done."""
        ...

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen over this one until it is left; return its exit status."""
        ...

    def tell(self, text: str) -> None:
        """Show a line in place of the page, while something is awaited."""
        ...

    def alert(self, text: str) -> None:
        """Show the deed of others at the foot, and have the terminal alert to it."""
        ...

    def show_page(self) -> None:
        """Show the page that is on top now, and look it up."""
        ...

    async def renew(self) -> None:
        """Show everything anew: in other colours, or in other letters."""
        ...


class Page:
    """A page; it keeps its contents from one time to the next."""

    title: ClassVar[str] = ""
    """Its name among the lobby's own pages; empty for a page opened over them."""
    every_s = 0.0
    """Seconds between two lookups while it is shown; 0 for a single one."""
    is_framed = True
    """Whether it stands in a frame, whose title is its sheet's."""
    is_form = False
    """Whether all of it is to be seen at once, if need be without its frame."""
    is_bare = False
    """Whether it is shown without the names of the others."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.at = ""
        """The word of the row that the cursor was on when the page was left."""

    async def look(self) -> None:
        """Ask the server for the page's contents; raises Failed or NotDone."""

    async def look_at(self, does: str) -> None:
        """Look up what lies below a row; raises Failed and NotDone."""

    @abstractmethod
    def sheet(self, width: int, height: int) -> Sheet:
        """Return the sheet for a width in columns and a height in rows."""

    async def choose(self, does: str) -> None:
        """Do the row's word; raises Failed or NotDone."""

    def below(self, does: str) -> Below:
        """Return the felt below it while the cursor is on a row."""
        return ACES

    def begins_at(self) -> str:
        """Return the word of the row for the cursor, until a key is pressed here."""
        return self.at

    def follow(self, game: str) -> None:
        """Begin with the game played last, where no other one was chosen."""

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Return the actions of its own keys, on the row with a word.

        They come before those of the lobby, and raise Failed or NotDone.
        """
        return {}


def sheet_of(page: Page, width: int, height: int) -> Sheet:
    """Return a page's sheet, or one that says that the server's words make no sense."""
    try:
        if page.is_framed and height > EDGES:
            less = width - EDGES
            sheet = fitted(page.sheet(less, height - EDGES), less)
            is_whole = sheet.height <= height - EDGES
            if is_whole or sheet.height > height or not page.is_form:
                return sheet
        return fitted(page.sheet(width, height), width)._replace(title="")
    except UNFIT:
        text = f"  {close_text(NOT_UNDERSTOOD)}"
        return Sheet(((),), read([line(Span(text, Style.WARNING))]), "")


P = TypeVar("P", bound=Page)


class Pages:
    """The lobby's own pages, those opened over them, and which of them is shown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.own: tuple[Page, ...] = ()
        """In order; a page's key is its place, from 1."""
        self._at = 0
        self._over: list[Page] = []

    def lay(self, own: tuple[Page, ...]) -> None:
        """Replace the pages."""
        for before, page in zip(self.own, own, strict=False):
            page.at = before.at
        self.own = own

    def begin_with(self, page: Page) -> None:
        """Open the lobby with a page over the first one."""
        self._over = [page]

    @property
    def here(self) -> Page:
        """The lobby's own page that is shown, or lies under those opened over it."""
        return self.own[self._at]

    @property
    def shown(self) -> Page:
        """The page that is shown."""
        return self._over[-1] if self._over else self.here

    def of(self, kind: type[P]) -> P:
        """Return the page of a kind, of the lobby's own."""
        return next(page for page in self.own if isinstance(page, kind))

    def open(self, page: Page) -> None:
        """Show a page over the one that is shown."""
        self._over.append(page)
        self._desk.show_page()

    def turn_to(self, kind: type[Page]) -> None:
        """Show the lobby's own page of a kind."""
        self.show(self.of(kind))

    def show(self, page: Page) -> None:
        """Show one of the lobby's own pages."""
        self._over.clear()
        self._at = self.own.index(page)
        self._desk.show_page()

    def beside(self, step: int) -> Page:
        """Return the own page that many places further, round and round."""
        return self.own[(self._at + step) % len(self.own)]

    def back(self) -> bool:
        """Close the page, or turn to the first one; tell whether there was another."""
        if self._over and not self._over[-1].is_bare:
            self._over.pop()
        elif self._over or self._at:
            self._over.clear()
            self._at = 0
        else:
            return False
        self._desk.show_page()
        return True

    def greet(self) -> None:
        """Show the first page instead of the welcome, from the first table on."""
        self._over = [page for page in self._over if not page.is_bare]


class Lobby:
    """Everything that is shown outside of tables, as far as it is known."""

    def __init__(
        self,
        desk: Desk,
        visit: Visit,
        again: Callable[[], Context],
        make: Callable[[Lobby], tuple[Page, ...]],
    ) -> None:
        """Take the screen and the connection, and lay the pages that `make` makes.

        `again` returns the context after a change of the settings; raises ConfigError.
        """
        self.desk = desk
        self.visit = visit
        self.chosen = ChosenFile(visit.asked.identity)
        self.pages = Pages(desk)
        self.notes: list[str] = []
        """Notes at the foot of the screen, until the next key."""
        self.who = Who(visit, desk, self.note)
        self.last_table: Lines = ()
        """The outcome of the last table that had one."""
        self.farewell: Lines = ()
        """Lines that stay in the terminal at the end."""
        self._again, self._make = again, make
        self._server = visit.asked.server
        """The server that was chosen, whichever one is visited now."""
        self.pages.lay(make(self))

    @property
    def context(self) -> Context:
        """The context of the visit."""
        return self.visit.context

    @property
    def drawn_in(self) -> Glyphs:
        """The symbols that tables and bars are drawn in: in lines without colours."""
        context = self.context
        return context.glyphs if context.colour else context.glyphs._replace(halves="")

    @property
    def game(self) -> str:
        """The key of the game that was played last, or of the one to begin with."""
        last = self.chosen.read().game
        return last if last in GAME_KEYS else FIRST_GAME

    def plays(self, game: str) -> None:
        """Remember the game played last; pages without a choice of their own follow."""
        self.chosen.keep_game(game)
        for page in self.pages.own:
            page.follow(game)

    def note(self, text: str) -> None:
        """Show a note at the foot of the screen, until the next key."""
        self.notes.append(text)

    def keep(self, lines: Lines) -> None:
        """Keep the outcome of the last table, for the end; an empty one, too.

        The first page goes on to show the last outcome that was not empty.
        """
        self.farewell = lines
        if lines:
            self.last_table = lines

    def report(self, lines: Lines) -> None:
        """Keep the outcome of a table, and show the page that it stands on."""
        self.keep(lines)
        if lines:
            self.pages.show(self.pages.own[0])

    async def choose_again(self) -> None:
        """Apply a change of the settings."""
        context = self._chosen_anew()
        if context is not None:
            # Forms and lists may be in another language, or of another server.
            self.pages.lay(self._make(self))
            await self.visit.move(context)
            await self.desk.renew()

    def _chosen_anew(self) -> Context | None:
        """Return the context by the present settings; None if these cannot be used.

        A player at a friend's server stays there.
        """
        try:
            context = self._again()
        except ConfigError as error:
            self.note(str(error))
            return None
        if context.server != self._server:
            self._server = context.server
            return context
        asked = self.visit.asked
        return context._replace(
            server=asked.server,
            typed=asked.typed,
            is_chosen=asked.is_chosen,
            unanswered=asked.unanswered,
        )
