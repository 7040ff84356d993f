"""What all pages of the lobby have in common, and what they may ask the lobby for."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from samedeal_client.context import Context
from samedeal_client.home.sheet import Sheet
from samedeal_client.home.visit import Visit
from samedeal_client.kept.chosen import ChosenFile
from samedeal_client.kept.seats import Seat
from samedeal_client.view.spans import Lines
from samedeal_client.wire.player import Player

if TYPE_CHECKING:
    from textual.screen import Screen


class Way(Protocol):
    """Somewhere to go from the lobby, and to come back from."""

    async def take(self, house: House) -> int:
        """Go there; return an exit status. Raises Failed, DemoFailed and NotDone."""
        ...


class House(Protocol):
    """What pages, and ways to tables, ask of the lobby that they are in."""

    farewell: Lines
    """What is to be seen in the terminal when all is over."""

    @property
    def visit(self) -> Visit:
        """The connection."""
        ...

    @property
    def context(self) -> Context:
        """What every command is told."""
        ...

    @property
    def chosen(self) -> ChosenFile:
        """What was chosen last."""
        ...

    @property
    def game(self) -> str:
        """The key of the game that was played last, or of the one to begin with."""
        ...

    def plays(self, game: str) -> None:
        """Take notice of a game that is played."""
        ...

    def note(self, text: str) -> None:
        """Tell something at the foot of the screen."""
        ...

    async def ask(self, prompt: str, value: str = "", *, begun: str = "") -> str | None:
        """Have something typed, which may be begun; None for thinking better of it."""
        ...

    async def somebody(self) -> Player | None:
        """Return the player under a name, which is asked for the first time.

        None for who thinks better of it. Raises Failed.
        """
        ...

    async def called(self) -> str | None:
        """Return the name to play under, with a server or without one.

        It is asked for the first time; None for who thinks better of it.
        """
        ...

    async def go_to(self, context: Context) -> None:
        """Go on at the server of a context; raises Failed where nobody answers."""
        ...

    async def go_back(self, seat: Seat) -> None:
        """Sit down again on a seat that was held; raises Failed or NotDone."""
        ...

    def go(self, way: Way) -> None:
        """Leave the lobby for something."""
        ...

    async def show(self, screen: Screen[int]) -> int:
        """Show a screen in place of the lobby's until it is left; return how it was."""
        ...

    def tell(self, text: str) -> None:
        """Tell what is waited for, in place of the page."""
        ...

    def keep(self, lines: Lines) -> None:
        """Keep what has come of a table, if anything has."""
        ...

    def report(self, lines: Lines) -> None:
        """Keep what has come of a table, and show the page that it stands on."""
        ...

    async def choose_again(self) -> None:
        """Go on with what has been chosen in the settings."""
        ...

    def open(self, page: Page) -> None:
        """Show a page over the one that is shown."""
        ...

    def turn_to(self, number: int) -> None:
        """Show one of the lobby's own pages."""
        ...


class Page:
    """One page; it keeps what it shows from one time to the next."""

    every_s = 0.0
    """How often it is looked up again while it is shown; 0 for once."""
    letters = ""
    """What can be pressed on it, of letters."""
    is_bare = False
    """Whether it is shown without the names of the others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.at = ""
        """What the row does that the cursor was on when the page was left."""

    async def look(self) -> None:
        """Ask the server for what is to be shown; raises Failed or NotDone."""

    @abstractmethod
    def sheet(self, width: int, height: int) -> Sheet:
        """Return what is to be seen, on so many columns and rows."""

    async def choose(self, does: str) -> None:
        """Do what a row does; raises Failed or NotDone."""

    def follow(self, game: str) -> None:
        """Begin with a game that is played, where no other one was chosen."""

    def takes(self, key: str, does: str) -> bool:
        """Tell whether a key that turns to a page means something else on a row."""
        return False

    async def press(self, key: str, does: str) -> bool:
        """Take a key on a row; tell whether what is shown has to be looked up again.

        Raises Failed or NotDone.
        """
        return False
