"""The lobby: its pages, which of them is shown, and what they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.home.names import GAME_KEYS
from samedeal_client.home.page import Page, Way
from samedeal_client.home.pages.boards import BoardsPage
from samedeal_client.home.pages.days import DaysPage
from samedeal_client.home.pages.hosting import HostPage
from samedeal_client.home.pages.person import MatchesPage, PersonPage
from samedeal_client.home.pages.play import PlayPage
from samedeal_client.home.pages.rooms import RoomsPage
from samedeal_client.home.pages.settings import SettingsPage
from samedeal_client.home.pages.welcome import WelcomePage
from samedeal_client.home.visit import Visit
from samedeal_client.home.ways import ServeAgain, Sit
from samedeal_client.identity.connecting import WHOLE_LINE
from samedeal_client.identity.names import fit_name, login_name, own_name
from samedeal_client.identity.seating import sit_again
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.kept.seats import Seat
from samedeal_client.language import tr, tr_n
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.play.sentences.telling import slow_text
from samedeal_client.settings.config import ConfigError
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    printable,
    sentence,
    wrapped,
)
from samedeal_client.view.standings import name_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_protocol.boards import RoomSummary

if TYPE_CHECKING:
    from textual.screen import Screen


class Desk(Protocol):
    """The screen that shows the lobby."""

    async def ask(self, prompt: str, value: str, begun: str) -> str | None:
        """Have something typed, which may be begun; None for thinking better of it."""
        ...

    def go(self, way: Way) -> None:
        """Leave the lobby for something, as soon as what was pressed is done."""
        ...

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen over this one until it is left; return how it was."""
        ...

    def tell(self, text: str) -> None:
        """Tell what is waited for, in place of the page."""
        ...

    def show_page(self) -> None:
        """Show the page that is on top now, and look it up."""
        ...

    async def renew(self) -> None:
        """Show everything anew: in other colours, or in other letters."""
        ...


class Lobby:
    """Everything that is shown outside of tables, as far as it is known."""

    def __init__(
        self, visit: Visit, again: Callable[[], Context], *, is_first: bool = False
    ) -> None:
        self.visit = visit
        self._again = again
        self._home = visit.asked.server
        """The server that was chosen, whichever one is visited now."""
        self.chosen = ChosenFile(visit.asked.identity)
        self.play = PlayPage(self)
        self.rooms = RoomsPage(self)
        self.pages = self._pages()
        self.number = 0
        """Of the page that is shown, or that lies under those opened over it."""
        self.over: list[Page] = [WelcomePage(self)] if is_first else []
        self.notes: list[str] = []
        self.desk: Desk | None = None
        self._called = ""
        """The name that was typed, which no server may have heard of yet."""
        self.farewell: Lines = ()
        """What is to be seen in the terminal when all is over."""

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.over[-1] if self.over else self.pages[self.number]

    def _pages(self) -> tuple[Page, ...]:
        return (
            *(self.play, self.rooms, HostPage(self), DaysPage(self)),
            *(BoardsPage(self), PersonPage(self), MatchesPage(self)),
            SettingsPage(self),
        )

    # What pages ask for

    @property
    def context(self) -> Context:
        """What every command is told."""
        return self.visit.context

    @property
    def game(self) -> str:
        """The key of the game that was played last, or of the one to begin with."""
        last = self.chosen.read().game
        return last if last in GAME_KEYS else FIRST_GAME

    def plays(self, game: str) -> None:
        """Take notice of a game that is played: what was not chosen follows."""
        self.chosen.keep_game(game)
        for page in self.pages:
            page.follow(game)

    def note(self, text: str) -> None:
        """Tell something at the foot of the screen, until the next key."""
        self.notes.append(text)

    def hear(self) -> None:
        """Tell what the visit has to tell."""
        self.notes += self.visit.news
        self.visit.news.clear()

    async def ask(self, prompt: str, value: str = "", *, begun: str = "") -> str | None:
        """Have something typed."""
        return None if self.desk is None else await self.desk.ask(prompt, value, begun)

    async def somebody(self) -> Player | None:
        """Return the player under a name, which is asked for the first time."""
        player = await self.visit.soon_there()
        if not self.visit.is_guest:
            return player
        name = self._own_name
        if name is not None:
            try:
                return await self.visit.become(fit_name(name))
            except Failed as error:
                # Somebody else may have the name here.
                self.note(sentence(str(error)))
        called = await self._asked_name(name or login_name())
        while called is not None:
            try:
                return await self.visit.become(called)
            except Failed as error:
                self.note(sentence(str(error)))
            called = await self._asked_name(called)
        return None

    async def called(self) -> str | None:
        """Return the name to play under, which is asked for the first time."""
        chosen = self._own_name
        if self.visit.player is not None and not (chosen and self.visit.is_guest):
            player = await self.somebody()
            return None if player is None else player.name
        if not chosen:
            chosen = await self._asked_name(login_name())
            self._called = chosen or ""
        return chosen

    async def _asked_name(self, offered: str) -> str | None:
        """Ask for a name until one can be played under; None for no name at all."""
        while True:
            typed = await self.ask(tr("Your name:"), offered)
            if typed is None or not typed.strip():
                return None
            try:
                return fit_name(typed)
            except Failed as error:
                self.note(sentence(str(error)))
                offered = typed

    @property
    def _own_name(self) -> str | None:
        """The name that was chosen, typed here, or is known of this machine."""
        return self.context.name or self._called or own_name(self.context)

    async def go_to(self, context: Context) -> None:
        """Go on at the server of a context, and stay here where nobody answers there.

        Raises Failed.
        """
        if context.server == self.context.server:
            if self.visit.player is None or context.server == OWN:
                # Nobody else has a room here.
                raise Failed(tr(WHOLE_LINE))
            return
        await self._move(context)

    async def go_back(self, seat: Seat) -> None:
        """Sit down again on a seat that was held; raises Failed or NotDone."""
        if seat.is_served:
            self.go(ServeAgain(seat))
            return
        await self.visit.tried()
        if seat.server != self.context.server:
            await self._move(self.context.at(seat.server))
        player = await self.visit.soon_there()
        if self.visit.is_guest or player.name != seat.name:
            player = await self.visit.become(seat.name)
        await sit_again(self.context, player, seat)
        self.go(Sit())

    async def _move(self, context: Context) -> None:
        before = self.visit.asked
        await self.visit.move(context)
        if self.visit.player is None:
            trouble = self.visit.trouble
            await self.visit.move(before)
            raise Failed(trouble)

    def go(self, way: Way) -> None:
        """Leave the lobby for something."""
        if self.desk is not None:
            self.desk.go(way)

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen in place of the lobby's until it is left; return how it was."""
        return 0 if self.desk is None else await self.desk.show(screen)

    def tell(self, text: str) -> None:
        """Tell what is waited for, in place of the page."""
        if self.desk is not None:
            self.desk.tell(text)

    def open(self, page: Page) -> None:
        """Show a page over the one that is shown."""
        self.over.append(page)
        self._show()

    def turn_to(self, number: int) -> None:
        """Show one of the lobby's own pages."""
        self.over.clear()
        self.number = number % len(self.pages)
        self._show()

    def back(self) -> bool:
        """Show what lies under the page, the first one last; tell whether anything."""
        if self.over and not self.over[-1].is_bare:
            self.over.pop()
        elif self.over or self.number:
            self.over.clear()
            self.number = 0
        else:
            return False
        self._show()
        return True

    def _show(self) -> None:
        if self.desk is not None:
            self.desk.show_page()

    def greet(self) -> None:
        """Show the first page instead of the welcome, from the first table on."""
        self.over = [page for page in self.over if not page.is_bare]

    def keep(self, lines: Lines) -> None:
        """Keep what has come of the last table; where nothing has, nothing is told.

        The page of games goes on to show what came of the one before.
        """
        self.farewell = lines
        if lines:
            self.play.report = lines

    def report(self, lines: Lines) -> None:
        """Keep what has come of a table, and show the page that it stands on."""
        self.keep(lines)
        if lines:
            self.turn_to(0)

    async def choose_again(self) -> None:
        """Go on with what has been chosen in the settings."""
        try:
            context = self._again()
        except ConfigError as error:
            self.note(str(error))
            return
        if context.server == self._home:
            # Who is at a friend's stays there.
            asked = self.visit.asked
            context = context._replace(
                server=asked.server,
                typed=asked.typed,
                is_chosen=asked.is_chosen,
                unanswered=asked.unanswered,
            )
        else:
            self._home = context.server
        # Forms and lists may be in another language, or of another server.
        pages = self._pages()
        for before, page in zip(self.pages, pages, strict=True):
            page.at = before.at
        self.pages = pages
        await self.visit.move(context)
        if self.desk is not None:
            await self.desk.renew()

    # What is shown around the pages

    def headline(self, width: int) -> Line:
        """Return who one is, where, and how much goes on there."""
        player = self.visit.player
        where = printable(self.context.shown_server.split("://")[-1])
        title = Span(" samedeal", Style.TITLE)
        if player is None:
            return (title, Span(f"  {where}", Style.DIM))
        name = name_of(player.name, named=player.is_named)
        if self.visit.is_guest:
            # Known here by no name yet; the one to play under is, as a rule.
            name = printable(self._own_name or tr("guest"))
        rooms = self.rooms.rooms
        busy = "" if rooms is None else f"   {_busy(rooms)}"
        return (
            title,
            Span(f"  {name}", Style.OWN),
            Span(f"  {where}{busy}", Style.DIM),
        )

    def banner(self, width: int) -> Lines:
        """Return what is wrong with the connection, if anything is."""
        if self.visit.player is None and self.visit.trouble:
            text = sentence(self.visit.trouble)
            more = tr("Retrying every few seconds; bots and practice need no server.")
            told = wrapped(text, 1, width - 1)
            return (
                *(tuple(s._replace(style=Style.WARNING) for s in row) for row in told),
                *wrapped(more, 1, width - 1),
            )
        if self.visit.player is None:
            return ((Span(" " + tr("Connecting..."), Style.DIM),),)
        if not self.visit.is_connected:
            text = tr("The connection is lost; connecting again.")
            return ((Span(f" {text}", Style.WARNING),),)
        if (slow_s := self.visit.player.slow_s) is not None:
            return ((Span(f" {slow_text(slow_s)}", Style.WARNING),),)
        return ()


def _busy(rooms: tuple[RoomSummary, ...]) -> str:
    seated = sum(room.seats_taken for room in rooms)
    told = tr_n("{count} room", "{count} rooms", len(rooms))
    return tr("{rooms}, {seated} seated", rooms=told, seated=seated)
