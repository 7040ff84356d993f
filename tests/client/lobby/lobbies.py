"""Lobbies for tests: where they are kept, what they show, and keys pressed in order."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Self

from tests.conditions import eventually, seen
from tests.golden.fullscreen.seen import seen as seen_on
from tests.screens import opened
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from samedeal_client.context import Context
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.lobby.assembly import lobby_of
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.lobby.lobby import Lobby, Way
from samedeal_client.lobby.pages.first.play import PlayPage
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.screen import LobbyScreen
from samedeal_client.lobby.visit import Visit
from samedeal_client.lobby.ways import SeeAgain
from samedeal_client.screen.app import FullScreen
from samedeal_client.view.cards import UNICODE, Glyphs

SIZE = (80, 24)
ROWS_MOST = 50
LOOKS = ("look", "look at")
"""What is being looked up, of a page or of a row."""
NOWHERE = "ws://127.0.0.1:9"
"""An address at which no server answers."""


class Staying(LobbyScreen):
    """A lobby that nobody leaves, whatever they choose there."""

    went: Way | None = None
    """The way that somebody would have gone at last."""

    async def take(self, way: Way) -> int:
        """Stay, unless it is to see a match again."""
        self.went = way
        return await super().take(way) if isinstance(way, SeeAgain) else 0


class NoScreen:
    """A desk at which nobody sits: nothing is typed, and nothing is gone to."""

    async def ask(self, prompt: str, value: str = "", *, begun: str = "") -> str | None:
        return None

    def go(self, way: Way) -> None:
        pass

    async def show(self, screen: Screen[int]) -> int:
        return 0

    def tell(self, text: str) -> None:
        pass

    def show_page(self) -> None:
        pass

    def alert(self, text: str) -> None:
        pass

    async def renew(self) -> None:
        pass


class Entered(NamedTuple):
    """Somebody in a lobby."""

    screen: Staying
    pilot: Pilot[int]

    @property
    def app(self) -> FullScreen:
        """The application."""
        return self.screen.app

    @property
    def lobby(self) -> Lobby:
        """The lobby that is shown."""
        return self.screen.lobby

    @property
    def play(self) -> PlayPage:
        """The first page."""
        return self.lobby.pages.of(PlayPage)

    @property
    def rooms(self) -> RoomsPage:
        """The page of public rooms."""
        return self.lobby.pages.of(RoomsPage)

    @property
    def went(self) -> Way | None:
        """The way that they would have gone at last."""
        return self.screen.went

    async def back(self) -> Self:
        """Come back from where they went."""
        await self.settled()
        self.screen.went = None
        return self

    def shown(self) -> str:
        """Return the whole screen as text."""
        if self.app.screen is not self.screen:
            return seen_on(self.app.screen)
        return screen_text(self.screen)

    def told(self) -> str:
        """Return the words on the screen on one line, without the frame of a page."""
        return " ".join(self.shown().replace(UNICODE.bar, " ").split())

    async def sees(self, text: str) -> None:
        """Wait for a text on the screen."""
        await seen(text, self.shown)

    @property
    def _looks(self) -> bool:
        """Whether a page is being looked up."""
        workers = self.app.workers
        return any(w.group in LOOKS and not w.is_finished for w in workers)

    async def settled(self) -> None:
        """Wait until what was asked for is on the screen."""
        await eventually(lambda: not self._looks and not self.screen.is_busy)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def goes_to(self, does: str) -> None:
        """Move the cursor down to the row that does something."""
        leaf = self.screen.query_one(Leaf)
        for _ in range(ROWS_MOST):
            if leaf.does == does:
                return
            await self.press("down")
        raise AssertionError(f"no row does {does!r}")

    async def types(self, text: str) -> None:
        """Type into the line that is open, in place of what is there."""
        await self.press("ctrl+u", *text, "enter")


def context_at(
    server: str, folder: Path, *, glyphs: Glyphs = UNICODE, colour: bool = True
) -> Context:
    """Return the context of a command, with nobody known yet."""
    return Context(server, folder / "identity.json", glyphs, colour)


async def known(context: Context, name: str) -> None:
    """Make a name known at the server of a context."""
    async with Visit.kept(context) as visit:
        await visit.tried()
        await visit.become(name)
    assert IdentityFile(context.identity).find(context.server).name == name


@asynccontextmanager
async def entered(
    context: Context, *, is_first: bool = False, size: tuple[int, int] = SIZE
) -> AsyncGenerator[Entered]:
    """Yield somebody who has come into a lobby."""
    async with Visit.kept(context) as visit:
        await visit.tried()
        async with visiting(visit, is_first=is_first, size=size) as here:
            yield here


@asynccontextmanager
async def visiting(
    visit: Visit, *, is_first: bool = False, size: tuple[int, int] = SIZE
) -> AsyncGenerator[Entered]:
    """Yield somebody in the lobby of a visit."""
    screen = Staying(
        lambda desk: lobby_of(desk, visit, lambda: visit.asked, is_first=is_first)
    )
    try:
        async with opened(screen, size=size) as pilot:
            yield Entered(screen, pilot)
    finally:
        await screen.ended()


def screen_text(screen: LobbyScreen) -> str:
    """Return the text on the screen, row by row, without blanks at the ends."""
    rows = [""] * screen.size.height
    for widget in screen.children:
        _write(widget, rows)
    return "\n".join(rows)


def _write(widget: Widget, rows: list[str]) -> None:
    region = widget.region
    for y in range(region.height):
        rows[region.y + y] = widget.render_line(y).text.rstrip()
